import { didYouMean } from '../../diagnostics/suggest.ts';
import { builtinNames } from '../xsd/builtin-types.ts';

/** ASMX's types that are not simple: any value, an XML fragment, and two ADO.NET classes. */
export const contentTypes = ['any', 'anyType', 'xml', 'dataset', 'datatable'] as const;

/** A type of `contentTypes`. */
export type ContentType = (typeof contentTypes)[number];

const builtins: ReadonlySet<string> = new Set(builtinNames);
const contents: ReadonlySet<string> = new Set(contentTypes);

/** Whether a name is that of a built-in simple type. */
export function isBuiltin(name: string): boolean {
  return builtins.has(name);
}

/** Whether a name is one of `contentTypes`. */
export function isContentType(name: string): name is ContentType {
  return contents.has(name);
}

/**
 * Simple types that are value types in .NET, or numbers. They are never null, so array items are
 * not nillable.
 */
const valueTypes: ReadonlySet<string> = new Set([
  'boolean',
  'byte',
  'short',
  'int',
  'long',
  'unsignedByte',
  'unsignedShort',
  'unsignedInt',
  'unsignedLong',
  'integer',
  'nonPositiveInteger',
  'negativeInteger',
  'nonNegativeInteger',
  'positiveInteger',
  'decimal',
  'float',
  'double',
  'dateTime',
  'date',
  'time',
  'guid',
  'char',
]);

/** Whether a built-in is never null in .NET. */
export function isValueType(name: string): boolean {
  return valueTypes.has(name);
}

/** Built-ins that ASMX does not accept in a query string or a form, alone or in an array. */
const notInForms: ReadonlySet<string> = new Set(['guid', 'QName', 'NOTATION', 'anySimpleType']);

/** Whether a parameter of a built-in type can be in a query string or a form. */
export function fitsForm(name: string): boolean {
  return !notInForms.has(name);
}

/** Names of built-in types in other languages. */
const foreignNames: Readonly<Record<string, string>> = {
  bool: 'boolean',
  sbyte: 'byte',
  ushort: 'unsignedShort',
  uint: 'unsignedInt',
  ulong: 'unsignedLong',
  int16: 'short',
  int32: 'int',
  int64: 'long',
  single: 'float',
  number: 'int, long, decimal or double',
  bigint: 'long',
  uuid: 'guid',
  bytes: 'base64Binary',
  binary: 'base64Binary',
  blob: 'base64Binary',
  timespan: 'duration',
  uri: 'anyURI',
  url: 'anyURI',
  str: 'string',
  object: 'any',
  xmlnode: 'xml',
  xmldocument: 'xml',
  xmlelement: 'xml',
};

/** A suggestion for a type that does not exist. `declared` are the contract's own. */
export function suggestType(name: string, declared: Iterable<string>): string | undefined {
  const prefixed = /^[^:]*:(.+)$/.exec(name)?.[1];
  if (prefixed !== undefined) {
    return isBuiltin(prefixed)
      ? `write '${prefixed}' without prefix`
      : 'write type names without prefix';
  }
  const foreign = foreignNames[name.toLowerCase()];
  const own = [...declared];
  const folded = own.find((one) => one.toLowerCase() === name.toLowerCase());
  if (foreign !== undefined && folded === undefined) return `write ${foreign}`;
  return didYouMean(name, [...own, ...builtinNames, ...contentTypes]);
}
