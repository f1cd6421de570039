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
