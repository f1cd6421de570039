import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RegisterHooks } from '../run/import-files.ts';
import { transpile } from '../run/transpile.ts';

/** Hooks for Node's module loader: for `module.registerHooks`, and for `module.register`. */
type Hooks = Parameters<RegisterHooks>[0];

/** Finds the `.ts` file of an import with `.js` in TypeScript code, like the compiler. */
export const resolve: Hooks['resolve'] = (specifier, context, next) => {
  const { parentURL } = context;
  if (!/^(\.|\/|file:).*\.m?js$/.test(specifier)) return next(specifier, context);
  const script = new URL(specifier, parentURL);
  const source = new URL(script.href.replace(/js$/, 'ts'));
  const isSource = !existsSync(script) && existsSync(source);
  return next(isSource ? source.href : specifier, context);
};

/** Loads TypeScript files as JavaScript, including those that Node's own type stripping refuses. */
export const load: Hooks['load'] = (url, context, next) => {
  if (!/^file:.*\.m?ts$/.test(url)) return next(url, context);
  const path = fileURLToPath(url);
  const source = transpile(readFileSync(path, 'utf8'), path);
  return { format: 'module', source, shortCircuit: true };
};
