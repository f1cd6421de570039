import type { BindingName } from '../operation/names.ts';
import type { FetchRequest } from '../platform/globals.ts';
import type { XmlElement } from '../xml/element.ts';
import type { NodeRequest } from './front/node-types.ts';
import {
  type AnswerSecurity,
  type SecurityRequest,
  type ServerSecurity,
  signsAnswers,
} from './front/security.ts';
import { isSecurityRefusal, SecurityRefusal } from './front/security-refusal.ts';
import type { Guard, Guarded } from './guarded.ts';
import type { Incoming, Outgoing } from './incoming.ts';
import type { ServerOptions } from './options.ts';
import { exceptionAnswer } from './report.ts';
import { withDeadline } from './run.ts';
import { noUnknownHeaders } from './unknown-headers.ts';

/** The challenge of those that have none of their own; an answer 401 has to have one. */
const noChallenge = 'Custom realm="service"';

/**
 * Reads what verifies requests of the option `security`; `undefined` without it.
 *
 * @throws TypeError the option is no function, no signer, nor a list of some
 */
export function createGuard(options: ServerOptions<never>): Guard | undefined {
  const all = verifiersOf(options);
  if (all === undefined) return undefined;
  const challenges = [...new Set(all.flatMap(({ challenge }): string | [] => challenge ?? []))];
  const guard = async (incoming: Incoming, guarded: Guarded): Promise<Outgoing> => {
    try {
      const request = new GuardedRequest(incoming, guarded);
      incoming.identity = await withDeadline(identify(all, request), incoming);
      incoming.exchange?.identified(incoming.identity);
    } catch (error) {
      if (!isSecurityRefusal(error)) {
        return exceptionAnswer(error, { incoming, options, call: undefined }, guarded.failed);
      }
      incoming.exchange?.failed(error);
      return guarded.refused?.(error, challenges) ?? unauthorized(challenges);
    }
    return guarded.admit();
  };
  return Object.assign(guard, { challenges });
}

/**
 * The functions of the option `security`; `undefined` without one.
 *
 * @throws TypeError the option is no function, no signer, nor a list of some
 */
export function verifiersOf({
  security,
}: ServerOptions<never>): readonly ServerSecurity[] | undefined {
  if (security === undefined) return undefined;
  const given: readonly (ServerSecurity | AnswerSecurity)[] = [security].flat();
  const all = given.filter((one): one is ServerSecurity => typeof one === 'function');
  const others = given.filter((one) => typeof one !== 'function');
  if (given.length === 0 || !others.every(signsAnswers)) {
    throw new TypeError(
      'security is a function, such as verifyBasic(…), a signer, or a list of some.',
    );
  }
  return all.length === 0 ? undefined : all;
}

/**
 * The identity by the first that knows one.
 *
 * @throws SecurityRefusal none of them accepts the request; another error if one failed
 */
async function identify(
  all: readonly ServerSecurity[],
  request: SecurityRequest,
): Promise<unknown> {
  const refusals: SecurityRefusal[] = [];
  const failures: unknown[] = [];
  for (const one of all) {
    try {
      const identity = await one(request);
      if (identity !== undefined && identity !== null && identity !== false) return identity;
      refusals.push(new SecurityRefusal('The credentials are not known.'));
    } catch (error) {
      if (isSecurityRefusal(error)) refusals.push(error);
      else failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  const reasons = [...new Set(refusals.map(({ message }) => message))].join(' ');
  throw new SecurityRefusal(
    reasons,
    refusals.find(({ code }) => code !== 'FailedAuthentication')?.code,
  );
}

/** The answer of HTTP to a refused request (RFC 9110, section 15.5.2). */
function unauthorized(challenges: readonly string[]): Outgoing {
  const type = 'text/plain; charset=utf-8';
  const headers = ['Cache-Control', 'private', 'Content-Type', type];
  return {
    status: 401,
    headers: [...headers, ...challengeHeaders(challenges)],
    body: 'Unauthorized\r\n',
  };
}

/** Headers that ask for credentials. */
export function challengeHeaders(challenges: readonly string[]): readonly string[] {
  const asked = challenges.length === 0 ? [noChallenge] : challenges;
  return asked.flatMap((one) => ['WWW-Authenticate', one]);
}

class GuardedRequest implements SecurityRequest {
  readonly request: NodeRequest | FetchRequest;
  readonly headers: SecurityRequest['headers'];
  readonly url: string;
  readonly service: string | undefined;
  readonly operation: string | undefined;
  readonly binding: BindingName | undefined;
  readonly envelope: string | undefined;
  readonly element: SecurityRequest['element'];
  readonly unknownHeaders: readonly XmlElement[];
  readonly securityHeaders: readonly XmlElement[];
  readonly watch: SecurityRequest['watch'];
  readonly understood: (header: XmlElement) => void;
  readonly #incoming: Incoming;

  constructor(incoming: Incoming, guarded: Guarded) {
    const { source, headers, url } = incoming;
    this.#incoming = incoming;
    const { service, operation, binding, unknownHeaders = noUnknownHeaders } = guarded;
    this.request = source;
    this.headers = headers as SecurityRequest['headers'];
    this.url = url;
    this.service = service;
    this.operation = operation;
    this.binding = binding;
    this.envelope = guarded.envelope;
    this.element = guarded.element;
    this.unknownHeaders = unknownHeaders.list;
    this.securityHeaders = guarded.securityHeaders?.() ?? [];
    this.watch = guarded.watch;
    this.understood = (header) => unknownHeaders.understood(header);
  }
  get secure(): boolean {
    return this.#incoming.secure();
  }
}
