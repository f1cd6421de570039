import type { ClientBinding } from '../../operation/operation.ts';
import { soap12Version } from '../envelope.ts';
import { readSoapAnswer, writeSoapRequest } from './message.ts';

/** SOAP 1.2 for clients. They send no action, because the body identifies the operation. */
export const soap12: ClientBinding = {
  name: 'soap12',
  writeRequest: (message) => writeSoapRequest(soap12Version, message),
  readResponse: readSoapAnswer,
};
