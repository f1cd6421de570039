import type { Span } from '../diagnostics/diagnostic.ts';
import { didYouMean } from '../diagnostics/words.ts';
import type { BindingKind, WrittenKind } from './wsdl.ts';
import { namespaces } from './xml.ts';
import { type BuiltinName, builtinNames, builtins } from './xsd/builtins.ts';
import type {
  Annotation,
  ComplexTypeSyntax,
  FacetName,
  Occurs,
  ParticleSyntax,
} from './xsd/schema-document.ts';

/** Characters that no URI has (RFC 3986, section 2). */
const noUriCharacter = /[\s<>"{}|\\^`\p{Cc}]/u;

/** A key of the notation. */
export interface NotationKey {
  /** What it holds, as its reader is named. */
  readonly holds: string;
  /** The words it may be, the default first. */
  readonly words?: readonly string[];
  /** It must be there: what to do if it is not. */
  readonly required?: string;
}

/**
 * Every key of the notation by kind of map, in the order of the reference and of what `convert`
 * writes. `npm run docs` writes the JSON schema for editors of them and their comments.
 */
export const notationKeys = {
  contract: {
    /** Version of the notation. */
    asmx: { holds: 'version', required: 'begin the file with asmx: 1' },
    /** Names the generated functions: create<Name>Client, create<Name>Server. */
    name: {
      holds: 'name',
      required: 'it names the generated functions, for example name: School',
    },
    /**
     * XML namespace of all operation elements. SOAPAction is namespace + operation, with one /
     * between.
     */
    namespace: { holds: 'namespace', required: 'for example namespace: http://tempuri.org/' },
    /** Scheme, host, port and an optional prefix before the services' paths; a default only. */
    baseUrl: { holds: 'url' },
    bindings: { holds: 'bindings' },
    /**
     * Whether elements of parameters, results and fields are in the namespace, as in ASMX, or in
     * none (unqualified), as in UPnP and many services of Java.
     */
    elements: { holds: 'form', words: ['qualified', 'unqualified'] },
    /**
     * GET and POST require every parameter, also those that are optional over SOAP, as in ASMX: a
     * client then sends an absent text as empty, and refuses to leave out any other single value.
     * Otherwise absent parameters are left out and read as absent.
     */
    allParameters: { holds: 'flag' },
    documentation: { holds: 'documentation' },
    /** Service endpoints by name. */
    services: { holds: 'services', required: 'add services with their operations' },
    /** Types that operations use, by name. */
    types: { holds: 'types' },
  },
  service: {
    /** Path of the service, /<Name>.asmx when absent. */
    path: { holds: 'path' },
    /** XML namespace, when it differs from the contract's. */
    namespace: { holds: 'namespace' },
    bindings: { holds: 'bindings' },
    /**
     * SOAP actions of its operations, when they are not namespace + operation, such as
     * '{namespace}#{operation}'.
     */
    soapActions: { holds: 'pattern' },
    /**
     * How SOAP messages hold parameters and results: in an element of the schema, as in ASMX, or
     * each as a part with a type, in no namespace (rpc), as in UPnP. A part is there exactly once.
     */
    style: { holds: 'style', words: ['document', 'rpc'] },
    /**
     * Whether scripts in browsers may call it with JSON, as a class with [ScriptService]. Not in
     * the WSDL.
     */
    script: { holds: 'flag' },
    documentation: { holds: 'documentation' },
    /** Operations by name. */
    operations: { holds: 'operations', required: 'add operations to it' },
  },
  operation: {
    documentation: { holds: 'documentation' },
    /** Parameters by name, in the order in which they are sent. */
    parameters: { holds: 'fields' },
    returns: { holds: 'returns' },
    /** SOAP headers by the names of their elements. */
    headers: { holds: 'headers' },
    /** Declared faults by the names of the elements in their details. */
    faults: { holds: 'faults' },
    /** The caller gets no answer over SOAP. */
    oneWay: { holds: 'flag' },
    bindings: { holds: 'bindings' },
    /** SOAP action, when it is not namespace + operation. */
    soapAction: { holds: 'text' },
  },
  header: {
    /** The request has it. Default: true, unless out is. */
    in: { holds: 'flag' },
    /** The answer has it. */
    out: { holds: 'flag' },
    type: { holds: 'type', required: 'add its type, such as type: string' },
    /** XML namespace of its element, when it is not that of its type. */
    namespace: { holds: 'namespace' },
    documentation: { holds: 'documentation' },
  },
  fault: {
    type: { holds: 'type', required: 'add its type, such as type: string' },
    /** XML namespace of its element, when it is not that of its type. */
    namespace: { holds: 'namespace' },
    documentation: { holds: 'documentation' },
  },
  field: {
    type: { holds: 'type', required: 'add its type, such as type: string' },
    documentation: { holds: 'documentation' },
    /** May be absent, as with '?'. */
    optional: { holds: 'flag' },
    /** May be xsi:nil, as with '| null'. */
    nillable: { holds: 'flag' },
    /** Value of an empty element or an absent attribute. */
    default: { holds: 'default' },
  },
  class: {
    /** XML namespace, when it is not that of the service. */
    namespace: { holds: 'namespace' },
    documentation: { holds: 'documentation' },
    /** The type whose fields and attributes it inherits. */
    extends: { holds: 'typeName' },
    /** Only types that extend it can be sent. */
    abstract: { holds: 'flag' },
    /** Elements by name, in the order in which they are sent. */
    fields: { holds: 'fields' },
    /** XML attributes by name: simple types, required unless marked '?'. */
    attributes: { holds: 'fields' },
    /** Simple type of the text between the tags, for a type without fields. */
    text: { holds: 'type' },
  },
  enumeration: {
    /** XML namespace, when it is not that of the service. */
    namespace: { holds: 'namespace' },
    documentation: { holds: 'documentation' },
    /** The values; as a map, each with its documentation. */
    values: { holds: 'values' },
    /** A value may be several of these, separated by spaces ([Flags] in .NET). */
    flags: { holds: 'flag' },
  },
  restriction: {
    /** XML namespace, when it is not that of the service. */
    namespace: { holds: 'namespace' },
    documentation: { holds: 'documentation' },
    /** The simple type it narrows. */
    restricts: { holds: 'typeName' },
    /** Regular expression of XML Schema that the whole value must match. */
    pattern: { holds: 'text' },
    /** Exact length, in characters or bytes. */
    length: { holds: 'count' },
    /** Minimum length. */
    minLength: { holds: 'count' },
    /** Maximum length. */
    maxLength: { holds: 'count' },
    /** Minimum value. */
    minInclusive: { holds: 'bound' },
    /** Maximum value. */
    maxInclusive: { holds: 'bound' },
    /** Exclusive lower bound. */
    minExclusive: { holds: 'bound' },
    /** Exclusive upper bound. */
    maxExclusive: { holds: 'bound' },
    /** Maximum number of digits. */
    totalDigits: { holds: 'count' },
    /** Maximum number of digits after the decimal point. */
    fractionDigits: { holds: 'count' },
  },
} as const;

type FacetKey = Exclude<
  keyof typeof notationKeys.restriction,
  'namespace' | 'documentation' | 'restricts'
>;

/** Facets of a restricted type, by their names in XML Schema. */
export const facetKeys: readonly FacetKey[] = Object.keys(notationKeys.restriction).filter(
  (key): key is FacetKey => !['namespace', 'documentation', 'restricts'].includes(key),
);

/** Words of `bindings`. */
export const bindingWords = ['soap11', 'soap12', 'httpGet', 'httpPost'] as const;

/** A SOAP action by a pattern of `soapActions`. */
export function actionBy(pattern: string, namespace: string, operation: string): string {
  const values: Readonly<Record<string, string>> = { namespace, operation };
  return pattern.replace(/\{(namespace|operation)\}/g, (_, name: string) => values[name] ?? '');
}

/** Words of `written`. */
export const writtenWords = ['json', 'text', 'binary'] as const;

type TypeNotations = ReadonlyMap<string, TypeNotation>;

/**
 * Whether a type can be null in .NET. Such array items, and roots of GET and POST answers, are
 * nillable.
 */
export function isReferenceType(base: NamedType | ArrayType, types: TypeNotations): boolean {
  let at = base;
  for (let steps = 0; steps <= types.size; steps += 1) {
    if (at.kind === 'array') return true;
    const notation = types.get(at.name);
    if (notation === undefined) return !isValueType(at.name);
    if (notation.kind !== 'restriction') return notation.kind === 'class';
    at = notation.base;
  }
  return true;
}

/**
 * The local name that ASMX gives a type, also used for its items in an array and its root element.
 */
export function asmxTypeName(base: NamedType | ArrayType, types: TypeNotations): string {
  if (base.kind === 'named') return displayNames[base.name] ?? base.name;
  const { item } = base;
  const nullable = item.nillable && !isReferenceType(item.base, types) ? 'NullableOf' : '';
  return `ArrayOf${nullable}${pascal(asmxTypeName(item.base, types))}`;
}

/** A repeated result is an array in .NET, and in GET and POST answers. */
export function rootBase(type: TypeExpression): NamedType | ArrayType {
  if (!type.repeated) return type.base;
  return { kind: 'array', item: { ...type, repeated: false }, span: type.span };
}

/** ASMX's names for its types that are not simple. */
const displayNames: Readonly<Record<string, string>> = {
  any: 'anyType',
  xml: 'XmlNode',
  dataset: 'DataSet',
  datatable: 'DataTable',
};

/**
 * .NET's CodeIdentifier.MakePascal: keeps letters and digits, and makes names of up to two letters
 * upper case.
 */
function pascal(name: string): string {
  const valid = name.replace(/[^\p{L}\p{M}\p{N}_]/gu, '');
  if (valid.length <= 2) return valid.toUpperCase();
  return valid.charAt(0).toUpperCase() + valid.slice(1);
}

const diffgram = 'urn:schemas-microsoft-com:xml-diffgram-v1';
const once: Occurs = { min: 1, max: 1 };
const perhaps: Occurs = { min: 0, max: 1 };
const anyNumber: Occurs = { min: 0, max: Number.POSITIVE_INFINITY };

/**
 * The anonymous type that ASMX writes for an XML fragment, a DataSet or a DataTable. `any` has
 * none.
 */
export function contentTypeSyntax(name: ContentType, span: Span): ComplexTypeSyntax | undefined {
  const any = (namespace: string, occurs: Occurs): ParticleSyntax => ({
    kind: 'any',
    wildcard: { namespace, processContents: namespace === '##any' ? 'strict' : 'lax', span },
    occurs,
    span,
  });
  const group = (particles: readonly ParticleSyntax[], occurs: Occurs): ParticleSyntax => ({
    kind: 'model',
    compositor: 'sequence',
    particles,
    occurs,
    span,
  });
  const type = (mixed: boolean, particle: ParticleSyntax): ComplexTypeSyntax => ({
    kind: 'complexType',
    abstract: false,
    mixed,
    particle,
    attributes: [],
    span,
  });
  switch (name) {
    case 'any':
    case 'anyType':
      return undefined;
    case 'xml':
      return type(true, group([any('##any', once)], once));
    case 'dataset':
      return type(
        false,
        group([any(namespaces.xsd, perhaps), any(diffgram, perhaps)], {
          min: 1,
          max: Number.POSITIVE_INFINITY,
        }),
      );
    case 'datatable':
      return type(false, group([any(namespaces.xsd, anyNumber), any(diffgram, once)], once));
  }
}

type TypesByName = ReadonlyMap<string, TypeNotation>;

/** How a parameter is written in a query string or a form: as one text, or as several. */
export type FormShape = 'text' | 'texts';

/**
 * How GET and POST carry a parameter; `undefined` if ASMX leaves the operation out of these
 * bindings. Only scalars and arrays of scalars are possible; bytes are an array of numbers.
 */
export function formShape(type: TypeExpression, types: TypesByName): FormShape | undefined {
  if (type.base.kind === 'array') {
    if (type.repeated || !isScalar(type.base.item, types)) return undefined;
    return isBytes(type.base.item.base, types) ? undefined : 'texts';
  }
  if (!isScalar(type, types)) return undefined;
  const bytes = isBytes(type.base, types);
  if (bytes && type.repeated) return undefined;
  return bytes || type.repeated ? 'texts' : 'text';
}

/**
 * Why an operation has no GET and POST binding, as the end of a sentence; `undefined` if it may
 * have them.
 */
export function whyNotHttp(operation: OperationNotation, types: TypesByName): string | undefined {
  const misfit = operation.parameters.find((one) => formShape(one.type, types) === undefined);
  if (misfit !== undefined) {
    return `parameter '${misfit.name}' is neither a simple value nor an array of them`;
  }
  return operation.returns.kind === 'out' ? 'it has out parameters' : undefined;
}

/**
 * Whether an operation takes several texts of one name over GET and POST. WSDL can only declare
 * them as arrays of the SOAP encoding, which many tools refuse.
 */
export function takesArrays(operation: OperationNotation, types: TypesByName): boolean {
  return operation.parameters.some((one) => formShape(one.type, types) === 'texts');
}

function isScalar(type: TypeExpression, types: TypesByName): boolean {
  const { base } = type;
  if (base.kind === 'array') return false;
  const builtin = builtinOf(base, types);
  if (builtin === 'enumeration') return !type.nillable;
  return builtin !== undefined && fitsForm(builtin) && !(type.nillable && isValueType(builtin));
}

function isBytes(base: NamedType | ArrayType, types: TypesByName): boolean {
  const builtin = base.kind === 'named' ? builtinOf(base, types) : undefined;
  return builtin === 'base64Binary' || builtin === 'hexBinary';
}

/** The built-in that a simple type is based on. */
function builtinOf(base: NamedType, types: TypesByName): string | undefined {
  let name = base.name;
  for (let steps = 0; steps <= types.size; steps++) {
    const notation = types.get(name);
    if (notation === undefined) return isBuiltin(name) ? name : undefined;
    if (notation.kind === 'enumeration') return 'enumeration';
    if (notation.kind === 'class') return undefined;
    name = notation.base.name;
  }
  return undefined;
}

/** ASMX's types that are not simple: any value, an XML fragment, and two ADO.NET classes. */
export const contentTypes = ['any', 'anyType', 'xml', 'dataset', 'datatable'] as const;

/** A type of `contentTypes`. */
type ContentType = (typeof contentTypes)[number];

const contents: ReadonlySet<string> = new Set(contentTypes);

/** Whether a name is that of a built-in simple type. */
export function isBuiltin(name: string): name is BuiltinName {
  return Object.hasOwn(builtins, name);
}

/** Whether a name is one of `contentTypes`. */
export function isContentType(name: string): name is ContentType {
  return contents.has(name);
}

/**
 * Simple types that are value types in .NET, or numbers. They are never null, so array items are
 * not nillable.
 */
const numbers: ReadonlySet<string> = new Set(['boolean', 'integer', 'decimal', 'float', 'double']);
const valueTypes: ReadonlySet<string> = new Set([
  ...['dateTime', 'date', 'time', 'guid', 'char'],
  ...builtinNames.filter((name) => numbers.has(builtins[name].kind)),
]);

/** Whether a built-in is never null in .NET. */
export function isValueType(name: string): boolean {
  return valueTypes.has(name);
}

/** Built-ins that ASMX does not accept in a query string or a form, alone or in an array. */
const notInForms: ReadonlySet<string> = new Set(['guid', 'QName', 'NOTATION', 'anySimpleType']);

/** Whether a parameter of a built-in type can be in a query string or a form. */
function fitsForm(name: string): boolean {
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

/**
 * The YAML notation after reading, with structure and names checked, but not converted to WSDL yet.
 */
export interface ContractNotation {
  readonly name: string;
  readonly namespace: string;
  readonly baseUrl?: string | undefined;
  readonly documentation?: string | undefined;
  /** Absent if local elements are qualified. */
  readonly elements?: 'unqualified' | undefined;
  /** Whether GET and POST require every parameter, including those that are optional over SOAP. */
  readonly allParameters: boolean;
  readonly services: readonly ServiceNotation[];
  /** By name, in document order. */
  readonly types: ReadonlyMap<string, TypeNotation>;
}

/** One entry of `services`. */
export interface ServiceNotation {
  readonly name: string;
  readonly span: Span;
  /** Begins with `/`. */
  readonly path: string;
  readonly namespace: string;
  readonly bindings: readonly BindingKind[];
  /** The pattern of actions, see {@link actionBy}. Absent if they are namespace + operation. */
  readonly soapActions?: string | undefined;
  /** Absent if messages are elements of the schema. */
  readonly style?: 'rpc' | undefined;
  /** Whether scripts may call it, as `[ScriptService]` of ASMX. */
  readonly script?: true | undefined;
  readonly documentation?: string | undefined;
  readonly operations: readonly OperationNotation[];
}

/** One entry of `operations`. */
export interface OperationNotation {
  readonly name: string;
  readonly span: Span;
  readonly documentation?: string | undefined;
  readonly parameters: readonly FieldNotation[];
  readonly returns: ReturnsNotation;
  /** SOAP headers, by the names of their elements. */
  readonly headers: readonly HeaderNotation[];
  /** Declared faults, by the names of their details' elements. */
  readonly faults: readonly ElementNotation[];
  readonly oneWay: boolean;
  readonly bindings: readonly BindingKind[];
  /** Position of its own `bindings`; absent if it uses those of the service. */
  readonly bindingsSpan?: Span | undefined;
  /** Whether operation, service and contract all leave `bindings` out, so that all four count. */
  readonly assumesBindings?: true | undefined;
  readonly soapAction?: string | undefined;
}

/** The output of an operation. */
export type ReturnsNotation =
  | { readonly kind: 'void' }
  | { readonly kind: 'written'; readonly as: WrittenKind }
  /** One value, the `<Op>Result`. */
  | { readonly kind: 'result'; readonly field: FieldNotation }
  /** Several out parameters. */
  | { readonly kind: 'out'; readonly fields: readonly FieldNotation[] };

/** An element of its own: a SOAP header, or the detail of a fault. */
export interface ElementNotation extends FieldNotation {
  /** Absent if it is that of its type. */
  readonly namespace?: string | undefined;
}

/** A SOAP header of an operation: of the request, of the answer, or of both. */
export interface HeaderNotation extends ElementNotation {
  readonly in: boolean;
  readonly out: boolean;
}

/** A parameter, a field, an attribute, a result, a SOAP header or the detail of a fault. */
export interface FieldNotation extends Annotation {
  readonly name: string;
  /** Span of its key. */
  readonly span: Span;
  readonly type: TypeExpression;
  readonly default?: string | undefined;
}

/** One entry of `types`. */
export type TypeNotation = ClassNotation | EnumerationNotation | RestrictionNotation;

/** A type with `fields`, or with only `text` and attributes. */
export interface ClassNotation extends Annotation {
  readonly kind: 'class';
  readonly name: string;
  /** Absent if it is that of each service. */
  readonly namespace?: string | undefined;
  readonly span: Span;
  readonly abstract: boolean;
  readonly extends?: NamedType | undefined;
  readonly fields: readonly FieldNotation[];
  readonly attributes: readonly FieldNotation[];
  /** Type of the text between the tags. */
  readonly text?: TypeExpression | undefined;
}

/** A type with `values`. */
export interface EnumerationNotation extends Annotation {
  readonly kind: 'enumeration';
  readonly name: string;
  /** Absent if it is that of each service. */
  readonly namespace?: string | undefined;
  readonly span: Span;
  /** Several values at once, separated by spaces. */
  readonly flags: boolean;
  readonly values: readonly EnumerationValueNotation[];
}

export interface EnumerationValueNotation extends Annotation {
  readonly value: string;
  readonly span: Span;
}

/** A simple type with facets. */
export interface RestrictionNotation extends Annotation {
  readonly kind: 'restriction';
  readonly name: string;
  /** Absent if it is that of each service. */
  readonly namespace?: string | undefined;
  readonly span: Span;
  readonly base: NamedType;
  readonly facets: readonly FacetNotation[];
}

export interface FacetNotation {
  readonly name: FacetName;
  readonly value: string;
  readonly span: Span;
}

/** The type after a colon: `string?`, `Mark[]`, `Note | null`. */
export interface TypeExpression {
  readonly base: NamedType | ArrayType;
  /** `?`: may be absent. */
  readonly optional: boolean;
  /** `| null`. */
  readonly nillable: boolean;
  /** `*`: the element itself is repeated. */
  readonly repeated: boolean;
  readonly span: Span;
}

/** A type by name. */
export interface NamedType {
  readonly kind: 'named';
  readonly name: string;
  readonly span: Span;
}

/** `T[]`: an array as ASMX writes it, a wrapper with items. */
export interface ArrayType {
  readonly kind: 'array';
  readonly item: TypeExpression;
  readonly span: Span;
}

const standards: ReadonlySet<string> = new Set(Object.values(namespaces));

/**
 * Whether a text can be a namespace of a contract: an absolute URI, a relative one, which
 * Namespaces in XML deprecates and some services have, that of a standard, or none.
 */
export function namespaceFit(text: string): 'absolute' | 'relative' | 'standard' | 'none' {
  if (standards.has(text)) return 'standard';
  if (text === '' || noUriCharacter.test(text)) return 'none';
  return /^[A-Za-z][A-Za-z0-9+.-]*:./u.test(text) ? 'absolute' : 'relative';
}
