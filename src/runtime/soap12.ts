import type { AnyOperation } from './any-operation.ts';
import {
  encodedNamespace,
  type SoapVersion,
  soap12Version,
  writeEnvelope,
} from './soap-envelope.ts';
import { type FaultMessage, writeFaultEnvelope } from './soap-fault-writer.ts';
import { readSoapAnswer, writeSoapRequest } from './soap-message.ts';
import { referEncoded } from './soap-references.ts';
import { writeArrays12 } from './soap12-arrays.ts';
import type { IncomingAnswer, OutgoingMessage, ReadAnswer, WireRequest } from './wire.ts';

/** The version this binding speaks. */
export const version: SoapVersion = soap12Version;

/** The request of a call; by default SOAP 1.2 tells no action, the body says it all. */
export function writeRequest(message: OutgoingMessage): WireRequest {
  const { body, length } = writeSoapRequest(version, message, writeArrays12);
  return {
    method: 'POST',
    url: message.endpoint,
    headers: {
      'Content-Type': version.contentType,
      'Content-Length': String(length),
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
    : writeEnvelope(version, header, nameResult(referEncoded(body, namespace, version)), namespace);
}

/** Names the return value of an RPC response, as SOAP 1.2 Part 2 section 4.2.1 wants it: ASMX calls it after the operation. */
function nameResult(body: string): string {
  const [, head, operation] =
    /^(<(?:[^\s<>/:]+:)?([^\s<>/:]+)Response(?:\s[^<>]*)?>)<\2Result[\s/>]/.exec(body) ?? [];
  if (head === undefined) return body;
  return `${head}<rpc:result xmlns="">${operation}Result</rpc:result>${body.slice(head.length)}`;
}

/** The envelope of a fault. */
export function writeError(fault: FaultMessage): string {
  return writeFaultEnvelope(version, fault);
}
