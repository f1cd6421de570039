import { limitProblem } from '../operation/limit.ts';
import type {
  Attachment,
  MtomOption,
  MultipartMessage,
  Optimized,
  SentAttachment,
} from '../operation/message.ts';
import { parameterOf } from '../text/header.ts';
import { partsOf, type RootPart, writeParts } from './multipart-writer.ts';
import { optimizing } from './optimize.ts';
import { xopNamespace } from './xop-reader.ts';

/** More bytes stay in base64, because receivers limit the number of parts. */
const maxParts = 1000;

/**
 * Writes a message whose bytes are sent in parts of their own, with `xop:Include` in their place
 * (XOP 1.0, section 3.1). Empty ones and those shorter than the threshold stay in base64.
 *
 * @param write Writes the message at once.
 */
export function writeOptimized<T>(option: MtomOption, write: () => T): Optimized<T> {
  const given = typeof option === 'object' ? option : { threshold: 0 };
  const problem = limitProblem(given, ['threshold']);
  if (problem !== undefined) throw new RangeError(`mtom.${problem}`);
  const contents: Uint8Array[] = [];
  const before = optimizing.current;
  optimizing.current = (bytes) => {
    const isLong = bytes instanceof Uint8Array && bytes.length >= Math.max(1, given.threshold);
    if (!isLong || contents.length >= maxParts) return undefined;
    return `<xop:Include xmlns:xop="${xopNamespace}" href="cid:${idOf(contents.push(bytes))}" />`;
  };
  try {
    return { written: write(), contents };
  } finally {
    optimizing.current = before;
  }
}

/**
 * The message with its parts (XOP 1.0, section 4.1; MTOM 1.0, section 3).
 *
 * @param envelopeType Content type that the envelope has without parts.
 * @param others Attachments that the contract does not declare.
 */
export function writeXop(
  envelope: string,
  envelopeType: string,
  contents: readonly Uint8Array[],
  others?: readonly SentAttachment[],
): MultipartMessage {
  const { root, parts } = rootOfXop(envelope, envelopeType, contents);
  return writeParts(root, [...parts, ...partsOf(others)]);
}

/** The envelope of such a message as a part, and the other parts. */
export function rootOfXop(
  envelope: string,
  envelopeType: string,
  contents: readonly Uint8Array[],
): { readonly root: RootPart; readonly parts: readonly Attachment[] } {
  const [base = ''] = envelopeType.split(';');
  const action = parameterOf(envelopeType, 'action');
  const tail = action === undefined ? '' : `; action="${action}"`;
  return {
    root: {
      text: keepBlanks(envelope),
      contentType: `application/xop+xml; charset=utf-8; type="${base}"`,
      parameters: `type="application/xop+xml"; start-info="${base}"${tail}`,
    },
    parts: contents.map((content, index) => ({
      id: idOf(index + 1),
      type: 'application/octet-stream',
      content,
    })),
  };
}

/**
 * Separates white space from the tag before it: WCF's reader of MTOM drops it after a tag, also
 * where it is a character reference. Tags end in the only `>` of what a codec writes; headers may
 * be XML of the caller.
 */
function keepBlanks(envelope: string): string {
  const body = envelope.search(/<[\w-]+:Body[\s>]/);
  const text = envelope.slice(body).replace(/>(?=[ \t\n]|&#xD;)/g, '><![CDATA[]]>');
  return envelope.slice(0, body) + text;
}

function idOf(number: number): string {
  return `${number}@asmx.invalid`;
}
