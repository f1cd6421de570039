import {
  type DataEntry,
  type DataMap,
  type DataNode,
  type DataReader,
  mapEntry,
} from '../../diagnostics/data.ts';
import type { Span } from '../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../diagnostics/words.ts';
import type { BindingKind } from '../../model/wsdl.ts';
import {
  bindingWords,
  type ContractNotation,
  type ElementNotation,
  type EnumerationValueNotation,
  type FacetNotation,
  type FieldNotation,
  facetKeys,
  type HeaderNotation,
  isBuiltin,
  isContentType,
  type NamedType,
  type NotationKey,
  namespaceFit,
  notationKeys,
  type OperationNotation,
  type ReturnsNotation,
  type ServiceNotation,
  type TypeExpression,
  type TypeNotation,
  writtenWords,
} from '../../model/yaml.ts';
import { isNcName } from '../../runtime/xml/errors.ts';
import { readTypeExpression } from './types.ts';

const owner = 'the contract';

/** Reads the whole notation. Reports every problem of its structure and its names. */
export function readNotation(
  reader: DataReader<Span>,
  root: DataNode,
): ContractNotation | undefined {
  if (isNothing(root)) {
    reader.complain(root.place, 'ASMX1012', 'the file is empty', {
      help: 'a contract begins with asmx: 1, name, namespace and services',
    });
    return undefined;
  }
  if (root.kind === 'scalar') {
    reader.complain(root.place, 'ASMX1013', 'this is neither a WSDL document nor a map in YAML', {
      help: 'a contract in YAML begins with asmx: 1, name, namespace and services',
    });
    return undefined;
  }
  const map = reader.map(root, owner);
  if (map === undefined) return undefined;
  const place = map.entries[0]?.place ?? map.place;
  const { name = '', namespace = '', ...read } = readKeys(reader, map, 'contract', owner, place);
  checkVersion(reader, mapEntry(map, 'asmx')?.value);
  const bindings = readBindings(reader, map, { bindings: bindingWords, of: 'contract' }, owner);
  const types = new Map<string, TypeNotation>();
  for (const entry of readEntries(reader, mapEntry(map, 'types')?.value, "'types'")) {
    const type = readTypeNotation(reader, entry) ?? standIn(entry);
    if (!isBuiltin(entry.key) && !isContentType(entry.key)) types.set(entry.key, type);
  }
  const assumed = mapEntry(map, 'bindings') === undefined;
  return {
    ...read,
    elements: read.elements === 'unqualified' ? read.elements : undefined,
    name,
    namespace,
    services: readServices(reader, map, { namespace, bindings, assumed }),
    types,
  };
}

/** Replaces a type that cannot be read, so that references to it are not reported, too. */
function standIn(entry: DataEntry): TypeNotation {
  const { key: name, place: span } = entry;
  return { kind: 'class', name, span, abstract: false, fields: [], attributes: [] };
}

function checkVersion(reader: DataReader<Span>, node: DataNode | undefined): void {
  if (node === undefined || (node.kind === 'scalar' && node.text === '1')) return;
  const text = node.kind === 'scalar' ? ` '${node.text}'` : '';
  reader.complain(node.place, 'ASMX1013', `version${text} of the notation is not known`, {
    help: 'write asmx: 1',
  });
}

const forms = notationKeys.contract.elements.words;
const styles = notationKeys.service.style.words;

/** What keys hold that is read in every map alike. */
interface Held {
  readonly documentation: string | undefined;
  readonly text: string | undefined;
  readonly flag: boolean;
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  readonly url: string | undefined;
  readonly path: string | undefined;
  readonly form: (typeof forms)[number] | undefined;
  readonly style: (typeof styles)[number] | undefined;
  readonly pattern: string | undefined;
  readonly fields: readonly FieldNotation[];
  readonly headers: readonly HeaderNotation[];
  readonly faults: readonly ElementNotation[];
  readonly type: TypeExpression | undefined;
  readonly typeName: NamedType | undefined;
  readonly default: string | undefined;
  readonly values: readonly EnumerationValueNotation[];
}

const readers: {
  readonly [H in keyof Held]: (
    reader: DataReader<Span>,
    entry: DataEntry,
    owner: string,
  ) => Held[H] | undefined;
} = {
  documentation: readDocumentation,
  text: readText,
  flag: (reader, { key, value }, owner) => reader.boolean(value, `'${key}' in ${owner}`),
  name: (reader, entry, owner) => {
    const name = readText(reader, entry, owner);
    if (name !== undefined) checkName(reader, name, entry.value.place, 'contract');
    return name;
  },
  namespace: checked(checkNamespace),
  url: checked(checkBaseUrl),
  path: checked(checkPath),
  form: (reader, { key, value }, owner) => reader.word(value, forms, `'${key}' in ${owner}`),
  style: (reader, { key, value }, owner) => reader.word(value, styles, `'${key}' in ${owner}`),
  pattern: checked(checkActions),
  fields: readFields,
  headers: readHeaders,
  faults: (reader, entry, owner) =>
    readElements(reader, entry, 'fault', owner).map(({ field }) => field),
  type: (reader, { key, place, value }, owner) =>
    readType(reader, value, key === 'type' ? owner : `'${key}' in ${owner}`, place),
  typeName: readTypeName,
  default: readDefault,
  values: readValues,
};

/** What keys have that are absent or wrong, unless it is nothing. */
const absent: Partial<Held> = { flag: false, fields: [], headers: [], faults: [], values: [] };

type NotationMap = keyof typeof notationKeys;
type Keys<M extends NotationMap> = (typeof notationKeys)[M];
/** What is read under the keys of a map, without those that need to know what is around it. */
type ReadKeys<M extends NotationMap> = {
  readonly [K in keyof Keys<M> as Keys<M>[K] extends { readonly holds: keyof Held }
    ? K
    : never]: Keys<M>[K] extends { readonly holds: infer H extends keyof Held } ? Held[H] : never;
};

/**
 * Reads the keys of a map. Reports those that are not known, and those that are missing.
 *
 * @param place where a missing key is reported
 */
function readKeys<M extends NotationMap>(
  reader: DataReader<Span>,
  map: DataMap,
  kind: M,
  owner: string,
  place: Span,
): ReadKeys<M> {
  const keys: Readonly<Record<string, NotationKey>> = notationKeys[kind];
  reader.keys(map, Object.keys(keys), owner);
  const read = Object.entries(keys).flatMap(([key, { holds, required: help }]) => {
    const entry =
      help === undefined ? mapEntry(map, key) : reader.required(map, key, owner, { place, help });
    if (!isHeld(holds)) return [];
    return [[key, (entry && readers[holds](reader, entry, owner)) ?? absent[holds]]];
  });
  return Object.fromEntries(read) as ReadKeys<M>;
}

function isHeld(holds: string): holds is keyof Held {
  return Object.hasOwn(readers, holds);
}

interface Inherited extends ServiceBindings {
  readonly namespace: string;
}

function readServices(
  reader: DataReader<Span>,
  map: DataMap,
  inherited: Inherited,
): readonly ServiceNotation[] {
  const entry = mapEntry(map, 'services');
  if (entry === undefined) return [];
  const services: ServiceNotation[] = [];
  const paths = new Map<string, ServiceNotation>();
  for (const one of readEntries(reader, entry.value, "'services'")) {
    const service = readService(reader, one, inherited);
    if (service === undefined) continue;
    const other = paths.get(pathKey(service.path));
    if (other !== undefined) {
      const both = `services '${other.name}' and '${service.name}'`;
      const message = `${both} would both be served at ${service.path}`;
      reader.complain(service.span, 'ASMX2002', message, {
        help: "give one of them another 'path': paths do not differ by letter case alone",
        related: [{ message: `'${other.name}' is here`, place: other.span }],
      });
    } else paths.set(pathKey(service.path), service);
    services.push(service);
  }
  if (entry.value.kind !== 'list' && services.length === 0 && isEmpty(entry.value)) {
    reader.complain(entry.place, 'ASMX3005', 'the contract has no services', {
      help: 'add a service with an operation',
    });
  }
  return services;
}

function readService(
  reader: DataReader<Span>,
  entry: DataEntry,
  inherited: Inherited,
): ServiceNotation | undefined {
  const owner = `service '${entry.key}'`;
  checkName(reader, entry.key, entry.place, 'service');
  const map = mapOf(reader, entry, owner);
  if (map === undefined) return undefined;
  const read = readKeys(reader, map, 'service', owner, entry.place);
  const around = { bindings: inherited.bindings, of: 'contract' } as const;
  const bindings = readBindings(reader, map, around, owner);
  const assumed = inherited.assumed && mapEntry(map, 'bindings') === undefined;
  const operations: OperationNotation[] = [];
  const list = mapEntry(map, 'operations');
  for (const one of readEntries(reader, list?.value, `'operations' of ${owner}`)) {
    const operation = readOperation(reader, one, { bindings, assumed });
    if (operation === undefined) continue;
    if (read.style === 'rpc') checkParts(reader, operation);
    operations.push(operation);
  }
  if (list !== undefined && isEmpty(list.value)) {
    reader.complain(entry.place, 'ASMX3005', `${owner} has no operations`, {
      help: 'add an operation to it',
    });
  }
  return {
    name: entry.key,
    span: entry.place,
    path: read.path ?? encodePath(`/${entry.key}.asmx`),
    namespace: read.namespace ?? inherited.namespace,
    bindings,
    soapActions: read.soapActions,
    style: read.style === 'rpc' ? read.style : undefined,
    script: read.script || undefined,
    documentation: read.documentation,
    operations,
  };
}

function isEmpty(node: DataNode): boolean {
  return isNothing(node) || (node.kind === 'map' && node.entries.length === 0);
}

/** The bindings of a service. */
interface ServiceBindings {
  readonly bindings: readonly BindingKind[];
  /** Whether neither service nor contract names them. */
  readonly assumed: boolean;
}

/** Reads one entry of `operations`. */
function readOperation(
  reader: DataReader<Span>,
  entry: DataEntry,
  { bindings, assumed }: ServiceBindings,
): OperationNotation | undefined {
  const owner = `operation '${entry.key}'`;
  checkName(reader, entry.key, entry.place, 'operation');
  const map = mapOf(reader, entry, owner);
  if (map === undefined) return undefined;
  const read = readKeys(reader, map, 'operation', owner, entry.place);
  const returns = readReturns(reader, map, entry.key);
  if (read.oneWay && returns.kind !== 'void') {
    const span = mapEntry(map, 'returns')?.value.place ?? entry.place;
    reader.complain(span, 'ASMX3004', `${owner} is one-way and cannot return anything`, {
      help: "remove 'returns' or 'oneWay'",
    });
  }
  const own = mapEntry(map, 'bindings')?.value;
  const operation: OperationNotation = {
    ...read,
    name: entry.key,
    span: entry.place,
    returns,
    bindings: readBindings(reader, map, { bindings, of: 'service' }, owner),
    bindingsSpan: own?.place,
    assumesBindings: assumed && own === undefined ? true : undefined,
  };
  checkSoapElements(reader, operation, owner);
  return operation;
}

/** Only SOAP has headers and faults, and only an answer brings them back. */
function checkSoapElements(
  reader: DataReader<Span>,
  { headers, faults, oneWay, bindings }: OperationNotation,
  owner: string,
): void {
  const [first] = [...headers, ...faults];
  if (first !== undefined && !bindings.some((one) => one === 'soap11' || one === 'soap12')) {
    const has = `and its bindings are ${bindings.join(' and ')}`;
    const message = `'${first.name}' of ${owner} needs SOAP, ${has}`;
    reader.complain(first.span, 'ASMX3004', message, { help: 'add soap11 or soap12' });
  }
  const answered = oneWay ? (headers.find((one) => one.out) ?? faults[0]) : undefined;
  if (answered !== undefined) {
    const message = `${owner} is one-way and cannot answer with '${answered.name}'`;
    reader.complain(answered.span, 'ASMX3004', message, { help: "remove it or 'oneWay'" });
  }
}

/** A part of style rpc is there exactly once, and has nothing but a type. */
function checkParts(
  reader: DataReader<Span>,
  { name, parameters, returns }: OperationNotation,
): void {
  const check = (field: FieldNotation, what: string): void => {
    const { type, span } = field;
    const { optional, nillable, repeated, base } = type;
    const mark = optional ? '?' : repeated ? '*' : nillable ? '| null' : undefined;
    const complain = (problem: string, help: string, at = type.span): void => {
      const message = `${what} of operation '${name}' is a part of style rpc, which ${problem}`;
      reader.complain(at, 'ASMX3004', message, { help });
    };
    if (mark !== undefined) {
      const help = `remove '${mark}', or make it a field of a type`;
      complain(`is there exactly once and cannot have '${mark}'`, help);
    } else if (field.default !== undefined) complain('has no default', "remove 'default'", span);
    else if (base.kind === 'named' && isContentType(base.name) && !isAny(base.name)) {
      complain(`needs a type with a name, not '${base.name}'`, 'make it a field of a type');
    }
  };
  for (const one of parameters) check(one, `parameter '${one.name}'`);
  if (returns.kind === 'result') check(returns.field, 'the result');
  if (returns.kind === 'out') {
    for (const one of returns.fields) check(one, `out parameter '${one.name}'`);
  }
}

/** `void`, a type, `{ type: … }`, `{ written: … }` or a map of out parameters. */
function readReturns(reader: DataReader<Span>, map: DataMap, operation: string): ReturnsNotation {
  const entry = mapEntry(map, 'returns');
  if (entry === undefined) return { kind: 'void' };
  const { value } = entry;
  const result = `${operation}Result`;
  const owner = `the result of operation '${operation}'`;
  if (value.kind !== 'map') {
    if (value.kind === 'scalar' && value.text === 'void') return { kind: 'void' };
    const type = readType(reader, value, owner, entry.place);
    if (type === undefined) return { kind: 'void' };
    return { kind: 'result', field: { name: result, span: entry.place, type } };
  }
  const keys = value.entries.map((one) => one.key);
  const only = keys.length === 1 ? value.entries[0] : undefined;
  if (only?.key === 'written' && only.value.kind === 'scalar') {
    const text = only.value.text;
    const word = writtenWords.find((one) => one === text);
    if (word !== undefined) return { kind: 'written', as: word };
    const meant = didYouMean(text, writtenWords);
    if (meant !== undefined) {
      const message = `'written' must be one of ${writtenWords.join(', ')}, not '${text}'`;
      reader.complain(only.value.place, 'ASMX1013', message, { help: meant });
      return { kind: 'void' };
    }
  }
  if (keys.includes('type') && keys.every((key) => Object.hasOwn(notationKeys.field, key))) {
    const field = readField(reader, { ...entry, key: result }, owner);
    return field === undefined ? { kind: 'void' } : { kind: 'result', field };
  }
  const fields = readFields(reader, entry, `operation '${operation}'`);
  const first = fields[0];
  if (first === undefined) return { kind: 'void' };
  return fields.length === 1 && first.name === result
    ? { kind: 'result', field: first }
    : { kind: 'out', fields };
}

/** Reads the SOAP headers of an operation. One without directions is sent with the request. */
function readHeaders(
  reader: DataReader<Span>,
  entry: DataEntry,
  owner: string,
): readonly HeaderNotation[] {
  return readElements(reader, entry, 'header', owner).map(({ field, map, read }) => {
    const out = read.out === true;
    const within = map !== undefined && mapEntry(map, 'in') !== undefined ? read.in === true : !out;
    if (!within && !out) {
      const message = `header '${field.name}' is neither sent nor answered`;
      reader.complain(field.span, 'ASMX3004', message, { help: 'write in: true or out: true' });
    }
    return { ...field, in: within, out };
  });
}

interface ReadElement {
  readonly field: ElementNotation;
  /** Absent if only the type is given. */
  readonly map: DataMap | undefined;
  readonly read: Partial<ReadKeys<'header'>>;
}

/** Names with types, each an element of its own in header or detail. */
function readElements(
  reader: DataReader<Span>,
  { value: node }: DataEntry,
  what: 'header' | 'fault',
  owner: string,
): readonly ReadElement[] {
  if (node.kind === 'list') {
    const help = `write each ${what} as a key with its type: { Name: Type }`;
    const message = `'${what}s' of ${owner} must be a map, not a list`;
    reader.complain(node.place, 'ASMX1013', message, { help });
    return [];
  }
  return readEntries(reader, node, `'${what}s' of ${owner}`).flatMap((entry) => {
    const { key: name, place: span, value } = entry;
    checkName(reader, name, span, what);
    const owner = `${what} '${name}'`;
    const map = value.kind === 'map' ? value : undefined;
    const read: Partial<ReadKeys<'header'>> =
      map === undefined
        ? { type: readType(reader, value, owner, span) }
        : readKeys(reader, map, what, owner, span);
    const { type, namespace, documentation } = read;
    if (type === undefined) return [];
    if (type.optional || type.repeated) {
      const mark = type.optional ? '?' : '*';
      reader.complain(type.span, 'ASMX1014', `the type of ${owner} cannot have '${mark}'`, {
        help: what === 'header' ? 'every header may be left out' : 'a fault has one detail',
      });
    }
    return { field: { name, span, type, namespace, documentation }, map, read };
  });
}

/** Reads one entry of `types`. */
function readTypeNotation(reader: DataReader<Span>, entry: DataEntry): TypeNotation | undefined {
  const owner = `type '${entry.key}'`;
  checkName(reader, entry.key, entry.place, 'type');
  if (isBuiltin(entry.key) || isContentType(entry.key)) {
    reader.complain(entry.place, 'ASMX2002', `${owner} would hide the built-in type of that name`, {
      help: 'choose another name',
    });
  }
  const map = reader.map(entry.value, owner);
  if (map === undefined) return undefined;
  const kinds = ['fields', 'values', 'restricts'].filter((key) => mapEntry(map, key));
  if (kinds.length > 1) {
    const second = mapEntry(map, kinds[1] ?? '');
    const message = `${owner} cannot have both '${kinds[0]}' and '${kinds[1]}'`;
    reader.complain(second?.place ?? entry.place, 'ASMX1011', message);
    return undefined;
  }
  const read =
    kinds[0] === 'values'
      ? readEnumeration
      : kinds[0] === 'restricts'
        ? readRestriction
        : readClass;
  return read(reader, entry, map, owner);
}

function readClass(
  reader: DataReader<Span>,
  entry: DataEntry,
  map: DataMap,
  owner: string,
): TypeNotation | undefined {
  const own = ['fields', 'extends', 'text', 'attributes'].find((key) => mapEntry(map, key));
  const read = readKeys(reader, map, 'class', owner, entry.place);
  if (own === undefined) {
    reader.complain(entry.place, 'ASMX1012', `key 'fields' is missing in ${owner}`, {
      help: "a type has 'fields', 'values' (an enumeration) or 'restricts' (a simple type)",
    });
    return undefined;
  }
  const text = mapEntry(map, 'text');
  if (text !== undefined && mapEntry(map, 'fields') !== undefined) {
    reader.complain(text.place, 'ASMX1011', `${owner} cannot have both 'fields' and 'text'`, {
      help: 'text goes with attributes only',
    });
  }
  return { kind: 'class', name: entry.key, span: entry.place, ...read };
}

function readEnumeration(
  reader: DataReader<Span>,
  { key: name, place: span }: DataEntry,
  map: DataMap,
  owner: string,
): TypeNotation {
  return { kind: 'enumeration', name, span, ...readKeys(reader, map, 'enumeration', owner, span) };
}

/** A list of values, or a map of values with their documentation. */
function readValues(
  reader: DataReader<Span>,
  { value: node }: DataEntry,
  owner: string,
): readonly EnumerationValueNotation[] {
  const what = `'values' in ${owner}`;
  const values = new Map<string, EnumerationValueNotation>();
  if (node.kind === 'map') {
    for (const one of node.entries) {
      const documented = one.value.kind !== 'scalar' || one.value.value !== null;
      const documentation = documented
        ? reader.string(one.value, `the documentation of value '${one.key}'`)
        : undefined;
      values.set(one.key, { value: one.key, documentation, span: one.place });
    }
  } else {
    for (const item of reader.list(node, what) ?? []) {
      if (item.kind !== 'scalar' || item.value === null) {
        reader.complain(item.place, 'ASMX1013', `a value in ${owner} must be a text`);
        continue;
      }
      const first = values.get(item.text);
      if (first !== undefined) {
        reader.complain(item.place, 'ASMX2002', `value '${item.text}' appears twice in ${owner}`, {
          related: [{ message: 'first here', place: first.span }],
        });
      } else values.set(item.text, { value: item.text, span: item.place });
    }
  }
  if (
    values.size === 0 &&
    (node.kind === 'map' || (node.kind === 'list' && node.items.length === 0))
  ) {
    reader.complain(node.place, 'ASMX1013', `${what} is empty`, {
      help: 'list the words it may hold',
    });
  }
  return [...values.values()];
}

function readRestriction(
  reader: DataReader<Span>,
  entry: DataEntry,
  map: DataMap,
  owner: string,
): TypeNotation | undefined {
  const { key: name, place: span } = entry;
  const read = readKeys(reader, map, 'restriction', owner, span);
  if (read.restricts === undefined) return undefined;
  const facets: FacetNotation[] = [];
  for (const name of facetKeys) {
    const facet = mapEntry(map, name);
    if (facet === undefined) continue;
    const { value } = facet;
    const counted = notationKeys.restriction[name].holds === 'count';
    if (value.kind !== 'scalar' || value.value === null) {
      reader.complain(value.place, 'ASMX1013', `'${name}' in ${owner} must be a single value`);
    } else if (counted && !/^\d{1,9}$/.test(value.text)) {
      reader.complain(
        value.place,
        'ASMX1013',
        `'${name}' in ${owner} must be a whole number, not '${value.text}'`,
      );
    } else facets.push({ name, value: value.text, span: value.place });
  }
  const { restricts: base, namespace, documentation } = read;
  return { kind: 'restriction', name, namespace, span, documentation, base, facets };
}

/** Words for the fields under a key. */
const fieldWords: Readonly<Record<string, string>> = {
  parameters: 'parameter',
  returns: 'out parameter',
  fields: 'field',
  attributes: 'attribute',
};

/** Reads a map of fields under a key; `owner` completes "of …". */
function readFields(
  reader: DataReader<Span>,
  { key, value: node }: DataEntry,
  owner: string,
): readonly FieldNotation[] {
  const what = fieldWords[key] ?? 'field';
  const fields: FieldNotation[] = [];
  if (node.kind === 'list') {
    reader.complain(node.place, 'ASMX1013', `'${key}' of ${owner} must be a map, not a list`, {
      help: `write each ${what} as a key with its type: { code: string, phone: string }`,
    });
    return fields;
  }
  for (const entry of readEntries(reader, node, `'${key}' of ${owner}`)) {
    checkName(reader, entry.key, entry.place, what);
    const field = readField(reader, entry, `${what} '${entry.key}'`);
    if (field !== undefined) fields.push(field);
  }
  return fields;
}

/** Reads one field: a type expression, or a map with `type`. */
function readField(
  reader: DataReader<Span>,
  entry: DataEntry,
  owner: string,
): FieldNotation | undefined {
  const { key: name, place: span, value } = entry;
  if (value.kind !== 'map') {
    const type = readType(reader, value, owner, span);
    return type && { name, span, type };
  }
  const read = readKeys(reader, value, 'field', owner, span);
  const { type, optional, nillable, ...others } = read;
  if (type === undefined) return undefined;
  return {
    name,
    span,
    type: {
      ...type,
      optional: type.optional || (optional && !type.repeated),
      nillable: type.nillable || nillable,
    },
    ...others,
  };
}

function readDefault(
  reader: DataReader<Span>,
  { value }: DataEntry,
  owner: string,
): string | undefined {
  if (value.kind === 'scalar' && value.value !== null) return value.text;
  reader.complain(value.place, 'ASMX1013', `'default' in ${owner} must be a single value`);
  return undefined;
}

/** Reads a type expression from a node. A missing one is reported at `key`. */
function readType(
  reader: DataReader<Span>,
  node: DataNode,
  owner: string,
  key: Span,
): TypeExpression | undefined {
  const help = 'a type looks like int, string?, Item[], Item* or Item | null';
  if (isNothing(node)) {
    reader.complain(key, 'ASMX1012', `the type of ${owner} is missing`, { help });
    return undefined;
  }
  if (node.kind !== 'scalar') {
    const message = `the type of ${owner} must be a text, not a ${node.kind}`;
    reader.complain(node.place, 'ASMX1013', message, { help });
    return undefined;
  }
  return readTypeExpression(node, reader.complain);
}

/** Reads the name of a type, without marks. */
function readTypeName(
  reader: DataReader<Span>,
  { key, value: node }: DataEntry,
  owner: string,
): NamedType | undefined {
  const what = `'${key}' in ${owner}`;
  const name = reader.string(node, what);
  if (name === undefined || node.kind !== 'scalar') return undefined;
  const type = readTypeExpression(node, reader.complain);
  if (type === undefined) return undefined;
  if (type.base.kind === 'named' && !type.optional && !type.nillable && !type.repeated) {
    return type.base;
  }
  reader.complain(node.place, 'ASMX1014', `${what} must be a type's name alone, not '${name}'`);
  return undefined;
}

/** Diagnostic codes for the notation. */
export const notationCodes = {
  unknownKey: 'ASMX1011',
  missingKey: 'ASMX1012',
  wrongKind: 'ASMX1013',
} as const;

/** Reports a name that XML does not allow. `what` names the thing, such as `operation`. */
function checkName(reader: DataReader<Span>, name: string, span: Span, what: string): boolean {
  if (isNcName(name)) return true;
  const corrected = name.trim().replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, '_');
  const message =
    name === ''
      ? `the name of this ${what} is empty`
      : `'${name}' cannot be the name of this ${what}`;
  const rule = 'a name begins with a letter or _ and continues with letters, digits, _, - and .';
  reader.complain(span, 'ASMX3001', message, {
    help: corrected !== name && isNcName(corrected) ? `write '${corrected}': ${rule}` : rule,
  });
  return false;
}

function readText(
  reader: DataReader<Span>,
  { key, value }: DataEntry,
  owner: string,
): string | undefined {
  return reader.string(value, `'${key}' in ${owner}`);
}

/** A text that is checked, too. */
function checked(
  check: (reader: DataReader<Span>, text: string, place: Span) => void,
): typeof readText {
  return (reader, entry, owner) => {
    const text = readText(reader, entry, owner);
    if (text !== undefined) check(reader, text, entry.value.place);
    return text;
  };
}

/** The documentation without surrounding white space; an empty one counts as absent. */
function readDocumentation(
  reader: DataReader<Span>,
  entry: DataEntry,
  owner: string,
): string | undefined {
  return readText(reader, entry, owner)?.trim() || undefined;
}

/** The entries of a map that may be empty (`operations:` with nothing after it). */
function readEntries(
  reader: DataReader<Span>,
  node: DataNode | undefined,
  what: string,
): readonly DataEntry[] {
  if (node === undefined || isNothing(node)) return [];
  return reader.map(node, what)?.entries ?? [];
}

/** The bindings of the surrounding contract or service. */
interface BindingsAround {
  readonly bindings: readonly BindingKind[];
  readonly of: 'contract' | 'service';
}

/** Bindings as listed, in ASMX's order; by default all surrounding ones. */
function readBindings(
  reader: DataReader<Span>,
  map: DataMap,
  { bindings: allowed, of: around }: BindingsAround,
  owner: string,
): readonly BindingKind[] {
  const node = mapEntry(map, 'bindings')?.value;
  if (node === undefined) return allowed;
  const items = reader.list(node, `'bindings' in ${owner}`);
  if (items === undefined) return allowed;
  if (items.length === 0) {
    reader.complain(node.place, 'ASMX1013', `'bindings' in ${owner} is empty`, {
      help: `list one or more of ${allowed.join(', ')}`,
    });
    return allowed;
  }
  const found = new Set<BindingKind>();
  for (const item of items) {
    const word = reader.word(item, bindingWords, 'a binding');
    if (word === undefined) continue;
    if (found.has(word)) {
      reader.complain(item.place, 'ASMX2002', `binding '${word}' appears twice in ${owner}`);
    } else if (!allowed.includes(word)) {
      const message = `binding '${word}' in ${owner} is not among those of the ${around}`;
      const help = `the ${around} has ${allowed.join(', ')}`;
      reader.complain(item.place, 'ASMX1013', message, { help });
    }
    found.add(word);
  }
  return bindingWords.filter((word) => found.has(word));
}

/** The map after a key; an empty value counts as an empty map. */
function mapOf(reader: DataReader<Span>, entry: DataEntry, owner: string): DataMap | undefined {
  if (isNothing(entry.value)) return { kind: 'map', entries: [], place: entry.place };
  return reader.map(entry.value, owner);
}

/** Whether a type of content has a name in XML Schema, as anyType has. */
function isAny(name: string): boolean {
  return name === 'any' || name === 'anyType';
}

/** Whether the value of a key is empty. */
function isNothing(node: DataNode): boolean {
  return node.kind === 'scalar' && node.value === null;
}

/**
 * Reports a namespace that is no URI, or belongs to a standard. One without a scheme, as some
 * services have, only causes a warning.
 */
function checkNamespace(reader: DataReader<Span>, namespace: string, place: Span): void {
  const message = `namespace '${namespace}' is not an absolute URI`;
  const fit = namespaceFit(namespace);
  if (fit === 'standard') {
    reader.complain(place, 'ASMX1013', `namespace '${namespace}' belongs to a standard`, {
      help: 'choose a namespace of your own',
    });
  } else if (fit !== 'absolute') {
    const isHost = /^[\w.-]+\.[\w.-]+(\/\S*)?$/.test(namespace);
    const better = isHost ? `http://${namespace}` : 'http://tempuri.org/';
    if (fit === 'none') {
      reader.complain(place, 'ASMX1013', message, { help: `for example ${better}` });
    } else {
      reader.complain(place, 'ASMX3006', message, {
        severity: 'warning',
        help: `a new service should have one such as ${better}; an old one keeps its own`,
      });
    }
  }
}

/**
 * Reports a base URL that is not http or https, or has more than scheme, host, port and a prefix.
 */
function checkBaseUrl(reader: DataReader<Span>, url: string, place: Span): void {
  let help: string | undefined = 'for example http://localhost:8080';
  if (URL.canParse(url)) {
    const { protocol, search, hash, username } = new URL(url);
    if (protocol !== 'http:' && protocol !== 'https:') help = 'begin it with http:// or https://';
    else if (search !== '' || hash !== '' || /[?#]/.test(url))
      help = "leave out what follows '?' or '#'";
    else if (username !== '') help = 'leave out user name and password';
    else return;
  }
  reader.complain(place, 'ASMX1013', `baseUrl '${url}' is not the address of a server`, {
    help,
  });
}

/** Reports a path that does not begin with `/`, has `..`, or characters that a path cannot have. */
function checkPath(reader: DataReader<Span>, path: string, place: Span): void {
  let help: string | undefined;
  if (/^https?:/i.test(path)) help = "write the path alone, and the server as 'baseUrl'";
  else if (!path.startsWith('/')) help = `write ${encodePath(`/${path}`)}`;
  else if (/[?#]/.test(path)) help = "leave out what follows '?' or '#'";
  else if (/^\/\/|\/\.{1,2}(\/|$)/.test(path)) help = "write it without '//', '.' and '..'";
  else if (!/^(?:[\w.~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})+$/.test(path))
    help = `write ${encodePath(path)}`;
  else if (path === '/') help = 'for example /Service.asmx';
  else return;
  reader.complain(place, 'ASMX1013', `'${path}' cannot be the path of a service`, { help });
}

/** Reports a pattern of actions without the operation, or with other words in braces. */
function checkActions(reader: DataReader<Span>, pattern: string, place: Span): void {
  const odd = pattern.match(/\{(?!(?:namespace|operation)\})[^}]*\}?/)?.[0];
  if (odd === undefined && pattern.includes('{operation}')) return;
  const problem = odd === undefined ? 'has no {operation}' : `has '${odd}'`;
  reader.complain(place, 'ASMX1013', `the pattern of actions '${pattern}' ${problem}`, {
    help: "write it with {namespace} and {operation}, such as '{namespace}#{operation}'",
  });
}

/** Percent-encodes characters that a path cannot have. Existing escapes stay. */
function encodePath(path: string): string {
  return encodeURI(path.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    /%25(?=[0-9A-Fa-f]{2})/g,
    '%',
  );
}

/** The common key of two paths that servers cannot distinguish. */
function pathKey(path: string): string {
  return path.toLowerCase();
}
