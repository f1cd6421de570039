import type { DataEntry, DataMap, DataNode, DataReader } from '../../diagnostics/data.ts';
import type { Span } from '../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../diagnostics/words.ts';
import type { BindingKind } from '../../model/wsdl.ts';
import { namespaces } from '../../model/xml.ts';
import {
  bindingWords,
  type ContractNotation,
  type EnumerationValueNotation,
  type FacetNotation,
  type FieldNotation,
  facetKeys,
  type HeaderNotation,
  isBuiltin,
  isContentType,
  type NamedType,
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
  readVersion(reader, map);
  reader.keys(map, notationKeys.contract, owner);
  const nameHelp = 'it names the generated functions, for example name: School';
  const name = readRequired(reader, map, 'name', nameHelp);
  if (name !== undefined) {
    checkName(reader, name, valueUnder(map, 'name')?.place ?? map.place, 'contract');
  }
  const example = 'for example namespace: http://tempuri.org/';
  const namespace = readRequired(reader, map, 'namespace', example);
  checkNamespace(reader, namespace, valueUnder(map, 'namespace'));
  const baseUrl = readText(reader, map, 'baseUrl', owner);
  checkBaseUrl(reader, baseUrl, valueUnder(map, 'baseUrl'));
  const bindings = readBindings(reader, map, { bindings: bindingWords, of: 'contract' }, owner);
  const types = new Map<string, TypeNotation>();
  for (const entry of readEntries(reader, valueUnder(map, 'types'), "'types'")) {
    const type = readTypeNotation(reader, entry) ?? standIn(entry);
    if (!isBuiltin(entry.key) && !isContentType(entry.key)) types.set(entry.key, type);
  }
  return {
    name: name ?? '',
    namespace: namespace ?? '',
    baseUrl,
    documentation: readDocumentation(reader, map, owner),
    allParameters: readFlag(reader, map, 'allParameters', owner),
    services: readServices(reader, map, {
      namespace: namespace ?? '',
      bindings,
      assumed: valueUnder(map, 'bindings') === undefined,
    }),
    types,
  };
}

/** Replaces a type that cannot be read, so that references to it are not reported, too. */
function standIn(entry: DataEntry): TypeNotation {
  const { key: name, place: span } = entry;
  return { kind: 'class', name, span, abstract: false, fields: [], attributes: [] };
}

function readVersion(reader: DataReader<Span>, map: DataMap): void {
  const entry = atTop(reader, map, 'asmx', 'begin the file with asmx: 1');
  if (entry === undefined || (entry.value.kind === 'scalar' && entry.value.text === '1')) return;
  const text = entry.value.kind === 'scalar' ? ` '${entry.value.text}'` : '';
  reader.complain(entry.value.place, 'ASMX1013', `version${text} of the notation is not known`, {
    help: 'write asmx: 1',
  });
}

function readRequired(
  reader: DataReader<Span>,
  map: DataMap,
  key: string,
  help: string,
): string | undefined {
  const entry = atTop(reader, map, key, help);
  return entry && reader.string(entry.value, `'${key}' in ${owner}`);
}

/** The entry of a key of the contract. A missing one is reported at the first key. */
function atTop(
  reader: DataReader<Span>,
  map: DataMap,
  key: string,
  help: string,
): DataEntry | undefined {
  return reader.required(map, key, owner, { place: map.entries[0]?.place ?? map.place, help });
}

interface Inherited extends ServiceBindings {
  readonly namespace: string;
}

function readServices(
  reader: DataReader<Span>,
  map: DataMap,
  inherited: Inherited,
): readonly ServiceNotation[] {
  const entry = atTop(reader, map, 'services', 'add services with their operations');
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
  reader.keys(map, notationKeys.service, owner);
  const ownNamespace = readText(reader, map, 'namespace', owner);
  checkNamespace(reader, ownNamespace, valueUnder(map, 'namespace'));
  const ownPath = readText(reader, map, 'path', owner);
  checkPath(reader, ownPath, valueUnder(map, 'path'));
  const bindings = readBindings(
    reader,
    map,
    { bindings: inherited.bindings, of: 'contract' },
    owner,
  );
  const assumed = inherited.assumed && valueUnder(map, 'bindings') === undefined;
  const operations: OperationNotation[] = [];
  const absent = { place: entry.place, help: 'add operations to it' };
  const list = reader.required(map, 'operations', owner, absent);
  for (const one of readEntries(reader, list?.value, `'operations' of ${owner}`)) {
    const operation = readOperation(reader, one, { bindings, assumed });
    if (operation !== undefined) operations.push(operation);
  }
  if (list !== undefined && isEmpty(list.value)) {
    reader.complain(entry.place, 'ASMX3005', `${owner} has no operations`, {
      help: 'add an operation to it',
    });
  }
  return {
    name: entry.key,
    span: entry.place,
    path: ownPath ?? encodePath(`/${entry.key}.asmx`),
    namespace: ownNamespace ?? inherited.namespace,
    bindings,
    script: readFlag(reader, map, 'script', owner) || undefined,
    documentation: readDocumentation(reader, map, owner),
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
  reader.keys(map, notationKeys.operation, owner);
  const oneWay = readFlag(reader, map, 'oneWay', owner);
  const returns = readReturns(reader, map, entry.key);
  if (oneWay && returns.kind !== 'void') {
    const span = valueUnder(map, 'returns')?.place ?? entry.place;
    reader.complain(span, 'ASMX3004', `${owner} is one-way and cannot return anything`, {
      help: "remove 'returns' or 'oneWay'",
    });
  }
  const own = valueUnder(map, 'bindings');
  const operation: OperationNotation = {
    name: entry.key,
    span: entry.place,
    documentation: readDocumentation(reader, map, owner),
    parameters: readFields(reader, valueUnder(map, 'parameters'), 'parameters', owner),
    returns,
    headers: readHeaders(reader, valueUnder(map, 'headers'), owner),
    faults: readFaults(reader, valueUnder(map, 'faults'), owner),
    oneWay,
    bindings: readBindings(reader, map, { bindings, of: 'service' }, owner),
    bindingsSpan: own?.place,
    assumesBindings: assumed && own === undefined ? true : undefined,
    soapAction: readText(reader, map, 'soapAction', owner),
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

/** `void`, a type, `{ type: … }`, `{ written: … }` or a map of out parameters. */
function readReturns(reader: DataReader<Span>, map: DataMap, operation: string): ReturnsNotation {
  const entry = map.entries.find((one) => one.key === 'returns');
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
  if (keys.includes('type') && keys.every((key) => notationKeys.field.includes(key))) {
    const field = readField(reader, { ...entry, key: result }, owner);
    return field === undefined ? { kind: 'void' } : { kind: 'result', field };
  }
  const fields = readFields(reader, value, 'returns', `operation '${operation}'`);
  const first = fields[0];
  if (first === undefined) return { kind: 'void' };
  return fields.length === 1 && first.name === result
    ? { kind: 'result', field: first }
    : { kind: 'out', fields };
}

/** Reads the SOAP headers of an operation. One without directions is sent with the request. */
function readHeaders(
  reader: DataReader<Span>,
  node: DataNode | undefined,
  owner: string,
): readonly HeaderNotation[] {
  return elements(reader, node, 'header', owner).map(({ field, entry }) => {
    const { value } = entry;
    const what = `header '${entry.key}'`;
    const flag = (key: string): boolean =>
      value.kind === 'map' && readFlag(reader, value, key, what);
    const given = value.kind === 'map' && valueUnder(value, 'in') !== undefined;
    const out = flag('out');
    const within = given ? flag('in') : !out;
    if (!within && !out) {
      const message = `${what} is neither sent nor answered`;
      reader.complain(entry.place, 'ASMX3004', message, { help: 'write in: true or out: true' });
    }
    return { ...field, in: within, out };
  });
}

/** Reads the declared faults of an operation: the types of their details. */
function readFaults(
  reader: DataReader<Span>,
  node: DataNode | undefined,
  owner: string,
): readonly FieldNotation[] {
  return elements(reader, node, 'fault', owner).map(({ field }) => field);
}

interface ReadElement {
  readonly field: FieldNotation;
  readonly entry: DataEntry;
}

/** Names with types, each an element of its own in header or detail. */
function elements(
  reader: DataReader<Span>,
  node: DataNode | undefined,
  what: 'header' | 'fault',
  owner: string,
): readonly ReadElement[] {
  if (node?.kind === 'list') {
    const help = `write each ${what} as a key with its type: { Name: Type }`;
    const message = `'${what}s' of ${owner} must be a map, not a list`;
    reader.complain(node.place, 'ASMX1013', message, { help });
    return [];
  }
  return readEntries(reader, node, `'${what}s' of ${owner}`).flatMap((entry) => {
    checkName(reader, entry.key, entry.place, what);
    const field = readElement(reader, entry, what);
    return field === undefined ? [] : { field, entry };
  });
}

/** A type, or a map with one. */
function readElement(
  reader: DataReader<Span>,
  entry: DataEntry,
  what: 'header' | 'fault',
): FieldNotation | undefined {
  const { key, place, value } = entry;
  const owner = `${what} '${key}'`;
  const map = value.kind === 'map' ? value : undefined;
  if (map !== undefined) reader.keys(map, notationKeys[what], owner);
  const help = 'add its type, such as type: string';
  const given = map === undefined ? entry : reader.required(map, 'type', owner, { place, help });
  const type = given && readType(reader, given.value, owner, given.place);
  if (type === undefined) return undefined;
  if (type.optional || type.repeated) {
    const mark = type.optional ? '?' : '*';
    reader.complain(type.span, 'ASMX1014', `the type of ${owner} cannot have '${mark}'`, {
      help: what === 'header' ? 'every header may be left out' : 'a fault has one detail',
    });
  }
  return {
    name: key,
    span: place,
    type,
    documentation: map && readDocumentation(reader, map, owner),
  };
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
  const kinds = (['fields', 'values', 'restricts'] as const).filter((key) => valueUnder(map, key));
  if (kinds.length > 1) {
    const second = map.entries.find((one) => one.key === kinds[1]);
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
  reader.keys(map, notationKeys.class, owner);
  const base = valueUnder(map, 'extends');
  const text = map.entries.find((one) => one.key === 'text');
  const fields = valueUnder(map, 'fields');
  if (
    fields === undefined &&
    base === undefined &&
    text === undefined &&
    !valueUnder(map, 'attributes')
  ) {
    reader.complain(entry.place, 'ASMX1012', `key 'fields' is missing in ${owner}`, {
      help: "a type has 'fields', 'values' (an enumeration) or 'restricts' (a simple type)",
    });
    return undefined;
  }
  if (text !== undefined && fields !== undefined) {
    reader.complain(text.place, 'ASMX1011', `${owner} cannot have both 'fields' and 'text'`, {
      help: 'text goes with attributes only',
    });
  }
  return {
    kind: 'class',
    name: entry.key,
    span: entry.place,
    documentation: readDocumentation(reader, map, owner),
    abstract: readFlag(reader, map, 'abstract', owner),
    extends: base && readTypeName(reader, base, `'extends' in ${owner}`),
    fields: readFields(reader, fields, 'fields', owner),
    attributes: readFields(reader, valueUnder(map, 'attributes'), 'attributes', owner),
    text: text && readType(reader, text.value, `'text' in ${owner}`, text.place),
  };
}

function readEnumeration(
  reader: DataReader<Span>,
  entry: DataEntry,
  map: DataMap,
  owner: string,
): TypeNotation | undefined {
  reader.keys(map, notationKeys.enumeration, owner);
  const node = valueUnder(map, 'values');
  if (node === undefined) return undefined;
  return {
    kind: 'enumeration',
    name: entry.key,
    span: entry.place,
    documentation: readDocumentation(reader, map, owner),
    flags: readFlag(reader, map, 'flags', owner),
    values: readValues(reader, node, owner),
  };
}

/** A list of values, or a map of values with their documentation. */
function readValues(
  reader: DataReader<Span>,
  node: DataNode,
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
  reader.keys(map, notationKeys.restriction, owner);
  const node = valueUnder(map, 'restricts');
  const base = node && readTypeName(reader, node, `'restricts' in ${owner}`);
  if (base === undefined) return undefined;
  const facets: FacetNotation[] = [];
  for (const name of facetKeys) {
    const facet = map.entries.find((one) => one.key === name);
    if (facet === undefined) continue;
    const { value } = facet;
    const counted = name.endsWith('ength') || name.endsWith('Digits');
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
  const documentation = readDocumentation(reader, map, owner);
  return { kind: 'restriction', name: entry.key, span: entry.place, documentation, base, facets };
}

/** Words for the fields under a key. */
const fieldWords = {
  parameters: 'parameter',
  returns: 'out parameter',
  fields: 'field',
  attributes: 'attribute',
} as const;

/** Reads a map of fields under a key; `owner` completes "of …". */
function readFields(
  reader: DataReader<Span>,
  node: DataNode | undefined,
  key: keyof typeof fieldWords,
  owner: string,
): readonly FieldNotation[] {
  const what = fieldWords[key];
  const fields: FieldNotation[] = [];
  if (node?.kind === 'list') {
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
  const { value } = entry;
  if (value.kind !== 'map') {
    const type = readType(reader, value, owner, entry.place);
    return type && { name: entry.key, span: entry.place, type };
  }
  reader.keys(value, notationKeys.field, owner);
  const documentation = readDocumentation(reader, value, owner);
  const optional = readFlag(reader, value, 'optional', owner);
  const nillable = readFlag(reader, value, 'nillable', owner);
  const fallback = readDefault(reader, valueUnder(value, 'default'), owner);
  const help = 'add its type, such as type: string';
  const typeEntry = reader.required(value, 'type', owner, { place: entry.place, help });
  const type = typeEntry && readType(reader, typeEntry.value, owner, typeEntry.place);
  if (type === undefined) return undefined;
  return {
    name: entry.key,
    span: entry.place,
    type: {
      ...type,
      optional: type.optional || (optional && !type.repeated),
      nillable: type.nillable || nillable,
    },
    documentation,
    default: fallback,
  };
}

function readDefault(
  reader: DataReader<Span>,
  node: DataNode | undefined,
  owner: string,
): string | undefined {
  if (node === undefined) return undefined;
  if (node.kind === 'scalar' && node.value !== null) return node.text;
  reader.complain(node.place, 'ASMX1013', `'default' in ${owner} must be a single value`);
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
  node: DataNode,
  what: string,
): NamedType | undefined {
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

/** The text under an optional key. */
function readText(
  reader: DataReader<Span>,
  map: DataMap,
  key: string,
  owner: string,
): string | undefined {
  const value = valueUnder(map, key);
  return value === undefined ? undefined : reader.string(value, `'${key}' in ${owner}`);
}

/** The documentation without surrounding white space; an empty one counts as absent. */
function readDocumentation(
  reader: DataReader<Span>,
  map: DataMap,
  owner: string,
): string | undefined {
  const text = readText(reader, map, 'documentation', owner)?.trim();
  return text === '' ? undefined : text;
}

/** The truth value under an optional key, `false` if it is absent. */
function readFlag(reader: DataReader<Span>, map: DataMap, key: string, owner: string): boolean {
  const value = valueUnder(map, key);
  return value !== undefined && reader.boolean(value, `'${key}' in ${owner}`) === true;
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
  const node = valueUnder(map, 'bindings');
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

/** Whether the value of a key is empty. */
function isNothing(node: DataNode): boolean {
  return node.kind === 'scalar' && node.value === null;
}

/** The value under a key; `undefined` where the key is absent. */
function valueUnder(map: DataMap, key: string): DataNode | undefined {
  return map.entries.find((entry) => entry.key === key)?.value;
}

const reserved: ReadonlySet<string> = new Set(Object.values(namespaces));

/**
 * Reports a namespace that is no URI, or belongs to a standard. One without a scheme, as some
 * services have, only causes a warning.
 */
function checkNamespace(
  reader: DataReader<Span>,
  namespace: string | undefined,
  node: DataNode | undefined,
): void {
  if (namespace === undefined || node === undefined) return;
  const message = `namespace '${namespace}' is not an absolute URI`;
  const fit = namespaceFit(namespace);
  if (fit !== 'absolute') {
    const isHost = /^[\w.-]+\.[\w.-]+(\/\S*)?$/.test(namespace);
    const better = isHost ? `http://${namespace}` : 'http://tempuri.org/';
    if (fit === 'none') {
      reader.complain(node.place, 'ASMX1013', message, { help: `for example ${better}` });
    } else {
      reader.complain(node.place, 'ASMX3006', message, {
        severity: 'warning',
        help: `a new service should have one such as ${better}; an old one keeps its own`,
      });
    }
  } else if (reserved.has(namespace)) {
    reader.complain(node.place, 'ASMX1013', `namespace '${namespace}' belongs to a standard`, {
      help: 'choose a namespace of your own',
    });
  }
}

/**
 * Reports a base URL that is not http or https, or has more than scheme, host, port and a prefix.
 */
function checkBaseUrl(
  reader: DataReader<Span>,
  url: string | undefined,
  node: DataNode | undefined,
): void {
  if (url === undefined || node === undefined) return;
  let help: string | undefined = 'for example http://localhost:8080';
  if (URL.canParse(url)) {
    const { protocol, search, hash, username } = new URL(url);
    if (protocol !== 'http:' && protocol !== 'https:') help = 'begin it with http:// or https://';
    else if (search !== '' || hash !== '' || /[?#]/.test(url))
      help = "leave out what follows '?' or '#'";
    else if (username !== '') help = 'leave out user name and password';
    else return;
  }
  reader.complain(node.place, 'ASMX1013', `baseUrl '${url}' is not the address of a server`, {
    help,
  });
}

/** Reports a path that does not begin with `/`, has `..`, or characters that a path cannot have. */
function checkPath(
  reader: DataReader<Span>,
  path: string | undefined,
  node: DataNode | undefined,
): void {
  if (path === undefined || node === undefined) return;
  let help: string | undefined;
  if (/^https?:/i.test(path)) help = "write the path alone, and the server as 'baseUrl'";
  else if (!path.startsWith('/')) help = `write ${encodePath(`/${path}`)}`;
  else if (/[?#]/.test(path)) help = "leave out what follows '?' or '#'";
  else if (/^\/\/|\/\.{1,2}(\/|$)/.test(path)) help = "write it without '//', '.' and '..'";
  else if (!/^(?:[\w.~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})+$/.test(path))
    help = `write ${encodePath(path)}`;
  else if (path === '/') help = 'for example /Service.asmx';
  else return;
  reader.complain(node.place, 'ASMX1013', `'${path}' cannot be the path of a service`, { help });
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
