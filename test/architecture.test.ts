import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const source = join(root, 'src');

/**
 * Who may import whom; `types` may be imported with `import type` alone. ARCHITECTURE.md explains
 * the table.
 */
const mayImport: Readonly<
  Record<string, { values: readonly string[]; types?: readonly string[] }>
> = {
  diagnostics: { values: [] },
  model: { values: ['diagnostics', 'runtime'] },
  print: { values: [] },
  names: { values: ['model'] },
  runtime: { values: [] },
  read: { values: ['model', 'diagnostics', 'runtime'] },
  config: { values: ['diagnostics'], types: ['plan'] },
  plan: { values: ['print', 'names', 'model', 'diagnostics'] },
  lint: { values: ['plan', 'model'], types: ['diagnostics'] },
  compare: { values: ['plan', 'model', 'diagnostics'] },
  convert: { values: ['names', 'model', 'diagnostics', 'plan'] },
  // the pages show the WSDL of a contract
  pages: { values: ['convert', 'plan', 'model'], types: ['print', 'diagnostics'] },
  files: { values: ['pages', 'convert', 'plan', 'print', 'names', 'model'] },
  render: { values: [], types: ['plan', 'diagnostics'] },
  format: { values: ['diagnostics'], types: ['render', 'plan'] },
  write: { values: [], types: ['diagnostics'] },
  'generate.ts': {
    values: ['read', 'model', 'plan', 'files', 'render', 'format', 'diagnostics'],
  },
  'evaluate.ts': {
    values: ['plan', 'files', 'print', 'runtime'],
    types: ['model', 'diagnostics'],
  },
  'index.ts': {
    values: ['generate.ts', 'config', 'read', 'model', 'diagnostics'],
    types: ['plan', 'format'],
  },
  cli: {
    values: [
      ...['generate.ts', 'evaluate.ts', 'config', 'read', 'model', 'lint', 'compare', 'convert'],
      ...['plan', 'print', 'format', 'write', 'diagnostics', 'runtime'],
    ],
    types: ['files', 'render'],
  },
};

/** What of the runtime earlier stages use, so that there is one in the product. */
const shared: Readonly<Record<string, RegExp>> = {
  // the XML parser, and the reader of schemas of DataSets
  read: /^runtime\/(xml|data-set)\//,
  // orders and samples of built-in types, and letters of names
  model: /^runtime\/values\/(order|sample|text)\.ts$/,
};

/** Signatures, an entry of its own, are the one place that needs these. */
function isOfSignatures(from: string, to: string): boolean {
  return from.startsWith('runtime/signatures/') && /^(node:crypto|xml-crypto)$/.test(to);
}

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourceFiles(path);
    return /(?<!\.d)\.ts$/.test(entry.name) ? [path] : [];
  });
}

/** Import and export-from statements of a file, dynamic imports included. */
function importsOf(path: string): Import[] {
  const text = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const found: Import[] = [];
  const statement =
    /(?:^|\n)\s*(import|export)(\s+type)?\s+(?:[^'";]*?\sfrom\s+)?'([^']+)'|import\(\s*'([^']+)'\s*\)/g;
  for (const match of text.matchAll(statement)) {
    const specifier = match[3] ?? match[4] ?? '';
    const to = specifier.startsWith('.')
      ? relative(source, resolve(dirname(path), specifier)).replaceAll('\\', '/')
      : specifier;
    found.push({
      from: relative(source, path).replaceAll('\\', '/'),
      to,
      typeOnly: match[2] !== undefined,
    });
  }
  return found;
}

const files = sourceFiles(source);
const imports = files.flatMap(importsOf);
const room = (path: string): string => path.split('/')[0] ?? path;

describe('imports', () => {
  test('run one way, as ARCHITECTURE.md says', () => {
    const wrong = imports.filter(({ from, to, typeOnly }) => {
      if (/^(node:|[@a-z])/.test(to) && mayImport[room(to)] === undefined) return false;
      if (room(from) === room(to)) return false;
      const rule = mayImport[room(from)];
      if (rule === undefined) return true;
      const allowed = typeOnly ? [...rule.values, ...(rule.types ?? [])] : rule.values;
      return !allowed.includes(room(to));
    });
    expect(wrong).toEqual([]);
  });

  test('of the runtime by earlier stages are what the product has once', () => {
    const wrong = imports.filter(
      ({ from, to }) => room(to) === 'runtime' && shared[room(from)]?.test(to) === false,
    );
    expect(wrong).toEqual([]);
  });

  test('of the runtime name no package and nothing of Node', () => {
    const wrong = imports.filter(
      ({ from, to }) =>
        room(from) === 'runtime' && room(to) !== 'runtime' && !isOfSignatures(from, to),
    );
    expect(wrong).toEqual([]);
  });

  test('of heavy packages are dynamic, or are in files that are imported dynamically', () => {
    const packages = /^(ts-morph|prettier|soap)$/;
    const valuesFrom = (path: string): readonly string[] =>
      [...readFileSync(path, 'utf8').matchAll(/^\s*import\s+(?!type\b)[^'"]*'([^']+)'/gm)].map(
        (match) => match[1] ?? '',
      );
    const heavy = new Set(files.filter((path) => valuesFrom(path).some((to) => packages.test(to))));
    const wrong = files
      .filter((path) => !heavy.has(path))
      .flatMap((path) =>
        valuesFrom(path)
          .filter((to) => to.startsWith('.') && heavy.has(resolve(dirname(path), to)))
          .map((to) => `${relative(root, path)}: ${to}`),
      );
    // the entries of programs are imported by no file
    const entries = ['src/index.ts', 'src/cli/main.ts'].filter((path) =>
      heavy.has(join(root, path)),
    );
    expect(entries).toEqual([]);
    expect(wrong).toEqual([]);
  });
});

describe('output', () => {
  test('is written by the one file that makes it harmless to terminals', () => {
    const writes = /\bprocess\.(?:stdout|stderr)\b|\bconsole\.(?:log|error|info)\(/;
    const wrong = files
      .map((path) => relative(root, path).replaceAll('\\', '/'))
      .filter((path) => path.startsWith('src/cli/') && path !== 'src/cli/terminal/streams.ts')
      .filter((path) => writes.test(readFileSync(join(root, path), 'utf8')));
    expect(wrong).toEqual([]);
  });
});

describe('source files', () => {
  test('hold no `any`, no suppressed errors and no unfinished marks', () => {
    const marks = /(:\s|<|\bas\s)any\b|@ts-(ignore|nocheck|expect-error)/;
    const prose = /\/\*[\s\S]*?\*\/|\/\/ .*$/gm;
    const wrong = files.flatMap((path) => {
      const text = readFileSync(path, 'utf8');
      const unfinished = /\b(TODO|FIXME|XXX)\b/.test(text) ? [relative(root, path)] : [];
      const code = text.replace(prose, (comment) => comment.replace(/[^\n]/g, ' ')).split('\n');
      const loose = code.flatMap((line, index) =>
        marks.test(line) ? [`${relative(root, path)}:${index + 1}: ${line.trim()}`] : [],
      );
      return [...unfinished, ...loose];
    });
    expect(wrong).toEqual([]);
  });

  test('are not called utils or helpers', () => {
    expect(files.filter((path) => /(^|\/)(utils?|helpers|misc|common)\.ts$/.test(path))).toEqual(
      [],
    );
  });

  test('of generated folders have no name that Next.js takes for its own, under `app`', () => {
    const special =
      /(^|\/)(default|error|forbidden|global-error|layout|loading|not-found|page|route|template|unauthorized)\.ts$/;
    expect(files.filter((path) => /\/src\/runtime\//.test(path) && special.test(path))).toEqual([]);
  });
});

describe('the committed output', () => {
  // generate leaves files alone that no manifest names: they might be the user's
  test('has no file that its manifest does not name', () => {
    const folder = join(root, 'generated/student-information');
    const text = readFileSync(join(folder, 'asmx-gen.manifest.json'), 'utf8');
    const { files: named } = JSON.parse(text) as { readonly files: Record<string, string> };
    const found = readdirSync(folder, { recursive: true })
      .map((name) => String(name).replaceAll('\\', '/'))
      .filter((name) => statSync(join(folder, name)).isFile());
    expect(found.filter((name) => !Object.hasOwn(named, name))).toEqual(['asmx-gen.manifest.json']);
  });
});

describe('templates', () => {
  const folder = join(root, 'templates');
  const templates = readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => path.endsWith('.hbs') && statSync(path).isFile());

  test('exist', () => {
    expect(templates.length).toBeGreaterThan(0);
  });

  test('hold no unescaped sink and no string or comment built around contract text', () => {
    const sinks: readonly (readonly [RegExp, string])[] = [
      [/\{\{\{|\{\{&/, 'triple braces'],
      [/'[^'\n]*\{\{(?![#/>!^~]|else\b)[^}]*\}\}[^'\n]*'/, 'an expression inside a string literal'],
      [
        /`[^`\n]*\{\{(?![#/>!^~]|else\b)[^}]*\}\}[^`\n]*`(?![^\n]*\*\/?$)/,
        'an expression inside a template literal',
      ],
    ];
    const wrong = templates.flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          sinks
            .filter(([pattern]) => pattern.test(line) && !/^\s*(\*|\/\/|import )/.test(line))
            .map(([, what]) => `${relative(root, path)}:${index + 1}: ${what}`),
        ),
    );
    expect(wrong).toEqual([]);
  });

  test('are no longer than 60 lines', () => {
    const long = templates.filter((path) => readFileSync(path, 'utf8').split('\n').length - 1 > 60);
    expect(long.map((path) => relative(root, path))).toEqual([]);
  });
});
