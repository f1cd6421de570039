import type { CopyPlan, PlanOptions } from './plan.ts';
import { runtimeSource } from './runtime-sources.ts';
import { relativeEnding } from './views/module-imports.ts';

/** Specifiers of files beside a runtime file, in static and dynamic imports. */
const sibling = /(\bfrom |\bimport\(|\bimport )'(\.\/[\w-]+)\.js'/g;

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
  // one by one it grows: a set gives what is added while it is looped over
  const names = new Set(entries);
  for (const name of names) {
    for (const other of runtimeSource(name).imports) names.add(other);
  }
  const files = [...names].map((name) => {
    const { text } = runtimeSource(name);
    const wanted = ending === '.js' ? text : text.replace(sibling, `$1'$2${ending}'`);
    return { path: `runtime/${name}.ts`, text: header + wanted };
  });
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}
