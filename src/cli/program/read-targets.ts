import { type AddedTarget, allTargets, isAdded, mixedTargets } from '../../config/config.ts';
import type { Target } from '../../plan/result/plan.ts';
import { readWord, wrongValue } from './option-values.ts';

/**
 * Reads `--targets`: words separated by commas or spaces, all or none with a `+` in front.
 *
 * @throws {CliError} for no word, one that is not a target, or some with `+` among others
 */
export function readTargets(list: string): readonly Target[] | readonly AddedTarget[] {
  const words = list.split(/[\s,]+/).filter((word) => word !== '');
  if (words.length === 0) {
    throw wrongValue('--targets', list, `Choose from ${allTargets.join(', ')}.`);
  }
  const targets = words.map((word) => readTarget(word.replace(/^\+/, '')));
  if (!words.some(isAdded)) return targets;
  if (words.every(isAdded)) return targets.map((target): AddedTarget => `+${target}`);
  throw wrongValue('--targets', list, `Write + in front of all or none: ${mixedTargets}.`);
}

const readTarget = readWord('--targets', allTargets);
