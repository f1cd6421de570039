import type { AnyOperation } from '../../operation/operation.ts';
import { type AddressingFault, invalidHeader, missingHeader } from './faults.ts';
import type { AddressingProperties, ReceivedReference } from './properties.ts';

/**
 * What is wrong with the addressing properties of a request (WS-Addressing 1.0 SOAP Binding,
 * section 6.4); `undefined` if nothing is. Replies go back over the connection of the request, or
 * nowhere: a server never connects to an address that a message names.
 */
export function checkProperties(
  { version, repeated, action, messageId, replyTo, faultTo }: AddressingProperties,
  { oneWay = false }: AnyOperation,
): AddressingFault | undefined {
  if (repeated !== undefined) return invalidHeader(version, repeated, 'InvalidCardinality');
  if (action === undefined) return missingHeader(version, 'Action');
  if (oneWay) return undefined;
  if (messageId === undefined) return missingHeader(version, 'MessageID');
  const reason = (reference: ReceivedReference | undefined): string | undefined => {
    if (reference === undefined) return undefined;
    const { address } = reference;
    if (address === undefined) return 'MissingAddressInEPR';
    const isOurs = address === version.anonymous || address === version.none;
    return isOurs ? undefined : 'OnlyAnonymousAddressSupported';
  };
  const ofReply = reason(replyTo);
  if (ofReply !== undefined) return invalidHeader(version, 'ReplyTo', ofReply);
  const ofFault = reason(faultTo);
  return ofFault === undefined ? undefined : invalidHeader(version, 'FaultTo', ofFault);
}
