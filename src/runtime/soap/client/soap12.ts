import type { ClientBinding, OutgoingMessage } from '../../operation/operation.ts';
import { type SoapVersion, soap12Version } from '../envelope.ts';
import { actionFor, readSoapAnswer, writeSoapRequest } from './message.ts';

/**
 * SOAP 1.2 for clients: the action, if the contract has one to send, is a parameter of the media
 * type (RFC 3902).
 */
export const soap12: ClientBinding = {
  name: 'soap12',
  writeRequest: (message) => writeSoapRequest(versionFor(message), message),
  readResponse: readSoapAnswer,
};

/** The version with the action of a call in its content type. */
function versionFor(message: OutgoingMessage): SoapVersion {
  const { action12 } = message.operation.soap ?? {};
  if (action12 === undefined) return soap12Version;
  const action = actionFor(message, action12).replace(/["\\]/g, encodeURIComponent);
  return { ...soap12Version, contentType: `${soap12Version.contentType}; action="${action}"` };
}
