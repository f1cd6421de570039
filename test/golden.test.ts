import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { planOptions } from '../src/cli/contract/project.ts';
import { loadConfig } from '../src/config/load.ts';
import { createDiagnosticBag } from '../src/diagnostics/diagnostic.ts';
import { reportText } from '../src/diagnostics/report.ts';
import { generate } from '../src/generate.ts';
import { wrapMarkdown } from './docs/wrap-markdown.ts';
import { constructOf, mappingPage } from './golden-page.ts';

/**
 * Each folder of `test/golden` is a case: a contract, `asmx-gen.config.json`, and what comes of it:
 * the tree `expected`, the messages `stderr.txt`, or both. One with a `README.md` documents a
 * construct: the files this names are kept, and docs/reference/mapping.md shows them.
 * `UPDATE_GOLDEN=1` writes everything anew. The runtime is never vendored here.
 * `golden.slow.test.ts` formats and compiles what is expected.
 */
const root = resolve(import.meta.dirname, '..');
const goldens = join(root, 'test', 'golden');
const update = process.env.UPDATE_GOLDEN === '1';
const cases = readdirSync(goldens).filter((name) => statSync(join(goldens, name)).isDirectory());

interface Outcome {
  readonly files: ReadonlyMap<string, string>;
  readonly messages: string;
}

/** Runs a case in memory, with paths as they read from inside its folder. */
async function run(folder: string): Promise<Outcome> {
  const bag = createDiagnosticBag();
  const kept = constructOf(folder)?.files;
  const config = await loadConfig('asmx-gen.config.json', bag, folder);
  const files = new Map<string, string>();
  for (const { importExtension = 'js' as const, ...given } of config?.contracts ?? []) {
    const settings = { ...given, importExtension };
    const [input = ''] = settings.input;
    const templates = settings.templates && join(folder, settings.templates);
    const result = await generate(
      { input, options: planOptions(settings, input, 'expected'), templates },
      {
        readFile: (path) => {
          const absolute = join(folder, path);
          return existsSync(absolute) ? readFileSync(absolute) : undefined;
        },
      },
    );
    for (const diagnostic of result.diagnostics) bag.report(diagnostic);
    for (const { path, text } of result.files) {
      if (kept === undefined || kept.includes(path)) files.set(path, text);
    }
  }
  return { files, messages: reportText(bag.diagnostics) };
}

/** Texts of a folder by path, with `/`; empty when there is none. */
function readTree(folder: string): ReadonlyMap<string, string> {
  if (!existsSync(folder)) return new Map();
  const paths = readdirSync(folder, { recursive: true }).map(String);
  return new Map(
    paths
      .filter((path) => statSync(join(folder, path)).isFile())
      .map((path) => [path.replaceAll('\\', '/'), readFileSync(join(folder, path), 'utf8')]),
  );
}

function rewrite(folder: string, { files, messages }: Outcome): void {
  rmSync(join(folder, 'expected'), { recursive: true, force: true });
  rmSync(join(folder, 'stderr.txt'), { force: true });
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, 'expected', path)), { recursive: true });
    writeFileSync(join(folder, 'expected', path), text);
  }
  if (messages !== '') writeFileSync(join(folder, 'stderr.txt'), messages);
}

describe.each(cases)('%s', (name) => {
  const folder = join(goldens, name);

  test('generates what is expected', async () => {
    const outcome = await run(folder);
    if (update) rewrite(folder, outcome);
    const stderr = join(folder, 'stderr.txt');
    expect(outcome.messages).toBe(existsSync(stderr) ? readFileSync(stderr, 'utf8') : '');
    const expected = readTree(join(folder, 'expected'));
    expect([...outcome.files.keys()].sort()).toEqual([...expected.keys()].sort());
    for (const [path, text] of expected) expect(outcome.files.get(path)).toBe(text);
  });
});

test('docs/reference/mapping.md shows every construct as it is generated', () => {
  const path = join(root, 'docs', 'reference', 'mapping.md');
  const page = wrapMarkdown(mappingPage(goldens, cases));
  if (update) writeFileSync(path, page);
  expect(readFileSync(path, 'utf8')).toBe(page);
});
