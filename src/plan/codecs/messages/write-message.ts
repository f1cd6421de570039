import type { QName } from '../../../model/common/qname.ts';
import { stringLiteral } from '../../print/encode.ts';
import { binary, call, callWith } from '../../print/node.ts';
import { returns, type Statement } from '../../print/statement.ts';
import type { CodecPlan } from '../../result/plan.ts';
import type { ElementField } from '../../shapes/shape.ts';
import { codec, codecFunction, local, property, runtime, writeOrThrow } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { constantText } from '../simple/simple.ts';
import { standaloneValue, type ValueSource } from '../value-source.ts';
import { type Around, plainElement, writePlace } from '../write/write-place.ts';
import { listOf, objectWriter, writeItems } from '../write/write-type.ts';
import {
  constant,
  expression,
  onlyWhere,
  type Piece,
  returned,
  returnedMessage,
} from '../write/xml-template.ts';
import { encodedType } from '../write/xsi-type.ts';
import type { MessageCodec } from './message-codecs.ts';

/** The function that writes the content of a Body. */
export function writeMessage(
  context: CodecContext,
  message: MessageCodec,
  name: string,
): CodecPlan {
  const { body, type, direction, namespace } = message;
  const parameter = direction === 'request' ? 'input' : 'output';
  const hasValue = body.kind !== 'empty' && body.kind !== 'void' && type !== undefined;
  return codecFunction({
    name,
    exported: true,
    parameters: hasValue ? [{ name: parameter, type }] : [],
    returns: 'string',
    body: messageStatements(context, message, parameter),
    namespace,
  });
}

function messageStatements(
  context: CodecContext,
  message: MessageCodec,
  parameter: string,
): readonly Statement[] {
  const { body } = message;
  if (body.kind === 'empty') return [returns("''")];
  if (body.kind === 'void') return returned([constant(emptyElement(body.element))]);
  if (body.kind === 'object') {
    const element = plainElement(context, body.place);
    if (element !== undefined) {
      return [returns(callWith(runtime('writeElement'), [...element, local(parameter)]))];
    }
  }
  const written = returnedMessage(writeBody(context, message, parameter));
  return [writeOrThrow(written, local(parameter))];
}

function emptyElement(name: QName): string {
  const namespace =
    name.namespace === '' ? '' : ` xmlns="${constantText(name.namespace, 'attribute')}"`;
  return `<${name.localName}${namespace} />`;
}

/**
 * The start and end tag of a wrapper whose children are in the namespace `inside`, and the default
 * namespace in it.
 */
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
  message: MessageCodec,
  parameter: string,
): readonly Piece[] {
  const { body } = message;
  const value = local(parameter);
  switch (body.kind) {
    case 'empty':
    case 'void':
      return [];
    case 'object':
      return writePlace(context, body.place, standaloneValue(value), { scope: '' });
    case 'content': {
      const write = codec(objectWriter(context, body.object, ''));
      return [expression(call(write, value))];
    }
    case 'unwrapped':
    case 'single': {
      const { field } = body;
      const source = standaloneValue(value, stringLiteral(field.property));
      return writeParts(context, message, body.wrapper, [{ field, source }]);
    }
    case 'parts': {
      const parts = body.fields.map((field) => {
        const name = stringLiteral(field.property);
        return { field, source: { value: property(value, field.property), owner: value, name } };
      });
      return writeParts(context, message, body.wrapper, parts);
    }
  }
}

/** A field that is a part, or the child of a wrapper, and its value. */
interface WrittenPart {
  readonly field: ElementField;
  readonly source: ValueSource;
}

function writeParts(
  context: CodecContext,
  { encoded }: MessageCodec,
  wrapper: QName | undefined,
  parts: readonly WrittenPart[],
): readonly Piece[] {
  const namespace = parts[0]?.field.place.element.name.namespace ?? '';
  const tags = wrapper === undefined ? undefined : wrapperTags(wrapper, namespace);
  const scope = tags?.scope ?? '';
  const inside = parts.flatMap((part) => {
    const attributes = encoded ? encodedType(part.field.place) : undefined;
    return writePart(context, part, { scope, attributes });
  });
  return tags === undefined ? inside : [constant(tags.start), ...inside, constant(tags.end)];
}

/** Writes one such field. */
function writePart(
  context: CodecContext,
  { field, source }: WrittenPart,
  around: Around,
): readonly Piece[] {
  const pieces = field.repeated
    ? writeItems(context, listOf(field, source), field.place, around)
    : writePlace(context, field.place, source, around);
  return field.optional ? [onlyWhere(binary('!==', source.value, 'undefined'), pieces)] : pieces;
}
