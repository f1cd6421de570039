import { diagnosticTitles } from '../diagnostics/codes.ts';
import { type DataMap, entryOf } from '../diagnostics/data-node.ts';
import type { DataReader } from '../diagnostics/data-read.ts';
import type { ContractSettings, LintLevel } from './config.ts';
import { lintLevels } from './config-keys.ts';

/** Codes of errors alone, which nothing can silence. */
const errorsAlone = /^ASMX(?:100[12]|102[01]|103[1-4]|4|500[12]|700[1-4]|8|9)/;
const codes = Object.keys(diagnosticTitles).filter((one) => !errorsAlone.test(one));
const rules = codes.filter((one) => one.startsWith('ASMX6'));

/** Reads `lint` of the configuration or of an entry: severities by code. */
export function readLint<P>(reader: DataReader<P>, map: DataMap<P>): ContractSettings['lint'] {
  const levels: [string, LintLevel][] = [];
  for (const entry of entriesOf(reader, map, 'lint')) {
    if (!codes.includes(entry.key)) {
      const message = `'${entry.key}' is not a lint rule, nor the code of a warning`;
      const help = `rules are ${rules[0]} to ${rules.at(-1)}; warnings show their codes`;
      reader.complain(entry.place, 'ASMX5002', message, { help });
      continue;
    }
    const level = reader.word(entry.value, lintLevels, `the severity of ${entry.key}`);
    if (level !== undefined) levels.push([entry.key, level]);
  }
  return Object.fromEntries(levels);
}

/** The entries of a map under an optional key; none without it. */
export function entriesOf<P>(
  reader: DataReader<P>,
  map: DataMap<P>,
  key: string,
): DataMap<P>['entries'] {
  const entry = entryOf(map, key);
  return (entry && reader.map(entry.value, `'${key}'`)?.entries) ?? [];
}
