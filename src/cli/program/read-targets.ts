import { allTargets } from '../../config/config.ts';
import type { Target } from '../../plan/result/plan.ts';
import { readWord, wrongValue } from './option-values.ts';

/**
 * Reads `--targets`: words with commas or spaces between.
 *
 * @throws {CliError} for no word, and for one that is no target
 */
export function readTargets(list: string): readonly Target[] {
  const words = list.split(/[\s,]+/).filter((word) => word !== '');
  if (words.length === 0) {
    throw wrongValue('--targets', list, `Choose from ${allTargets.join(', ')}.`);
  }
  return words.map(readWord('--targets', allTargets));
}
