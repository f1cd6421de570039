import type { HeaderReader } from '../../operation/message.ts';
import { readHeadersAs } from '../headers.ts';
import { inlineReferences } from './inline-references.ts';

/**
 * Reads the headers of a message with SOAP encoding. Their values may be entries beside them, as in
 * a Body. ASMX names an entry after its type, other stacks name it after its part: the namespace
 * only counts if several have the local name.
 */
export const readEncodedHeaders: HeaderReader = (reader, declared, entries) =>
  readHeadersAs(inlineReferences(reader), declared, entries, true);
