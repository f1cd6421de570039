import type { FaultDescriptor, FaultDetailReader } from '../../operation/operation.ts';
import type { XmlNode } from '../../xml/element.ts';
import { START, XmlReader } from '../../xml/reader.ts';
import { XmlError } from '../../xml/xml-error.ts';
import { enterRoot, skipToBody } from '../envelope.ts';

/** Decodes the detail of declared faults. */
export const readFaultDetail: FaultDetailReader = (envelope, detail, answer) => {
  const faults = answer.operation.soap?.faults ?? [];
  const descriptor = faults.find((fault) => detail.some((node) => matches(node, fault)));
  if (descriptor === undefined) return undefined;
  const { deviations } = answer.reader;
  const noted = deviations?.count ?? 0;
  try {
    const reader = new XmlReader(envelope, answer.reader);
    const version = enterRoot(reader);
    if (version === undefined) return undefined;
    skipToBody(reader, version);
    reader.nextTag();
    while (reader.nextTag() === START) {
      if (reader.local !== 'detail' && reader.local !== 'Detail') reader.skip();
      else if (enterEntry(reader, descriptor)) {
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

function matches(node: XmlNode, { element }: FaultDescriptor): boolean {
  if (typeof node === 'string') return false;
  return node.name === element.local && node.namespace === element.namespace;
}

/** Reads up to the start tag of the declared element among the children of the current element. */
function enterEntry(reader: XmlReader, { element }: FaultDescriptor): boolean {
  while (reader.nextTag() === START) {
    if (reader.local === element.local && reader.namespace === element.namespace) return true;
    reader.skip();
  }
  return false;
}
