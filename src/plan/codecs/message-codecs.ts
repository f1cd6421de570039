import type { WrittenKind } from '../../model/definitions.ts';
import type { QName } from '../../model/qname.ts';
import { propertyAccess, propertyKey, stringLiteral } from '../encode.ts';
import { argumentList } from '../layout.ts';
import type { BodyShape } from '../message-shape.ts';
import { localName } from '../names.ts';
import { elementsOf } from '../ordered-content.ts';
import type { CodecPlan } from '../plan.ts';
import type { ElementField, PlaceShape, TypeText } from '../shape.ts';
import { isContent } from '../shape-object.ts';
import {
  type Code,
  createCode,
  finishFunction,
  line,
  objectLines,
  readerParameter,
  runtime,
  runtimeType,
  typed,
  uses,
} from './code.ts';
import { type CodecContext, namespaceConstant } from './context.ts';
import { checkedList } from './count-code.ts';
import { lookingUp } from './declared-codecs.ts';
import { guarded } from './guarded.ts';
import { readExpression } from './read-place.ts';
import { fieldValue, objectReader, readChildren } from './read-type.ts';
import { constantText } from './simple.ts';
import { callStatement, statement } from './statement.ts';
import { standaloneValue, type ValueSource } from './value-source.ts';
import { writePlace } from './write-place.ts';
import { encodedType, objectWriter, writeItems } from './write-type.ts';
import {
  constant,
  createTemplate,
  expression,
  finishMessage,
  finishTemplate,
  flush,
  templateIf,
  type XmlTemplate,
} from './xml-template.ts';

/** What the codec of one direction of an operation is made from. */
export interface MessageCodec {
  readonly body: BodyShape;
  /** Type of the value; `undefined` for no input. */
  readonly type: TypeText | undefined;
  /** SOAP encoding: parts say their types, references are resolved. */
  readonly encoded: boolean;
  readonly direction: 'request' | 'response';
  /** Set where the result is written to the response and the Body is that of a void operation. */
  readonly written?: WrittenKind | undefined;
  readonly operation: string;
  readonly namespace: string;
}

function noun(message: MessageCodec): string {
  return `${message.direction} of operation \`${message.operation}\``;
}

/** Comment of the function that reads a message. */
export function readingDoc(message: MessageCodec): string {
  return `Reads the Body of the ${noun(message)}.`;
}

/** The function that writes the content of a Body. */
export function writeMessage(
  context: CodecContext,
  message: MessageCodec,
  name: string,
): CodecPlan {
  const code = createCode();
  const { body } = message;
  const template = createTemplate(code);
  const parameter = message.direction === 'request' ? 'input' : 'output';
  const parameters: string[] = [];
  if (body.kind === 'empty') {
    line(code, "return '';");
  } else if (body.kind === 'void') {
    constant(template, emptyElement(body.element));
    finishTemplate(template);
  } else {
    parameters.push(`${parameter}: ${message.type === undefined ? '' : typed(code, message.type)}`);
    guarded(
      code,
      () => {
        writeBody(context, template, message, parameter);
        finishMessage(template);
      },
      `${runtime(code, 'unwritable')}(error, ${parameter})`,
    );
  }
  return finishFunction(code, {
    name,
    exported: true,
    doc: `Writes the Body of the ${noun(message)}.`,
    parameters,
    returns: 'string',
    namespace: message.namespace,
  });
}

function emptyElement(name: QName): string {
  const namespace =
    name.namespace === '' ? '' : ` xmlns="${constantText(name.namespace, 'attribute')}"`;
  return `<${name.localName}${namespace} />`;
}

/** The start tag of a wrapper whose children are in the namespace `inside`, the end tag, and the default namespace between. */
function wrapperTags(name: QName, inside: string): { start: string; end: string; scope: string } {
  const uri = constantText(name.namespace, 'attribute');
  if (name.namespace === '' || name.namespace === inside) {
    const declared = name.namespace === '' ? '' : ` xmlns="${uri}"`;
    return {
      start: `<${name.localName}${declared}>`,
      end: `</${name.localName}>`,
      scope: name.namespace,
    };
  }
  const tag = `q1:${name.localName}`;
  return { start: `<${tag} xmlns:q1="${uri}">`, end: `</${tag}>`, scope: '' };
}

function writeBody(
  context: CodecContext,
  template: XmlTemplate,
  message: MessageCodec,
  value: string,
): void {
  const { code } = template;
  const { body } = message;
  switch (body.kind) {
    case 'empty':
    case 'void':
      return;
    case 'object': {
      writePlace(context, template, body.place, standaloneValue(code, value), '');
      return;
    }
    case 'content': {
      const writer = uses(code, objectWriter(context, body.object, ''));
      expression(template, `${writer}(${value})`);
      return;
    }
    case 'unwrapped':
    case 'single': {
      const { field, wrapper } = body;
      const { namespace } = field.place.element.name;
      const tags = wrapper === undefined ? undefined : wrapperTags(wrapper, namespace);
      if (tags !== undefined) constant(template, tags.start);
      const source = standaloneValue(code, value, stringLiteral(field.property));
      writePart(context, template, message, field, source, tags?.scope ?? '');
      if (tags !== undefined) constant(template, tags.end);
      return;
    }
    case 'parts': {
      const namespace = body.fields[0]?.place.element.name.namespace ?? '';
      const tags = body.wrapper === undefined ? undefined : wrapperTags(body.wrapper, namespace);
      if (tags !== undefined) constant(template, tags.start);
      for (const field of body.fields) {
        const access = propertyAccess(value, field.property);
        const name = stringLiteral(field.property);
        const source = { value: access, owner: value, name };
        writePart(context, template, message, field, source, tags?.scope ?? '');
      }
      if (tags !== undefined) constant(template, tags.end);
    }
  }
}

/** Writes one field that is a part or the child of a wrapper. */
function writePart(
  context: CodecContext,
  template: XmlTemplate,
  message: MessageCodec,
  field: ElementField,
  source: ValueSource,
  scope: string,
): void {
  const { code } = template;
  const { place } = field;
  const attributes = message.encoded ? encodedType(place) : undefined;
  const write = (): void => {
    if (!field.repeated) {
      writePlace(context, template, place, source, scope, attributes);
      return;
    }
    flush(template);
    const list = localName(field.property);
    const given = checkedList(code, field, source.value, source.owner, source.name);
    statement(code, `const ${list} =`, given);
    writeItems(context, template, list, place, scope, attributes);
  };
  if (field.optional) templateIf(template, `${source.value} !== undefined`, write);
  else write();
}

/**
 * The function that reads the content of a Body, up to and over its end tag, whatever IDs are in it.
 *
 * @param exported `false` for one that another stands in front of
 */
export function readUnchecked(
  context: CodecContext,
  message: MessageCodec,
  name: string,
  exported: boolean,
): CodecPlan {
  const code = createCode();
  runtimeType(code, 'XmlReader');
  const { body, written } = message;
  let returns = message.type === undefined ? 'void' : typed(code, message.type);
  if (message.type === undefined && message.direction === 'request') {
    runtimeType(code, 'NoInput');
    returns = 'NoInput';
  }
  if (body.kind === 'empty' || body.kind === 'void') {
    readNothing(context, code, message);
    if (written !== undefined) line(code, `return ${writtenPlaceholder[written]};`);
    else if (returns === 'NoInput') line(code, 'return {};');
  } else {
    const reader = message.encoded
      ? `${runtime(code, 'inlineReferences')}(reader${resultName(message)})`
      : 'reader';
    const source = lookingUp(context, code, message.direction, reader);
    readBody(context, code, message, name, source);
  }
  return finishFunction(code, {
    name,
    exported,
    doc: exported ? readingDoc(message) : '',
    parameters: [readerParameter],
    returns,
    namespace: message.namespace,
  });
}

/** Reads a Body that says nothing; that of a request is looked at where the server wants nothing unknown. */
function readNothing(context: CodecContext, code: Code, { body, direction }: MessageCodec): void {
  if (direction === 'response') {
    line(code, `while (reader.nextTag() === ${runtime(code, 'START')}) reader.skip();`);
  } else if (body.kind === 'void') {
    const { namespace, localName: local } = body.element;
    const scope = namespaceConstant(context, code, namespace);
    const content = runtime(code, 'noContent');
    callStatement(
      code,
      `${runtime(code, 'readElement')}(reader, ${stringLiteral(local)}, ${scope}, ${content})`,
    );
  } else line(code, `${runtime(code, 'noContent')}(reader);`);
}

/** A further argument: the name of the only part of a response, since in encoded messages it may have any other. */
function resultName({ body, direction }: MessageCodec): string {
  if (body.kind !== 'single' || direction !== 'response') return '';
  return `, ${stringLiteral(body.field.place.element.name.localName)}`;
}

/** The runtime takes the result from the response itself. */
const writtenPlaceholder: Readonly<Record<WrittenKind, string>> = {
  text: "''",
  binary: 'new Uint8Array(0)',
  json: 'null',
};

function readBody(
  context: CodecContext,
  code: Code,
  message: MessageCodec,
  name: string,
  source: string,
): void {
  const { body } = message;
  let wrapper: QName | undefined;
  let read: string;
  switch (body.kind) {
    case 'empty':
    case 'void':
      return;
    case 'object':
      wrapper = body.place.element.name;
      read = body.place.nillable
        ? nillableReader(context, code, message, body.place, `${name}$Content`)
        : uses(code, objectReader(context, body.object));
      break;
    case 'content':
      readContent(context, code, body, source);
      return;
    case 'unwrapped':
    case 'single':
    case 'parts': {
      wrapper = body.wrapper;
      const inner = `${name}$Content`;
      read = uses(
        code,
        context.ensure(inner, () => readParts(context, message, inner)),
      );
    }
  }
  if (wrapper === undefined) {
    statement(code, 'return', `${runtime(code, 'readContent')}(${source}, '', ${read})`);
    return;
  }
  // the wrapper of an rpc response may have any name (WSDL 1.1 section 3.5)
  const anyName =
    message.direction === 'response' && (body.kind === 'single' || body.kind === 'parts');
  const call = argumentList({
    before: `return ${runtime(code, 'readElement')}`,
    items: [
      source,
      stringLiteral(anyName ? '' : wrapper.localName),
      namespaceConstant(context, code, anyName ? '' : wrapper.namespace),
      read,
    ],
    after: ';',
    indent: code.indent,
  });
  line(code, call);
}

/** The function that reads the element of a message that may be nil. */
function nillableReader(
  context: CodecContext,
  outer: Code,
  { type, namespace }: MessageCodec,
  place: PlaceShape,
  name: string,
): string {
  const make = (): CodecPlan => {
    const code = createCode();
    runtimeType(code, 'XmlReader');
    const returns = type === undefined ? 'void' : typed(code, type);
    statement(code, 'return', readExpression(context, code, place));
    const parameters = [readerParameter];
    return finishFunction(code, { name, exported: false, doc: '', parameters, returns, namespace });
  };
  return uses(outer, context.ensure(name, make));
}

/** Reads a Body of a type, or the part some stacks put into it as an element, where that is no element of the type. */
function readContent(
  context: CodecContext,
  code: Code,
  { part, object }: Extract<BodyShape, { kind: 'content' }>,
  source: string,
): void {
  const read = uses(code, objectReader(context, object));
  const own = object.fields
    .filter(isContent)
    .some((field) => elementsOf(field).some((element) => element.name.localName === part));
  const name = stringLiteral(own ? '' : part);
  statement(code, 'return', `${runtime(code, 'readContent')}(${source}, ${name}, ${read})`);
}

/** The function that reads fields that are children of a wrapper, or of the Body itself. */
function readParts(context: CodecContext, message: MessageCodec, name: string): CodecPlan {
  const code = createCode();
  runtimeType(code, 'XmlReader');
  const { body } = message;
  const fields =
    body.kind === 'parts'
      ? body.fields
      : body.kind === 'unwrapped' || body.kind === 'single'
        ? [body.field]
        : [];
  const returns = message.type === undefined ? 'void' : typed(code, message.type);
  readChildren(context, code, fields);
  const standing = new Set(fields.filter((field) => !field.optional));
  const [only] = fields;
  if (body.kind !== 'parts' && only !== undefined) {
    statement(code, 'return', fieldValue(code, only, standing));
  } else {
    objectLines(
      code,
      'return ',
      fields.map((field) => [propertyKey(field.property), fieldValue(code, field, standing)]),
      ';',
    );
  }
  return finishFunction(code, {
    name,
    exported: false,
    doc: '',
    parameters: [readerParameter],
    returns,
    namespace: message.namespace,
  });
}
