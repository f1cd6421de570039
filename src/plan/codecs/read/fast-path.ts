import { variableName } from '../../../names/names.ts';
import { stringLiteral } from '../../print/encode.ts';
import { array, arrow, binary, call, type Expression, joined } from '../../print/node.ts';
import {
  assign,
  block,
  constant as declared,
  ifBlock,
  line,
  onlyElse,
  onlyIf,
  type Statement,
  whileLoop,
} from '../../print/statement.ts';
import type { ContentField, ElementField, ObjectShape } from '../../shapes/shape.ts';
import { codec, codecConstant, runtime } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { divided, inTurns } from '../parts.ts';
import { parseReference } from '../simple/simple.ts';
import { ensureList, itemExpression, pushItem } from './read-loop.ts';
import { nilIsAbsent, readText } from './read-place.ts';

/** Code before the general loop of a type, which reads the usual message without the loop. */
export interface FastPath {
  /** Executed once, before the loop. */
  readonly declare: Statement;
  /** Tried before each child. */
  readonly pass: Statement;
}

/** A type that doesn't repeat gets a fast path from this many fields on. */
const manyFields = 12;

/**
 * The fast path of types that repeat or are large: children in schema order with expected tags.
 * Everything else is left to the general loop, which handles all cases. After each child that the
 * loop has read, the fast path continues with the remaining fields, as long as it reads any.
 *
 * @returns `undefined` if the type would gain nothing
 */
export function fastPath(
  context: CodecContext,
  shape: ObjectShape,
  content: readonly ContentField[],
): FastPath | undefined {
  const least = context.isRepeatedRecord(shape, 0) ? 2 : manyFields;
  if (content.length < least) return undefined;
  const fields = content.filter((field) => isPredictable(field, shape));
  if (fields.length < least) return undefined;
  const constant = context.typeFunction('tags', shape.family?.fieldsName ?? shape.name);
  context.ensure(constant, () => {
    const names = fields.map((field) => stringLiteral(field.place.element.name.localName));
    const namespace = context.shaper.namespaceOf(shape.source);
    return codecConstant(constant, 'readonly string[]', array(names), namespace);
  });
  const scope = context.namespace(shape.scope);
  const taken = fields.map((field, index) => {
    const tags = { open: `tags[${index * 2}]!`, close: `tags[${index * 2 + 1}]!`, scope };
    return takeFast(context, field, tags);
  });
  const parts = divided(taken, () => 1).map((part) => part.flat());
  return {
    declare: assign('let tags =', call(runtime('fastTags'), 'reader', codec(constant), scope)),
    pass: ifBlock('tags !== undefined', [
      line('const from = reader.position;'),
      ...inTurns(parts),
      line('if (reader.position === from) tags = undefined;'),
    ]),
  };
}

/** Whether a field is an element whose tags can be expected in the content of a type. */
export function isPredictable(field: ContentField, { scope }: ObjectShape): field is ElementField {
  if (field.kind !== 'element') return false;
  const { element, value } = field.place;
  if (element.name.namespace !== scope || value.kind === 'xml') return false;
  // the start tag declares namespaces; only the general loop knows the position of an ID
  return !(value.kind === 'simple' && (value.qnames || value.ids));
}

/** The expected tags of an element, and the namespace it is in. */
interface FastTags {
  readonly open: string;
  readonly close: string;
  readonly scope: Expression;
}

/** Statements that read a field if its element comes next. */
function takeFast(
  context: CodecContext,
  field: ElementField,
  tags: FastTags,
): readonly Statement[] {
  if (field.place.value.kind !== 'simple') return [takeElement(context, field, tags)];
  const local = variableName(field.property);
  const value = simpleExpression(context, field, tags);
  if (field.repeated) {
    const turn = [
      declared('item', value),
      line('if (item === undefined) break;'),
      ensureList(field),
      line(`${local}.push(item);`),
    ];
    return [block('for (;;)', turn)];
  }
  if (!field.place.nillable) return [assign(`${local} ??=`, value)];
  // null is a value, too
  return [onlyIf(binary('===', local, 'undefined'), joined(`${local} = `, value))];
}

function takeElement(
  context: CodecContext,
  field: ElementField,
  { open, scope }: FastTags,
): Statement {
  const local = variableName(field.property);
  const starts = call(runtime('fastStart'), 'reader', open, scope);
  if (field.repeated) return whileLoop(starts, pushItem(context, field));
  const value = itemExpression(context, field);
  const taken = nilIsAbsent(field, field.place.value)
    ? [
        onlyIf(call(runtime('isNil'), 'reader'), 'reader.skip()'),
        onlyElse(joined(`${local} = `, value)),
      ]
    : [assign(`${local} =`, value)];
  return ifBlock(binary('&&', binary('===', local, 'undefined'), starts), taken);
}

/** Functions that read a value without creating its text, by the function that parses it. */
const inPlace: ReadonlyMap<string, string> = new Map([
  ['parseXsdInt', 'fastInt'],
  ['parseXsdDateTimeAsDate', 'fastDate'],
]);

/** The value of a simple element; `undefined` if it doesn't come next. */
function simpleExpression(
  context: CodecContext,
  { place, repeated }: ElementField,
  { open, close }: FastTags,
): Expression {
  const { value, element } = place;
  if (value.kind !== 'simple') return joined('undefined');
  const { codec: own } = value;
  const given = (name: string, ...more: readonly Expression[]): Expression =>
    call(runtime(name), 'reader', open, close, ...more);
  if ((element.fixed ?? element.default) !== undefined) {
    return given('fastValue', arrow('(text)', readText(context, value, 'text', element)));
  }
  if (own.kind === 'text' && own.whiteSpace === 'preserve') return given('fastText');
  const name = own.kind === 'builtin' && !repeated ? inPlace.get(own.parse) : undefined;
  return name === undefined ? given('fastValue', parseReference(context, value)) : given(name);
}
