import { type DataMap, entryOf } from '../diagnostics/data-node.ts';
import type { DataReader } from '../diagnostics/data-read.ts';
import type { ImportSource } from './config.ts';
import { forwardSlashes } from './forward-slashes.ts';

/** Reads `imports`: a map of replacements, or the path of a catalog. */
export function readImports<P>(reader: DataReader<P>, map: DataMap<P>): readonly ImportSource[] {
  const entry = entryOf(map, 'imports');
  if (entry === undefined) return [];
  const { value } = entry;
  const refuse = (place: P): void =>
    reader.complain(place, 'ASMX5002', "'imports' needs a text", {
      help: "for example imports: { 'classpath:': 'src/main/resources/' }",
    });
  if (value.kind !== 'map') {
    const catalog = reader.string(value, "'imports'");
    if (catalog === '') refuse(value.place);
    return catalog === undefined || catalog === '' ? [] : [{ catalog: forwardSlashes(catalog) }];
  }
  return value.entries.flatMap(({ key, place, value: target }) => {
    const to = reader.string(target, `what '${key}' leads to`);
    if (to === undefined) return [];
    if (key === '' || to === '') refuse(key === '' ? place : target.place);
    return [{ from: key, to: forwardSlashes(to) }];
  });
}
