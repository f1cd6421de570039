import { propertyOf } from '../../operation/errors.ts';
import type { BindingName, ElementName } from '../../operation/names.ts';
import { type FetchRequest, isPromise, tell } from '../../platform/globals.ts';
import type { XmlElement } from '../../xml/element.ts';
import type { ReadingWatch } from '../../xml/options.ts';
import type { NodeRequest } from './node-types.ts';

/** A request as the server option `security` sees it: its headers, and not the input. */
export interface SecurityRequest {
  /** The request as the listener or `fetch` received it. */
  readonly request: NodeRequest | FetchRequest;
  /** Request headers, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Path and query as the client sent them. */
  readonly url: string;
  /**
   * Whether it came over TLS: by its connection, for `fetch` by the address of the request, or
   * because a proxy that `trustProxy` names says so.
   */
  readonly secure?: boolean | undefined;
  /** Name of the service; absent for WSDL and pages. */
  readonly service?: string | undefined;
  /** Name of the operation; absent for WSDL and pages. */
  readonly operation?: string | undefined;
  /** The binding of the request; absent for WSDL and pages. */
  readonly binding?: BindingName | undefined;
  /** The SOAP message as text; absent without one. */
  readonly envelope?: string | undefined;
  /**
   * The first element of `soap:Body` that the operation expects; absent if it expects none, or
   * without a SOAP message.
   */
  readonly element?: ElementName | undefined;
  /** SOAP headers that the contract does not declare, as in the context of a handler. */
  readonly unknownHeaders: readonly XmlElement[];
  /** Headers `wsse:Security` for this server, one that the contract declares, too. */
  readonly securityHeaders: readonly XmlElement[];
  /**
   * Reads the SOAP message as it will be read if it is accepted, and tells a watch how; for those
   * that verify what prefixes in it mean.
   *
   * @returns whether the values of the Body are read with their types
   */
  readonly watch?: ((watch: ReadingWatch) => boolean) | undefined;
  /** Says that one of `unknownHeaders` is understood. */
  understood(header: XmlElement): void;
}

/**
 * Finds out who sends a request: it returns the identity, or `undefined` (`null`, `false`) if it
 * does not know the sender. An `HttpError` or a SOAP fault that it throws is the answer, unless
 * another one accepts the request.
 *
 * An intersection, because of a call that returns a plain function type, TypeScript would infer no
 * identity in `security: verifyBasic(({ username }) => …)`.
 */
export type ServerSecurity<Identity = unknown> = ((
  request: SecurityRequest,
) => Identity | PromiseLike<Identity>) & {
  /**
   * Value of `WWW-Authenticate` that asks for its credentials (RFC 9110, section 11.6.1), if they
   * are in the HTTP request.
   */
  readonly challenge?: string | undefined;
};

/** Signs the answers of a server, as a security object of a client signs its requests. */
export interface AnswerSecurity {
  /** Changes the finished envelope. */
  postProcess(xml: string, envelopeKey: string): string;
}

/** Whether a part of the option `security` signs answers. */
export function signsAnswers(one: unknown): one is AnswerSecurity {
  return typeof propertyOf(one, 'postProcess') === 'function';
}

/**
 * Signs an answer.
 *
 * @throws TypeError the signer returns no text
 */
export function signedBy(xml: string, signer: AnswerSecurity): string {
  const result: unknown = signer.postProcess(xml, 'soap');
  if (typeof result === 'string') return result;
  if (isPromise(result)) tell(() => result);
  const what = isPromise(result) ? 'a promise' : `a value of type ${typeof result}`;
  throw new TypeError(`postProcess of option security returned ${what}; it must return a text.`);
}

/** The option `security` of a server. */
export type ServerSecurities =
  | ServerSecurity
  | AnswerSecurity
  | readonly (ServerSecurity | AnswerSecurity)[];

type Accepted<Security> = Security extends (request: SecurityRequest) => infer Result
  ? Exclude<Awaited<Result>, undefined | null | false>
  : never;

/** The type of `context.identity` by that of the option `security`, which may be absent. */
export type IdentityOf<Security> = [Security] extends [never]
  ? undefined
  : unknown extends Security
    ? unknown
    : IdentityIn<Accepted<Security extends readonly (infer One)[] ? One : Security>>;

/** Without anything that verifies there is no identity. */
type IdentityIn<Identity> = [Identity] extends [never] ? undefined : Identity;
