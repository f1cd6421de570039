import { namespaces } from '../common/namespaces.ts';
import type { QName } from '../common/qname.ts';
import { type BuiltinName, builtinNames } from './builtin-types.ts';
import type { ComplexType, SchemaType, SimpleType } from './schema.ts';

/** The base of each built-in (XML Schema part 2 section 3); for others it is `anySimpleType`. */
const bases: Partial<Record<BuiltinName, BuiltinName>> = {
  normalizedString: 'string',
  token: 'normalizedString',
  language: 'token',
  Name: 'token',
  NMTOKEN: 'token',
  NCName: 'Name',
  ID: 'NCName',
  IDREF: 'NCName',
  ENTITY: 'NCName',
  integer: 'decimal',
  nonPositiveInteger: 'integer',
  negativeInteger: 'nonPositiveInteger',
  nonNegativeInteger: 'integer',
  positiveInteger: 'nonNegativeInteger',
  long: 'integer',
  int: 'long',
  short: 'int',
  byte: 'short',
  unsignedLong: 'nonNegativeInteger',
  unsignedInt: 'unsignedLong',
  unsignedShort: 'unsignedInt',
  unsignedByte: 'unsignedShort',
  guid: 'string',
  char: 'unsignedShort',
};

const listItems: Partial<Record<BuiltinName, BuiltinName>> = {
  NMTOKENS: 'NMTOKEN',
  IDREFS: 'IDREF',
  ENTITIES: 'ENTITY',
};

const created = new Map<string, SimpleType>();

/**
 * The one object of a built-in simple type. Its own range and white space follow from `builtin`,
 * and are not listed as facets; the least length of lists is one.
 */
export function builtinType(name: BuiltinName): SimpleType {
  const known = created.get(name);
  if (known !== undefined) return known;
  const item = listItems[name];
  const base = name === 'anySimpleType' ? undefined : builtinType(bases[name] ?? 'anySimpleType');
  const microsoft = name === 'guid' || name === 'char';
  const type: SimpleType = {
    kind: 'simple',
    name: {
      namespace: microsoft ? namespaces.microsoftTypes : namespaces.xsd,
      localName: name,
    },
    context: [],
    variety: item === undefined ? 'atomic' : 'list',
    builtin: name,
    base,
    item: item === undefined ? undefined : builtinType(item),
    members: undefined,
    // no list of these is empty (XML Schema part 2 sections 3.3.5, 3.3.10 and 3.3.12)
    facets: item === undefined ? {} : { minLength: 1 },
    documentation: undefined,
    span: undefined,
  };
  created.set(name, type);
  return type;
}

/** The ur-type (XML Schema part 1 section 3.4.7): mixed content of any elements, any attributes. */
export const anyType: ComplexType = {
  kind: 'complex',
  name: { namespace: namespaces.xsd, localName: 'anyType' },
  context: [],
  abstract: false,
  mixed: true,
  base: undefined,
  derivation: undefined,
  simpleContent: undefined,
  ...urContent(),
  attributes: [],
  ownAttributes: [],
  anyAttribute: { allowed: { kind: 'any' }, processContents: 'lax' },
  derived: [],
  soapArray: undefined,
  documentation: undefined,
  span: undefined,
};

function urContent(): Pick<ComplexType, 'particle' | 'ownParticle'> {
  const particle: ComplexType['particle'] = {
    kind: 'model',
    compositor: 'sequence',
    occurs: { min: 1, max: 1 },
    particles: [
      {
        kind: 'any',
        wildcard: { allowed: { kind: 'any' }, processContents: 'lax' },
        occurs: { min: 0, max: Number.POSITIVE_INFINITY },
      },
    ],
  };
  return { particle, ownParticle: particle };
}

const xsdNames: ReadonlySet<string> = new Set(
  builtinNames.filter((name) => name !== 'guid' && name !== 'char'),
);

/**
 * Names in the SOAP encoding schemas for types that differ from a built-in only by `id` and `href`.
 */
const soapNames: ReadonlyMap<string, BuiltinName> = new Map([
  ...[...xsdNames].map((name) => [name, name as BuiltinName] as const),
  ['base64', 'base64Binary'],
]);

/**
 * The built-in type with a name, whatever a contract declares: XML Schema's own, ASMX's `guid` and
 * `char`, and those of the SOAP encoding, which are equal to XML Schema's (SOAP 1.1 section 5.2).
 */
export function findBuiltin(name: QName): SchemaType | undefined {
  const { namespace, localName } = name;
  if (namespace === namespaces.xsd) {
    if (xsdNames.has(localName)) return builtinType(localName as BuiltinName);
    return localName === 'anyType' ? anyType : undefined;
  }
  if (namespace === namespaces.microsoftTypes) {
    return localName === 'guid' || localName === 'char' ? builtinType(localName) : undefined;
  }
  if (namespace === namespaces.soapEncoding11 || namespace === namespaces.soapEncoding12) {
    const builtin = soapNames.get(localName);
    if (builtin !== undefined) return builtinType(builtin);
    return localName === 'anyType' ? anyType : undefined;
  }
  return undefined;
}

/** Whether a type is the ur-type, the base of every type, which does not restrict anything. */
export function isAnyType(type: SchemaType): boolean {
  return type === anyType;
}
