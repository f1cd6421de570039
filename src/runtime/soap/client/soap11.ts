import type { AnswerVersion } from '../../operation/message.ts';
import type { ClientBinding } from '../../operation/operation.ts';
import { toWire } from '../../text/header.ts';
import { soap11Version } from '../envelope.ts';
import { readSoapAnswer, writeSoapRequest } from './message.ts';
import { readFaultPart11 } from './read-fault.ts';

/** Answers of SOAP 1.1. */
export const answers11: AnswerVersion = {
  namespace: soap11Version.namespace,
  readFaultPart: readFaultPart11,
};

/** SOAP 1.1 for clients: the action goes into the quoted SOAPAction header. */
export const soap11: ClientBinding = {
  name: 'soap11',
  answers: [answers11],
  writeRequest: (message) =>
    writeSoapRequest(soap11Version, message, (action) => ({
      SOAPAction: `"${toWire(action)}"`,
    })),
  readResponse: readSoapAnswer,
};
