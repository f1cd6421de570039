import type { FormReader } from '../form/reader.ts';
import type { AnyOperation } from '../operation/any-operation.ts';
import type { AttachedParts, Attachment } from '../operation/attachment.ts';
import type { BindingName } from '../operation/names.ts';
import type { XmlReader } from '../xml/reader.ts';
import type { Answer, Incoming, Outgoing } from './incoming.ts';
import type { ServerSettings } from './settings.ts';

/** How a server reads requests and writes answers of an operation; clients have no use for it. */
export interface ServerCodec {
  /** Reads to the end tag of `soap:Body` and over it. Called after the start tag. */
  readonly readRequest?: ((reader: XmlReader, attached?: AttachedParts) => unknown) | undefined;
  /** Content of the response's `soap:Body`; absent for one-way operations. */
  readonly writeResponse?: ((output: never) => string) | undefined;
  /** Message parts that come beside the envelope of a request; absent for none. */
  readonly inputAttachments?: readonly string[] | undefined;
  /** Returns the parts that go beside the envelope of a response. */
  readonly attachResponse?: ((output: never) => readonly Attachment[]) | undefined;
  /** Reads the parameters of GET and POST. */
  readonly readForm?: ((form: FormReader) => unknown) | undefined;
  /** Reads the document of a POST that carries one. Called before the root's start tag. */
  readonly readDocument?: ((reader: XmlReader) => unknown) | undefined;
  /** Root element of the answer to GET and POST; absent for void, whose answer is empty. */
  readonly writeResult?: ((output: never) => string) | undefined;
  /** Content type of what an operation with `written` answers, where the contract names one. */
  readonly contentType?: string | undefined;
  /**
   * Writes a record for where the namespace of the element around it is the default one. Absent
   * where the result holds more than its records.
   */
  readonly writeRecord?: ((record: never) => string) | undefined;
}

/** One operation, the protocols it is served over, and what answers it. */
export interface Route {
  readonly operation: AnyOperation;
  /** Protocols of the operation; those of one path share its services. */
  readonly server: readonly ServerProtocol[];
  readonly codec: ServerCodec;
  /** Returns the result or a promise of it. It owns its input, which is not frozen. */
  readonly handler: (input: never, context: never) => unknown;
}

/** The operations of one path. */
export interface Service {
  /** As in the contract. */
  readonly path: string;
  readonly routes: readonly Route[];
}

/** A protocol that servers answer, such as SOAP 1.1 or HTTP GET. */
export interface ServerProtocol {
  readonly binding: BindingName;
  /**
   * Creates what answers the requests for a service. Protocols with the same function share one
   * endpoint.
   */
  readonly createEndpoint: (service: Service, settings: ServerSettings) => Endpoint;
}

/**
 * Answers the requests for one service. `suffix` is what follows the path of the service: empty, or
 * from its `/` on.
 */
export interface Endpoint {
  /** Whether it needs the body. */
  readonly takesBody: boolean;
  /** Whether a request is one of this endpoint's. */
  takes(incoming: Incoming, suffix: string): boolean;
  /** The answer; `body` is empty unless it is needed. Errors become error pages. */
  answer(incoming: Incoming, suffix: string, body: Uint8Array): Answer;
  /** The answer to a body beyond the limit. */
  tooLarge(incoming: Incoming): Outgoing;
}
