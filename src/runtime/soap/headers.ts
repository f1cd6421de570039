import type {
  HeaderDescriptor,
  HeaderEntries,
  HeaderReader,
  SoapHeaderRecord,
} from '../operation/message.ts';
import { START, type XmlReader } from '../xml/reader.ts';

/** Reads `soap:Header`. */
export const readHeaders: HeaderReader = (reader, declared, entries) =>
  readHeadersAs(reader, declared, entries, false);

/**
 * Does what {@link readHeaders} does. Reads declared headers whatever their actor and role, as ASMX
 * does.
 *
 * @param anyNamespace Whether an entry may also have another namespace than declared.
 */
export function readHeadersAs(
  reader: XmlReader,
  declared: readonly HeaderDescriptor[],
  entries: HeaderEntries | undefined,
  anyNamespace: boolean,
): SoapHeaderRecord {
  const values: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  while (reader.nextTag() === START) {
    const { local, namespace } = reader;
    const named = declared.filter(({ element }) => element.local === local);
    const exact = named.find(({ element }) => element.namespace === namespace);
    const descriptor = exact ?? (anyNamespace ? named[0] : undefined);
    // ASMX reads the first of several; the others are unknown to it
    if (descriptor?.read !== undefined && !(descriptor.name in values)) {
      reader.base = reader.depth - 1;
      entries?.declared(reader);
      values[descriptor.name] = descriptor.read(reader);
    } else if (entries === undefined) reader.skip();
    else entries.other(reader);
  }
  return values;
}
