// How a root is written, read and damaged, by its codecs and by its description.
import { FormReader } from '../../dist/runtime/form/reader.js';
import { inlineReferences } from '../../dist/runtime/soap/encoding/inline-references.js';
import {
  readForm,
  readHeader,
  readMessage,
  readResult,
  readRoot,
  skipMessage,
  writeForm,
  writeHeader,
  writeLocation,
  writeMessage,
  writeResult,
} from '../../dist/runtime/type.js';
import { START, XmlReader } from '../../dist/runtime/xml/reader.js';
import { messageOf } from '../roundtrip/check-roots.mjs';
import { reserialise } from '../roundtrip/reserialise.mjs';
import { damage, damageForm } from './spoil.mjs';

/** Two ways to write a value and to read a message; `wrap` makes a message of what is written. */
export function waysOf(root, message) {
  switch (root.kind) {
    case 'form':
    case 'location':
      return formWays(root, message);
    case 'result':
      return resultWays(root, message);
    default:
      return messageWays(root, message);
  }
}

function messageWays(root, message) {
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
  const started = (way) => (text, options) => {
    const reader = new XmlReader(text, options);
    reader.nextTag();
    reader.nextTag();
    const isThere = root.takesBody || (scope === undefined ? hasChild(reader) : hasRecord(reader));
    return isThere ? way(reader) : undefined;
  };
  return {
    write: [write === undefined ? writes : (value) => codecs[write](value), writes],
    read: [started(codecs[read]), started(reads)],
    wrap: (text) => messageOf(scope === undefined ? text : `<list xmlns="${scope}">${text}</list>`),
    reserialise,
    damage,
  };
}

const hasChild = (reader) => reader.nextTag() === START;

/** Moves to the first element in the list. */
function hasRecord(reader) {
  while (reader.nextTag() === START && reader.local !== 'list') reader.skip();
  return hasChild(reader);
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

/** Forms are read as their text, and damaged in their own way. */
function formWays({ codecs, read, write, location }, form) {
  const writes =
    location === undefined
      ? (value) => writeForm(form, value)
      : (value) => writeLocation(form, location, value);
  const reads = read === undefined ? (given) => given : (given) => readForm(form, given);
  const started = (way) => (text) => withoutAbsent(way(new FormReader(text)));
  return {
    write: [(value) => codecs[write](value), writes],
    read: read === undefined ? [] : [started(codecs[read]), started(reads)],
    wrap: (text) => text,
    reserialise: (text) => text.toUpperCase().replaceAll('%20', '+'),
    damage: damageForm,
  };
}

/** Properties of the input without a parameter are not there. */
function withoutAbsent(value) {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));
}

/** The document of a result. */
function resultWays({ codecs, read, write }, result) {
  const started = (way) => (text, options) => way(new XmlReader(inside(text), options));
  return {
    write: [(value) => codecs[write](value), (value) => writeResult(result, value)],
    read: [started(codecs[read]), started((reader) => readResult(result, reader))],
    // damaged like the content of a message
    wrap: messageOf,
    reserialise,
    damage,
  };
}

const inside = (text) => text.slice(text.indexOf('Body>') + 5, text.lastIndexOf('</'));
