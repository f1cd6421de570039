import type { ClientBinding } from '../../operation/operation.ts';
import { soap11Version } from '../envelope.ts';
import { actionFor, readSoapAnswer, writeSoapRequest } from './message.ts';

/** SOAP 1.1 for clients: the action goes into the quoted SOAPAction header. */
export const soap11: ClientBinding = {
  name: 'soap11',
  writeRequest: (message) =>
    writeSoapRequest(soap11Version, message, {
      SOAPAction: `"${actionFor(message, message.operation.soap?.action ?? '')}"`,
    }),
  readResponse: readSoapAnswer,
};
