import { locateSetting } from '../../config/locate-setting.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { shownPath } from '../terminal/shown-path.ts';

/** A setting of an entry of `contracts`. */
export interface Setting {
  /** Path of the configuration. */
  readonly config: string;
  /** Index of the entry. */
  readonly index: number;
  /** Keys that lead to it. A text at the end is also searched for among the values of a list. */
  readonly keys: readonly [string, ...string[]];
}

/** A diagnostic about a setting, with its position, or in modules with its name. */
export function atSetting(
  { config, index, keys }: Setting,
  diagnostic: Omit<Diagnostic, 'span'>,
): Diagnostic {
  const shown = shownPath(config);
  const span = locateSetting(config, shown, ['contracts', index, ...keys]);
  const where = span === undefined ? `${shown}: contracts[${index}].${keys[0]}: ` : '';
  return { ...diagnostic, message: where + diagnostic.message, span };
}
