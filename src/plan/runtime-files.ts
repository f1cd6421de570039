import { posix } from 'node:path';
import { exportStatement, moduleClauses } from './print/module-clauses.ts';
import type { CopyPlan, PlanOptions } from './result/plan.ts';
import type { RuntimeModule, RuntimeNames } from './result/runtime-names.ts';
import { type RuntimeSource, runtimeSource } from './runtime-sources.ts';
import { relativeEnding } from './views/module-imports.ts';

/**
 * Paths of the entries in the runtime's folder, without extension. Each contains only exports of
 * other files.
 */
const entryPaths: Readonly<Record<RuntimeModule, string>> = {
  runtime: 'index',
  type: 'type',
  schema: 'schema',
  testing: 'testing',
  gateway: 'gateway',
  mcp: 'mcp',
  documentation: 'docs',
  soapPackage: 'soap-package',
};

/** Relative specifiers, in static and dynamic imports. */
const relativeImport = /(\bfrom |\bimport\(|\bimport )'(\.{1,2}\/[\w/.-]+)\.js'/g;

/** An export declaration of an entry: whether it is for types, its names, and their source. */
const exportDeclaration = /^export (type )?\{([^}]*)\} from '(\.\/[\w/-]+)\.js';\n/gm;

/**
 * The files of the runtime for a generated folder, sorted by name: entries that export only the
 * names in use, and the files they import, directly or not. Specifiers have the extension that the
 * project uses.
 *
 * @param names What the generated files import.
 * @param header Comment lines at the start of every generated file, with a line end.
 */
export function planRuntimeFiles(
  names: RuntimeNames,
  options: Pick<PlanOptions, 'importExtension'>,
  header: string,
): readonly CopyPlan[] {
  const ending = relativeEnding(options);
  const sources = new Map<string, RuntimeSource>();
  for (const [entry, path] of Object.entries(entryPaths)) {
    const used = names.from(entry as RuntimeModule);
    if (used.size > 0) sources.set(path, entryWith(used, path));
  }
  // the loop also visits entries added to the map meanwhile
  for (const { imports } of sources.values()) {
    for (const path of imports) if (!sources.has(path)) sources.set(path, runtimeSource(path));
  }
  const files = [...sources].map(([path, { text }]) => {
    const rewritten = ending === '.js' ? text : text.replace(relativeImport, `$1'$2${ending}'`);
    return { path: `runtime/${path}.ts`, text: header + rewritten };
  });
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** An entry with only the names in use. */
function entryWith(used: ReadonlySet<string>, path: string): RuntimeSource {
  const { text } = runtimeSource(path);
  const names = new Map<string, { readonly types: string[]; readonly values: string[] }>();
  for (const [, ofTypes, list = '', from = ''] of text.matchAll(exportDeclaration)) {
    for (const item of list.split(',')) {
      const [, type, name = ''] = /^\s*(type )?(\w*)\s*$/.exec(item) ?? [];
      if (!used.has(name)) continue;
      const kept = names.get(from) ?? { types: [], values: [] };
      names.set(from, kept);
      (ofTypes === undefined && type === undefined ? kept.values : kept.types).push(name);
    }
  }
  const exports = [...names].flatMap(([from, kept]) =>
    moduleClauses(kept, `${from}.js`).map(exportStatement),
  );
  const [comment = ''] = /^\/\*\*[\s\S]*?\*\/\n/.exec(text) ?? [];
  return {
    text: `${comment}${exports.join('\n')}\n`,
    imports: [...names.keys()].map((from) => posix.join(from)),
  };
}
