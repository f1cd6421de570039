import type { FaultDescriptor, FaultDetailReader } from '../operation/operation.ts';
import { noteMeant } from '../xml/deviation.ts';
import type { XmlElement } from '../xml/element.ts';
import { START, XmlReader } from '../xml/reader.ts';
import { XmlError } from '../xml/xml-error.ts';
import { enterRoot, skipToBody } from './envelope.ts';

/** Decodes the detail of declared faults. */
export const readFaultDetail: FaultDetailReader = (envelope, detail, answer) => {
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
};

/** The fault that an entry of a detail is of. Called after its start tag. */
export type FaultFinder = (reader: XmlReader) => FaultDescriptor | undefined;

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
