import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of the runtime for copying. */
export interface RuntimeSource {
  /** Its relative imports end in `.js`. */
  readonly text: string;
  /** Paths of those files in the runtime's folder, without extension: `xml/reader`. */
  readonly imports: readonly string[];
}

/** Also in the package, and at the same relative path from here in `src` as from `dist/bundle`. */
const folder = fileURLToPath(new URL('../../src/runtime/', import.meta.url));

/** Relative specifiers, in static and dynamic imports. */
const relativeImport = /(\bfrom |\bimport\(|\bimport )'(\.{1,2}\/[\w/.-]+)\.ts'/g;

const sources = new Map<string, RuntimeSource>();

/** A file of the runtime by its path in the runtime's folder, without extension. */
export function runtimeSource(name: string): RuntimeSource {
  let source = sources.get(name);
  if (source === undefined) {
    source = readSource(name);
    sources.set(name, source);
  }
  return source;
}

function readSource(name: string): RuntimeSource {
  const imports: string[] = [];
  const room = posix.dirname(name);
  const text = readFileSync(`${folder}${name}.ts`, 'utf8')
    .replaceAll('\r\n', '\n')
    .replace(relativeImport, (_, before: string, specifier: string) => {
      imports.push(posix.join(room, specifier));
      return `${before}'${specifier}.js'`;
    });
  return { text, imports };
}
