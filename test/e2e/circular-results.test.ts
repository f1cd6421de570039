import { beforeAll, expect, test } from '@jest/globals';
import { loadGenerated } from './load-contract.ts';

interface Note {
  text: string;
  at: string;
  next?: Note;
}
interface Server {
  fetch(request: Request): Promise<Response>;
}
type CreateServer = (handlers: object, options?: object) => Server;

let createServer: CreateServer;

beforeAll(async () => {
  const notes = await loadGenerated('test/fixtures/control-characters/notes.yaml');
  createServer = (await notes.load('server.ts')).createNotesServer as CreateServer;
});

const note = (next?: Note): Note => ({
  text: 'a',
  at: '2024-05-01T08:30:00',
  ...(next && { next }),
});

async function textOf(result: unknown, request: Request, options?: object): Promise<string> {
  return (await createServer({ readNote: () => result }, options).fetch(request)).text();
}

const soap = (): Request =>
  new Request('http://h/Notes.asmx', {
    method: 'POST',
    headers: { 'Content-Type': 'text/xml', SOAPAction: '"http://tempuri.org/ReadNote"' },
    body: '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><ReadNote xmlns="http://tempuri.org/"><id>1</id></ReadNote></e:Body></e:Envelope>',
  });
const get = (): Request => new Request('http://h/Notes.asmx/ReadNote?id=1');
const parity = { exceptionMessages: true };

test.each([
  ['SOAP', soap, { parity }],
  ['HTTP GET', get, { parity }],
  ['SOAP with character references', soap, { parity: { ...parity, controlCharacters: true } }],
])(
  'where a result contains itself is told, as to clients: %s',
  async (_binding, request, options) => {
    const second = note();
    second.next = note(second);
    expect(await textOf(note(second), request(), options)).toMatch(
      /There was an error generating the XML document\..*A circular reference was detected while serializing next\.next\.next\.(?!next)/s,
    );
    second.next = second;
    expect(await textOf(second, request(), options)).toContain(
      'A circular reference was detected while serializing next.',
    );
  },
);

test('an object at several places is written at each', async () => {
  const shared = note();
  expect(await textOf(note(note(shared)), soap())).toContain('<next><text>a</text>');
});

test('a result too deep for the stack says so', async () => {
  let deep = note();
  for (let depth = 0; depth < 100_000; depth += 1) deep = note(deep);
  expect(await textOf(deep, soap(), { parity })).toContain('The value is nested too deeply.');
});
