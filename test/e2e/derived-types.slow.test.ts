import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createFolder, runCli, type TestFolder } from '../cli/run-cli.ts';
import { type compilers, compileStrictly } from '../compile-strictly.ts';
import { compileSources, resultOf } from './compiled-program.ts';

let folder: TestFolder;
const contract = resolve(import.meta.dirname, '../golden/derived-types/contract.wsdl');

beforeAll(async () => {
  folder = createFolder({
    'mail.wsdl': readFileSync(contract, 'utf8'),
    'package.json': '{ "type": "module" }\n',
  });
  const args = ['generate', 'mail.wsdl', '-o', 'src/mail', '--targets', 'types,client,server'];
  const { code, stderr } = await runCli(args, { cwd: folder.path });
  expect({ code, stderr }).toMatchObject({ code: 0 });
}, 60_000);

afterAll(() => folder.remove());

test('$type may be left out of what is written, and is in what is read', () => {
  folder.write('src/main.ts', program);
  compileSources(folder);
  expect(resultOf(folder, 'js/main.js', 'lines')).toEqual([
    'handler read Item Message Message',
    'Item s undefined',
    'Message m a,b',
    'Reply undefined undefined',
    'Message alone x',
    'handler read header Item asked undefined',
    'client read header Message answered z',
    'client read fault Item undefined undefined',
  ]);
}, 120_000);

test.each<keyof typeof compilers>(['TypeScript 5.9', 'TypeScript 7'])(
  'declarations of a program name what it read from a package: %s',
  async (compiler) => {
    folder.write('node_modules/mail/package.json', '{ "exports": "./contract/index.js" }\n');
    const args = ['generate', 'mail.wsdl', '-o', 'node_modules/mail/contract', '--emit', 'js'];
    expect(await runCli(args, { cwd: folder.path })).toMatchObject({ code: 0 });
    folder.write('library/reading.ts', reading);
    const options = {
      ...{ isolatedDeclarations: false, noEmit: false, emitDeclarationOnly: true },
      ...{ rootDir: 'library', outDir: 'declared' },
    };
    const include = ['library'];
    expect(compileStrictly(folder.path, { compiler, options, include })).toBe('');
    const text = readFileSync(join(folder.path, 'declared/reading.d.ts'), 'utf8');
    const read = 'import("mail").ItemsAsRead';
    const items = 'import("mail").Items';
    for (const type of [
      `read: () => Promise<${read}>;`,
      `send: import("mail").StreamingMethod<${items}, ${read}, `,
      `import("mail").Handler<${read}, ${items}, `,
      `operation: import("mail").StreamingOperation<${items}, `,
    ]) {
      expect(text).toContain(type);
    }
  },
  120_000,
);

/** Its exports have no types of their own. */
const reading = `
import { createMailClient, Send, type MailHandlers } from 'mail';

const client = createMailClient();
export const read = () => client.send({});
export const { send } = client;
export const handler = (handlers: MailHandlers) => handlers.send;
export const operation = Send;
`;

const program = `
import {
  createMailClient, createMailServer, fault, isFault, Send,
  type Item, type ItemAsRead, type Items, type ItemsAsRead,
} from './mail/index.js';

/** What a restriction leaves out can be read of every item, what an extension adds only of its own. */
function line(item: ItemAsRead): string {
  const to = item.$type === 'Message' ? item.To.join() : undefined;
  return [item.$type, item.Subject, to].map(String).join(' ');
}
// @ts-expect-error only messages have recipients
export const early = (item: ItemAsRead): unknown => item.To;

/** Knows all types: what is read needs no other case. */
function recipients(item: ItemAsRead): number {
  switch (item.$type) {
    case 'Item':
    case 'Reply':
      return 0;
    case 'Message':
      return item.To.length;
  }
}

/** What was read can be written. */
function again(items: ItemsAsRead): Items {
  return { ...items, Any: [...(items.Any ?? []), { $type: 'Reply', Body: 'r' }] };
}

// @ts-expect-error a message in place of an item has to say so
export const unnamed: Item = { Body: 'b', To: ['a'] };
// @ts-expect-error a reply has no subject
export const wrong: Item = { $type: 'Reply', Body: 'b', Subject: 's' };

export async function lines(): Promise<readonly string[]> {
  return [...await bodies(), ...await headersAndFaults()];
}

async function bodies(): Promise<readonly string[]> {
  const found: string[] = [];
  const server = createMailServer({
    send(items) {
      const types = [...(items.Any ?? []), items.Message].map((item) => item?.$type);
      found.push(['handler read', ...types].join(' '));
      return again(items);
    },
  });
  const client = createMailClient({ baseUrl: 'http://test', fetch: server.fetch });
  const sent = await client.send({
    Any: [
      { Subject: 's', Body: 'b' },
      { $type: 'Message', Subject: 'm', Body: 'b', To: ['a', 'b'] },
    ],
    Message: { Subject: 'alone', Body: 'b', To: ['x'] },
  });
  for (const item of sent.Any ?? []) found.push(line(item));
  if (sent.Message !== undefined && recipients(sent.Message) === 1) found.push(line(sent.Message));
  return found;
}

async function headersAndFaults(): Promise<readonly string[]> {
  const found: string[] = [];
  const note = (what: string, item: ItemAsRead | undefined) => {
    // \`$type\` of what is read needs no case for its absence
    if (item !== undefined && recipients(item) >= 0) found.push(what + ' ' + line(item));
  };
  const server = createMailServer({
    send(items, { soapHeaders: { Trace }, setSoapHeader }) {
      if (Trace?.$type === 'Reply') throw fault(Send, 'Refused', { Any: [{ Body: Trace.Body }] });
      note('handler read header', Trace);
      setSoapHeader('Trace', { $type: 'Message', Subject: 'answered', Body: '', To: ['z'] });
      return items;
    },
  });
  const client = createMailClient({ baseUrl: 'http://test', fetch: server.fetch });
  const asked = { Trace: { Subject: 'asked', Body: '' } };
  const answer = await client.send.raw({}, { soapHeaders: asked });
  note('client read header', answer.soapHeaders.Trace);
  const refused = client.send({}, { soapHeaders: { Trace: { $type: 'Reply', Body: 'no' } } });
  await refused.catch((error: unknown) => {
    if (isFault(error, Send, 'Refused')) note('client read fault', error.detail.Any?.[0]);
  });
  return found;
}
`;
