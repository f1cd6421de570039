import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transpile } from '../run/transpile.ts';

/** The next resolver in the chain of Node's module hooks. */
type NextResolve = (specifier: string, context?: unknown) => Promise<object>;
/** The next loader. */
type NextLoad = (url: string, context?: unknown) => Promise<object>;

/**
 * Module hook of Node (`module.register`): finds `./x.ts` where TypeScript code imports `./x.js`,
 * as the compiler does.
 */
export async function resolve(
  specifier: string,
  context: unknown,
  nextResolve: NextResolve,
): Promise<object> {
  try {
    return await nextResolve(specifier, context);
  } catch (error) {
    if (!/^(\.|\/|file:).*\.m?js$/.test(specifier)) throw error;
    return await nextResolve(specifier.replace(/js$/, 'ts'), context).catch(() => {
      throw error;
    });
  }
}

/**
 * Module hook of Node: gives TypeScript files as JavaScript, on versions of Node that cannot read
 * them too.
 */
export async function load(url: string, context: unknown, nextLoad: NextLoad): Promise<object> {
  if (!/^file:.*\.m?ts$/.test(url)) return nextLoad(url, context);
  const path = fileURLToPath(url);
  const source = transpile(await readFile(path, 'utf8'), path);
  return { format: 'module', source, shortCircuit: true };
}
