import { describe, expect, test } from '@jest/globals';
import { ts } from 'ts-morph';
import { emitJavaScript, withDeclarationMap } from '../../src/format/files.ts';

/** The files of a text, by path. */
async function emit(text: string): Promise<Readonly<Record<string, string>>> {
  const files = await emitJavaScript({ path: 'notes.ts', text });
  if ('message' in files) throw new Error(files.message);
  return Object.fromEntries((await withDeclarationMap(files)).map((one) => [one.path, one.text]));
}

describe('the script', () => {
  const table: Readonly<Record<string, readonly [before: string, after: string]>> = {
    'types go with their comments': [
      '// Header.\n\n/** A note. */\nexport interface Note {\n  text: string;\n}\n\n/** Adds. */\nexport const add = 1;\n',
      '// Header.\n\n/** Adds. */\nexport const add = 1;\n',
    ],
    'a file of types is an empty module': [
      '// Header.\n\nexport type Note = string;\n',
      '// Header.\n\nexport {};\n',
    ],
    'imports of types go, the others stay together': [
      "import type { A } from './a.js';\nimport { type B, c } from './b.js';\nimport { f } from './f.js';\n\nexport const e: A = c(f);\n",
      "import { c } from './b.js';\nimport { f } from './f.js';\n\nexport const e = c(f);\n",
    ],
    'a blank line between declarations, none in texts in backquotes': [
      'const a: string = `\n\n\n  x as Y\n`;\nexport const b: string = a;\n/** Adds. */\nexport function c(): void {}\n// end\n',
      'const a = `\n\n\n  x as Y\n`;\n\nexport const b = a;\n\n/** Adds. */\nexport function c() { }\n\n// end\n',
    ],
    'fields of classes are fields': [
      'export abstract class A<T> extends B<T> implements C {\n  declare d: string;\n  private readonly e: number = 1;\n  f?: string;\n}\n',
      'export class A extends B {\n    e = 1;\n    f;\n}\n',
    ],
  };
  test.each(Object.entries(table))('%s', async (_, [before, after]) => {
    const { 'notes.js': script } = await emit(before);
    expect(script).toBe(`// @ts-nocheck\n${after}`);
  });

  test('says that its types are elsewhere to what checks JavaScript', async () => {
    const { 'notes.js': script } = await emit(
      '/* eslint-disable */\n// Header.\n\nexport const a = 1;\n',
    );
    expect(script).toBe(
      '/* eslint-disable */\n// @ts-nocheck\n// Header.\n\nexport const a = 1;\n',
    );
  });
});

describe('the declarations', () => {
  test('types, signatures and comments stay', async () => {
    const { 'notes.d.ts': declaration } = await emit(`/* eslint-disable */
// Header.

import { type B, c } from './b.js';

/** A note. */
export interface Note {
  /** Its text. */
  readonly text: B;

  readonly kind:
    | 'praise'
    | 'complaint';
}

/** Adds. */
export async function add(
  note: Note,
  options?: object,
): Promise<void> {
  c(note);
}

function own(): void {}

export const kinds: readonly string[] = [String(own)];

export const fixed = { a: 1 } as const;
`);
    expect(declaration).toBe(`/* eslint-disable */
// Header.

import { type B } from './b.js';

/** A note. */
export interface Note {
    /** Its text. */
    readonly text: B;
    readonly kind: 'praise' | 'complaint';
}

/** Adds. */
export declare function add(note: Note, options?: object): Promise<void>;

export declare const kinds: readonly string[];

export declare const fixed: {
    readonly a: 1;
};
//# sourceMappingURL=notes.d.ts.map
`);
  });

  test('what is declared alone stays so, and is no part of the script', async () => {
    const { 'notes.d.ts': declaration, 'notes.js': script } = await emit(
      'export declare const key: unique symbol;\n',
    );
    expect(declaration).toBe('export declare const key: unique symbol;\n');
    expect(script).not.toContain('key');
  });

  test('generators are declared as functions', async () => {
    const { 'notes.d.ts': declaration } = await emit(`export function* some(): Iterable<string> {}

export async function* more(): AsyncIterable<string> {}
`);
    expect(declaration).toBe(`export declare function some(): Iterable<string>;

export declare function more(): AsyncIterable<string>;
//# sourceMappingURL=notes.d.ts.map
`);
  });

  test('an export without a type of its own is refused at its place', async () => {
    const text = 'export const a = compute();\n';
    expect(await emitJavaScript({ path: 'a.ts', text })).toEqual({
      message: expect.stringContaining('must have an explicit type annotation'),
      offset: text.indexOf('a ='),
    });
  });

  test('a copied file is converted below the header of each contract', async () => {
    const headers = ['// Contract: a.wsdl\n\n', '/* eslint-disable */\n// Contract: b.wsdl\n\n'];
    const texts = headers.map((header) => `${header}/** One. */\nexport const a: number = 1;\n`);
    const files = await Promise.all(
      texts.map((text) => emitJavaScript({ path: 'a.ts', text }, true)),
    );
    expect(files).toMatchObject([
      {
        script: { text: `// @ts-nocheck\n${headers[0]}/** One. */\nexport const a = 1;\n` },
        declaration: { text: `${headers[0]}/** One. */\nexport declare const a: number;\n` },
      },
      {
        script: { text: expect.stringContaining('// Contract: b.wsdl\n\n/** One. */') },
        declaration: { text: expect.stringMatching(/^\/\* eslint-disable \*\/\n\/\/ Contract: b/) },
      },
    ]);
    const wrong = await emitJavaScript({
      path: 'b.ts',
      text: `${headers[0]}export const b = c();\n`,
    });
    expect(wrong).toMatchObject({ offset: `${headers[0]}export const `.length });
  });

  test('a file of types has no map', async () => {
    expect(Object.keys(await emit('export type A = string;\n'))).toEqual([
      'notes.js',
      'notes.d.ts',
    ]);
  });
});

const book = await emit(`export interface Note {
  readonly text: string;
}

/** Keeps notes. */
export class Book {
  constructor() {}

  /** Adds. */
  add(note: Note): void {}
}

export const first: Note = { text: '' };

export function open(): Book {
  return new Book();
}
`);

describe('an editor goes from a use', () => {
  const files = {
    ...book,
    'use.ts': `import { Book, first, type Note, open } from './notes.js';
const note: Note = first;
open().add(note);
new Book();
note.text;
`,
  };

  /** What of the language service is not in its public types: how an editor follows maps. */
  interface Mapping {
    getSourceMapper(): { tryGetSourcePosition(place: Place): Place | undefined };
  }
  interface Place {
    readonly fileName: string;
    readonly pos: number;
  }

  /** Where the definition of a name in the program is, by TypeScript's language service. */
  function definitionOf(name: string): string {
    const texts = new Map(Object.entries(files).map(([path, text]) => [`/${path}`, text]));
    const read = (path: string) => texts.get(path);
    const service = ts.createLanguageService({
      getCompilationSettings: () => ({
        module: ts.ModuleKind.ESNext,
        moduleResolution: ts.ModuleResolutionKind.Bundler,
        noLib: true,
        configFilePath: '/tsconfig.json',
      }),
      getScriptFileNames: () => ['/use.ts'],
      getScriptVersion: () => '1',
      getScriptSnapshot: (path) => {
        const text = read(path);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => '/',
      getDefaultLibFileName: () => '/lib.d.ts',
      fileExists: (path) => texts.has(path),
      readFile: read,
    });
    const use = files['use.ts'].lastIndexOf(name);
    const [found] = service.getDefinitionAtPosition('/use.ts', use) ?? [];
    if (found === undefined) throw new Error(`no definition of ${name}`);
    const declared = { fileName: found.fileName, pos: found.textSpan.start };
    const mapper = (service as unknown as Mapping).getSourceMapper();
    const { fileName, pos } = mapper.tryGetSourcePosition(declared) ?? declared;
    const target = texts.get(fileName) ?? '';
    const start = target.lastIndexOf('\n', pos - 1) + 1;
    return `${fileName.slice(1)}: ${target.slice(start, target.indexOf('\n', pos)).trim()}`;
  }

  test.each([
    ['open', 'notes.js: export function open() {'],
    ['add', 'notes.js: add(note) { }'],
    ['first', "notes.js: export const first = { text: '' };"],
    ['Book', 'notes.js: export class Book {'],
    ['Note =', 'notes.d.ts: export interface Note {'],
    ['text', 'notes.d.ts: readonly text: string;'],
  ])('of %s', (name, place) => {
    expect(definitionOf(name)).toBe(place);
  });
});
