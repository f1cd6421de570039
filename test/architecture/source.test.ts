import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ts } from 'ts-morph';
import { countBy, expectOnlyExceptions } from './exceptions.ts';

const root = resolve(import.meta.dirname, '../..');

interface Source {
  /** Path below the root, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
  readonly tree: ts.SourceFile;
}

const sources: readonly Source[] = readdirSync(join(root, 'src'), { recursive: true })
  .map((name) => `src/${String(name).replaceAll('\\', '/')}`)
  .filter((path) => /(?<!\.d)\.ts$/.test(path))
  .sort()
  .map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
    return { path, text, lines: text.replace(/\n$/, '').split('\n'), tree };
  });

describe('sizes', () => {
  test('files have at most 900 lines', () => {
    const long = sources.filter(({ lines }) => lines.length > 900);
    expect(long.length).toBeLessThanOrEqual(3);
    expectOnlyExceptions(
      'long-files',
      countBy(long, ({ path }) => path),
    );
  });

  test('half of the files have at least 200 lines', () => {
    const counts = sources.map(({ lines }) => lines.length).sort((a, b) => a - b);
    expect(counts[Math.floor(counts.length / 2)]).toBeGreaterThanOrEqual(200);
  });

  test('only entries have 40 lines or fewer', () => {
    const short = sources.filter(({ lines }) => lines.length <= 40).map(({ path }) => path);
    expect(short.length).toBeLessThanOrEqual(25);
    // programs, what a package exports, and bindings that only contracts with bytes import
    const entry =
      /^src\/(?:runtime\/[\w-]+|render\/precompiled?(?:-templates)?|wss\/index|cli\/serve\/typescript-hooks)\.ts$/;
    const others = short.filter((path) => !entry.test(path));
    expect(others.filter((path) => path !== 'src/runtime/soap/mtom.ts')).toEqual([]);
  });

  test('lines have at most 100 columns, comments too', () => {
    const wide = sources.flatMap(({ path, lines }) =>
      lines.filter((line) => [...line].length > 100).map(() => path),
    );
    expectOnlyExceptions(
      'wide-lines',
      countBy(wide, (path) => path),
    );
  });
});

/** A name that a file exports, and whether it is more than a type. */
interface Exported {
  readonly path: string;
  readonly name: string;
  readonly isValue: boolean;
}

const exported: readonly Exported[] = sources.flatMap(({ path, tree }) =>
  tree.statements.flatMap((statement) => exportsOf(statement).map((one) => ({ ...one, path }))),
);

function exportsOf(statement: ts.Statement): readonly Omit<Exported, 'path'>[] {
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  if (!modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
  if (ts.isVariableStatement(statement)) {
    const { declarations } = statement.declarationList;
    return declarations.map(({ name }) => ({ name: name.getText(), isValue: true }));
  }
  const isValue = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement);
  const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
  if (!(isValue || isType) || statement.name === undefined) return [];
  return [{ name: statement.name.text, isValue }];
}

/** What a file imports or exports of another: `path name`. */
function namesFrom({ path, tree }: Source): readonly string[] {
  return tree.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const specifier = statement.moduleSpecifier?.getText().slice(1, -1) ?? '';
    const named = ts.isImportDeclaration(statement)
      ? statement.importClause?.namedBindings
      : statement.exportClause;
    if (!specifier.startsWith('.') || named === undefined || !('elements' in named)) return [];
    const from = posix.join(posix.dirname(path), specifier);
    return named.elements.map((one) => `${from} ${(one.propertyName ?? one.name).text}`);
  });
}

/** The faces of modules: these numbers may only become smaller. */
describe('exports and imports', () => {
  const isEntry = ({ path }: Source): boolean => /^src\/(?:runtime\/)?[\w-]+\.ts$/.test(path);

  test('few values are exported for one file alone', () => {
    const users = countBy(
      sources.filter((source) => !isEntry(source)).flatMap(namesFrom),
      (one) => one,
    );
    const published = new Set(sources.filter(isEntry).flatMap(namesFrom));
    const alone = exported.filter(({ path, name, isValue }) => {
      const key = `${path} ${name}`;
      return isValue && users.get(key) === 1 && !published.has(key);
    });
    // the goal is 200; most are doors of a stage, or hold together two files that would be too long
    expect(alone.length).toBeLessThanOrEqual(692);
  });

  test('few names mean two things', () => {
    const homes = new Map<string, Set<string>>();
    for (const { path, name } of exported) {
      // it has the face of two other files, in whose place bundles for browsers have it
      if (path === 'src/runtime/browser.ts') continue;
      homes.set(name, (homes.get(name) ?? new Set()).add(path));
    }
    const twice = [...homes].filter(([, paths]) => paths.size > 1);
    // half of them are types that model and runtime have of one thing
    expect(twice.length).toBeLessThanOrEqual(12);
  });

  test('imports are at most 6.2 % of the lines', () => {
    const lineOf = (tree: ts.SourceFile, at: number): number =>
      tree.getLineAndCharacterOfPosition(at).line;
    const imports = sources.flatMap(({ tree }) =>
      tree.statements
        .filter(ts.isImportDeclaration)
        .map((one) => lineOf(tree, one.end) - lineOf(tree, one.getStart(tree)) + 1),
    );
    const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);
    const lines = sum(sources.map((source) => source.lines.length));
    expect(sum(imports) / lines).toBeLessThanOrEqual(0.062);
  });
});

/** Comments of a file, each once: all are before a node, or after one on its line. */
function commentsOf({ text, tree }: Source): readonly string[] {
  const found = new Map<number, string>();
  const visit = (node: ts.Node): void => {
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.pos) ?? []) {
      found.set(pos, text.slice(pos, end));
    }
    for (const { pos, end } of ts.getTrailingCommentRanges(text, node.end) ?? []) {
      found.set(pos, text.slice(pos, end));
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  visit(tree.endOfFileToken);
  return [...found.values()];
}

/** Words of code, of texts and of templates: whatever is no comment. */
function wordsOf({ tree }: Source): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) found.push(node.text);
    else if (ts.isLiteralExpression(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      found.push(...node.text.split(/[^\w$]+/));
    } else if (ts.isTemplateHead(node)) found.push(...node.text.split(/[^\w$]+/));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

// 'How to add a construct' of CONTRIBUTING.md names these files
test('a fact about a type touches at most six files', () => {
  const fact = /contentTypesOf|contentMediaType|'expectedContentTypes'/;
  expect(sources.filter(({ text }) => fact.test(text)).map(({ path }) => path)).toEqual([
    'src/convert/openapi.ts',
    'src/model/xsd/schema-document.ts',
    'src/plan/declarations.ts',
    'src/plan/object-description.ts',
    'src/read/xsd/grammar.ts',
    'src/runtime/types/description.ts',
  ]);
});

describe('comments', () => {
  const paths = readdirSync(root, { recursive: false })
    .map(String)
    .filter((name) => !/^(node_modules|dist|coverage|\.git)$/.test(name))
    .flatMap((name) => [name, ...entriesOf(name)]);
  const names = new Set(paths.flatMap((path) => [path, path.slice(path.lastIndexOf('/') + 1)]));
  const words = new Set(sources.flatMap(wordsOf));
  /**
   * Names that the handwritten documents explain, examples and options of other packages, and names
   * of the schemas of standards.
   */
  const explained = new Set(
    ['docs', 'specs/schemas'].flatMap((folder) =>
      readdirSync(join(root, folder))
        .filter((name) => /\.(?:md|xsd)$/.test(name))
        .flatMap((name) => readFileSync(join(root, folder, name), 'utf8').split(/[^\w$]+/)),
    ),
  );
  const quoted = sources.flatMap((source) =>
    commentsOf(source).flatMap((comment) =>
      [...comment.matchAll(/`([^`\n]+)`|\{@link (\w+)/g)].map(([, code = '', link = '']) => ({
        path: source.path,
        name: code === '' ? link : code,
      })),
    ),
  );

  test('name files that exist', () => {
    const gone = quoted.filter(
      ({ name }) =>
        /^[\w./-]+\.(ts|mjs|hbs|md)$/.test(name) &&
        !names.has(name) &&
        !paths.some((path) => path.endsWith(`/${name}`)) &&
        !words.has(name.replace(/\.\w+$/, '')),
    );
    expectOnlyExceptions(
      'dangling-files',
      countBy(gone, ({ path, name }) => `${path}: ${name}`),
    );
  });

  test('name functions, types and variables that exist', () => {
    const gone = quoted.filter(({ name }) => {
      const word = name.replace(/\(.*\)$/, '');
      const isName = /^[A-Za-z]\w*[a-z]\w*$/.test(word) && /[a-z][A-Z]/.test(word);
      return isName && !words.has(word) && !explained.has(word);
    });
    expectOnlyExceptions(
      'dangling-names',
      countBy(gone, ({ path, name }) => `${path}: ${name}`),
    );
  });

  /** Words that puzzle readers, each with the usual one. */
  const privateWords = new Map([
    [/\bbehind (?!a proxy|a redirection)/, 'after'],
    [/\bstands?\b(?! in for| for|s? alone|-in)/, 'is, are'],
    [/\bnobody\b/i, 'no one'],
    [/\bmends?\b/i, 'fix'],
    [/\b(?:foretold|foresee)\b/, 'expected'],
    [/\blearnt\b/, 'learned, cached'],
    [/\bspoilt\b/, 'affected'],
    [/\bby turns\b/i, 'alternating'],
    [/\blets go of\b/, 'drops'],
    [/\bwanted\b/i, 'expected, preferred, needed'],
    [/\bmade\b/i, 'created, generated'],
    [/\blikewise\b/i, 'also'],
    [/\bup to and over\b/, 'and its end tag'],
    [/\breads? over\b/, 'skips'],
    [/\blets? [\w ]{0,20}pass\b/, 'accepts'],
    [/\bcomes? upon\b/, 'finds'],
    [/\bbrings? along\b/, 'includes'],
    [/\btak(?:es?|en) apart\b/, 'parses, splits'],
    [/\bgo(?:es)? on\b/, 'continues'],
    [/\bleads? nowhere\b/, 'is dangling'],
    [/\bin one go\b/, 'at once'],
    [/\b(?:gives?|given) back\b/, 'returns'],
    [/\btaken in\b/, 'read, included'],
    [/\b(?:deals?|dealt) with\b/, 'handles'],
    [/\b(?:works?|worked) out\b/, 'computes'],
    [/\bgives? way\b/, 'gets another name'],
    [/\b(?:puts?) together\b/, 'joins'],
    [/\bsought\b/, 'searched for'],
    [/\bof use\b/, 'useful'],
  ]);

  test('use plain words', () => {
    const found = sources.flatMap((source) =>
      commentsOf(source).flatMap((comment) =>
        [...privateWords].flatMap(([word, usual]) => {
          const [said] = word.exec(comment) ?? [];
          return said === undefined ? [] : [`${source.path}: '${said.trim()}', usually ${usual}`];
        }),
      ),
    );
    expect(found).toEqual([]);
  });

  test('of the runtime cite nothing that users do not have', () => {
    const cited = sources.flatMap(({ path, text }) =>
      path.startsWith('src/runtime/') ? [...text.matchAll(/asmx-behaviour/g)].map(() => path) : [],
    );
    expectOnlyExceptions(
      'private-citations',
      countBy(cited, (path) => path),
    );
  });
});

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(join(root, folder), { recursive: true })
      .map((name) => `${folder}/${String(name).replaceAll('\\', '/')}`)
      .filter((path) => !path.includes('/node_modules/'));
  } catch {
    return [];
  }
}
