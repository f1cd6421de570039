import { dataFromValue } from '../diagnostics/data-value.ts';
import type { ContractSettings } from './config.ts';
import { readConfig } from './read-config.ts';

/** A string of JSON, or spaces outside of one. */
const stringOrBlanks = /"(?:[^"\\]|\\.)*"|\s+/g;

/**
 * Reads a valid configuration in JSON without the YAML parser, which takes as long to load as a run
 * that changes nothing. `undefined` for all others: YAML, invalid configurations, and JSON that
 * {@link JSON.parse} may read differently from YAML, such as duplicate keys. Messages need
 * positions, which only the YAML parser provides.
 */
export function readSoundJson(text: string): readonly ContractSettings[] | undefined {
  if (!/^\s*\{/.test(text) || text.includes('"<<"')) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (isDeep(value, deepest)) return undefined;
  const compact = text.replace(stringOrBlanks, (one) => (one.startsWith('"') ? one : ''));
  if (JSON.stringify(value) !== compact) return undefined;
  let sound = true;
  const settings = readConfig(dataFromValue(value), () => {
    sound = false;
  });
  return sound ? settings : undefined;
}

/** No configuration is nested as deep. The YAML parser says where one is nested too deep. */
const deepest = 50;

function isDeep(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((one) => isDeep(one, levels - 1));
}
