import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import ts from 'typescript-5';
import { createFolder, runCli, type TestFolder } from '../cli/run-cli.ts';

/** What an editor shows at each place of a program that is marked with a number in a comment. */
interface Shown {
  readonly info: (mark: number) => string;
  readonly completions: (mark: number) => readonly string[];
  /** By what editors sort completions, each once. */
  readonly ranks: (mark: number) => readonly string[];
}

let folder: TestFolder;
let shown: Shown;
const contract = resolve(import.meta.dirname, '../golden/derived-types/contract.wsdl');

const program = `
import { createMailClient, type Item, type ItemAsRead, type Items, type MailHandlers } from './mail/index.js';

declare function use(value: unknown): void;
const client = createMailClient();
const /*1*/answer = await client./*2*/send({});
for (const /*3*/item of answer.Any ?? []) {
  if (item.$type === 'Message') use(/*4*/item./*5*/To);
}
export const /*6*/first = answer.Any?.[0];
export const { /*7*/Message } = answer;
export const handlers: MailHandlers = {
  send: (/*8*/items, { soapHeaders: { /*9*/Trace } }) => ({ Any: Trace ? [Trace] : [], ...items }),
};
export async function /*10*/all() {
  return answer.Any ?? [];
}
declare const /*11*/written: Item;
if (written.$type === 'Message') use(/*12*/written);
export const mine: Items = { /*13*/ };
export const reading = (/*14*/read: ItemAsRead): string => read./*15*/$type;
export const reply: Item = { $type: 'Reply', Body: '', /*16*/ };
export const message: Item = { $type: 'Message', Body: '', To: [], /*20*/ };
for (const item of answer.Any ?? []) {
  if (item.$type === 'Reply') use(item./*17*/Body);
  if (item.$type === 'Item') use(/*18*/item./*19*/Body);
}
`;

beforeAll(async () => {
  folder = createFolder({
    'mail.wsdl': readFileSync(contract, 'utf8'),
    'package.json': '{ "type": "module" }\n',
  });
  const args = ['generate', 'mail.wsdl', '-o', 'mail', '--targets', 'types,client,server'];
  expect(await runCli(args, { cwd: folder.path })).toMatchObject({ code: 0 });
  shown = ask(join(folder.path, 'main.ts'), program);
}, 120_000);

afterAll(() => folder.remove());

test('types that others extend have names', () => {
  expect([3, 6, 8, 9, 10, 11, 14].map(shown.info)).toEqual([
    'const item: ItemAsRead',
    'const first: ItemAsRead | undefined',
    '(parameter) items: ItemsAsRead',
    '(parameter) Trace: ItemAsRead | undefined',
    'function all(): Promise<readonly ItemAsRead[]>',
    'const written: Item',
    '(parameter) read: ItemAsRead',
  ]);
});

test('one type has the name of its own', () => {
  expect([1, 7].map(shown.info)).toEqual([
    'const answer: ItemsAsRead',
    'const Message: MessageAsRead | undefined',
  ]);
  expect(shown.info(4)).toBe('const item: MessageAsRead');
  expect(shown.info(18)).toBe('const item: ItemAsRead$Own');
  // a member of the union is the type, with the property that a message must have here
  expect(shown.info(12)).toBe('const written: Message & { readonly $type: string; }');
});

test('completion offers what can be read, or written', () => {
  expect(shown.completions(2)).toEqual(['send']);
  expect(shown.completions(5)).toEqual(['$type', 'Body', 'Subject', 'To']);
  // editors sort properties of one rank by name
  expect([5, 15].map(shown.ranks)).toEqual([['11'], ['11']]);
  expect(shown.completions(13)).toEqual(['Any', 'Message']);
  // before a check of `$type`, what every member has
  expect(shown.completions(15)).toEqual(['$type', 'Body', 'Subject']);
  // a reply has no subject, which can be read of every item
  expect(shown.completions(17)).toEqual(['$type', 'Body', 'Subject']);
  expect(shown.completions(19)).toEqual(['$type', 'Body', 'Subject']);
  // what is written is completed by the `$type` that is given, which leaves `Subject` undefined
  expect(shown.completions(16)).toEqual(['Subject']);
  expect(shown.completions(20)).toEqual(['Subject']);
});

/** Asks TypeScript's language service about a program in a file that is not written. */
function ask(path: string, marked: string): Shown {
  const text = marked.replaceAll(/\/\*\d+\*\//g, '');
  const textOf = (file: string) =>
    file === path ? text : existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  const settings: ts.CompilerOptions = {
    ...{ strict: true, exactOptionalPropertyTypes: true, noErrorTruncation: false },
    ...{ target: ts.ScriptTarget.ES2023, lib: ['lib.es2023.d.ts'], types: [] },
    module: ts.ModuleKind.NodeNext,
  };
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getScriptFileNames: () => [path],
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => {
      const found = textOf(file);
      return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found);
    },
    getCurrentDirectory: () => folder.path,
    getCompilationSettings: () => settings,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  });
  const messages = service.getSemanticDiagnostics(path).map(({ messageText }) => messageText);
  expect(messages).toEqual([]);
  const entriesAt = (mark: number): readonly ts.CompletionEntry[] =>
    service.getCompletionsAtPosition(path, placeOf(marked, mark), {})?.entries ?? [];
  return {
    info: (mark) => {
      const found = service.getQuickInfoAtPosition(path, placeOf(marked, mark));
      const text = (found?.displayParts ?? []).map((part) => part.text).join('');
      return text.replaceAll(/\s+/g, ' ');
    },
    completions: (mark) => entriesAt(mark).map(({ name }) => name),
    ranks: (mark) => [...new Set(entriesAt(mark).map(({ sortText }) => sortText))],
  };
}

/** Where a mark is in the program without marks. */
function placeOf(marked: string, mark: number): number {
  return marked.split(`/*${mark}*/`)[0]?.replaceAll(/\/\*\d+\*\//g, '').length ?? 0;
}
