import type { ElementDeclaration, SchemaType } from '../../model/xsd/schema.ts';
import { builtinOf } from './shape-simple.ts';

/** Built-in types that no value type of .NET is mapped to. */
const references: ReadonlySet<string> = new Set([
  'anySimpleType',
  'string',
  'normalizedString',
  'token',
  'language',
  'Name',
  'NCName',
  'NMTOKEN',
  'NMTOKENS',
  'ID',
  'IDREF',
  'IDREFS',
  'ENTITY',
  'ENTITIES',
  'anyURI',
  'QName',
  'NOTATION',
  'hexBinary',
  'base64Binary',
]);

/**
 * Whether values of a type may be null in messages with SOAP encoding, whether or not the contract
 * says so: all but numbers, booleans, dates and enumerations. ASMX leaves out members that are
 * null, other stacks write `xsi:nil` (SOAP 1.1 sections 5.1 and 5.4).
 */
export function mayBeNull(type: SchemaType): boolean {
  if (type.kind === 'complex') return true;
  if (type.variety === 'list') return type.item === undefined || mayBeNull(type.item);
  if (type.variety === 'union') return true;
  return type.facets.enumeration === undefined && references.has(builtinOf(type));
}

/** Whether an element in such a message is left out if its value is null. */
export function isNullMissing({ nillable, type }: ElementDeclaration): boolean {
  return !nillable && mayBeNull(type);
}
