import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { generate } from '../../src/generate.ts';
import type { PlanOptions, Target } from '../../src/plan/result.ts';

/** A contract generated into a temporary folder. */
export interface GeneratedFolder {
  readonly diagnostics: readonly Diagnostic[];
  /** The folder around `out`, which holds the files. */
  readonly path: string;
  /** Text of a generated file. */
  readonly text: (path: string) => string;
  /** Imports `index.ts`. */
  readonly load: () => Promise<Readonly<Record<string, unknown>>>;
  readonly remove: () => void;
}

/**
 * Generates a contract given as text. It imports the runtime under test, which all contracts of a file
 * share.
 *
 * @param path says by its ending what notation the text is in
 */
export async function generateText(
  path: string,
  text: string,
  targets: readonly Target[] = ['types', 'client', 'server', 'docs'],
  more: Partial<PlanOptions> = {},
): Promise<GeneratedFolder> {
  const bytes = new TextEncoder().encode(text);
  const { files, diagnostics } = await generate(
    {
      input: path,
      options: {
        targets,
        runtime: 'package',
        contractPath: `../contract${extname(path)}`,
        importExtension: 'js',
        types: {},
        arrays: 'unwrap',
        renames: {},
        only: [],
        ...more,
      },
    },
    { readFile: (asked: string) => (asked === path ? bytes : undefined) },
  );
  const folder = mkdtempSync(join(tmpdir(), 'generated-'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  for (const file of files) {
    const target = join(folder, 'out', file.path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, file.text);
  }
  return {
    diagnostics,
    path: folder,
    text: (asked) => files.find((file) => file.path === asked)?.text ?? '',
    load: () => import(join(folder, 'out/index.ts')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
