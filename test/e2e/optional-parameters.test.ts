import { beforeAll, describe, expect, test } from '@jest/globals';
import { loadGenerated } from './load-contract.ts';

type Input = Readonly<Record<string, unknown>>;
type Call = (input: Input, options: { readonly binding: string }) => Promise<unknown>;
interface Lamps {
  readonly client: Readonly<Record<'switch' | 'alone' | 'strict', Call>>;
  /** What the handlers were given, the last one last. */
  readonly inputs: Input[];
  /** Query or form of each request. */
  readonly sent: string[];
  readonly fetch: (url: string) => Promise<Response>;
}

/** Client and server of one contract, in one process. */
async function connect(path: string): Promise<Lamps> {
  const { load } = await loadGenerated(path);
  const inputs: Input[] = [];
  const sent: string[] = [];
  const handler = (input: Input): string => {
    inputs.push(input);
    return '';
  };
  const create = (await load('server.ts')).createLampsServer as (handlers: object) => {
    fetch(request: Request): Promise<Response>;
  };
  const server = create({ switch: handler, alone: handler, strict: handler });
  const make = (await load('client.ts')).createLampsClient as (options: object) => Lamps['client'];
  const client = make({
    baseUrl: 'http://lamps.test',
    fetch: async (url: string, init: RequestInit) => {
      const { search } = new URL(url);
      sent.push(search === '' ? String(init.body ?? '') : search.slice(1));
      return server.fetch(new Request(url, init));
    },
  });
  return { client, inputs, sent, fetch: (url) => server.fetch(new Request(url)) };
}

const whole = {
  on: false,
  level: 0,
  mood: 'Dim',
  until: '2024-05-01T08:30:00',
  note: '',
  scenes: ['a', ''],
  rooms: [1, 2],
  key: Uint8Array.of(0, 255),
};
const names = Object.keys(whole);
const given = (input: Input | undefined): Input =>
  Object.fromEntries(Object.entries(input ?? {}).filter(([, value]) => value !== undefined));

describe.each(['httpGet', 'httpPost'])(
  'optional parameters of a YAML contract over %s',
  (binding) => {
    let lamps: Lamps;
    beforeAll(async () => {
      lamps = await connect('test/fixtures/http/optional.yaml');
    });

    test('that are all there are read as they were sent', async () => {
      await lamps.client.switch(whole, { binding });
      expect(lamps.inputs.at(-1)).toEqual(whole);
    });

    test('that are all absent leave nothing', async () => {
      await lamps.client.switch({}, { binding });
      expect(lamps.sent.at(-1)).toBe('');
      expect(given(lamps.inputs.at(-1))).toEqual({});
    });

    test.each(names)('may be there alone: %s', async (name) => {
      const input = { [name]: whole[name as keyof typeof whole] };
      await lamps.client.switch(input, { binding });
      expect(lamps.sent.at(-1)).toMatch(new RegExp(`^${name}=`));
      expect(given(lamps.inputs.at(-1))).toEqual(input);
    });

    test.each(names)('may be absent alone: %s', async (name) => {
      const { [name as keyof typeof whole]: _absent, ...input } = whole;
      await lamps.client.switch(input, { binding });
      expect(lamps.sent.at(-1)).not.toContain(`${name}=`);
      expect(given(lamps.inputs.at(-1))).toEqual(input);
    });

    test('of an operation that SOAP does not have', async () => {
      await lamps.client.alone({ name: 'n' }, { binding });
      expect(lamps.sent.at(-1)).toBe('name=n');
      expect(given(lamps.inputs.at(-1))).toEqual({ name: 'n' });
      await lamps.client.alone({ room: 2 }, { binding });
      expect(given(lamps.inputs.at(-1))).toEqual({ room: 2 });
    });

    test('leave those that are required as they were', async () => {
      await expect(lamps.client.strict({ name: 'n' }, { binding })).rejects.toMatchObject({
        code: 'encode',
        path: 'room',
      });
      const answer = await lamps.fetch('http://lamps.test/Lamps.asmx/Strict?room=1');
      expect([answer.status, await answer.text()]).toEqual([500, 'Missing parameter: name.\r\n']);
    });

    test('that a form sends empty are absent where they are no texts', async () => {
      const query = 'on=&level=&mood=&until=&note=';
      const answer = await lamps.fetch(`http://lamps.test/Lamps.asmx/Switch?${query}`);
      expect(answer.status).toBe(200);
      expect(given(lamps.inputs.at(-1))).toEqual({ note: '' });
    });
  },
);

describe.each(['httpGet', 'httpPost'])('optional parameters of ASMX over %s', (binding) => {
  let lamps: Lamps;
  beforeAll(async () => {
    lamps = await connect('test/fixtures/http/optional.wsdl');
  });

  test('that are all there are read as they were sent', async () => {
    await lamps.client.switch(whole, { binding });
    expect(lamps.inputs.at(-1)).toEqual(whole);
  });

  test('that are texts are sent empty', async () => {
    const { note: _absent, ...input } = whole;
    await lamps.client.switch(input, { binding });
    expect(lamps.inputs.at(-1)).toEqual({ ...input, note: '' });
  });

  test.each(['on', 'level', 'mood', 'until'])(
    'that are no texts are an error that names them: %s',
    async (name) => {
      const { [name as keyof typeof whole]: _absent, ...input } = whole;
      await expect(lamps.client.switch(input, { binding })).rejects.toMatchObject({
        code: 'encode',
        path: name,
        message: expect.stringContaining(
          'Expected a value, got undefined: GET and POST need every parameter, and only a string can be empty.',
        ),
      });
    },
  );

  test.each(['scenes', 'rooms', 'key'])(
    'that are lists are sent like empty ones: %s',
    async (name) => {
      const { [name as keyof typeof whole]: _absent, ...input } = whole;
      await expect(lamps.client.switch(input, { binding })).rejects.toMatchObject({
        code: 'http-status',
      });
      expect(lamps.sent.at(-1)).not.toContain(`${name}=`);
    },
  );
});
