import type { HeaderDescriptor, HeaderReader, ReadHeaders } from '../operation/message.ts';
import { attributeText } from '../xml/attributes.ts';
import { START, type XmlReader } from '../xml/reader.ts';

/** Reads `soap:Header`. Ignores actor and role, as ASMX does. */
export const readHeaders: HeaderReader = (reader, envelope, declared, check) =>
  readHeadersAs(reader, envelope, declared, { check });

/** How headers are read. */
interface HeaderOptions {
  /** Whether an entry may also have another namespace than declared. */
  readonly anyNamespace?: boolean;
  readonly check: Parameters<HeaderReader>[3];
}

/** Does what {@link readHeaders} does. */
export function readHeadersAs(
  reader: XmlReader,
  envelope: string,
  declared: readonly HeaderDescriptor[],
  { anyNamespace, check }: HeaderOptions,
): ReadHeaders {
  const values: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  const notUnderstood: string[] = [];
  while (reader.nextTag() === START) {
    const { local, namespace } = reader;
    const named = declared.filter(({ element }) => element.local === local);
    const exact = named.find(({ element }) => element.namespace === namespace);
    const descriptor = exact ?? (anyNamespace ? named[0] : undefined);
    // ASMX reads the first of several; the others are unknown to it
    if (descriptor?.read !== undefined && !(descriptor.name in values)) {
      reader.base = reader.depth - 1;
      check?.(reader);
      values[descriptor.name] = descriptor.read(reader);
      continue;
    }
    const must = attributeText(reader, envelope, 'mustUnderstand');
    if (must === '1' || must === 'true') notUnderstood.push(local);
    reader.skip();
  }
  return { values, notUnderstood };
}
