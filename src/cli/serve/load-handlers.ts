import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { suggest } from '../../diagnostics/suggest.ts';
import type { RegisterHooks } from '../run/import-files.ts';
import { CliError } from '../terminal/cli-error.ts';

/** Handlers by method name, inside objects by service and port if the contract has several. */
export interface HandlerTree {
  [name: string]: HandlerTree | ((input: never, context: never) => unknown);
}

/**
 * Imports a module with handlers: its default export, or the export `handlers`. TypeScript is
 * transpiled on the fly, including imports.
 *
 * @throws {CliError} if there is no such file, it fails to load, or exports no object
 */
export async function loadHandlers(path: string): Promise<object> {
  const file = resolve(path);
  if (!existsSync(file)) {
    throw new CliError(`the handlers file ${path} does not exist`, 'Check the path.');
  }
  await hookTypeScript();
  let exports: { readonly default?: unknown; readonly handlers?: unknown };
  try {
    exports = await import(pathToFileURL(file).href);
  } catch (error) {
    throw loadFailure(path, file, error);
  }
  const handlers = exports.default ?? exports.handlers;
  if (typeof handlers !== 'object' || handlers === null) {
    throw new CliError(
      `the handlers file ${path} exports no handlers`,
      'Write `export default { … }` with a function for each operation, as the generated server ' +
        'takes it.',
    );
  }
  return handlers;
}

/**
 * Enables imports of TypeScript: in this thread if Node can, otherwise through its loader thread.
 */
async function hookTypeScript(): Promise<void> {
  const { registerHooks } = nodeModule as { registerHooks?: RegisterHooks };
  if (registerHooks === undefined) nodeModule.register('./typescript-hooks.js', import.meta.url);
  else registerHooks(await import('./typescript-hooks.ts'));
}

/** Reports the reason, with the position in the file if it is known. */
function loadFailure(path: string, file: string, error: unknown): CliError {
  if (!/\.[cm]?[jt]s$/.test(file)) {
    return new CliError(`${path} is not a module`, 'Name a file that ends in .mjs, .js or .ts.');
  }
  const reason = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const at = stack.indexOf(pathToFileURL(file).href);
  const place = at < 0 ? undefined : /:(\d+)(?=\D)/.exec(stack.slice(at + 7))?.[1];
  return new CliError(
    `the handlers file ${path} cannot be loaded: ${reason}`,
    place === undefined ? 'Look at what it imports.' : `Look at line ${place}.`,
  );
}

/**
 * Replaces samples by the user's handlers.
 *
 * @returns the number of handlers
 *
 * @throws {CliError} for names that the generated server does not have, and values that are not
 *   functions
 */
export function layHandlers(samples: HandlerTree, own: object, file: string): number {
  return lay(samples, own, file, '');
}

function lay(samples: HandlerTree, own: object, file: string, path: string): number {
  let count = 0;
  for (const [name, value] of Object.entries(own)) {
    const at = path === '' ? name : `${path}.${name}`;
    const sample = Object.hasOwn(samples, name) ? samples[name] : undefined;
    if (sample === undefined) {
      const names = Object.keys(samples);
      const near = suggest(name, names);
      const help =
        near === undefined ? `There are ${names.join(', ')}.` : `Did you mean '${near}'?`;
      throw new CliError(`${file} handles '${at}', which the contract does not have`, help);
    }
    if (typeof sample === 'function' && typeof value === 'function') {
      // bound, so that methods of an object or class keep their `this`
      samples[name] = value.bind(own);
      count += 1;
    } else if (typeof sample === 'object' && typeof value === 'object' && value !== null) {
      count += lay(sample, value, file, at);
    } else {
      const expected = typeof sample === 'function' ? 'a function' : 'an object with functions';
      throw new CliError(`'${at}' in ${file} must be ${expected}`);
    }
  }
  return count;
}
