import type { AnswerVersion, FaultParts } from '../../operation/message.ts';
import type { ClientBinding } from '../../operation/operation.ts';
import { START, type XmlReader } from '../../xml/reader.ts';
import { canonicalCode, soap12Version } from '../envelope.ts';
import { readSoapAnswer, writeSoapRequest } from './message.ts';
import { readCode, readDetail, readFaultPart11, readText } from './read-fault.ts';
import { answers11 } from './soap11.ts';

/** Answers of SOAP 1.2. */
const answers12: AnswerVersion = {
  namespace: soap12Version.namespace,
  readFaultPart: readFaultPart12,
};

/**
 * SOAP 1.2 for clients. They send no action, because the body identifies the operation. A service
 * that only knows SOAP 1.1 answers with a fault of that version (SOAP 1.2 part 1, appendix A).
 */
export const soap12: ClientBinding = {
  name: 'soap12',
  answers: [answers12, answers11],
  writeRequest: (message) => writeSoapRequest(soap12Version, message),
  readResponse: readSoapAnswer,
};

/** Reads a child of a SOAP 1.2 or 1.1 fault, because servers confuse the two. */
function readFaultPart12(reader: XmlReader, parts: FaultParts): void {
  switch (reader.local) {
    case 'Node':
      parts.actor = readText(reader);
      break;
    case 'Role':
      parts.role = readText(reader);
      break;
    case 'Code':
      readCodes(reader, parts, 'code');
      break;
    case 'Reason':
      readReason(reader, parts);
      break;
    case 'Detail':
      readDetail(reader, parts);
      break;
    default:
      readFaultPart11(reader, parts);
  }
}

/** Reads `Code` or `Subcode`. Nested subcodes are skipped. */
function readCodes(reader: XmlReader, parts: FaultParts, key: 'code' | 'subcode'): void {
  while (reader.nextTag() === START) {
    const { local } = reader;
    if (local === 'Value') parts[key] = canonicalCode(readCode(reader, soap12Version.namespace));
    else if (local === 'Subcode' && key === 'code') readCodes(reader, parts, 'subcode');
    else reader.skip();
  }
}

/** The text in English, otherwise the first one. */
function readReason(reader: XmlReader, parts: FaultParts): void {
  while (reader.nextTag() === START) {
    const language = reader.attributes.find(({ raw }) => raw === 'xml:lang')?.value ?? '';
    const text = readText(reader);
    if (parts.message === '' || language.startsWith('en')) parts.message = text;
  }
}
