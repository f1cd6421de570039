import type { DataEntry, DataMap, DataNode } from '../../diagnostics/data-node.ts';
import type { DataReader } from '../../diagnostics/data-read.ts';
import type { Span } from '../../diagnostics/source-file.ts';
import type {
  ContractNotation,
  OperationNotation,
  ServiceNotation,
  TypeNotation,
} from '../../model/yaml/notation.ts';
import { bindingWords, notationKeys } from '../../model/yaml/notation-keys.ts';
import { isBuiltin, isContentType } from '../../model/yaml/type-names.ts';
import {
  checkName,
  isNothing,
  mapOf,
  readBindings,
  readDocumentation,
  readEntries,
  readFlag,
  readText,
  valueUnder,
} from './notation-reader.ts';
import { readOperation, type ServiceBindings } from './read-operation.ts';
import { readTypeNotation } from './read-type.ts';
import { checkBaseUrl, checkNamespace, checkPath, encodePath, pathKey } from './uri-checks.ts';

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
