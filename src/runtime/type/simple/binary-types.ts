import type { XmlReader } from '../../xml/reader.ts';
import {
  formatXsdBase64Binary,
  formatXsdBase64BinaryAsString,
  formatXsdHexBinary,
  formatXsdHexBinaryAsString,
  parseXsdBase64Binary,
  parseXsdBase64BinaryAsString,
  parseXsdHexBinary,
  parseXsdHexBinaryAsString,
} from '../../xsd/binary.ts';
import type { Parse, Simple } from '../simple-type.ts';
import { unescaped } from './simple.ts';

/** Reads bytes, which servers read in another way than texts. */
function readBytes(reader: XmlReader, parse: Parse): unknown {
  reader.inBytes = true;
  try {
    return reader.value((text) => parse(text, reader));
  } finally {
    reader.inBytes = false;
  }
}

const bytes = {
  read: readBytes,
  json: { type: 'string', contentEncoding: 'base64', javascript: 'Uint8Array' },
} as const;

export const base64Binary: Simple = /* @__PURE__ */ unescaped(
  parseXsdBase64Binary,
  formatXsdBase64Binary,
  bytes,
);

export const hexBinary: Simple = /* @__PURE__ */ unescaped(
  parseXsdHexBinary,
  formatXsdHexBinary,
  bytes,
);

export const base64BinaryAsString: Simple = /* @__PURE__ */ unescaped(
  parseXsdBase64BinaryAsString,
  formatXsdBase64BinaryAsString,
  { json: { type: 'string', contentEncoding: 'base64' } },
);

export const hexBinaryAsString: Simple = /* @__PURE__ */ unescaped(
  parseXsdHexBinaryAsString,
  formatXsdHexBinaryAsString,
  { json: { type: 'string', contentEncoding: 'base16' } },
);
