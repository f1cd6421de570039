import type {
  FaultDescriptor,
  FaultDetailReader,
  HeaderDescriptor,
  HeaderEntries,
  HeaderReader,
  IncomingAnswer,
  PayloadEncoder,
  SoapHeaderRecord,
} from '../operation/descriptor.ts';
import { enterRoot, skipToBody } from '../operation/soap.ts';
import type { Child, ContentPlan } from '../types/description.ts';
import type { Plan } from '../types/message.ts';
import { readStarted } from '../types/object.ts';
import { withRareElements } from '../xml/capture.ts';
import { noteMeant, START, XmlError } from '../xml/errors.ts';
import { markOf, resetTo, XmlReader } from '../xml/reader.ts';
import type { XmlElement, XmlNode } from '../xml/writer.ts';

/** Reads `soap:Header`. */
export const readHeaders: HeaderReader = (reader, declared, entries) =>
  readHeadersAs(reader, declared, entries, false);

/**
 * Does what {@link readHeaders} does. Reads declared headers whatever their actor and role, as ASMX
 * does.
 *
 * @param anyNamespace Whether an entry may also have another namespace than declared.
 */
export function readHeadersAs(
  reader: XmlReader,
  declared: readonly HeaderDescriptor[],
  entries: HeaderEntries | undefined,
  anyNamespace: boolean,
): SoapHeaderRecord {
  const values: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  while (reader.nextTag() === START) {
    const { local, namespace } = reader;
    const named = declared.filter(({ element }) => element.local === local);
    const exact = named.find(({ element }) => element.namespace === namespace);
    const descriptor = exact ?? (anyNamespace ? named[0] : undefined);
    // ASMX reads the first of several; the others are unknown to it
    if (descriptor?.read !== undefined && !(descriptor.name in values)) {
      reader.base = reader.depth - 1;
      entries?.declared(reader);
      values[descriptor.name] = descriptor.read(reader);
    } else if (entries === undefined) reader.skip();
    else entries.other(reader);
  }
  return values;
}

/** The `encode` of a header that only the binding of SOAP 1.1 has: it is not sent over others. */
export const onlySoap11: PayloadEncoder = (xml, binding) => (binding === 'soap11' ? xml : '');

/** The same for SOAP 1.2. */
export const onlySoap12: PayloadEncoder = (xml, binding) => (binding === 'soap12' ? xml : '');

/** Decodes the detail of declared faults. */
export const readFaultDetail: FaultDetailReader = /* @__PURE__ */ withRareElements(decodeDeclared);

function decodeDeclared(
  envelope: string,
  detail: readonly XmlNode[],
  answer: IncomingAnswer,
): ReturnType<FaultDetailReader> {
  const faults = answer.operation.soap?.faults ?? [];
  const has = (isOf: Match) => (fault: FaultDescriptor) =>
    detail.some((node) => typeof node !== 'string' && isOf(node, fault));
  const exact = faults.find(has(matches));
  const isLenient = answer.reader.deviations?.lenient === true;
  const descriptor = exact ?? (isLenient ? faults.find(has(isMeant)) : undefined);
  if (descriptor === undefined) return undefined;
  const isOf = exact === undefined ? isMeant : matches;
  const find: FaultFinder = (reader) =>
    isOf({ name: reader.local, namespace: reader.namespace }, descriptor) ? descriptor : undefined;
  return decodeDetail(envelope, answer, find);
}

/** The fault that an entry of a detail is of. Called after its start tag. */
type FaultFinder = (reader: XmlReader) => FaultDescriptor | undefined;

/**
 * Decodes the first entry whose fault is found.
 *
 * @param inBody gives the reader of the content of the Body
 */
export function decodeDetail(
  envelope: string,
  { reader: options }: Parameters<FaultDetailReader>[2],
  find: FaultFinder,
  inBody: (reader: XmlReader) => XmlReader = (reader) => reader,
): ReturnType<FaultDetailReader> {
  const { deviations } = options;
  const noted = deviations?.count ?? 0;
  let found: FaultDescriptor | undefined;
  try {
    const outer = new XmlReader(envelope, options);
    const version = enterRoot(outer);
    if (version === undefined) return undefined;
    skipToBody(outer, version);
    const reader = inBody(outer);
    reader.nextTag();
    while (reader.nextTag() === START) {
      if (reader.local !== 'detail' && reader.local !== 'Detail') {
        reader.skip();
        continue;
      }
      found = enterEntry(reader, find);
      if (found === undefined) continue;
      reader.base = reader.depth - 1;
      return { name: found.name, value: found.read?.(reader) };
    }
  } catch (error) {
    // If the entry does not fit, its XML is better than no fault at all.
    deviations?.keep(noted);
    if (error instanceof XmlError) deviations?.add(error.path ?? found?.name ?? '', error.message);
  }
  return undefined;
}

/** Whether an entry of a detail is that of a fault. */
type Match = (entry: Omit<XmlElement, 'namespaces'>, fault: FaultDescriptor) => boolean;

const matches: Match = ({ name, namespace }, { element }) =>
  name === element.local && namespace === element.namespace;

/** As a lenient reader takes it. */
const isMeant: Match = ({ name }, { element }) => name === element.local;

/** Reads up to the start tag of a declared element among the children of the current element. */
function enterEntry(reader: XmlReader, find: FaultFinder): FaultDescriptor | undefined {
  while (reader.nextTag() === START) {
    const { local, namespace } = reader;
    const fault = find(reader);
    if (fault !== undefined) {
      const { element } = fault;
      const isMisplaced = local === element.local && namespace !== element.namespace;
      if (isMisplaced) noteMeant(reader, element.namespace, local);
      return fault;
    }
    reader.skip();
  }
  return undefined;
}

/**
 * Reads the return value of an rpc response if it has a name of its own: it is the first accessor,
 * and its name has no meaning (SOAP 1.1, 7.1). Otherwise reads nothing.
 */
export function byPosition(reader: XmlReader, plan: ContentPlan, values: unknown[]): void {
  const { written } = plan as Plan;
  const [first] = written;
  const mark = markOf(reader);
  const noted = reader.deviations?.count ?? 0;
  const isOther = first !== undefined && hasOtherName(reader, first, written);
  resetTo(reader, mark);
  reader.deviations?.keep(noted);
  if (first === undefined || !isOther) return;
  const { depth } = reader;
  reader.nextTag();
  readStarted(reader, first, values, depth);
}

/** Whether the first child has the name of no part, and no other one that of the first part. */
function hasOtherName(reader: XmlReader, { name }: Child, parts: readonly Child[]): boolean {
  if (reader.nextTag() !== START || parts.some((one) => one.name === reader.local)) return false;
  do {
    if (reader.local === name) return false;
    reader.skip();
  } while (reader.nextTag() === START);
  return true;
}
