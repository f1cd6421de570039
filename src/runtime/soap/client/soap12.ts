import type { ClientBinding } from '../../operation/any-operation.ts';
import { writeArrays12 } from '../encoding/soap12-arrays.ts';
import { soap12Version } from '../envelope.ts';
import { readSoapAnswer, writeSoapRequest } from './message.ts';

/** SOAP 1.2 for clients. By default it tells no action: the body says it all. */
export const soap12: ClientBinding = {
  name: 'soap12',
  writeRequest: (message) => writeSoapRequest(soap12Version, message, undefined, writeArrays12),
  readResponse: readSoapAnswer,
};
