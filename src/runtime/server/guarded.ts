import type { BindingName, ElementName } from '../operation/names.ts';
import type { XmlElement } from '../xml/element.ts';
import type { ReadingWatch } from '../xml/options.ts';
import type { SecurityRefusal } from './front/security-refusal.ts';
import type { Answer, Incoming, Outgoing } from './incoming.ts';
import type { UnknownHeaders } from './unknown-headers.ts';

/** A request as far as its endpoint has read it, and what becomes of it. */
export interface Guarded {
  readonly service?: string | undefined;
  readonly operation?: string | undefined;
  readonly binding?: BindingName | undefined;
  readonly envelope?: string | undefined;
  readonly element?: ElementName | undefined;
  readonly unknownHeaders?: UnknownHeaders | undefined;
  /** Headers `wsse:Security` for this server. */
  securityHeaders?(): readonly XmlElement[];
  /** Reads the message as it will be read, for a watch. */
  watch?(watch: ReadingWatch): boolean;
  /** The answer if it is accepted. */
  admit(): Answer;
  /** The answer of the protocol if it is refused; by default that of HTTP. */
  refused?(refusal: SecurityRefusal, challenges: readonly string[]): Outgoing;
  /** The answer of the protocol to an exception. Must not throw for a text. */
  failed(error: unknown): Outgoing;
}

/** The option `security`, asked before the body of a request is decoded. */
export interface Guard {
  (incoming: Incoming, guarded: Guarded): Promise<Outgoing>;
  /** What asks for credentials of HTTP; none if those of the option are in messages. */
  readonly challenges: readonly string[];
}

/**
 * The answer to a request that no operation can take. Those without credentials do not learn what
 * is wrong with it: an empty POST is how NTLM clients and `curl --anyauth` ask for a challenge.
 */
export function answerRefused(
  guard: Guard | undefined,
  incoming: Incoming,
  answer: Outgoing,
  failed: Guarded['failed'],
): Answer {
  if (guard === undefined || guard.challenges.length === 0) return answer;
  return guard(incoming, { admit: () => answer, failed });
}
