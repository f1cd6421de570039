import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createDiagnosticBag } from '../../src/diagnostics/diagnostic.ts';
import { findSyntaxProblem, formatFiles } from '../../src/format/files.ts';
import { findForeignStatement } from '../../src/format/guard.ts';
import { completeHandlers } from '../../src/format/handlers.ts';
import {
  createMemoryCache,
  formatWithPrettier,
  hasOverLongCode,
  mergeHandlers,
} from '../../src/format/prettier.ts';
import type { HandlersPlan } from '../../src/plan/result.ts';

describe('format files', () => {
  const file = (text: string, path = 'a.ts') => ({ path, text, copied: false });
  const own = { format: 'own', customised: false } as const;
  const long = `export const a = f(${'abcdefghij, '.repeat(10)}z);\n`;

  describe('formatting', () => {
    test('leaves text in our style alone', async () => {
      const bag = createDiagnosticBag();
      const text = "export const a = 'x';\n";
      expect(await formatFiles([file(text)], own, bag)).toEqual([{ path: 'a.ts', text }]);
      expect(bag.diagnostics).toEqual([]);
    });

    test('breaks a line that is too long', async () => {
      const [done] = await formatFiles([file(long)], own, createDiagnosticBag());
      expect(done?.text.split('\n').every((line) => line.length <= 100)).toBe(true);
    });

    test('leaves long lines of large outputs', async () => {
      const text = long.repeat(6000);
      const [done] = await formatFiles([file(text)], own, createDiagnosticBag());
      expect(done?.text).toBe(text);
    });

    test('refuses a statement we never emit, whoever wrote the template', async () => {
      const bag = createDiagnosticBag();
      const text = 'export const a = 1;\nevil();\n';
      expect(await formatFiles([file(text)], own, bag)).toEqual([]);
      expect(await formatFiles([file(text)], { ...own, customised: true }, bag)).toEqual([]);
      expect(bag.diagnostics.map((one) => one.code)).toEqual(['ASMX9002', 'ASMX9002']);
      expect(bag.diagnostics[0]?.span?.start).toBe(text.indexOf('evil'));
    });

    test('parses what a template of the user made', async () => {
      const bag = createDiagnosticBag();
      const text = 'export const a = b c;\n';
      await formatFiles([file(text)], { ...own, customised: true }, bag);
      expect(bag.diagnostics.map((one) => one.code)).toEqual(['ASMX9002']);
    });

    test('takes over the runtime and other notations as they are', async () => {
      const files = [
        { path: 'runtime/a.ts', text: 'export class A {}\n', copied: true },
        file('<a/>', 'wsdl/A.wsdl'),
      ];
      const done = await formatFiles(files, own, createDiagnosticBag());
      expect(done.map((one) => one.text)).toEqual(['export class A {}\n', '<a/>']);
    });

    test("follows the project's style when asked to", async () => {
      const directory = mkdtempSync(join(tmpdir(), 'asmx-gen-'));
      writeFileSync(join(directory, '.prettierrc.json'), '{"semi":false,"tabWidth":4}');
      const options = { format: 'project', directory, customised: false } as const;
      const text = 'export const a = {\n  b: 1,\n};\n';
      const [done] = await formatFiles([file(text)], options, createDiagnosticBag());
      rmSync(directory, { recursive: true });
      expect(done?.text).toBe('export const a = {\n    b: 1,\n}\n');
    });

    test('asks prettier once for the same text', async () => {
      const cache = createMemoryCache();
      let kept = 0;
      const counting = {
        get: cache.get,
        set: (key: string, text: string) => {
          kept++;
          cache.set(key, text);
        },
      };
      const first = await formatWithPrettier(long, undefined, counting);
      expect(await formatWithPrettier(long, undefined, counting)).toBe(first);
      expect(kept).toBe(1);
    });
  });

  describe('over-long code', () => {
    const filler = 'x'.repeat(100);
    test.each([
      `export const ${filler} = 1;`,
      `/** doc */ const a = '${filler}';`.replace('/** doc */ ', ''),
      `  return f('${filler}');`,
      `export const a: MessageType<${filler} | undefined> =\n  b`,
      `export const a: MessageType<${filler}, B> =\n  b`,
      `export interface A extends B<${filler}> {`,
    ])('is %j', (line) => expect(hasOverLongCode(`${line}\n`)).toBe(true));

    test.each([
      `// ${filler}`,
      `/** ${filler} */`,
      `/**\n * ${filler}\n */`,
      `  '${filler}',`,
      `  return \`${filler}\`;`,
      `import { a } from './${filler}.js';`,
      `export const a: MessageType<${filler}> =\n  b`,
      `export const a: MessageType<${filler} | null> =\n  b`,
      `export interface A extends ${filler} {`,
      'short',
    ])('is not %j', (line) => expect(hasOverLongCode(`${line}\n`)).toBe(false));

    test('is no line of a template literal, but is one after it', () => {
      const inside = `    wsdl: \`\\\n<a b="${'c '.repeat(80)}"\n${'d '.repeat(80)}\\\`\nlast\`,\n`;
      expect(hasOverLongCode(inside)).toBe(false);
      expect(hasOverLongCode(`${inside}call(${'argument, '.repeat(20)});\n`)).toBe(true);
    });
  });
});

describe('statement guard', () => {
  const sound = [
    '',
    '/* eslint-disable */\n// only comments\n',
    "import type { A, B } from './a.js';\nimport { c } from './c.js';\n",
    "export * from './types-school.js';\nexport * from './descriptions-school2.js';\n",
    "export * from './operations-school-1.js';\nexport type * from './types.js';\n",
    "export * from './schemas-school-1.js';\n",
    "export type { A } from './a.js';\nexport { a, b } from './a.js';\n",
    "export type A = 'x' | \"it's\" | 'a\\'b' | 'a;b' | '/*';\n",
    'export interface A {}\nexport interface B<T = unknown> extends A {\n  readonly c: { d: string };\n}\n',
    'export const a: A = {\n  b: [1, { c: 2 }],\n};\nconst d = () => 1;\n',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a program
    'export function f(\n  a: { b: string },\n): string {\n  if (a.b === "}") return `${a.b + `}${1}`}\\``;\n  return a.b;\n}\n',
    'function g<State>(a: State): readonly A[] {\n  return [];\n}\n',
    'const p = /[/;"]\\//u;\nconst q = 4 / 2;\nfunction f() {\n  return /["}]/.test(a);\n}\n',
    '/** doc; with " and { */\nexport const x = 1; // trailing }\n',
  ];

  const unsound: readonly (readonly [string, string])[] = [
    ['a call', "import { a } from 'a';\nevil();\n"],
    ['a call after a statement', "export const a = 'x'; evil();\n"],
    ['an import for its effect', "import 'evil';\n"],
    ['a star export', "export * from './a.js';\n"],
    ['a default export', 'export default 1;\n'],
    ['let', 'let a = 1;\n'],
    ['a class', 'export class A {}\n'],
    ['a namespace', 'declare module "x" {}\n'],
    ['an unclosed comment', 'export const a = 1; /* \n'],
    ['an unclosed string', "export const a = 'x\n;\n"],
    ['an unclosed template', 'export const a = `x;\n'],
    ['an unclosed bracket', 'export const a = { b: 1;\n'],
    ['a bracket too many', 'export const a = 1);\n'],
    ['a block', '{ evil(); }\n'],
    ['a type without a type', 'export type A = ;\n'],
    ['a union without a last member', 'export type A =\n  | B\n  | ;\n'],
    ['a constant without a value', 'export const a: A =\n  ;\n'],
    ['a function without a body', 'export const a = () => ;\n'],
  ];

  describe('the scan', () => {
    test.each(sound)('accepts %j', (text) => expect(findForeignStatement(text)).toBeUndefined());

    test.each(unsound)('refuses %s', (_, text) => {
      expect(findForeignStatement(text)).toBeDefined();
    });

    test('points at the foreign statement', () => {
      const text = 'export const a = 1;\nevil();\n';
      expect(findForeignStatement(text)?.offset).toBe(text.indexOf('evil'));
    });

    test('takes a megabyte in its stride', () => {
      const one = sound.at(9) ?? '';
      expect(findForeignStatement(one.repeat(Math.ceil(1_000_000 / one.length)))).toBeUndefined();
    });
  });

  describe('the syntax tree', () => {
    test.each(sound)('accepts %j', async (text) =>
      expect(await findSyntaxProblem(text)).toBeUndefined(),
    );

    test.each(unsound)('refuses %s', async (_, text) => {
      expect(await findSyntaxProblem(text)).toBeDefined();
    });
  });
});

describe('merge handlers', () => {
  /** Two operations are wanted, `add` and `clear`, unless a case says otherwise. */
  function planOf(...members: HandlersPlan['members']): HandlersPlan {
    return {
      path: 'notes.ts',
      service: 'Notes',
      interface: 'NotesHandlers',
      factory: 'createNotesServer',
      module: '../generated/notes/index.js',
      members,
      view: {},
    };
  }
  const plan = planOf({ name: 'add' }, { name: 'clear' });

  function merge(text: string, wanted: HandlersPlan = plan) {
    const bag = createDiagnosticBag();
    const merged = completeHandlers({ path: 'handlers/notes.ts', text }, wanted, bag);
    const said = bag.diagnostics.map((one) => `${one.code} ${one.severity}: ${one.message}`);
    return { text: merged, said, diagnostics: bag.diagnostics };
  }

  const types = "import type { NotesHandlers } from '../generated/notes/index.js';\n";
  const value = "import { notImplemented } from '../generated/notes/index.js';\n";

  /** What is there, and what is there afterwards. */
  const table: Readonly<Record<string, readonly [before: string, after: string]>> = {
    'a typed constant': [
      `${types}${value}
export const notes: NotesHandlers = {
  // what it does
  add: ({ text })   =>   save( text ), /* odd */

  // the end
};
`,
      `${types}${value}
export const notes: NotesHandlers = {
  // what it does
  add: ({ text })   =>   save( text ), /* odd */

  // the end
  clear: notImplemented,
};
`,
    ],
    'no comma after the last, and a comment there': [
      `${types}${value}const notes: NotesHandlers = {\n\tadd: notImplemented // later\n}\nexport default notes\n`,
      `${types}${value}const notes: NotesHandlers = {\n\tadd: notImplemented, // later\n\tclear: notImplemented\n}\nexport default notes\n`,
    ],
    'one line': [
      `${types}${value}export const notes: NotesHandlers = { add: notImplemented };\n`,
      `${types}${value}export const notes: NotesHandlers = { add: notImplemented, clear: notImplemented };\n`,
    ],
    'one line with a comma': [
      `${types}${value}export const notes: NotesHandlers = { add: notImplemented, };\n`,
      `${types}${value}export const notes: NotesHandlers = { add: notImplemented, clear: notImplemented };\n`,
    ],
    'an empty object': [
      `${types}${value}export const notes: NotesHandlers = {};\n`,
      `${types}${value}export const notes: NotesHandlers = {\n  add: notImplemented,\n  clear: notImplemented,\n};\n`,
    ],
    'satisfies, default export, no import of the stub': [
      `${types}export default {\n    add() {},\n} satisfies NotesHandlers;\n`,
      `${types}${value}export default {\n    add() {},\n    clear: notImplemented,\n} satisfies NotesHandlers;\n`,
    ],
    'a byte order mark and Windows line ends': [
      `\ufeff${types}${value}export const notes: NotesHandlers<State> = {\n  clear,\n};\n`.replaceAll(
        '\n',
        '\r\n',
      ),
      `\ufeff${types}${value}export const notes: NotesHandlers<State> = {\n  clear,\n  add: notImplemented,\n};\n`.replaceAll(
        '\n',
        '\r\n',
      ),
    ],
    'line ends that are mixed, as they are': [
      `${types}${value}const note = ` +
        '`a\r\nb\\n`;\r\n' +
        `export const notes: NotesHandlers = {\r\n\tadd,\n};\r\n`,
      `${types}${value}const note = ` +
        '`a\r\nb\\n`;\r\n' +
        `export const notes: NotesHandlers = {\r\n\tadd,\n\tclear: notImplemented,\n};\r\n`,
    ],
    'the stub joins the imports there are': [
      `import { fault, type NotesHandlers } from "../api";\nexport const notes: NotesHandlers = {\n  add: () => { throw fault() },\n}\n`,
      `import { fault, type NotesHandlers, notImplemented } from "../api";\nexport const notes: NotesHandlers = {\n  add: () => { throw fault() },\n  clear: notImplemented,\n}\n`,
    ],
    'the stub joins imports over lines': [
      `import {\n  fault, // used\n  type NotesHandlers, // the type\n} from '../api.js';\nexport const notes: NotesHandlers = {\n  clear: () => fault,\n};\n`,
      `import {\n  fault, // used\n  type NotesHandlers, // the type\n  notImplemented,\n} from '../api.js';\nexport const notes: NotesHandlers = {\n  clear: () => fault,\n  add: notImplemented,\n};\n`,
    ],
    'quotes and missing semicolons of the file': [
      `import type { NotesHandlers } from "../api"\nexport const notes: NotesHandlers = {\n  clear: () => {}\n}\n`,
      `import type { NotesHandlers } from "../api"\nimport { notImplemented } from "../api"\nexport const notes: NotesHandlers = {\n  clear: () => {},\n  add: notImplemented\n}\n`,
    ],
    'another name in the file': [
      `import { notImplemented as later, type NotesHandlers as H } from '../api.js';\nexport const notes: H = {\n  'add': async (input) => {},\n};\n`,
      `import { notImplemented as later, type NotesHandlers as H } from '../api.js';\nexport const notes: H = {\n  'add': async (input) => {},\n  clear: later,\n};\n`,
    ],
    'a name that is taken': [
      `${types}function notImplemented() {}\nexport const notes: NotesHandlers = {\n  add: notImplemented,\n};\n`,
      `${types}import { notImplemented as operationNotImplemented } from '../generated/notes/index.js';\nfunction notImplemented() {}\nexport const notes: NotesHandlers = {\n  add: notImplemented,\n  clear: operationNotImplemented,\n};\n`,
    ],
    'a namespace': [
      `import * as api from '../generated/notes/index.js';\nexport const notes: api.NotesHandlers = {\n  add() { return /[/*]}/.test('{') ? 1 : 2; },\n};\n`,
      `import * as api from '../generated/notes/index.js';\nexport const notes: api.NotesHandlers = {\n  add() { return /[/*]}/.test('{') ? 1 : 2; },\n  clear: api.notImplemented,\n};\n`,
    ],
    'a function that makes them': [
      `${types}${value}export function create(db: Db): NotesHandlers {\n  const x = () => { return {}; };\n  return {\n    add: async () => db.add(x),\n  };\n}\n`,
      `${types}${value}export function create(db: Db): NotesHandlers {\n  const x = () => { return {}; };\n  return {\n    add: async () => db.add(x),\n    clear: notImplemented,\n  };\n}\n`,
    ],
    'an arrow function that makes them, with a promise': [
      `${types}${value}export const create = async (): Promise<NotesHandlers> => ({\n  add,\n});\n`,
      `${types}${value}export const create = async (): Promise<NotesHandlers> => ({\n  add,\n  clear: notImplemented,\n});\n`,
    ],
    'the argument of the server': [
      `import { createNotesServer } from '../api.js';\ncreateNotesServer({\n  get add() { return go; },\n});\n`,
      `import { createNotesServer, notImplemented } from '../api.js';\ncreateNotesServer({\n  get add() { return go; },\n  clear: notImplemented,\n});\n`,
    ],
    'members assigned later': [
      `${types}${value}const notes = {} as NotesHandlers;\nnotes.add = async function () {};\nnotes['clear'] = () => {};\n`,
      `${types}${value}const notes = {} as NotesHandlers;\nnotes.add = async function () {};\nnotes['clear'] = () => {};\n`,
    ],
    'a class': [
      `${types}${value}export class Notes implements NotesHandlers<State> {\n  static clear() {}\n  constructor(readonly db: Db) {}\n\n  add = () => this.db;\n  help(): void {}\n}\n`,
      `${types}${value}export class Notes implements NotesHandlers<State> {\n  static clear() {}\n  constructor(readonly db: Db) {}\n\n  add = () => this.db;\n  help(): void {}\n\n  clear: NotesHandlers<State>['clear'] = notImplemented;\n}\n`,
    ],
    'an empty class': [
      `${types}${value}class Notes implements Base, NotesHandlers {}\n`,
      `${types}${value}class Notes implements Base, NotesHandlers {\n  add: NotesHandlers['add'] = notImplemented;\n  clear: NotesHandlers['clear'] = notImplemented;\n}\n`,
    ],
    'two of them': [
      `${types}${value}export const real: NotesHandlers = {\n  add,\n  clear,\n};\nexport const fake: NotesHandlers = {\n  add,\n};\n`,
      `${types}${value}export const real: NotesHandlers = {\n  add,\n  clear,\n};\nexport const fake: NotesHandlers = {\n  add,\n  clear: notImplemented,\n};\n`,
    ],
    'no import at all': [
      `#!/usr/bin/env node\n// mine\nconst notes: NotesHandlers = { add, };`,
      `#!/usr/bin/env node\n// mine\nimport { notImplemented } from '../generated/notes/index.js';\n\nconst notes: NotesHandlers = { add, clear: notImplemented };`,
    ],
  };

  describe('what is missing is added, and nothing else is touched', () => {
    test.each(Object.entries(table))('%s', (_name, [before, after]) => {
      const merged = merge(before);
      expect(merged.text).toBe(after);
      expect(merged.said).toEqual([]);
      expect(merge(after).text).toBe(after);
    });

    test('ports of a service that differ', () => {
      const ports = planOf(
        { name: 'add' },
        { name: 'other', members: [{ name: 'a' }, { name: 'b' }] },
      );
      const text = `${types}${value}export const notes: NotesHandlers = {\n  add,\n};\n`;
      const first = merge(text, ports).text;
      expect(first).toBe(
        `${types}${value}export const notes: NotesHandlers = {\n  add,\n  other: {\n    a: notImplemented,\n    b: notImplemented,\n  },\n};\n`,
      );
      expect(merge(first, ports).text).toBe(first);
      const partial = first.replace('    b: notImplemented,\n', '');
      expect(merge(partial, ports).text).toBe(first);
    });
  });

  describe('what cannot be done is said', () => {
    test('an operation that is gone, with its place', () => {
      const text = `${types}${value}export const notes: NotesHandlers = {\n  add,\n  clear,\n  wipe: () => {},\n};\n`;
      const { text: merged, said, diagnostics } = merge(text);
      expect(merged).toBe(text);
      expect(said).toEqual(["ASMX7006 warning: service 'Notes' has no operation for 'wipe'"]);
      const [{ span } = {}] = diagnostics;
      expect(text.slice(span?.start, span?.end)).toBe('wipe');
    });

    test('an operation that was renamed', () => {
      const text = `${types}${value}export const notes: NotesHandlers = {\n  add,\n  clean: () => {},\n};\n`;
      const { text: merged, diagnostics } = merge(text);
      expect(merged).toContain('  clean: () => {},\n  clear: notImplemented,\n');
      expect(diagnostics[0]?.help).toContain("'clear' is new");
    });

    test.each([
      ['{\n  ...base,\n  add,\n}', 'the object spreads others'],
      ['{\n  add,\n  [name]: () => {},\n}', 'a name is computed'],
    ])('%s', (object, why) => {
      const text = `${types}export const notes: NotesHandlers = ${object};\n`;
      const { text: merged, said, diagnostics } = merge(text);
      expect(merged).toBe(text);
      expect(said).toEqual([`ASMX7007 warning: handlers of 'clear' cannot be found: ${why}`]);
      expect(diagnostics[0]?.help).toContain('clear: notImplemented');
    });

    test('a spread beside everything wanted is fine', () => {
      const text = `${types}export const notes: NotesHandlers = { ...base, add, clear };\n`;
      expect(merge(text)).toMatchObject({ text, said: [] });
    });

    test('a class with a base', () => {
      const text = `${types}class Notes extends Base implements NotesHandlers {\n  add() {}\n}\n`;
      expect(merge(text)).toMatchObject({
        text,
        said: ["ASMX7007 warning: handlers of 'clear' cannot be found: the class extends another"],
      });
    });

    test('a file that shows no implementation', () => {
      const text = 'export const add = () => {};\n';
      const { text: merged, diagnostics } = merge(text);
      expect(merged).toBe(text);
      expect(diagnostics[0]?.message).toContain("'NotesHandlers'");
      expect(diagnostics[0]?.help).toContain('{ add: notImplemented, clear: notImplemented }');
    });

    test('a file that cannot be parsed, with its place', () => {
      const text = `${types}export const notes: NotesHandlers = {\n  add: (,\n};\n`;
      const { text: merged, diagnostics } = merge(text);
      expect(merged).toBe(text);
      expect(diagnostics[0]).toMatchObject({ code: 'ASMX7005', severity: 'error' });
      expect(diagnostics[0]?.span?.start).toBe(text.indexOf(',\n};'));
    });
  });

  test('a file once found complete needs no parser again', async () => {
    const cache = createMemoryCache();
    const bag = createDiagnosticBag();
    const file = {
      path: 'a.ts',
      text: `${types}class A implements NotesHandlers { add() {} clear() {} }`,
    };
    await mergeHandlers(file, plan, bag, cache);
    const asked: string[] = [];
    const spied = { ...cache, get: (key: string) => cache.get(asked[asked.push(key) - 1] ?? '') };
    expect(await mergeHandlers(file, plan, bag, spied)).toBe(file.text);
    expect(cache.get(asked[0] ?? '')).toBe('complete');
    expect(bag.diagnostics).toEqual([]);
  });

  describe('handlers in JavaScript', () => {
    const index = "import('../generated/notes/index.js')";
    const notes = `${index}.NotesHandlers`;
    /** What is there, and what is there afterwards, without the import. */
    const scripts: Readonly<Record<string, readonly [before: string, after: string]>> = {
      'a constant with a type in its comment': [
        `/** @type {${notes}} */\nexport const notes = {\n  add: save,\n};\n`,
        `/** @type {${notes}} */\nexport const notes = {\n  add: save,\n  clear: notImplemented,\n};\n`,
      ],
      'satisfies, and the type under a name of its own': [
        `/** @typedef {${notes}} Own */\n\n/** @satisfies {Own} */\nexport const notes = { add: save };\n`,
        `/** @typedef {${notes}} Own */\n\n/** @satisfies {Own} */\nexport const notes = { add: save, clear: notImplemented };\n`,
      ],
      'a type that a comment imports': [
        "/** @import { NotesHandlers as Own } from '../generated/notes/index.js' */\n\n/** @type {Own} */\nconst notes = { add: save };\n",
        "/** @import { NotesHandlers as Own } from '../generated/notes/index.js' */\n\n/** @type {Own} */\nconst notes = { add: save, clear: notImplemented };\n",
      ],
      'a cast in parentheses, exported by default': [
        `export default /** @type {${notes}} */ ({ add: save });\n`,
        `export default /** @type {${notes}} */ ({ add: save, clear: notImplemented });\n`,
      ],
      'what a function returns': [
        `/** @returns {Promise<${notes}>} */\nasync function create() {\n  return { add: save };\n}\n`,
        `/** @returns {Promise<${notes}>} */\nasync function create() {\n  return { add: save, clear: notImplemented };\n}\n`,
      ],
      'a class': [
        `/** @typedef {${notes}} Own */\n\n/** @implements {Own} */\nexport class Notes {\n  add() {}\n}\n`,
        `/** @typedef {${notes}} Own */\n\n/** @implements {Own} */\nexport class Notes {\n  add() {}\n\n  /** @type {Own['clear']} */\n  clear = notImplemented;\n}\n`,
      ],
      'what the factory is given': [
        'createNotesServer({ add: save });\n',
        'createNotesServer({ add: save, clear: notImplemented });\n',
      ],
    };

    test.each(Object.entries(scripts))('%s', (_, [before, after]) => {
      const bag = createDiagnosticBag();
      const file = { path: 'handlers/notes.js', text: `${value}\n${before}` };
      expect(completeHandlers(file, plan, bag)).toBe(`${value}\n${after}`);
      expect(bag.diagnostics).toEqual([]);
    });

    test('where nothing has the type, the help says how a script has it', () => {
      const bag = createDiagnosticBag();
      const text = 'export const notes = {};\n';
      expect(completeHandlers({ path: 'handlers/notes.js', text }, plan, bag)).toBe(text);
      expect(bag.diagnostics[0]?.help).toBe(
        `type an object with it: /** @type {${notes}} */ export const handlers = ` +
          '{ add: notImplemented, clear: notImplemented };',
      );
    });

    test('types in the code are no JavaScript', () => {
      const bag = createDiagnosticBag();
      const text = 'export const notes: Own = {};\n';
      completeHandlers({ path: 'handlers/notes.js', text }, plan, bag);
      expect(bag.diagnostics[0]).toMatchObject({ code: 'ASMX7005', severity: 'error' });
    });
  });
});
