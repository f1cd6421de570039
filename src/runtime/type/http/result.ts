import { unreadable } from '../../codec/path.ts';
import { asObject } from '../../codec/value.ts';
import { deviate, isNil, nilError } from '../../xml/deviation.ts';
import type { XmlReader } from '../../xml/reader.ts';
import { closeEmpty, within } from '../../xml/write-text.ts';
import { Child } from '../child.ts';
import { isSimple } from '../described.ts';
import type { Field, NilForm, Type } from '../description.ts';
import { absent, childValue } from '../read.ts';
import { declaration } from '../tag.ts';
import { unwritable } from '../unwritable.ts';
import { writeElement } from '../write.ts';

/** What else a description says of a result over HTTP GET and POST. */
export interface HttpResultDetail {
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
    const value = readRoot(result, reader);
    return (property === undefined ? value : { [property]: value }) as T;
  } catch (error) {
    throw unreadable(error, reader);
  }
}

function readRoot<T>(result: HttpResult<T>, reader: XmlReader): unknown {
  const { nil, emptyNil, optional } = result;
  const child = childOf(result as HttpResult);
  if (!isNil(reader) && !(emptyNil && reader.selfClosed)) return childValue(reader, child);
  if (nil !== undefined) return nil.read(reader, child.object as never);
  if (!optional && !emptyNil && isNil(reader)) deviate(reader, nilError(reader));
  reader.skip();
  return optional ? undefined : absent(reader, child);
}

/** Declarations that ASMX has on roots that may need them. */
const declarations =
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
  const start = `<${name}${declarations}`;
  if ((optional && value === undefined) || (nil && value === null)) {
    const told = emptyNil && !optional ? '' : ' xsi:nil="true"';
    return `${start}${told}${declared} />`;
  }
  const child = childOf(result);
  const written = nil?.write(value, { ...child, start: start + declared });
  if (written !== undefined) return written;
  const element = writeElement(value, child);
  if (isSimple(child.field.type) || child.field.type?.kind === 'xml') return element;
  return child.start + declarations + element.slice(child.start.length);
}
