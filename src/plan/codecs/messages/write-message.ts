import type { QName } from '../../../model/common/qname.ts';
import { stringLiteral } from '../../print/encode.ts';
import { array, binary, call, type Expression } from '../../print/node.ts';
import { returns, type Statement } from '../../print/statement.ts';
import type { CodecPlan } from '../../result/plan.ts';
import type { ElementField } from '../../shapes/shape.ts';
import { codec, codecFunction, local, property, runtime, writeOrThrow } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { constantText } from '../simple/simple.ts';
import { standaloneValue, type ValueSource } from '../value-source.ts';
import { fieldRow, isRow } from '../write/child-rows.ts';
import { type Around, plainElement, writePlace } from '../write/write-place.ts';
import { listOf, objectWriter, writeItems } from '../write/write-type.ts';
import {
  choose,
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
    if (element !== undefined) return [returns(call(...element, local(parameter)))];
  }
  const rows = writeByRows(context, message, parameter);
  if (rows !== undefined) return [returns(rows)];
  const written = returnedMessage(writeBody(context, message, parameter));
  return [writeOrThrow(written, local(parameter))];
}

/** One call that writes a wrapper with its children, if they are plain elements. */
function writeByRows(
  context: CodecContext,
  { body, encoded }: MessageCodec,
  parameter: string,
): Expression | undefined {
  const isWrapped = body.kind === 'unwrapped' || body.kind === 'single' || body.kind === 'parts';
  if (!isWrapped || context.hasFewMessages) return undefined;
  const fields = body.kind === 'parts' ? body.fields : [body.field];
  const [first] = fields;
  if (body.wrapper === undefined || first === undefined || !fields.every(isRow)) return undefined;
  const outer = wrapperOf(body.wrapper, first.place.element.name.namespace);
  const { name, declared, scope } = outer;
  const rows = fields.map((field) => {
    const attributes = encoded ? encodedType(field.place) : undefined;
    return fieldRow(context, field, !field.optional, { scope, attributes });
  });
  const element = [stringLiteral(name), stringLiteral(declared)];
  const value = local(parameter);
  return body.kind === 'parts'
    ? call(runtime('writeParts'), ...element, array(rows), value)
    : call(runtime('writeOnly'), ...element, ...rows, value);
}

function emptyElement(name: QName): string {
  const namespace =
    name.namespace === '' ? '' : ` xmlns="${constantText(name.namespace, 'attribute')}"`;
  return `<${name.localName}${namespace} />`;
}

/** The element around the parts of a message. */
interface Wrapper {
  readonly name: string;
  /** Declarations in its start tag. */
  readonly declared: string;
  /** The default namespace in it. */
  readonly scope: string;
}

/** A wrapper whose children are in the namespace `inside`. */
function wrapperOf(name: QName, inside: string): Wrapper {
  const { namespace, localName } = name;
  const uri = constantText(namespace, 'attribute');
  if (namespace === '' || namespace === inside) {
    const declared = namespace === '' ? '' : ` xmlns="${uri}"`;
    return { name: localName, declared, scope: namespace };
  }
  return { name: `q1:${localName}`, declared: ` xmlns:q1="${uri}"`, scope: '' };
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
  const outer = wrapper === undefined ? undefined : wrapperOf(wrapper, namespace);
  const scope = outer?.scope ?? '';
  const inside = parts.flatMap((part) => {
    const attributes = encoded ? encodedType(part.field.place) : undefined;
    const isAlone = parts.length === 1 && outer !== undefined;
    return writePart(context, { ...part, isAlone }, { scope, attributes });
  });
  if (outer === undefined) return inside;
  const { name, declared } = outer;
  return [constant(`<${name}${declared}>`), ...inside, constant(`</${name}>`)];
}

/** What an element without content has instead. */
const empty: Piece = expression(call(runtime('markEmpty')));

/** Writes one such field, which may be alone in a wrapper. */
function writePart(
  context: CodecContext,
  { field, source, isAlone }: WrittenPart & { readonly isAlone: boolean },
  around: Around,
): readonly Piece[] {
  const pieces = field.repeated
    ? writeItems(context, listOf(field, source), field.place, around)
    : writePlace(context, field.place, source, around);
  if (!field.optional) return pieces;
  const test = binary('!==', source.value, 'undefined');
  return isAlone ? [choose([[test, pieces]], [empty])] : [onlyWhere(test, pieces)];
}
