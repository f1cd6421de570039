import { allTargets, type ContractSettings, mergeSettings } from '../../config/config.ts';
import { suggest } from '../../diagnostics/suggest.ts';
import type { Target } from '../../plan/plan.ts';
import { CliError } from '../cli-error.ts';
import type { GenerateCommandOptions } from '../generate.ts';
import { readSettings } from '../jobs.ts';

/**
 * Settings of the configuration with what the command line says over them.
 *
 * @throws {CliError} for words the options do not know
 */
export function withFlags(
  settings: ContractSettings,
  options: GenerateCommandOptions,
): ContractSettings {
  return mergeSettings(settings, {
    targets: options.targets === undefined ? undefined : readTargets(options.targets),
    runtime: options.runtime === undefined ? undefined : readRuntime(options.runtime),
    only: options.only,
    ...readSettings(settings, options),
  });
}

function readTargets(list: string): readonly Target[] {
  const words = list.split(/[\s,]+/).filter((word) => word !== '');
  if (words.length === 0) throw new CliError('--targets names none', oneOf(allTargets));
  return words.map((word) => {
    const target = allTargets.find((one) => one === word);
    if (target !== undefined) return target;
    const near = suggest(word, allTargets);
    const help = near === undefined ? oneOf(allTargets) : `Did you mean '${near}'?`;
    throw new CliError(`unknown target '${word}'`, help);
  });
}

function readRuntime(word: string): ContractSettings['runtime'] {
  if (word === 'vendor' || word === 'package') return word;
  throw new CliError(`unknown runtime '${word}'`, oneOf(['vendor', 'package']));
}

function oneOf(words: readonly string[]): string {
  return `There are ${words.join(', ')}.`;
}
