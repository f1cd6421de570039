import { allTargets, type ContractSettings, mergeSettings } from '../../config/config.ts';
import { runtimeWords } from '../../config/config-keys.ts';
import type { Target } from '../../plan/result/plan.ts';
import { readSettings } from '../contract/jobs.ts';
import { readWord, wrongValue } from '../program/option-values.ts';
import type { GenerateCommandOptions } from './options.ts';

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
  if (words.length === 0) {
    throw wrongValue('--targets', list, `Choose from ${allTargets.join(', ')}.`);
  }
  return words.map(readWord('--targets', allTargets));
}

const readRuntime = readWord('--runtime', runtimeWords);
