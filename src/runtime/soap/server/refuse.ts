import type { Outgoing } from '../../server/incoming.ts';
import type { EnvelopeProblem } from '../envelope.ts';
import { faultAnswer } from './faults.ts';
import type { SoapProtocol } from './protocol.ts';
import { versionMismatch } from './write-fault.ts';

/** The answer to a request that cannot be handled by a method. */
export interface Refusal {
  readonly refused: Outgoing;
}

/**
 * The answer to an envelope of a version that the service does not have.
 *
 * @param protocol The version to answer in.
 * @param found Namespace of the envelope.
 */
export function mismatch(protocol: SoapProtocol, found: string): Refusal {
  const fault = versionMismatch(found, protocol.version.namespace);
  return { refused: faultAnswer(protocol, fault) };
}

/** ASMX's message for an envelope that lacks a part. */
export function missing(problem: EnvelopeProblem): string {
  const element = problem === 'no body' ? 'Body' : 'Envelope';
  return `Request format is invalid: Missing required soap:${element} element.`;
}

/** A client fault. */
export function refuse(protocol: SoapProtocol, message: string): Refusal {
  return { refused: faultAnswer(protocol, { code: 'Client', message }) };
}
