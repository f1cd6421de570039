import { allTargets } from '../../config/config.ts';
import type { Target } from '../../plan/result/plan.ts';
import { readWord, wrongValue } from './option-values.ts';

/**
 * Reads `--targets`: words separated by commas or spaces.
 *
 * @throws {CliError} for no word, or one that is not a target
 */
export function readTargets(list: string): readonly Target[] {
  const words = list.split(/[\s,]+/).filter((word) => word !== '');
  if (words.length === 0) {
    throw wrongValue('--targets', list, `Choose from ${allTargets.join(', ')}.`);
  }
  return words.map(readWord('--targets', allTargets));
}
