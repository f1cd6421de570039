import { documentProblem, endOf, readerOf } from '../operation/soap.ts';
import { captureElement, inHeader, unreadable } from '../xml/capture.ts';
import { deviate, isNil, locate, nilError, XmlValueError } from '../xml/errors.ts';
import type { XmlReader } from '../xml/reader.ts';
import { closeEmpty, within, writeXmlElement, type XmlElement } from '../xml/writer.ts';
import { writeMixed } from './content.ts';
import {
  Child,
  declaration,
  type Field,
  isSimple,
  type NilForm,
  type Type,
} from './description.ts';
import { absent, asObject, type Message, string, writeElement } from './message.ts';
import { childValue, readMessage, readRoot, writeMessage } from './object.ts';
import { unwritable } from './value.ts';

/**
 * Reads a document whose root is an element of the schema.
 *
 * @param xml the document, or its root as it was read at a wildcard
 * @param prepare gives the reader what values of the type need and only some types have
 * @throws AsmxError `decode`: it is no such document
 */
export function fromDocument<T, Read = T>(
  message: Message<T>,
  xml: string | XmlElement,
  prepare: (reader: XmlReader) => XmlReader = (reader) => reader,
): Read {
  try {
    const reader = readerOf(isElement(xml) ? writeXmlElement(xml, '') : xml);
    refuseOther(message, reader);
    const value = readRoot(message, prepare(reader));
    // what follows the root
    endOf(reader);
    // the type as it is read, where that has more than must be written
    return value as unknown as Read;
  } catch (error) {
    throw documentProblem('decode', 'The document could not be read', error);
  }
}

/**
 * Writes a document whose root is an element of the schema, without XML declaration.
 *
 * @throws AsmxError `encode`: the value does not have the type of the element
 */
export function toDocument<T>(message: Message<T>, value: T): string {
  try {
    return asDocument(writeMessage(message, value));
  } catch (error) {
    throw documentProblem('encode', 'The value does not fit the schema', error);
  }
}

function isElement(xml: string | XmlElement): xml is XmlElement {
  return typeof xml === 'object' && xml !== null;
}

function refuseOther({ name, namespace }: Message, reader: XmlReader): void {
  if (reader.local === name && reader.namespace === namespace) return;
  const found = nameIn(reader.local, reader.namespace);
  const error = new XmlValueError(`The root is ${found}, not ${nameIn(name, namespace)}.`);
  throw unreadable(locate(reader, error), reader);
}

/** Length of a name in error messages. */
const SHOWN = 200;

function nameIn(local: string, namespace: string): string {
  const where = namespace === '' ? 'without namespace' : `of '${namespace.slice(0, SHOWN)}'`;
  return `'${local.slice(0, SHOWN)}' ${where}`;
}

/**
 * Reads the header entry whose START was just read.
 *
 * @param part its key in `soapHeaders`, with which the paths of errors begin
 */
export function readHeader<T>(header: Message<T>, reader: XmlReader, part: string): T {
  try {
    return readRoot(header, reader);
  } catch (error) {
    throw inHeader(error, part, header.name);
  }
}

/**
 * Writes a header entry.
 *
 * @param part its key in `soapHeaders`, with which the paths of errors begin
 */
export function writeHeader<T>(header: Message<T>, value: T, part: string): string {
  try {
    return writeMessage(header, value);
  } catch (error) {
    throw inHeader(error, part);
  }
}

/** What a result needs only if it is the root of a document by its type. */
const noRoot = { name: '', namespace: '', type: () => string } as const;

/**
 * A result that is arbitrary XML: the element in one of its properties is the document.
 *
 * @param optional whether there may be no result, which is an answer without a document
 */
export function httpXml<T>(property: string, optional?: 'optional'): HttpResult<T> {
  return {
    ...noRoot,
    read: (reader) => {
      reader.nextTag();
      return { [property]: [captureElement(reader)] } as T;
    },
    write: (output) => {
      if (output === undefined && optional !== undefined) return '';
      const nodes = (asObject(output) as Readonly<Record<string, never>>)[property];
      try {
        return writeMixed(nodes as never, '');
      } catch (error) {
        throw within(error, property);
      }
    },
  };
}

/** A result whose document is the element that it has in a SOAP Body. */
export function httpMessage<T>(message: Message<T>): HttpResult<T> {
  return {
    ...noRoot,
    read: (reader) => readMessage(message, reader),
    write: (value) => writeDocument(message, value),
  };
}

/**
 * Writes a message as a document of its own, as HTTP POST sends it.
 *
 * @throws EncodeError the value does not have the types of the contract
 */
export function writeDocument<T>(message: Message<T>, value: T): string {
  return asDocument(writeMessage(message, value));
}

/** What else a description says of a result over HTTP GET and POST. */
interface HttpResultDetail {
  /** The one property of the result that is in the document. Default: the result itself. */
  readonly property?: string;
  /** Whether there may be no result. */
  readonly optional?: true;
  /** How a nil root is told, read and written; absent if the result may not be nil. */
  readonly nil?: NilForm;
  /** Whether an empty root is nil, as that of a null number in ASMX. */
  readonly emptyNil?: true;
}

/** The document that HTTP GET and POST answer with. */
export interface HttpResult<T = unknown> extends HttpResultDetail {
  readonly name: string;
  readonly namespace: string;
  readonly type: () => Type;
  /** Reads the document in another way than by the type of its root. */
  readonly read?: (reader: XmlReader) => T;
  /** Writes the document in another way than by the type of its root. */
  readonly write?: (value: T) => string;
}

/** A result that is the root of a document. The name of the root does not matter to a client. */
export function httpResult<T>(
  name: string,
  namespace: string,
  type: () => Type,
  detail?: HttpResultDetail,
): HttpResult<T> {
  return { name, namespace, type, ...detail };
}

const children = new WeakMap<HttpResult, Child>();

function childOf(result: HttpResult): Child {
  const known = children.get(result);
  if (known !== undefined) return known;
  const { name, namespace, type } = result;
  const field: Field = { kind: 'element', name, namespace, type: type(), min: 1, max: 1 };
  const child = new Child(field, { slot: 0, scope: namespace, outer: '', required: true });
  children.set(result, child);
  return child;
}

/**
 * Reads the document of a result. Called before its root.
 *
 * @throws XmlValueError the result does not have the types of the contract
 */
export function readResult<T>(result: HttpResult<T>, reader: XmlReader): T {
  const { read, property } = result;
  try {
    if (read !== undefined) return read(reader);
    reader.nextTag();
    const value = readResultRoot(result, reader);
    return (property === undefined ? value : { [property]: value }) as T;
  } catch (error) {
    throw unreadable(error, reader);
  }
}

function readResultRoot<T>(result: HttpResult<T>, reader: XmlReader): unknown {
  const { nil, emptyNil, optional } = result;
  const child = childOf(result as HttpResult);
  if (!isNil(reader) && !(emptyNil && reader.selfClosed)) return childValue(reader, child);
  if (nil !== undefined) return nil.read(reader, child.object as never);
  if (!optional && !emptyNil && isNil(reader)) deviate(reader, nilError(reader));
  reader.skip();
  return optional ? undefined : absent(reader, child);
}

/** Declarations that ASMX has on roots that may need them. */
const rootDeclarations =
  ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
  ' xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

/**
 * Writes the document of a result, without an XML declaration; `''` for none.
 *
 * @throws EncodeError the value does not have the types of the contract
 */
export function writeResult<T>(result: HttpResult<T>, value: T): string {
  const { write } = result;
  try {
    return closeEmpty(write === undefined ? writeRoot(result as HttpResult, value) : write(value));
  } catch (error) {
    throw unwritable(error, value);
  }
}

function writeRoot(result: HttpResult, output: unknown): string {
  const { property } = result;
  if (property === undefined) return writeValue(result, output);
  try {
    return writeValue(result, (asObject(output) as Readonly<Record<string, unknown>>)[property]);
  } catch (error) {
    throw within(error, property);
  }
}

function writeValue(result: HttpResult, value: unknown): string {
  const { name, namespace, optional, nil, emptyNil } = result;
  const declared = namespace === '' ? '' : declaration('', namespace);
  const start = `<${name}${rootDeclarations}`;
  if ((optional && value === undefined) || (nil && value === null)) {
    const told = emptyNil && !optional ? '' : ' xsi:nil="true"';
    return `${start}${told}${declared} />`;
  }
  const child = childOf(result);
  const written = nil?.write(value, { ...child, start: start + declared });
  if (written !== undefined) return written;
  const element = writeElement(value, child);
  if (isSimple(child.field.type) || child.field.type?.kind === 'xml') return element;
  return child.start + rootDeclarations + element.slice(child.start.length);
}

const declarations =
  ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
  ' xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

/**
 * An element as the root of its own document. It declares the prefixes that the envelope would
 * declare, if it uses `xsi:nil` or `xsi:type`.
 */
export function asDocument(root: string): string {
  if (!root.includes(' xsi:') || /^<[^<]*\sxmlns:xsi=/.test(root)) return root;
  return root.replace(/^<[^\s/>]+/, (start) => start + declarations);
}
