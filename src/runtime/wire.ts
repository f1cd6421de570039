import type { AnyOperation } from './any-operation.ts';
import type { RawAnswer } from './errors.ts';
import type { AttachedParts } from './mime-attachment.ts';
import type { XmlReaderOptions } from './xml-reader.ts';

/** A call on its way to one of the bindings. */
export interface OutgoingMessage {
  readonly operation: AnyOperation;
  readonly input: unknown;
  /** Absolute URL of the service. */
  readonly endpoint: string;
  /** Replaces the contract's namespace. */
  readonly namespace: string | undefined;
  /** SOAP headers by part name. */
  readonly soapHeaders: Readonly<Record<string, unknown>> | undefined;
  /** Further entries of `soap:Header`, as text. */
  readonly headerXml: string | undefined;
  /** Changes the finished envelope. */
  readonly postProcess: ((xml: string, envelopeKey: string) => string) | undefined;
}

/** What a binding makes of a call. */
export interface WireRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string | Uint8Array | undefined;
}

/** An answer on its way to the caller. */
export interface IncomingAnswer {
  readonly operation: AnyOperation;
  readonly status: number;
  /** Content type as sent; empty when there is none. */
  readonly contentType: string;
  readonly text: string;
  /** What came beside the envelope. */
  readonly attached?: AttachedParts | undefined;
  readonly reader: XmlReaderOptions;
  /** The answer as data, made when it is asked for. */
  readonly raw: () => RawAnswer;
}

/** What a binding makes of an answer. */
export interface ReadAnswer {
  readonly result: unknown;
  readonly written: string;
  readonly soapHeaders: Readonly<Record<string, unknown>>;
}

/** A successful answer of an HTTP server: status 200 to 299. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
