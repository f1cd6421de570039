import { loadGenerated } from '../../e2e/load-contract.ts';

/** Input and answer of a call. */
export interface Answered {
  readonly status: number;
  readonly type: string | null;
  readonly headers: Headers;
  readonly text: string;
}

interface Served {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly listener: never;
}

interface School {
  createSchoolServer(handlers: object, options?: object): Served;
  readonly SoapFault: new (init: object) => Error;
}

const { load } = await loadGenerated('test/fixtures/script/school.yaml', {
  targets: ['server'],
  scriptGets: ['Staff.Tell', 'Staff.Matrix', 'Staff.Save'],
});

export const school: School = (await load('index.ts')) as unknown as School;

const nothing = (): undefined => undefined;

/** A server whose handlers do nothing but those given. */
export function serve(staff: object, options: object = {}): Served {
  const names = ['echo', 'save', 'all', 'shapes', 'getValues', 'node', 'matrix', 'outs', 'age'];
  const others = [...names, 'nothing', 'text', 'tell'].map((name) => [name, nothing]);
  const archive = { find: nothing, count: () => 1 };
  return school.createSchoolServer(
    { staff: { ...Object.fromEntries(others), ...staff }, archive },
    { parity: { exceptionMessages: true }, ...options },
  );
}

/** A result with values of many types. */
export const values: object = {
  price: '12.50',
  big: 9_007_199_254_740_993n,
  weight: 1e21,
  infinite: Number.NEGATIVE_INFINITY,
  born: '2024-05-01T10:00:00.5+02:00',
  day: '2024-05-01Z',
  time: '10:00:00',
  data: new Uint8Array([1, 2]),
  id: 'c9a646d3-9c61-4cb7-bfcd-ee2522c8f633',
  mark: 'Poor',
  days: ['Mon', 'Wed'],
  isNew: true,
  markup: "<a href='x'>&\"\\\n\u2028",
  none: null,
};

/** Sends a call, as JSON unless the request says otherwise. */
export async function send(
  server: Served,
  path: string,
  body: unknown = {},
  init: RequestInit = {},
): Promise<Answered> {
  const answer = await server.fetch(
    new Request(`http://school.test${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      ...(init.method === 'GET' ? {} : { body: textOf(body) }),
      ...init,
    }),
  );
  const { status, headers } = answer;
  return { status, type: headers.get('content-type'), headers, text: await answer.text() };
}

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** What a handler got for a body, or why it was refused. */
export async function received(operation: string, body: unknown): Promise<unknown> {
  const inputs: unknown[] = [];
  const name = operation.charAt(0).toLowerCase() + operation.slice(1);
  const server = serve({ [name]: (input: unknown) => void inputs.push(input) });
  const { text } = await send(server, `/Staff.asmx/${operation}`, body);
  return inputs.length === 1 ? inputs[0] : (JSON.parse(text) as { Message: string }).Message;
}

/** The text of `d` for a result. */
export async function result(operation: string, output: unknown): Promise<string> {
  const name = operation.charAt(0).toLowerCase() + operation.slice(1);
  const parameters = { ids: null, shape: null, person: null, node: null, rows: [] };
  const { text } = await send(
    serve({ [name]: () => output }),
    `/Staff.asmx/${operation}`,
    parameters,
  );
  return text;
}
