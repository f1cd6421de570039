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
import type { Simple } from '../simple-type.ts';
import { unescaped } from './simple.ts';

const bytes = {
  binary: true,
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
