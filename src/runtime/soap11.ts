import type { AnyOperation } from './any-operation.ts';
import { toWire } from './header-text.ts';
import {
  encodedNamespace,
  type SoapVersion,
  soap11Version,
  writeEnvelope,
} from './soap-envelope.ts';
import { type FaultMessage, writeFaultEnvelope } from './soap-fault-writer.ts';
import { readSoapAnswer, writeSoapRequest } from './soap-message.ts';
import { referEncoded } from './soap-references.ts';
import type { IncomingAnswer, OutgoingMessage, ReadAnswer, WireRequest } from './wire.ts';

/** The version this binding speaks. */
export const version: SoapVersion = soap11Version;

/** The request of a call: the action goes into the quoted SOAPAction header. */
export function writeRequest(message: OutgoingMessage): WireRequest {
  const { body, length, action } = writeSoapRequest(version, message);
  return {
    method: 'POST',
    url: message.endpoint,
    headers: {
      'Content-Type': version.contentType,
      'Content-Length': String(length),
      SOAPAction: `"${toWire(action)}"`,
    },
    body,
  };
}

/** Reads an answer; a fault is thrown. */
export function readResponse(answer: IncomingAnswer): ReadAnswer {
  return readSoapAnswer(answer);
}

/** The envelope of a result. */
export function writeResponse(operation: AnyOperation, output: unknown, header: string): string {
  const body = operation.soap?.writeResponse(output as never) ?? '';
  const namespace = encodedNamespace(operation);
  return namespace === undefined
    ? writeEnvelope(version, header, body)
    : writeEnvelope(version, header, referEncoded(body, namespace, version), namespace);
}

/** The envelope of a fault. */
export function writeError(fault: FaultMessage): string {
  return writeFaultEnvelope(version, fault);
}
