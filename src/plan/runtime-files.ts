import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CopyPlan, PlanOptions } from './plan.ts';
import { relativeEnding } from './views/module-imports.ts';

/** Sources of the runtime: as deep from here in `src` as in `dist`. The package ships them. */
const folder = fileURLToPath(new URL('../../src/runtime/', import.meta.url));

/** Specifiers of files beside a runtime file, in static and dynamic imports. */
const sibling = /(\bfrom |\bimport\(|\bimport )'\.\/([\w-]+)\.ts'/g;

const texts = new Map<string, string>();

function sourceText(name: string): string {
  const known = texts.get(name);
  if (known !== undefined) return known;
  const text = readFileSync(`${folder}${name}.ts`, 'utf8').replaceAll('\r\n', '\n');
  texts.set(name, text);
  return text;
}

/**
 * The runtime to be copied into a generated folder: the files its entries reach by imports, sorted by name, with specifiers as the
 * project wants them.
 *
 * @param entries Names without extension: `index`, `codec`, `docs`.
 * @param header Comment lines every generated file begins with, ending in a line end.
 */
export function planRuntimeFiles(
  entries: readonly string[],
  options: Pick<PlanOptions, 'importExtension'>,
  header: string,
): readonly CopyPlan[] {
  const ending = relativeEnding(options);
  const reached = new Map<string, CopyPlan>();
  const open = [...entries];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (reached.has(name)) continue;
    const text = sourceText(name).replace(sibling, (_, before: string, other: string) => {
      open.push(other);
      return `${before}'./${other}${ending}'`;
    });
    reached.set(name, { path: `runtime/${name}.ts`, text: header + text });
  }
  return [...reached.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}
