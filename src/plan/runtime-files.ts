import { existsSync, readFileSync } from 'node:fs';
import type { CopyPlan, PlanOptions } from './plan.ts';
import { relativeEnding } from './views/module-imports.ts';

/** Sources of the runtime, for a checkout: as deep from here in `src` as in `dist`. */
const folder = new URL('../../src/runtime/', import.meta.url);

/** All of them in one file of the package: names and texts in turn, with a NUL behind each. */
const packed = new URL('./runtime-sources.txt', import.meta.url);

/** Specifiers of files beside a runtime file, in static and dynamic imports. */
const sibling = /(\bfrom |\bimport\(|\bimport )'\.\/([\w-]+)\.ts'/g;

let texts: Map<string, string> | undefined;

function sourceText(name: string): string {
  texts ??= existsSync(packed) ? unpack(readFileSync(packed, 'utf8')) : new Map();
  let text = texts.get(name);
  if (text === undefined) {
    text = readFileSync(new URL(`${name}.ts`, folder), 'utf8').replaceAll('\r\n', '\n');
    texts.set(name, text);
  }
  return text;
}

function unpack(text: string): Map<string, string> {
  const parts = text.split('\0');
  const unpacked = new Map<string, string>();
  for (let i = 0; i + 1 < parts.length; i += 2) unpacked.set(parts[i] ?? '', parts[i + 1] ?? '');
  return unpacked;
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
