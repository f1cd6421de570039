import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { LoadedConfig } from '../../config/load-config.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../diagnostics/suggest.ts';
import type { OwnType } from '../../plan/scope/shape-options.ts';
import { shownPath } from '../terminal/shown-path.ts';
import { atSetting, type Setting } from './at-setting.ts';

/**
 * Errors for modules of users' own types that do not exist at the configured path, or do not
 * mention the configured names. Packages are left to the compiler.
 */
export function ownTypeModuleErrors(config: LoadedConfig): readonly Diagnostic[] {
  return config.contracts.flatMap(({ types }, index) => {
    const at = { config: config.path, index };
    const own = Object.entries(types.own ?? {}).flatMap(([name, one]) =>
      one.import.startsWith('.') ? moduleErrors(name, one, { ...at, keys: ['types', name] }) : [],
    );
    const { temporal = '' } = types;
    const isMissing = temporal.startsWith('.') && fileOf(resolve(at.config, '..', temporal)) === '';
    if (!isMissing) return own;
    const setting: Setting = { ...at, keys: ['temporal'] };
    return [...own, missingModule(setting, temporal, "'temporal'")];
  });
}

function missingModule(at: Setting, module: string, owner: string): Diagnostic {
  const expected = shownPath(resolve(at.config, '..', module).replace(/\.([cm]?)js$/, '.$1ts'));
  return atSetting(at, {
    code: 'ASMX5002',
    severity: 'error',
    message: `the module '${module}' of ${owner} does not exist`,
    help: `write ${expected}, or correct the path: it is relative to the configuration`,
  });
}

function moduleErrors(name: string, own: OwnType, { config, index, keys }: Setting): Diagnostic[] {
  const error = (key: keyof OwnType, message: string, help: string): Diagnostic =>
    atSetting(
      { config, index, keys: [...keys, key] },
      { code: 'ASMX5002', severity: 'error', message, help },
    );
  const file = fileOf(resolve(config, '..', own.import));
  if (file === '') {
    const at: Setting = { config, index, keys: [...keys, 'import'] };
    return [missingModule(at, own.import, `'${name}' in 'types'`)];
  }
  const text = readFileSync(file, 'utf8');
  if (/\bexport\s*\*/.test(text)) return [];
  // a type of JavaScript may be declared elsewhere
  const named = /\.[cm]?jsx?$/.test(file) ? functions : [...functions, 'type' as const];
  const known = [...text.matchAll(exported)].map(([, word = '']) => word);
  return named
    .filter((key) => !text.includes(own[key]))
    .map((key) =>
      error(
        key,
        `'${own.import}' does not export '${own[key]}', '${key}' of '${name}' in 'types'`,
        didYouMean(own[key], known) ?? `export it from ${shownPath(file)}`,
      ),
    );
}

const functions = ['parse', 'format'] as const;
const exported =
  /\bexport (?:async )?(?:const|let|function|class|abstract class|interface|type|enum) ([\w$]+)/g;

/** Extensions of files that an import may refer to, by its extension; sources first. */
const endings: Readonly<Record<string, readonly string[]>> = {
  js: ['.ts', '.tsx', '.d.ts', '.js', '.jsx'],
  mjs: ['.mts', '.d.mts', '.mjs'],
  cjs: ['.cts', '.d.cts', '.cjs'],
};

/** The file of a module; empty if there is none. */
function fileOf(path: string): string {
  const extension = /\.([cm]?js)$/.exec(path)?.[1];
  const stem = extension === undefined ? path : path.slice(0, -extension.length - 1);
  const files = (endings[extension ?? 'js'] ?? []).map((ending) => stem + ending);
  const others = [path, ...(endings.js ?? []).map((ending) => `${path}/index${ending}`)];
  const all = extension === undefined ? [...files, ...others] : files;
  return all.find((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true) ?? '';
}
