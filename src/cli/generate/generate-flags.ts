import { type ContractSettings, mergeSettings, targetsOf } from '../../config/config.ts';
import { emitWords, importExtensionWords, runtimeWords } from '../../config/config-keys.ts';
import { readingFlags } from '../contract/jobs.ts';
import { readWord } from '../program/option-values.ts';
import { readTargets } from '../program/read-targets.ts';
import { CliError } from '../terminal/cli-error.ts';
import type { GenerateCommandOptions } from './options.ts';

/**
 * Settings of the configuration, overridden by the command line.
 *
 * @throws {CliError} for invalid option values
 */
export function withFlags(
  settings: ContractSettings,
  options: GenerateCommandOptions,
): ContractSettings {
  const { emit, importExtension } = options;
  const merged = mergeSettings(settings, {
    targets:
      options.targets === undefined
        ? undefined
        : targetsOf(readTargets(options.targets), settings.targets),
    runtime: options.runtime === undefined ? undefined : readRuntime(options.runtime),
    only: options.only,
    emit: emit === undefined ? undefined : readEmit(emit),
    importExtension: importExtension === undefined ? undefined : readEnding(importExtension),
    ...readingFlags(settings, options),
  });
  if (merged.emit === 'js' && merged.importExtension === 'ts') {
    // what the configuration chose for TypeScript says nothing of JavaScript
    if (importExtension === undefined) return { ...merged, importExtension: undefined };
    throw new CliError(
      'JavaScript cannot import files that end in .ts',
      'Give --import-extension js, or none for a bundler.',
    );
  }
  return merged;
}

const readEmit = readWord('--emit', emitWords);
const readEnding = readWord('--import-extension', importExtensionWords);
const readRuntime = readWord('--runtime', runtimeWords);
