import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { received, result, school, send, serve, values } from './script/school.ts';

describe('calls', () => {
  const scalars = {
    count: 1,
    big: 2,
    price: 1.5,
    weight: 2,
    isNew: true,
    note: null,
    born: '/Date(0)/',
    day: null,
    id: null,
    letter: null,
    mark: 0,
    days: 0,
    data: null,
    age: null,
  };
  const echoed = (given: object): Promise<unknown> => received('Echo', { ...scalars, ...given });

  describe('a call by a script', () => {
    test('is answered with what ASMX writes around a result', async () => {
      const { status, type, headers, text } = await send(
        serve({ age: () => 7 }),
        '/Staff.asmx/Age',
        '',
      );
      expect({ status, type, text }).toEqual({
        status: 200,
        type: 'application/json; charset=utf-8',
        text: '{"d":7}',
      });
      expect(headers.get('cache-control')).toBe('private, max-age=0');
    });

    test.each(['application/json', 'APPLICATION/JSON;charset=UTF-8', 'application/json ; a=b'])(
      'has the content type %s',
      async (type) => {
        const headers = { 'content-type': type };
        const { text } = await send(serve({ age: () => 7 }), '/Staff.asmx/Age', {}, { headers });
        expect(text).toBe('{"d":7}');
      },
    );

    test.each(['text/plain', 'text/json', 'application/jsonp', 'text/plain; application/json'])(
      'has not the content type %s',
      async (type) => {
        const calls: unknown[] = [];
        const server = serve({ tell: (input: unknown) => void calls.push(input) });
        const headers = { 'content-type': type };
        const { text } = await send(server, '/Staff.asmx/Tell', '{"what":"a"}', { headers });
        expect(text).not.toContain('"d"');
        expect(calls).toEqual([]);
      },
    );

    test('of a service without script is refused, whatever binding it has', async () => {
      const said = 'Only Web services with a [ScriptService] attribute on the class definition can';
      for (const [path, init] of [
        ['/Archive.asmx/Count', {}],
        ['/Archive.asmx/Nope', {}],
        ['/Archive.asmx/js', { method: 'GET', headers: {} }],
        ['/Archive.asmx/jsdebug', { method: 'GET', headers: {} }],
      ] as const) {
        const { status, text } = await send(serve({}), path, {}, init);
        expect({ path, status, said: text.includes(said) }).toEqual({
          path,
          status: 500,
          said: true,
        });
      }
    });

    test('must be POST to an operation', async () => {
      const server = serve({});
      const get = await send(server, '/Staff.asmx/Age', {}, { method: 'GET' });
      expect(JSON.parse(get.text)).toMatchObject({
        Message:
          "An attempt was made to call the method 'Age' using a GET request, which is not allowed.",
        ExceptionType: 'System.InvalidOperationException',
      });
      for (const name of ['age', 'constructor', '__proto__', 'Age/x', '%41ge%20']) {
        const { status, text } = await send(server, `/Staff.asmx/${name}`);
        expect({ name, status }).toEqual({ name, status: 500 });
        expect(text).toContain('Unknown web method ');
      }
    });

    test('leaves the bindings of the same service as they are', async () => {
      const { text } = await send(serve({ age: () => 7 }), '/Staff.asmx/Age', '', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(text).toContain('>7</int>');
    });
  });

  describe('parameters', () => {
    test('have the types of the contract', async () => {
      const given = { note: 'a', day: '2024-05-01', mark: 1, days: 5, data: [1, 255], age: 3 };
      expect(await echoed(given)).toEqual({
        count: 1,
        big: 2n,
        price: '1.5',
        weight: 2,
        isNew: true,
        note: 'a',
        born: '1970-01-01T00:00:00Z',
        day: '2024-05-01',
        mark: 'Good',
        days: ['Mon', 'Wed'],
        data: new Uint8Array([1, 255]),
        age: 3,
      });
    });

    test.each([
      [{ count: '7' }, { count: 7 }],
      [{ count: '1e2' }, { count: 100 }],
      [{ note: 5.5 }, { note: '5.5' }],
      [{ note: true }, { note: 'True' }],
      [{ isNew: 'TRUE' }, { isNew: true }],
      [{ mark: 'poor' }, { mark: 'Poor' }],
      [{ mark: '2' }, { mark: 'Poor' }],
      [{ days: 'mon, Tue' }, { days: ['Mon', 'Tue'] }],
      [{ days: 0 }, { days: ['None'] }],
      [{ weight: 'Infinity' }, { weight: Number.POSITIVE_INFINITY }],
      [{ age: '' }, { age: null }],
      [{ born: '2024-05-01T10:00:00Z' }, { born: '2024-05-01T10:00:00Z' }],
      [{ born: '/Date(1714557600000+0200)/' }, { born: '2024-05-01T10:00:00Z' }],
      [{ data: 'AQI=' }, { data: new Uint8Array([1, 2]) }],
    ])('%j is converted as .NET does', async (given, seen) => {
      expect(await echoed(given)).toMatchObject(seen);
    });

    test('keep digits that a number of JavaScript has not', async () => {
      const whole = JSON.stringify({ ...scalars, big: 'BIG', price: 'PRICE' })
        .replace('"BIG"', '9007199254740993')
        .replace('"PRICE"', '12345678901234567890.123');
      expect(await received('Echo', whole)).toMatchObject({
        big: 9_007_199_254_740_993n,
        price: '12345678901234567890.123',
      });
    });

    test.each([
      [{ count: null }, 'count: Cannot convert null to a value type.'],
      [{ count: 1.5 }, 'count: '],
      [{ count: [1] }, 'count: The value must be a single one, not an array.'],
      [{ count: {} }, 'count: The value must be a single one, not an object.'],
      [{ mark: 3 }, 'mark: '],
      [{ mark: 'constructor' }, 'mark: '],
      [{ days: 16 }, 'days: '],
      [{ data: [256] }, 'data: Value was either too large or too small for an unsigned byte.'],
      [{ data: ['1'] }, 'data: '],
      [{ born: '/Date(999999999999999)/' }, 'born: '],
      [{ born: 5 }, 'born: '],
      [{ id: 'no' }, 'id: '],
    ])('%j is refused', async (given, said) => {
      expect(await echoed(given)).toEqual(expect.stringContaining(said));
    });

    test('must all come, under their names', async () => {
      const said = "Invalid web service call, missing value for parameter: 'what'.";
      expect(await received('Tell', {})).toBe(said);
      expect(await received('Tell', '')).toBe(said);
      expect(await received('Tell', { What: 'a' })).toBe(said);
      expect(await received('Tell', { what: 'a', other: 1 })).toEqual({ what: 'a' });
    });

    test('may be objects, whose members may be missing or of another case', async () => {
      const person = { Name: 'x', mark: 1, friends: [{ name: 'y' }], tags: ['a'], other: 1 };
      expect(await received('Save', { person })).toEqual({
        person: {
          no: 0,
          name: 'x',
          mark: 'Good',
          friends: [{ no: 0, name: 'y', mark: 'Excellent' }],
          tags: ['a'],
        },
      });
    });

    test.each([
      ['Circle', 'Circle'],
      ['School.Model.Square', 'Square'],
    ])('are of the type that __type tells: %s', async (told, $type) => {
      const shape = { __type: told, radius: 1, side: 2 };
      expect(await received('Shapes', { shape })).toMatchObject({ shape: { $type } });
    });

    test.each(['Shape', 'Person', 'constructor', '__proto__', 'System.Diagnostics.Process', '', 5])(
      'are of no other type: %j',
      async (told) => {
        const refused = await received('Shapes', { shape: { __type: told } });
        expect(refused).toEqual(expect.stringMatching(/^shape: The __type /));
      },
    );

    test('without a __type have that of the contract, unless it is abstract', async () => {
      const refused = await received('Shapes', { shape: { title: 'a' } });
      expect(refused).toBe("shape: The __type '' is not one of 'Circle', 'Square'.");
    });

    test('may have several dimensions, or no type at all', async () => {
      expect(await received('Matrix', { rows: [[1, 2], [], [3]] })).toEqual({
        rows: [[1, 2], [], [3]],
      });
      const $content = ['a', { name: 'b', namespace: 'urn:b', children: ['c'] }];
      expect(await received('Node', { node: { $content } })).toMatchObject({ node: { $content } });
      expect(await received('Node', { node: { $content: [{ name: '<x>' }] } })).toEqual(
        expect.any(String),
      );
    });
  });

  describe('a body', () => {
    test.each([
      ["{'what':'a'}", 'a'],
      ['{what:"a"}', 'a'],
      [' { "what" : "\\u0061\\n\\/\\\'" } ', "a\n/'"],
      ['\ufeff{"what":"a"}', 'a'],
      ['{"what":"\\"{[,"}', '"{[,'],
    ])('%s is read as .NET does', async (body, what) => {
      expect(await received('Tell', body)).toEqual({ what });
    });

    test.each([
      ['', 'missing value for parameter'],
      ['nothing', 'Invalid JSON primitive: nothing.'],
      ['{"what":1} x', 'Invalid JSON primitive: x.'],
      ['{"what":01x}', 'Invalid JSON primitive: 01x.'],
      ['{"what":"a', 'Unterminated string passed in.'],
      ['{"what":"\\x"}', 'Unrecognized escape sequence.'],
      ['{"what" "a"}', "':' or '}' expected."],
      ['{"what":"a" "b"}', "':' or '}' expected."],
      ['{,}', 'member name expected.'],
      ['[1 2]', "']' expected."],
      ['[1', "']' expected."],
      ['[]', 'The body must be an object'],
      ['"what"', 'The body must be an object'],
      ['{"what":"a","what":"b"}', 'The object has this member twice: what.'],
      ['{"what":"a","wh\\u0061t":"b"}', 'The object has this member twice: what.'],
      [`{"what":${'['.repeat(200_000)}`, 'RecursionLimit exceeded.'],
    ])('%s is refused', async (body, said) => {
      expect(await received('Tell', body)).toEqual(expect.stringContaining(said));
    });

    test('changes no prototype', async () => {
      const body = '{"person":{"__proto__":{"name":"x"},"constructor":1,"name":"y"}}';
      expect(await received('Save', body)).toMatchObject({ person: { name: 'y' } });
      expect(({} as { name?: string }).name).toBeUndefined();
      const tree = '{"node":{"$content":[{"name":"a","namespace":"","__proto__":{"polluted":1}}]}}';
      await received('Node', tree);
      expect(({} as { polluted?: number }).polluted).toBeUndefined();
    });

    test('has no member twice by another case', async () => {
      const refused = await received('Save', { person: { name: 'a', Name: 'b' } });
      expect(refused).toBe("person: The object has 'Name' twice.");
    });

    test('may be parsed by a framework, but for numbers that it rounds', async () => {
      const inputs: unknown[] = [];
      const { listener } = serve({ all: (input: unknown) => void inputs.push(input) });
      const serveParsed = listener as unknown as (...given: unknown[]) => void;
      const server = createServer((request, response) => {
        let text = '';
        request.on('data', (chunk) => {
          text += chunk;
        });
        request.on('end', () => {
          serveParsed(Object.assign(request, { body: JSON.parse(text) }), response);
        });
      }).listen(0);
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const ask = async (body: string): Promise<number> => {
        const headers = { 'content-type': 'application/json' };
        const url = `http://localhost:${port}/Staff.asmx/All`;
        return (await fetch(url, { method: 'POST', headers, body })).status;
      };
      expect(await ask('{"ids":[1,2]}')).toBe(200);
      expect(await ask('{"ids":[1,9007199254740993]}')).toBe(500);
      server.close();
      expect(inputs).toEqual([{ ids: [1, 2] }]);
    });

    test('obeys the limits of the server', async () => {
      const reasons: unknown[] = [];
      const server = serve(
        {},
        {
          limits: { bodyBytes: 1000, elements: 10 },
          onError: (error: Error) => reasons.push(error.message),
        },
      );
      const ids = Array.from({ length: 50 }, () => 1);
      const many = await send(server, '/Staff.asmx/All', { ids });
      expect(many.text).toContain('more than 10 values');
      const large = await send(server, '/Staff.asmx/Tell', { what: 'a'.repeat(2000) });
      expect({ status: large.status, text: large.text }).toEqual({
        status: 500,
        text: expect.stringContaining('Maximum request length exceeded.'),
      });
      expect(reasons).toHaveLength(2);
    });
  });

  describe('a result', () => {
    test('is written as JavaScriptSerializer does', async () => {
      expect(await result('GetValues', values)).toBe(
        '{"d":{"__type":"Values","price":12.50,"big":9007199254740993,"weight":1e+21,' +
          '"infinite":"-Infinity","born":"\\/Date(1714550400500)\\/",' +
          '"day":"\\/Date(1714521600000)\\/","time":"10:00:00","data":[1,2],' +
          '"id":"c9a646d3-9c61-4cb7-bfcd-ee2522c8f633","mark":2,"days":5,"isNew":true,' +
          '"markup":"\\u003ca href=\\u0027x\\u0027\\u003e\\u0026\\"\\\\\\n\\u2028",' +
          '"nothing":null,"none":null}}',
      );
    });

    test.each([
      ['.5', '0.5'],
      ['007', '7'],
      ['+1.', '1'],
      ['-0.10', '-0.10'],
    ])('decimal %s is a number of JSON: %s', async (price, written) => {
      const text = await result('GetValues', { ...values, price });
      expect(text).toContain(`"price":${written},`);
      JSON.parse(text);
    });

    test('of objects tells their types, and null for what is missing', async () => {
      const person = { no: 1, mark: 'Good', friends: [{ no: 2, mark: 'Good' }] };
      expect(JSON.parse(await result('All', [person]))).toEqual({
        d: [
          {
            __type: 'Person',
            no: 1,
            name: null,
            mark: 1,
            friends: [
              {
                __type: 'Person',
                no: 2,
                name: null,
                mark: 1,
                friends: null,
                tags: null,
                boss: null,
              },
            ],
            tags: null,
            boss: null,
          },
        ],
      });
      const shape = { $type: 'Square', side: 2 };
      expect(await result('Shapes', shape)).toBe('{"d":{"__type":"Square","title":null,"side":2}}');
    });

    test.each([
      ['Age', null, 'null'],
      ['All', undefined, 'null'],
      ['All', [], '[]'],
      ['Nothing', undefined, 'null'],
      ['Matrix', [[1], []], '[[1],[]]'],
      ['Outs', { OutsResult: 1, text: 'a' }, '{"OutsResult":1,"text":"a"}'],
    ])('of %s for %j', async (operation, output, d) => {
      expect(await result(operation, output)).toBe(`{"d":${d}}`);
    });

    test('without end, or not of the contract, is an error', async () => {
      const person: Record<string, unknown> = { no: 1, mark: 'Good' };
      person.boss = person;
      expect(await result('Save', person)).toContain('contains itself');
      const wrong = JSON.parse(await result('Save', { no: 'a', mark: 'Good' }));
      expect(wrong.Message).toMatch(/^The result does not fit the contract: no: /);
      let deep: object = { no: 1, mark: 'Good' };
      for (let at = 0; at < 120; at += 1) deep = { no: 1, mark: 'Good', boss: deep };
      expect(await result('Save', deep)).toContain('RecursionLimit exceeded.');
    });

    test('follows what the handler wrote itself', async () => {
      const write = (_: unknown, context: { write(text: string): void; end(): void }): void => {
        context.write('[1]');
      };
      const server = serve({ text: write });
      expect((await send(server, '/Staff.asmx/Text')).text).toBe('[1]{"d":null}');
      const ending = serve({
        text: (_: unknown, context: { write(text: string): void; end(): void }) => {
          context.write('[1]');
          context.end();
        },
      });
      expect((await send(ending, '/Staff.asmx/Text')).text).toBe('[1]');
    });

    test('may be records, which are sent one by one', async () => {
      const all = async function* (): AsyncGenerator {
        yield { no: 1, mark: 'Good' };
        yield { no: 2, mark: 'Poor' };
      };
      const { text } = await send(serve({ all }), '/Staff.asmx/All', { ids: null });
      expect(JSON.parse(text)).toMatchObject({
        d: [{ no: 1 }, { __type: 'Person', no: 2, mark: 2 }],
      });
      const none = async function* (): AsyncGenerator {};
      expect((await send(serve({ all: none }), '/Staff.asmx/All', { ids: null })).text).toBe(
        '{"d":[]}',
      );
    });
  });

  describe('an error', () => {
    const age = (): never => {
      throw new TypeError('The secret.');
    };
    const told = async (options: object): Promise<unknown> => {
      const { status, headers, text } = await send(serve({ age }, options), '/Staff.asmx/Age');
      expect({ status, type: headers.get('content-type'), told: headers.get('jsonerror') }).toEqual(
        {
          status: 500,
          type: 'application/json; charset=utf-8',
          told: 'true',
        },
      );
      return JSON.parse(text);
    };

    test('says nothing of itself, as with custom errors of ASMX', async () => {
      const hidden = {
        Message: 'There was an error processing the request.',
        StackTrace: '',
        ExceptionType: '',
      };
      const reasons: unknown[] = [];
      const onError = (error: Error): unknown => reasons.push(error.message);
      expect(await told({ parity: {}, onError })).toEqual(hidden);
      const { text } = await send(serve({}, { parity: {}, onError }), '/Staff.asmx/Tell');
      expect(JSON.parse(text)).toEqual(hidden);
      expect(reasons).toEqual([
        'The secret.',
        "Invalid web service call, missing value for parameter: 'what'.",
      ]);
    });

    test('has its message and type with the option', async () => {
      expect(await told({})).toEqual({
        Message: 'The secret.',
        StackTrace: '',
        ExceptionType: 'TypeError',
      });
      expect(await told({ faultDetail: true })).toMatchObject({
        StackTrace: expect.stringContaining('TypeError: The secret.\n'),
      });
    });

    test('may be a fault', async () => {
      const fault = (): never => {
        throw new school.SoapFault({ message: 'No such age.' });
      };
      const { text } = await send(serve({ age: fault }), '/Staff.asmx/Age');
      expect(JSON.parse(text)).toMatchObject({
        Message: 'No such age.',
        ExceptionType: 'System.Web.Services.Protocols.SoapException',
      });
    });

    test('of the option security is one, too', async () => {
      const security = (): never => {
        throw new Error('Not you.');
      };
      const { status, text } = await send(serve({ age: () => 1 }, { security }), '/Staff.asmx/Age');
      expect({ status, text }).toEqual({ status: 500, text: expect.stringContaining('Not you.') });
    });
  });
});

describe('gets', () => {
  /** What a handler got for a query, or why it was refused. */
  async function got(operation: string, query: string, init: RequestInit = {}): Promise<unknown> {
    const inputs: unknown[] = [];
    const name = operation.charAt(0).toLowerCase() + operation.slice(1);
    const server = serve({ [name]: (input: unknown) => void inputs.push(input) });
    const path = `/Staff.asmx/${operation}${query}`;
    const { text } = await send(server, path, {}, { method: 'GET', ...init });
    if (inputs.length > 0) return inputs[0];
    return text.startsWith('{') ? (JSON.parse(text) as { Message: string }).Message : text;
  }

  describe('a call by GET, of an operation for which the configuration allows it', () => {
    test('is answered as one by POST', async () => {
      const server = serve({ tell: () => undefined });
      const { status, type, text } = await send(
        server,
        '/Staff.asmx/Tell?what=%22a%22',
        {},
        { method: 'GET' },
      );
      expect({ status, type, text }).toEqual({
        status: 200,
        type: 'application/json; charset=utf-8',
        text: '{"d":null}',
      });
      expect((await send(server, '/Staff.asmx/Tell', { what: 'a' })).text).toBe('{"d":null}');
    });

    test.each([
      ['Tell', '?what=%22a+b%22', { what: 'a b' }],
      ['Tell', '?what="%c3%bc"&other=1&=2', { what: 'ü' }],
      ['Tell', "?what='a'", { what: 'a' }],
      ['Tell', '?what=', {}],
      ['Tell', '?what=null', {}],
      ['Matrix', '?rows=[[1,2],[]]', { rows: [[1, 2], []] }],
      ['Matrix', '?rows=[[1],[2]', expect.stringContaining('rows: ')],
      ['Save', '?person={"no":1,"name":"x"}', { person: { no: 1, name: 'x', mark: 'Excellent' } }],
      ['Tell', '', "Invalid web service call, missing value for parameter: 'what'."],
      ['Tell', '?What="a"', "Invalid web service call, missing value for parameter: 'what'."],
      ['Tell', '?what=a%20b', expect.stringContaining('Invalid JSON primitive: a')],
      ['Tell', '?what="a"&what="b"', expect.stringContaining('Invalid JSON primitive: ,"b".')],
      ['Matrix', '?rows=[1]&rows=[2]', expect.stringContaining('Invalid JSON primitive')],
    ])('%s%s', async (operation, query, expected) => {
      expect(await got(operation, query)).toEqual(expected);
    });

    test('must say that it is JSON, which pages of other sites may not', async () => {
      const refused = await got('Tell', '?what="a"', { headers: { 'content-type': 'text/plain' } });
      expect(refused).toEqual(expect.not.objectContaining({ what: 'a' }));
    });

    test('has no more parameters than a message may have elements', async () => {
      const server = serve({}, { limits: { elements: 10 } });
      const query = '?what=1'.padEnd(200, '&a=1');
      const { text } = await send(server, `/Staff.asmx/Tell${query}`, {}, { method: 'GET' });
      expect(text).toContain('The query has more than 10 values.');
    });
  });

  test('proxies call such operations by GET', async () => {
    const { text } = await send(serve({}), '/Staff.asmx/js', {}, { method: 'GET', headers: {} });
    expect(text).toContain('["Tell", ["what"], true]');
    expect(text).toContain('["Age", []]');
    const urls: unknown[] = [];
    const fetch = (url: string, { method, body }: RequestInit): Promise<Response> => {
      urls.push({ url, method, body });
      return Promise.resolve(new Response('{"d":1}'));
    };
    const page: Record<string, never> = {};
    new Function('globalThis', 'fetch', text)(page, fetch);
    const { Staff } = page as unknown as { Staff: { Tell(what: string): Promise<unknown> } };
    expect(await Staff.Tell('a&b')).toBe(1);
    expect(urls).toEqual([
      { url: '/Staff.asmx/Tell?what=%22a%26b%22', method: 'GET', body: undefined },
    ]);
  });
});
