import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** A file of the runtime as it is copied. */
export interface RuntimeSource {
  /** Imports files beside it as `./name.js`. */
  readonly text: string;
  /** Names of those files. */
  readonly imports: readonly string[];
}

/** In a checkout: as deep from here in `src` as in `dist`. */
const folder = new URL('../../src/runtime/', import.meta.url);

/** In the package, all in one: to open each takes longer than to read them. */
const packed = new URL('./runtime-sources.txt', import.meta.url);

/** Specifiers of files beside a runtime file, in static and dynamic imports. */
const sibling = /(\bfrom |\bimport\(|\bimport )'\.\/([\w-]+)\.ts'/g;

let sources: Map<string, RuntimeSource> | undefined;

/** A file of the runtime, by its name without extension. */
export function runtimeSource(name: string): RuntimeSource {
  sources ??= existsSync(packed) ? unpack(readFileSync(packed, 'utf8')) : new Map();
  let source = sources.get(name);
  if (source === undefined) {
    source = readSource(name);
    sources.set(name, source);
  }
  return source;
}

function readSource(name: string): RuntimeSource {
  const imports: string[] = [];
  const text = readFileSync(new URL(`${name}.ts`, folder), 'utf8')
    .replaceAll('\r\n', '\n')
    .replace(sibling, (_, before: string, other: string) => {
      imports.push(other);
      return `${before}'./${other}.js'`;
    });
  return { text, imports };
}

/** For the build: name, imports and text of each file of the runtime, with a NUL behind each. */
export function packRuntimeSources(): string {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.slice(0, -'.ts'.length))
    .map((name) => {
      const { imports, text } = readSource(name);
      return `${name}\0${imports.join(' ')}\0${text}\0`;
    })
    .join('');
}

function unpack(text: string): Map<string, RuntimeSource> {
  const parts = text.split('\0');
  const unpacked = new Map<string, RuntimeSource>();
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [name = '', imports = '', source = ''] = parts.slice(at, at + 3);
    unpacked.set(name, { text: source, imports: imports === '' ? [] : imports.split(' ') });
  }
  return unpacked;
}
