import {
  checkIds,
  envelopePart,
  partHead,
  partsOf,
  type RootPart,
  rootId,
} from '../mime/multipart-writer.ts';
import { xopNamespace } from '../mime/xop-reader.ts';
import { rootOfXop, writeOptimized } from '../mime/xop-writer.ts';
import type { Attachment, BodyRest, MtomOption, SentAttachment } from '../operation/message.ts';
import type { ByteStream } from './byte-stream.ts';
import { type Piece, piecedBody, randomBoundary, writeWithStreams } from './outgoing.ts';

/** How a message with streams is written. */
export interface StreamedMessage<T> {
  /** Whether streams are parts of their own; in base64 otherwise. */
  readonly inParts: boolean;
  /** How other bytes are sent. */
  readonly mtom: MtomOption | undefined;
  /** Writes the message at once. */
  readonly write: () => T;
  /** Attachments that the contract does not declare. */
  readonly attachments?: readonly SentAttachment[] | undefined;
  /** The envelope of what was written, and its content type. */
  readonly envelope: (written: T) => { readonly text: string; readonly contentType: string };
}

/** A message that is sent piece by piece. */
export interface SentMessage<T> {
  readonly written: T;
  readonly contentType: string;
  readonly body: string | Uint8Array;
  /** Absent if there are no streams. */
  readonly rest?: BodyRest | undefined;
}

/** A character that no message can have. */
const mark = '\uffff';
const marks = new RegExp(`${mark}\\d+${mark}`);

/**
 * Writes a message with streams: as parts of their own (XOP 1.0, section 3.1), or in base64 in
 * their place. Nothing is held but the piece that is sent.
 */
export function writeStreams<T>(message: StreamedMessage<T>): SentMessage<T> {
  const { inParts, mtom, write, envelope } = message;
  const place = (number: number): string =>
    inParts
      ? `<xop:Include xmlns:xop="${xopNamespace}" href="cid:${streamId(number)}" />`
      : `${mark}${number}${mark}`;
  const optimize = inParts && mtom !== undefined && mtom !== false;
  const { written: all, streams } = writeWithStreams(place, () =>
    optimize ? writeOptimized(mtom, write) : { written: write(), contents: [] },
  );
  const { written, contents } = all;
  const { text, contentType } = envelope(written);
  const others = partsOf(message.attachments);
  if (inParts && (optimize || streams.length > 0)) {
    const { root, parts } = rootOfXop(text, contentType, contents);
    return { written, ...sendParts(root, [root.text], [...parts, ...others], streams) };
  }
  const pieces = text.split(marks).flatMap((one, index): readonly Piece[] => {
    const stream = streams[index];
    return stream === undefined ? [one] : [one, { stream, base64: true }];
  });
  if (others.length > 0) {
    return { written, ...sendParts(envelopePart(text, contentType), pieces, others, []) };
  }
  if (streams.length === 0) return { written, contentType, body: text };
  return { written, contentType, ...piecedBody(pieces) };
}

/** The envelope, the parts that are there, then the streams. */
function sendParts(
  { contentType: type, parameters }: RootPart,
  envelope: readonly Piece[],
  parts: readonly Attachment[],
  streams: readonly ByteStream[],
): Omit<SentMessage<never>, 'written'> {
  const boundary = randomBoundary();
  const head = (id: string, own: string): string => partHead(boundary, { id, type: own });
  const octets = 'application/octet-stream';
  const ids = streams.map((_, index) => ({ id: streamId(index + 1) }));
  checkIds([{ id: rootId }, ...parts, ...ids]);
  const pieces: Piece[] = [head(rootId, type), ...envelope];
  for (const { id, type: own, content } of parts) pieces.push(`\r\n${head(id, own)}`, content);
  streams.forEach((stream, index) => {
    pieces.push(`\r\n${head(streamId(index + 1), octets)}`, { stream, base64: false });
  });
  pieces.push(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/related; ${parameters}; start="<${rootId}>"; boundary="${boundary}"`,
    ...piecedBody(pieces),
  };
}

function streamId(number: number): string {
  return `stream${number}@asmx.invalid`;
}
