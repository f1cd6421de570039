import { optimizing } from '../../mime/optimize.ts';
import { readIncluded } from '../../mime/xop-reader.ts';
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
import { optimized, unescaped } from './simple.ts';

/** Reads bytes, which servers read in another way than texts. */
function readBytes(reader: XmlReader, parse: Parse): unknown {
  reader.inBytes = true;
  try {
    return reader.value((text) => parse(text, reader));
  } finally {
    reader.inBytes = false;
  }
}

/** The value of an element that refers to a part of the message; `undefined` for any other. */
function included(reader: XmlReader, parse: Parse): unknown {
  if (reader.options.parts === undefined) return undefined;
  if (reader.attributes.length > 0) reader.declared?.checkText(reader);
  return readIncluded(reader, parse);
}

/** Writes bytes in base64, unless they are sent in a part of their own. */
function formatBase64(value: Uint8Array): string {
  return optimizing.current?.(value) ?? formatXsdBase64Binary(value);
}

const bytes = {
  read: readBytes,
  json: { type: 'string', contentEncoding: 'base64', javascript: 'Uint8Array' },
} as const;

export const base64Binary: Simple = /* @__PURE__ */ optimized(
  unescaped(parseXsdBase64Binary, formatXsdBase64Binary, {
    ...bytes,
    include: readIncluded,
    read: (reader, parse) => included(reader, parse) ?? readBytes(reader, parse),
  }),
  formatBase64,
);

export const hexBinary: Simple = /* @__PURE__ */ unescaped(
  parseXsdHexBinary,
  formatXsdHexBinary,
  bytes,
);

export const base64BinaryAsString: Simple = /* @__PURE__ */ unescaped(
  parseXsdBase64BinaryAsString,
  formatXsdBase64BinaryAsString,
  {
    include: readIncluded,
    read: (reader, parse) => included(reader, parse) ?? reader.value((text) => parse(text, reader)),
    json: { type: 'string', contentEncoding: 'base64' },
  },
);

export const hexBinaryAsString: Simple = /* @__PURE__ */ unescaped(
  parseXsdHexBinaryAsString,
  formatXsdHexBinaryAsString,
  { json: { type: 'string', contentEncoding: 'base16' } },
);
