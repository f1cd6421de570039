import { findAttribute } from './attributes.ts';
import { deviate } from './deviation.ts';
import type { XmlReader } from './reader.ts';
import { prefixOf } from './scope.ts';
import { type XmlQName, XSI_NAMESPACE } from './tokens.ts';
import { XmlValueError } from './xml-error.ts';

/**
 * The `xsi:type` of the START just read. An error that is located next is reported at the element.
 */
export function xsiType(reader: XmlReader): XmlQName | undefined {
  if (reader.attributes.length === 0) return undefined;
  reader.asked = undefined;
  const type = findAttribute(reader, XSI_NAMESPACE, 'type');
  if (type === undefined) return undefined;
  try {
    return resolveQName(reader, type.value);
  } catch (error) {
    deviate(reader, error);
    return undefined;
  }
}

/**
 * Resolves a QName.
 *
 * @param scope resolves the prefix; usually the reader
 * @throws XmlValueError the prefix is not declared
 */
export function resolveQName(
  scope: { lookup(prefix: string): string | undefined },
  text: string,
): XmlQName {
  const name = text.trim();
  const prefix = prefixOf(name);
  const namespace = scope.lookup(prefix);
  if (namespace === undefined) {
    throw new XmlValueError(`Prefix '${prefix}' is not defined.`).carry(name);
  }
  return { namespace, local: name.slice(name.indexOf(':') + 1) };
}
