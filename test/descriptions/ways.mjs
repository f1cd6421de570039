// How a root is written and read, by its codecs and by its description.
import { inlineReferences } from '../../dist/runtime/soap/encoding/inline-references.js';
import {
  readHeader,
  readMessage,
  readRoot,
  skipMessage,
  writeHeader,
  writeMessage,
} from '../../dist/runtime/type.js';
import { XmlReader } from '../../dist/runtime/xml/reader.js';
import { messageOf } from '../roundtrip/check-roots.mjs';

/** Two ways to write a value and to read a message; `wrap` makes a message of what is written. */
export function waysOf(root, message) {
  const { codecs, read, write, scope } = root;
  const part = / header (.*)$/.exec(root.label)?.[1];
  const writes =
    part === undefined
      ? (value) => writeMessage(message, value)
      : (value) => writeHeader(message, value, part);
  const reads = root.takesBody
    ? (reader) => readBody(root, message, reader)
    : part === undefined
      ? (reader) => readRoot(message, reader)
      : (reader) => readHeader(message, reader, part);
  const inside = scope === undefined ? 0 : 1;
  const started = (way) => (text, options) => {
    const reader = new XmlReader(text, options);
    const depth = (root.takesBody ? 2 : 3) + inside;
    for (let at = 0; at < depth; at += 1) reader.nextTag();
    return way(reader);
  };
  return {
    write: [write === undefined ? writes : (value) => codecs[write](value), writes],
    read: [started(codecs[read]), started(reads)],
    wrap: (text) => messageOf(inside === 0 ? text : `<list xmlns="${scope}">${text}</list>`),
  };
}

function readBody(root, message, reader) {
  const isResponse = root.label.endsWith('response');
  const { kind, field } = root.body;
  if (isResponse && (kind === 'void' || kind === 'empty')) return skipMessage(reader);
  const name = kind === 'single' && isResponse ? [field.place.element.name.localName] : [];
  const given = root.kind === 'encoded' ? inlineReferences(reader, ...name) : reader;
  const value = readMessage(message, given);
  return kind === 'empty' && !isResponse ? {} : value;
}
