import { findAttribute } from './attributes.ts';
import { deviate } from './deviation.ts';
import { locate, placeOf } from './place.ts';
import type { XmlReader } from './reader.ts';
import { prefixOf } from './scope.ts';
import { type XmlQName, XSI_NAMESPACE } from './tokens.ts';
import { XmlValueError } from './xml-error.ts';

/** Whether the START just read has `xsi:nil`, or `xsi:null` as in drafts of XML Schema. */
export function isNil(reader: XmlReader): boolean {
  if (reader.attributes.length === 0) return false;
  const nil =
    findAttribute(reader, XSI_NAMESPACE, 'nil') ?? findAttribute(reader, XSI_NAMESPACE, 'null');
  return nil !== undefined && /^\s*(?:true|1)\s*$/.test(nil.value);
}

/** The error for a nil element whose declaration does not allow it (XML Schema 1, 3.3.4). */
export function nilError({ rawName }: XmlReader): XmlValueError {
  return new XmlValueError(
    `Element '${rawName}' cannot be nil: the contract does not allow xsi:nil here.`,
  );
}

/**
 * Refuses the element whose START was just read if it is nil, which its declaration does not allow.
 * Only strict readers do; those of clients note a deviation.
 */
export function refuseNil(reader: XmlReader): void {
  const { strict, deviations } = reader;
  if (!(strict || deviations !== undefined) || !isNil(reader)) return;
  const error = nilError(reader);
  if (strict) throw locate(reader, error);
  deviations?.add(placeOf(reader), error.message);
}

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
