import { enterHeader, enterRoot } from '../../soap/envelope.ts';
import { attributeText } from '../../xml/attributes.ts';
import { START, XmlReader } from '../../xml/reader.ts';
import { type AddressingVersion, addressingVersions } from '../versions.ts';

/**
 * Returns the function that checks whether an envelope answers a message (WS-Addressing 1.0 Core,
 * section 3.4).
 *
 * @param isStrict Whether an answer without any headers of WS-Addressing is refused.
 */
export function answerChecker(
  version: AddressingVersion,
  id: string,
  isStrict: boolean,
): (envelope: string, isFault: boolean) => string | undefined {
  return (envelope, isFault) => {
    const { isAddressed, related } = readRelations(envelope);
    const expected = `the request has MessageID '${id}'`;
    if (related.includes(id)) return undefined;
    if (related.length === 0) {
      // A fault says more than what it lacks.
      if (isFault || !(isAddressed || isStrict)) return undefined;
      return `The answer has no RelatesTo of WS-Addressing, and ${expected}.`;
    }
    if (isFault && related.includes(version.unspecified)) return undefined;
    const came = related.map((one) => `'${one.slice(0, 200)}'`).join(', ');
    return `The answer is for another request: its RelatesTo is ${came}, and ${expected}.`;
  };
}

interface Relations {
  /** Whether there are any headers of WS-Addressing. */
  readonly isAddressed: boolean;
  /** IDs of the messages that it replies to. */
  readonly related: readonly string[];
}

/** Reads what an envelope relates to, up to the end of its headers. */
function readRelations(envelope: string): Relations {
  const reader = new XmlReader(envelope);
  const related: string[] = [];
  let isAddressed = false;
  const version = enterRoot(reader);
  if (version === undefined || enterHeader(reader, version) !== 'header') {
    return { isAddressed, related };
  }
  while (reader.nextTag() === START) {
    const wsa = addressingVersions.find(({ namespace }) => namespace === reader.namespace);
    isAddressed ||= wsa !== undefined;
    if (wsa !== undefined && reader.local === 'RelatesTo' && isReply(reader, wsa)) {
      related.push(reader.leaf().trim());
    } else reader.skip();
  }
  return { isAddressed, related };
}

/** Whether the relationship is that of a reply, as it is by default. */
function isReply(reader: XmlReader, { reply }: AddressingVersion): boolean {
  const type = attributeText(reader, '', 'RelationshipType') ?? reply;
  return type.trim() === reply || /^[^:/]+:Reply$/.test(type.trim());
}
