import type { FaultDescriptor, FaultDetailReader } from '../../operation/operation.ts';
import { noteMeant } from '../../xml/deviation.ts';
import type { XmlElement } from '../../xml/element.ts';
import { START, XmlReader } from '../../xml/reader.ts';
import { XmlError } from '../../xml/xml-error.ts';
import { enterRoot, skipToBody } from '../envelope.ts';

/** Decodes the detail of declared faults. */
export const readFaultDetail: FaultDetailReader = (envelope, detail, answer) => {
  const { deviations } = answer.reader;
  const faults = answer.operation.soap?.faults ?? [];
  const has = (isOf: Match) => (fault: FaultDescriptor) =>
    detail.some((node) => typeof node !== 'string' && isOf(node, fault));
  const exact = faults.find(has(matches));
  const descriptor = exact ?? (deviations?.lenient ? faults.find(has(isMeant)) : undefined);
  if (descriptor === undefined) return undefined;
  const noted = deviations?.count ?? 0;
  try {
    const reader = new XmlReader(envelope, answer.reader);
    const version = enterRoot(reader);
    if (version === undefined) return undefined;
    skipToBody(reader, version);
    reader.nextTag();
    while (reader.nextTag() === START) {
      if (reader.local !== 'detail' && reader.local !== 'Detail') reader.skip();
      else if (enterEntry(reader, descriptor, exact === undefined ? isMeant : matches)) {
        reader.base = reader.depth - 1;
        return { name: descriptor.name, value: descriptor.read?.(reader) };
      }
    }
  } catch (error) {
    // If the entry does not fit, its XML is better than no fault at all.
    deviations?.keep(noted);
    if (error instanceof XmlError) deviations?.add(error.path ?? descriptor.name, error.message);
  }
  return undefined;
};

/** Whether an entry of a detail is that of a fault. */
type Match = (entry: Omit<XmlElement, 'namespaces'>, fault: FaultDescriptor) => boolean;

const matches: Match = ({ name, namespace }, { element }) =>
  name === element.local && namespace === element.namespace;

/** As a lenient reader takes it. */
const isMeant: Match = ({ name }, { element }) => name === element.local;

/** Reads up to the start tag of the declared element among the children of the current element. */
function enterEntry(reader: XmlReader, fault: FaultDescriptor, isOf: Match): boolean {
  while (reader.nextTag() === START) {
    const { local: name, namespace } = reader;
    if (isOf({ name, namespace }, fault)) {
      if (isOf === isMeant) noteMeant(reader, fault.element.namespace, name);
      return true;
    }
    reader.skip();
  }
  return false;
}
