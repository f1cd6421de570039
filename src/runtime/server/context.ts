import { messageOf, withCause } from '../operation/errors.ts';
import {
  type Attachment,
  attachmentProblem,
  type HeaderDescriptor,
  type SentAttachment,
} from '../operation/message.ts';
import type { BindingName } from '../operation/names.ts';
import { type ExtraSoapHeader, extraHeadersText } from '../operation/soap-header.ts';
import { type AbortControllerLike, type PlatformSignal, platform } from '../platform/globals.ts';
import type { XmlElement } from '../xml/element.ts';
import { checkHeader, checkValue, isFraming } from './front/header-fields.ts';
import type { Incoming } from './incoming.ts';
import type { Context } from './options.ts';
import type { Route } from './protocol.ts';
import type { UnknownHeaders } from './unknown-headers.ts';

/** Changes by a handler to the response. */
export interface ResponseState {
  status: number;
  reason: string | undefined;
  contentType: string | undefined;
  /** Alternating names and values. */
  readonly headers: string[];
  readonly written: (string | Uint8Array)[];
  ended: boolean;
  soapHeaders: Record<string, unknown> | undefined;
  /** SOAP headers that the contract does not declare, as text. */
  headerXml: string;
  /** Parts beside the envelope that the contract does not declare; absent if there are none. */
  attachments: SentAttachment[] | undefined;
  /** The source of the handler's signal, created when the handler reads it. */
  controller: AbortControllerLike | undefined;
}

/** A request after reading: the route and its input. */
export interface ReceivedCall {
  readonly route: Route;
  readonly binding: BindingName;
  readonly input: unknown;
  /** Declared SOAP headers by part name. */
  readonly soapHeaders: Readonly<Record<string, unknown>>;
  readonly unknownHeaders: UnknownHeaders;
  /** Parts beside the envelope that are no value of the input. */
  readonly attachments?: readonly Attachment[] | undefined;
}

/** A handler's context, and the response it changes. */
export interface CallContext {
  readonly context: Context<unknown, unknown, unknown, object, Record<string, unknown>>;
  readonly response: ResponseState;
  readonly unknownHeaders: UnknownHeaders;
}

/** Creates the context of one call. */
export function createContext(incoming: Incoming, received: ReceivedCall): CallContext {
  const response: ResponseState = {
    status: 200,
    reason: undefined,
    contentType: undefined,
    headers: [],
    written: [],
    ended: false,
    soapHeaders: undefined,
    headerXml: '',
    attachments: undefined,
    controller: undefined,
  };
  const { unknownHeaders } = received;
  return { context: new HandlerContext(incoming, received, response), response, unknownHeaders };
}

/** The attachments of nearly every request. One object for all, so it is frozen. */
const none: readonly Attachment[] = Object.freeze([]);

/**
 * A class, because one is created for every request, and getters of an object literal would give
 * each its own hidden class. Handlers may destructure its functions, which are created when read,
 * because most handlers call none.
 */
class HandlerContext
  implements Context<unknown, unknown, unknown, object, Record<string, unknown>>
{
  readonly service: string;
  readonly operation: string;
  readonly binding: BindingName;
  readonly url: string;
  readonly soapHeaders: Readonly<Record<string, unknown>>;
  readonly state: unknown;
  readonly attachments: readonly Attachment[];
  readonly #incoming: Incoming;
  readonly #response: ResponseState;
  readonly #unknownHeaders: UnknownHeaders;
  readonly #route: Route;

  constructor(
    incoming: Incoming,
    { route, binding, soapHeaders, unknownHeaders, attachments }: ReceivedCall,
    response: ResponseState,
  ) {
    this.service = route.operation.service;
    this.operation = route.operation.name;
    this.binding = binding;
    this.url = incoming.url;
    this.soapHeaders = soapHeaders;
    this.state = incoming.state;
    this.attachments = attachments ?? none;
    this.#incoming = incoming;
    this.#response = response;
    this.#unknownHeaders = unknownHeaders;
    this.#route = route;
  }

  get request(): Incoming['source'] {
    return this.#incoming.source;
  }

  get headers(): Readonly<Record<string, string>> {
    return this.#incoming.headers as Readonly<Record<string, string>>;
  }

  get identity(): unknown {
    return this.#incoming.identity;
  }

  get session(): unknown {
    return this.#incoming.session;
  }

  set session(value: unknown) {
    this.#incoming.session = value;
  }

  get ip(): string | undefined {
    return this.#incoming.client().ip;
  }

  get local(): boolean {
    return this.#incoming.client().local;
  }

  get unknownHeaders(): readonly XmlElement[] {
    return this.#unknownHeaders.list;
  }

  get understood(): (header: XmlElement) => void {
    const headers = this.#unknownHeaders;
    return (header) => headers.understood(header);
  }

  get signal(): PlatformSignal {
    const response = this.#response;
    if (response.controller === undefined) {
      const controller = new platform.AbortController();
      response.controller = controller;
      this.#incoming.onGone(() => controller.abort(new Error('The client has disconnected.')));
    }
    return response.controller.signal as PlatformSignal;
  }

  get setSoapHeader(): (header: ExtraSoapHeader, value?: unknown) => void {
    const response = this.#response;
    const { outputHeaders = [] } = this.#route.operation.soap ?? {};
    return (header, value) => {
      if (typeof header !== 'string' || /^[\s\ufeff]*</.test(header)) {
        response.headerXml += headerText(header, this.binding);
        return;
      }
      checkDeclared(header, outputHeaders);
      response.soapHeaders ??= Object.create(null) as Record<string, unknown>;
      response.soapHeaders[header] = value;
    };
  }

  get attach(): (part: SentAttachment) => string {
    const response = this.#response;
    return (part) => {
      const { binding } = this;
      if (binding.startsWith('http')) {
        throw new TypeError(`An answer over ${binding} has no attachments: only SOAP has them.`);
      }
      const attachments = [...(response.attachments ?? []), part];
      const problem = attachmentProblem(attachments);
      if (problem !== undefined) throw new TypeError(problem);
      response.attachments = attachments;
      return `cid:${encodeURIComponent(part.id).replace(/%40/g, '@')}`;
    };
  }

  get write(): (data: string | Uint8Array) => void {
    const response = this.#response;
    return (data) => {
      if (!response.ended && data.length > 0) response.written.push(data);
    };
  }

  get status(): (code: number, reason?: string) => void {
    const response = this.#response;
    return (code, reason) => {
      if (!Number.isInteger(code) || code < 200 || code > 599) {
        throw new RangeError(`${code} is no HTTP status of an answer.`);
      }
      response.status = code;
      response.reason = reason === undefined ? undefined : checkValue(reason);
    };
  }

  get header(): (name: string, value: string) => void {
    const response = this.#response;
    return (name, value) => setHeader(response, name, value);
  }

  get contentType(): (type: string) => void {
    const response = this.#response;
    return (type) => {
      response.contentType = checkValue(type);
    };
  }

  get end(): () => void {
    const response = this.#response;
    return () => {
      response.ended = true;
    };
  }
}

/** @throws TypeError it is not well-formed, or no element */
function headerText(header: ExtraSoapHeader, binding: BindingName): string {
  try {
    return extraHeadersText(header, binding, 'The SOAP header');
  } catch (error) {
    throw new TypeError(messageOf(error), ...withCause(error));
  }
}

/** @throws TypeError a header of this name would not be sent */
function checkDeclared(name: string, declared: readonly HeaderDescriptor[]): void {
  if (declared.some((one) => one.name === name)) return;
  const names = declared.map((one) => one.name).join(', ') || 'none';
  throw new TypeError(
    `There is no SOAP header '${name}' of responses; declared: ${names}. ` +
      'One that the contract does not declare is set as XML: setSoapHeader(xml).',
  );
}

function setHeader(response: ResponseState, name: string, value: string): void {
  checkHeader(name, value);
  const lower = name.toLowerCase();
  if (isFraming(lower)) return;
  if (lower === 'content-type') {
    response.contentType = value === '' ? undefined : value;
    return;
  }
  const { headers } = response;
  if (lower !== 'set-cookie' || value === '') {
    for (let at = headers.length - 2; at >= 0; at -= 2) {
      if (headers[at]?.toLowerCase() === lower) headers.splice(at, 2);
    }
  }
  if (value !== '') headers.push(name, value);
}
