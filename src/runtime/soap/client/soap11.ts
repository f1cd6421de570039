import type { ClientBinding } from '../../operation/operation.ts';
import { toWire } from '../../text/header.ts';
import { soap11Version } from '../envelope.ts';
import { readSoapAnswer, writeSoapRequest } from './message.ts';

/** SOAP 1.1 for clients: the action goes into the quoted SOAPAction header. */
export const soap11: ClientBinding = {
  name: 'soap11',
  writeRequest: (message) =>
    writeSoapRequest(soap11Version, message, (action) => ({
      SOAPAction: `"${toWire(action)}"`,
    })),
  readResponse: readSoapAnswer,
};
