import { faultAnswer } from './server-faults.ts';
import type { Outgoing } from './server-incoming.ts';
import type { ServiceTable } from './server-routes.ts';
import {
  type EnvelopeProblem,
  type SoapVersion,
  soap11Version,
  soap12Version,
} from './soap-envelope.ts';
import { versionMismatch } from './soap-fault-writer.ts';

/** A request that can't be answered by running a method. */
export interface Refusal {
  readonly refused: Outgoing;
}

/** Whether the service speaks a version. */
export function speaks(service: ServiceTable, version: SoapVersion): boolean {
  return version === soap11Version ? service.soap11 : service.soap12;
}

/** The answer to an envelope of a version that isn't spoken; in SOAP 1.1 unless that is off. */
export function mismatch(service: ServiceTable, found: string): Refusal {
  const version = service.soap11 ? soap11Version : soap12Version;
  return { refused: faultAnswer(version, versionMismatch(found, version.namespace)) };
}

/** What ASMX says of an envelope that lacks a part. */
export function missing(problem: EnvelopeProblem): string {
  const element = problem === 'no body' ? 'Body' : 'Envelope';
  return `Request format is invalid: Missing required soap:${element} element.`;
}

/** A client fault. */
export function refuse(version: SoapVersion, message: string): Refusal {
  return { refused: faultAnswer(version, { code: 'Client', message }) };
}
