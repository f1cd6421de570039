import { checkStream, streamOfBytes } from '../../byte-stream/byte-stream.ts';
import { cancelStream, placing } from '../../byte-stream/outgoing.ts';
import { idIn, readInclude, readIncluded } from '../../mime/xop-reader.ts';
import type { ReceivedParts } from '../../operation/message.ts';
import type { XmlReader } from '../../xml/reader.ts';
import { EncodeError } from '../../xml/write-text.ts';
import { XmlValueError } from '../../xml/xml-error.ts';
import { parseXsdBase64Binary } from '../../xsd/binary.ts';
import type { Simple } from '../simple-type.ts';
import { base64Binary } from './binary-types.ts';
import { unescaped } from './simple.ts';

/** The stream of an element that refers to a part of the message; `undefined` for any other. */
function includedStream(reader: XmlReader): unknown {
  const parts = reader.options.parts as ReceivedParts | undefined;
  if (parts === undefined) return undefined;
  if (reader.attributes.length > 0) reader.declared?.checkText(reader);
  const { pending } = parts;
  if (pending === undefined) {
    const bytes = readIncluded(reader, parseXsdBase64Binary) as Uint8Array | undefined;
    return bytes && streamOfBytes(bytes);
  }
  return readInclude(reader, (href) => {
    const id = idIn(href);
    const stream = pending.stream(id);
    if (stream !== undefined) return stream;
    throw new XmlValueError(`Two streams refer to the part '${id.slice(0, 200)}'.`);
  });
}

/** Bytes as a `ReadableStream<Uint8Array>`. */
export const byteStream: Simple = /* @__PURE__ */ unescaped(
  (text) => streamOfBytes(parseXsdBase64Binary(text)),
  (value) => {
    const stream = checkStream(value);
    if (placing.current !== undefined) return placing.current(stream);
    const error = new EncodeError('A stream cannot be sent here, as in a signed message.');
    cancelStream(stream, error);
    throw error;
  },
  {
    read: (reader, parse) => includedStream(reader) ?? base64Binary.read?.(reader, parse),
    json: { type: 'string', contentEncoding: 'base64' },
  },
);
