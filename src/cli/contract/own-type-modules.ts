import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { LoadedConfig } from '../../config/load-config.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../diagnostics/suggest.ts';
import type { OwnType } from '../../plan/scope/shape-options.ts';
import { shownPath } from '../terminal/shown-path.ts';
import { atSetting, type Setting } from './at-setting.ts';

/**
 * Errors for modules of the user's own types that are not where the configuration says, or do not
 * mention what it names. Packages are left to whoever compiles or runs the code.
 */
export function ownTypeModuleErrors(config: LoadedConfig): readonly Diagnostic[] {
  return config.contracts.flatMap(({ types }, index) =>
    Object.entries(types.own ?? {}).flatMap(([name, own]) => {
      if (!own.import.startsWith('.')) return [];
      const at = { config: config.path, index, keys: ['types', name] } as const;
      return moduleErrors(name, own, at);
    }),
  );
}

function moduleErrors(name: string, own: OwnType, { config, index, keys }: Setting): Diagnostic[] {
  const path = resolve(config, '..', own.import);
  const error = (key: keyof OwnType, message: string, help: string): Diagnostic =>
    atSetting(
      { config, index, keys: [...keys, key] },
      { code: 'ASMX5002', severity: 'error', message, help },
    );
  const file = fileOf(path);
  if (file === undefined) {
    const wanted = shownPath(path.replace(/\.([cm]?)js$/, '.$1ts'));
    const help = `write ${wanted}, or correct the path: it is relative to the configuration`;
    return [
      error('import', `the module '${own.import}' of '${name}' in 'types' does not exist`, help),
    ];
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

/** Files that an import may mean, by its extension; sources first. */
const endings: Readonly<Record<string, readonly string[]>> = {
  js: ['.ts', '.tsx', '.d.ts', '.js', '.jsx'],
  mjs: ['.mts', '.d.mts', '.mjs'],
  cjs: ['.cts', '.d.cts', '.cjs'],
};

function fileOf(path: string): string | undefined {
  const extension = /\.([cm]?js)$/.exec(path)?.[1];
  const stem = extension === undefined ? path : path.slice(0, -extension.length - 1);
  const files = (endings[extension ?? 'js'] ?? []).map((ending) => stem + ending);
  const others = [path, ...(endings.js ?? []).map((ending) => `${path}/index${ending}`)];
  const all = extension === undefined ? [...files, ...others] : files;
  return all.find((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true);
}
