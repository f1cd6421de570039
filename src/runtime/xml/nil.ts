import type { DeviatingReader } from './deviation.ts';
import { locate, placeOf } from './place.ts';
import { XSI_NAMESPACE } from './tokens.ts';
import { XmlValueError } from './xml-error.ts';

/** Whether the START just read has `xsi:nil`, or `xsi:null` as in drafts of XML Schema. */
export function isNil({ attributes }: DeviatingReader): boolean {
  for (const { local, namespace, value } of attributes) {
    if (namespace !== XSI_NAMESPACE || (local !== 'nil' && local !== 'null')) continue;
    return /^\s*(?:true|1)\s*$/.test(value);
  }
  return false;
}

/** The error for a nil element whose declaration does not allow it (XML Schema 1, 3.3.4). */
export function nilError({ rawName }: { readonly rawName: string }): XmlValueError {
  return new XmlValueError(
    `Element '${rawName}' cannot be nil: the contract does not allow xsi:nil here.`,
  );
}

/**
 * Refuses the element whose START was just read if it is nil, which its declaration does not allow.
 * Only strict readers do; those of clients note a deviation.
 */
export function refuseNil(reader: DeviatingReader & { readonly rawName: string }): void {
  const { strict, deviations } = reader;
  if (!(strict || deviations !== undefined) || !isNil(reader)) return;
  const error = nilError(reader);
  if (strict) throw locate(reader, error);
  deviations?.add(placeOf(reader), error.message);
}
