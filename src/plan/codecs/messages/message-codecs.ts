import type { QName } from '../../../model/common/qname.ts';
import type { WrittenKind } from '../../../model/wsdl/definitions.ts';
import type { BodyShape } from '../../messages/message-shape.ts';
import { stringLiteral } from '../../print/encode.ts';
import type { TypeNode } from '../../print/node.ts';
import {
  arrow,
  call,
  callWith,
  type Expression,
  type Given,
  joined,
  node,
  object,
} from '../../print/node.ts';
import { line, returns, run, type Statement } from '../../print/statement.ts';
import { runtimeType } from '../../print/type-node.ts';
import type { CodecPlan } from '../../result/plan.ts';
import { elementsOf } from '../../shapes/ordered-content.ts';
import type { PlaceShape } from '../../shapes/shape.ts';
import { isContent } from '../../shapes/shape-object.ts';
import { codec, codecFunction, reader, runtime } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { lookingUp } from '../read/declared-codecs.ts';
import { fieldEntries, fieldValue, onlyChild, readChildren } from '../read/read-fields.ts';
import { readFunction } from '../read/read-place.ts';
import { objectReader, wrapperContent } from '../read/read-type.ts';

/** One direction of an operation, for planning its codec. */
export interface MessageCodec {
  readonly body: BodyShape;
  /** Type of the value; `undefined` if there is no input. */
  readonly type: TypeNode | undefined;
  /** SOAP encoding: parts have an `xsi:type`, and references are resolved. */
  readonly encoded: boolean;
  readonly direction: 'request' | 'response';
  /** Set if the result is written to the response, and the Body is that of a void operation. */
  readonly written?: WrittenKind | undefined;
  readonly operation: string;
  readonly namespace: string;
}

/** Name of a message in comments. */
export function messageNoun(message: MessageCodec): string {
  return `${message.direction} of operation \`${message.operation}\``;
}

/**
 * The function that reads the content of a Body and its end tag, without checking IDs.
 *
 * @param exported `false` if another function wraps it
 */
export function readUnchecked(
  context: CodecContext,
  message: MessageCodec,
  name: string,
  exported: boolean,
): CodecPlan {
  return codecFunction({
    name,
    exported,
    parameters: [reader],
    returns: typeOf(message),
    body: readStatements(context, message, name),
    namespace: message.namespace,
  });
}

function typeOf({ type, direction }: MessageCodec): Given {
  if (type !== undefined) return type;
  return direction === 'request' ? runtimeType('NoInput') : 'void';
}

function readStatements(
  context: CodecContext,
  message: MessageCodec,
  name: string,
): readonly Statement[] {
  const { body, written, type, direction } = message;
  if (body.kind === 'empty' || body.kind === 'void') {
    const nothing = readNothing(context, message);
    if (written !== undefined) return [nothing, line(`return ${writtenPlaceholder[written]};`)];
    return type === undefined && direction === 'request'
      ? [nothing, line('return {};')]
      : [nothing];
  }
  const encoded = ['reader', ...resultName(message)];
  const given = message.encoded ? callWith(runtime('inlineReferences'), encoded) : 'reader';
  const source = lookingUp(context, direction, given);
  return [returns(readBody(context, message, name, source))];
}

/** Reads a Body without content. In requests, strict servers refuse elements in it. */
function readNothing(context: CodecContext, { body, direction }: MessageCodec): Statement {
  if (direction === 'response') {
    return line(joined('while (reader.nextTag() === ', runtime('START'), ') reader.skip();'));
  }
  if (body.kind !== 'void') return run(call(runtime('noContent'), 'reader'));
  const { namespace, localName } = body.element;
  const scope = context.namespace(namespace);
  const local = stringLiteral(localName);
  return run(call(runtime('readElement'), 'reader', local, scope, runtime('noContent')));
}

/**
 * An additional argument: the name of the only part of a response, because encoded messages may use
 * any other name.
 */
function resultName({ body, direction }: MessageCodec): readonly string[] {
  if (body.kind !== 'single' || direction !== 'response') return [];
  return [stringLiteral(body.field.place.element.name.localName)];
}

/** The runtime takes the result from the response itself. */
const writtenPlaceholder: Readonly<Record<WrittenKind, string>> = {
  text: "''",
  binary: 'new Uint8Array(0)',
  json: 'null',
};

type OneField = Extract<BodyShape, { kind: 'unwrapped' | 'single' }>;

type FilledBody = Exclude<BodyShape, { kind: 'empty' | 'void' }>;

function readBody(
  context: CodecContext,
  message: MessageCodec,
  name: string,
  source: Given,
): Expression {
  const { body } = message;
  if (body.kind === 'empty' || body.kind === 'void') return node(source);
  if (body.kind === 'content') return readContent(context, body, source);
  if (body.kind === 'object') return readWrapper(context, body.place, source);
  const read = contentReader(context, message, body, `${name}$Content`);
  const { wrapper } = body;
  if (wrapper === undefined) return call(runtime('readContent'), source, "''", read);
  // the wrapper of an rpc response may have any name (WSDL 1.1 section 3.5)
  const anyName =
    message.direction === 'response' && (body.kind === 'single' || body.kind === 'parts');
  const { namespace, localName } = anyName ? noName : wrapper;
  const scope = context.namespace(namespace);
  return call(runtime('readElement'), source, stringLiteral(localName), scope, read);
}

const noName: QName = { namespace: '', localName: '' };

/** Reads a Body with one element, whose children are the properties of a value. */
function readWrapper(context: CodecContext, place: PlaceShape, source: Given): Expression {
  const { namespace, localName } = place.element.name;
  const element = [stringLiteral(localName), context.namespace(namespace)];
  const { value, nillable } = place;
  const isPlain = value.kind === 'object' && !nillable;
  const content = isPlain ? wrapperContent(context, value) : undefined;
  return content === undefined
    ? call(runtime('readElement'), source, ...element, readFunction(context, place))
    : call(runtime('readWrapper'), source, ...element, arrow('(reader)', content));
}

/** The function that reads the content of the element of a Body. */
function contentReader(
  context: CodecContext,
  message: MessageCodec,
  body: Exclude<FilledBody, { kind: 'content' | 'object' }>,
  name: string,
): Expression {
  if (body.kind !== 'parts') {
    const child = onlyChild(context, [body.field]);
    if (child !== undefined) return arrow('(reader)', onlyPart(body, child));
  }
  return codec(context.ensure(name, () => readParts(context, message, name)));
}

/**
 * Reads a Body with a type, or the element that some stacks put around its content, unless the type
 * has such an element.
 */
function readContent(
  context: CodecContext,
  { part, object: shape }: Extract<BodyShape, { kind: 'content' }>,
  source: Given,
): Expression {
  const read = codec(objectReader(context, shape));
  const own = shape.fields
    .filter(isContent)
    .some((field) => elementsOf(field).some((element) => element.name.localName === part));
  return call(runtime('readContent'), source, stringLiteral(own ? '' : part), read);
}

/** The value of a body with one field, which an expression reads. */
function onlyPart({ field }: OneField, read?: Expression): Expression {
  return fieldValue(field, new Set(field.optional ? [] : [field]), read);
}

/** The function that reads fields that are children of a wrapper or of the Body itself. */
function readParts(context: CodecContext, message: MessageCodec, name: string): CodecPlan {
  const { body } = message;
  const fields =
    body.kind === 'parts'
      ? body.fields
      : body.kind === 'unwrapped' || body.kind === 'single'
        ? [body.field]
        : [];
  const child = onlyChild(context, fields);
  const children = child === undefined ? readChildren(context, fields) : [];
  const required = new Set(fields.filter((field) => !field.optional));
  const value =
    body.kind === 'unwrapped' || body.kind === 'single'
      ? onlyPart(body)
      : object(fieldEntries(fields, required, child), true);
  return codecFunction({
    name,
    parameters: [reader],
    returns: message.type === undefined ? 'void' : message.type,
    body: [...children, returns(value)],
    namespace: message.namespace,
  });
}
