import { demandOf } from './demands.ts';
import {
  addressingNamespaces,
  assertionsIn,
  type PolicyAssertion,
  type PolicyTerm,
} from './policy.ts';

/** What a contract says about WS-Addressing over one binding. */
export interface AddressingAnnouncement {
  /**
   * `required`: messages must have its headers. `used`: they may. `optional`: they may, and the
   * contract says so in so many words.
   */
  readonly use: 'required' | 'used' | 'optional';
  readonly version: '1.0' | '2004/08';
}

/** Whether an assertion says that WS-Addressing is used. */
function isAddressing({ name }: PolicyAssertion): boolean {
  return (
    addressingNamespaces.includes(name.namespace) &&
    (name.localName === 'Addressing' || name.localName === 'UsingAddressing')
  );
}

/** What policies and extensions of a binding say; `undefined` if they do not mention it. */
export function addressingOf(terms: readonly PolicyTerm[]): AddressingAnnouncement | undefined {
  const found = assertionsIn(terms).filter(isAddressing);
  const [first] = found;
  if (first === undefined) return undefined;
  const is2004 = found.every(({ name }) => name.namespace.includes('/2004/08/'));
  return { use: useOf(terms), version: is2004 ? '2004/08' : '1.0' };
}

/** The extension `UsingAddressing` demands it only with `wsdl:required`, an assertion always. */
function useOf(terms: readonly PolicyTerm[]): AddressingAnnouncement['use'] {
  const demand = demandOf({ kind: 'all', terms }, (one) => isAddressing(one) && !saysLittle(one));
  if (demand === 'always') return 'required';
  const isUsed = assertionsIn(terms).some((one) => isAddressing(one) && saysLittle(one));
  return isUsed ? 'used' : 'optional';
}

/** Whether it is the extension without `wsdl:required`. */
function saysLittle({ isExtension, attributes }: PolicyAssertion): boolean {
  return isExtension && !attributes.has('required');
}
