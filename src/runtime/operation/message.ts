import type { XmlNode } from '../xml/element.ts';
import type { XmlReader } from '../xml/reader.ts';
import type { ElementName } from './names.ts';

/** A message part on its way out beside the envelope (`mime:content`, WSDL 1.1 section 5). */
export interface Attachment {
  /** Name of the message part. */
  readonly part: string;
  /** Media type it is sent with. */
  readonly type: string;
  /** Text goes out as UTF-8. */
  readonly content: string | Uint8Array;
}

/** A part of a multipart message that has come, its transfer encoding undone. */
export interface AttachedPart {
  /** As sent; empty when there was none. */
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** What came beside an envelope, by names of message parts. */
export type AttachedParts = ReadonlyMap<string, AttachedPart>;

/** A message in several parts (`multipart/related`, RFC 2387). */
export interface MultipartMessage {
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** An envelope, and what came beside it. */
export interface OpenedMessage extends MultipartMessage {
  /**
   * The attachments by names of message parts: those whose Content-ID says its part (WS-I
   * Attachments Profile 1.0, section 3.8), and for names left over the others in their order.
   */
  readonly attached: (names: readonly string[]) => AttachedParts;
}

/** How envelopes go with attachments: descriptors of operations that have any name it. */
export interface AttachmentCodec {
  /** @param contentType That of the envelope, with charset. */
  readonly write: (
    envelope: string,
    contentType: string,
    attachments: readonly Attachment[],
  ) => MultipartMessage;
  /**
   * Takes a message apart; one in a single part is an envelope alone.
   *
   * @throws Error with `code: 'protocol'` when it cannot be read
   */
  readonly read: (body: Uint8Array, contentType: string) => OpenedMessage;
}

/**
 * A declared header: `soap:header`. Who sends it writes it; what the generated folder does not have
 * the target for is absent.
 */
export interface HeaderDescriptor {
  /** Part name: the key in `soapHeaders`. */
  readonly name: string;
  readonly element: ElementName;
  readonly required: boolean;
  /** Writes the header entry. */
  readonly write?: ((value: never) => string) | undefined;
  /** Reads it. Called after its start tag; consumes its end tag. */
  readonly read?: ((reader: XmlReader) => unknown) | undefined;
}

/** How the SOAP headers of requests are had and written. */
export interface RequestHeaders {
  /**
   * Values by part name.
   *
   * @param client The client's option, values or a function of the operation.
   * @param call Those of the call, which replace the client's.
   */
  values(
    client: unknown,
    call: Readonly<Record<string, unknown>> | undefined,
    operation: object,
  ): Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>;
  /** Content of `soap:Header`. */
  write(
    declared: readonly HeaderDescriptor[],
    values: Readonly<Record<string, unknown>> | undefined,
  ): string;
}

/** What `soap:Header` held. */
export interface ReadHeaders {
  /** Declared headers by part name. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Local names of entries with `mustUnderstand` that are not declared. */
  readonly notUnderstood: readonly string[];
}

/**
 * Reads `soap:Header`. Called after its start tag; consumes its end tag.
 *
 * @param envelope Namespace of the envelope.
 */
export type HeaderReader = (
  reader: XmlReader,
  envelope: string,
  declared: readonly HeaderDescriptor[],
) => ReadHeaders;

/** What the children of a fault say. */
export interface FaultParts {
  code: string;
  message: string;
  actor?: string;
  role?: string;
  subcode?: string;
  detail?: readonly XmlNode[];
}

/** A version of SOAP in which answers may come. */
export interface AnswerVersion {
  /** Namespace of the envelope. */
  readonly namespace: string;
  /** Reads the child of a fault whose start tag was just read, with its end tag. */
  readonly readFaultPart: (reader: XmlReader, parts: FaultParts) => void;
}
