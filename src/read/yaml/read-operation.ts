import type { DataEntry, DataMap } from '../../diagnostics/data-node.ts';
import type { DataReader } from '../../diagnostics/data-read.ts';
import type { Span } from '../../diagnostics/source-file.ts';
import { didYouMean } from '../../diagnostics/suggest.ts';
import type { BindingKind } from '../../model/wsdl/definitions.ts';
import type { OperationNotation, ReturnsNotation } from '../../model/yaml/notation.ts';
import { notationKeys, writtenWords } from '../../model/yaml/notation-keys.ts';
import {
  checkName,
  mapOf,
  readBindings,
  readDocumentation,
  readFlag,
  readText,
  valueUnder,
} from './notation-reader.ts';
import { readField, readFields, readType } from './read-fields.ts';
import { readFaults, readHeaders } from './read-soap-elements.ts';

/** The bindings of a service. */
export interface ServiceBindings {
  readonly bindings: readonly BindingKind[];
  /** Whether neither service nor contract names them. */
  readonly assumed: boolean;
}

/** Reads one entry of `operations`. */
export function readOperation(
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
