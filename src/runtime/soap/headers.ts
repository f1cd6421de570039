import type { HeaderDescriptor, HeaderReader } from '../operation/message.ts';
import { attributeText } from '../xml/attributes.ts';
import { START } from '../xml/reader.ts';

/** Reads `soap:Header`. Ignores actor and role, as ASMX does. */
export const readHeaders: HeaderReader = (reader, envelope, declared) => {
  const values: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  const notUnderstood: string[] = [];
  while (reader.nextTag() === START) {
    const { local, namespace } = reader;
    const isEntry = ({ element }: HeaderDescriptor): boolean =>
      element.local === local && element.namespace === namespace;
    const descriptor = declared.find(isEntry);
    // of several, ASMX reads the first and does not know the others
    if (descriptor?.read !== undefined && !(descriptor.name in values)) {
      reader.base = reader.depth - 1;
      values[descriptor.name] = descriptor.read(reader);
      continue;
    }
    const must = attributeText(reader, envelope, 'mustUnderstand');
    if (must === '1' || must === 'true') notUnderstood.push(local);
    reader.skip();
  }
  return { values, notUnderstood };
};
