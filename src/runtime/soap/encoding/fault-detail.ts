import type { FaultDescriptor, FaultDetailReader } from '../../operation/operation.ts';
import type { XmlQName, XmlReader } from '../../xml/reader.ts';
import { xsiType } from '../../xml/xsi.ts';
import { decodeDetail } from '../fault-detail.ts';
import { inlineReferences } from './inline-references.ts';

/**
 * Decodes the detail of declared faults with SOAP encoding. An entry has the name of its part, or
 * any other one and the type of exactly one fault: Axis names entries after classes of Java.
 */
export const readEncodedDetail: FaultDetailReader = (envelope, _, answer) => {
  const faults = answer.operation.soap?.faults ?? [];
  const isLenient = answer.reader.deviations?.lenient === true;
  return decodeDetail(
    envelope,
    answer,
    (reader) => findFault(reader, faults, isLenient),
    (body) => inlineReferences(body),
  );
};

function findFault(
  reader: XmlReader,
  faults: readonly FaultDescriptor[],
  isLenient: boolean,
): FaultDescriptor | undefined {
  const { local, namespace } = reader;
  const named = faults.filter(({ element }) => element.local === local);
  const exact = named.filter(({ element }) => element.namespace === namespace);
  const type = xsiType(reader);
  const typed = type === undefined ? [] : ofType(faults, type);
  // parts of several faults often have one name
  const both = exact.find((one) => typed.includes(one));
  const only = typed.length === 1 ? typed[0] : undefined;
  return both ?? only ?? exact[0] ?? (isLenient ? named[0] : undefined);
}

/** The faults that have a type, or else those whose type it may replace. */
function ofType(faults: readonly FaultDescriptor[], type: XmlQName): readonly FaultDescriptor[] {
  const is = (one: XmlQName | undefined): boolean =>
    one?.local === type.local && one.namespace === type.namespace;
  const same = faults.filter(({ types = [] }) => is(types[0]));
  return same.length > 0 ? same : faults.filter(({ types = [] }) => types.some(is));
}
