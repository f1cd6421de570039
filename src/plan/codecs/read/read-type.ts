import type { ComplexType } from '../../../model/xsd/schema.ts';
import { variableName } from '../../../names/names.ts';
import { isUnion } from '../../declarations/combinations.ts';
import { placeType, valueType } from '../../declarations/type-text.ts';
import { stringLiteral } from '../../print/encode.ts';
import {
  call,
  callWith,
  cast,
  type Expression,
  joined,
  object,
  type TypeNode,
} from '../../print/node.ts';
import {
  assign,
  constant,
  ifBlock,
  line,
  returns,
  run,
  type Statement,
} from '../../print/statement.ts';
import type { CodecPlan } from '../../result/plan.ts';
import { arrayItem } from '../../scope/particles.ts';
import { isOrdered } from '../../shapes/ordered-content.ts';
import type { ArrayShape, ObjectShape } from '../../shapes/shape.ts';
import { withType } from '../../shapes/shape-family.ts';
import { isContent } from '../../shapes/shape-object.ts';
import { checkReadChoices, requiredFields } from '../choice-code.ts';
import { codec, codecFunction, reader, runtime } from '../codec.ts';
import { objectContent, typeLabel } from '../content-model.ts';
import type { CodecContext } from '../context.ts';
import { checkReadCount } from '../count-code.ts';
import { type GivenValues, givenSuffix, nothingGiven } from '../given-text.ts';
import { readByTable } from './child-table.ts';
import { readChoicesOf } from './choice-table.ts';
import { fastPath } from './fast-path.ts';
import { missingText } from './missing.ts';
import {
  chooseMember,
  fieldEntries,
  onlyChild,
  readAttributes,
  readChildren,
  typeEntry,
} from './read-fields.ts';
import { readOrdered } from './read-ordered.ts';
import { readFunction, textParser } from './read-place.ts';
import { itemTypes } from './soap-item-types.ts';

/** A function that reads a type, with the default or fixed text of an element. */
interface TypeReader {
  readonly name: string;
  readonly exported: boolean;
  readonly text: GivenValues;
}

/**
 * Name of the function that reads an element of an object type. Called after its start tag.
 *
 * @param text the default or fixed text of the element
 */
export function objectReader(
  context: CodecContext,
  shape: ObjectShape,
  text: GivenValues = nothingGiven,
): string {
  const suffix = givenSuffix(text);
  const name = context.typeFunction('read', shape.name) + suffix;
  const typeReader = { name, exported: suffix === '', text };
  const head = shape.family?.head === true;
  return context.ensure(name, () =>
    head ? makeDispatch(context, shape, typeReader) : makeFields(context, shape, typeReader),
  );
}

/** Name of the function that reads a type itself, without types derived from it. */
export function fieldsReader(
  context: CodecContext,
  shape: ObjectShape,
  text: GivenValues = nothingGiven,
): string {
  const { family } = shape;
  if (family === undefined || !family.head) return objectReader(context, shape, text);
  const name = context.typeFunction('read', family.fieldsName) + givenSuffix(text);
  return context.ensure(name, () => makeFields(context, shape, { name, exported: false, text }));
}

/** Selects by `xsi:type`. */
function makeDispatch(
  context: CodecContext,
  shape: ObjectShape,
  { name, exported, text }: TypeReader,
): CodecPlan {
  const { family, source } = shape;
  const own = source.name ?? { namespace: '', localName: '' };
  const isConcrete = family?.concrete === true;
  const readOwn = (): Statement =>
    returns(call(codec(fieldsReader(context, shape, text)), 'reader'));
  const abstract = (): Statement => {
    const namespace = context.namespace(own.namespace);
    const label = stringLiteral(own.localName);
    return returns(call(runtime('abstractType'), 'reader', label, namespace));
  };
  const untyped = ifBlock('type === undefined', [isConcrete ? readOwn() : abstract()]);
  const members = chooseMember(context, family?.members ?? [], (member) =>
    fieldsReader(context, member, text),
  );
  const other = isConcrete
    ? [run(call(runtime('otherType'), 'reader', 'type')), readOwn()]
    : [returns(call(runtime('unknownType'), 'reader', 'type'))];
  return codecFunction({
    name,
    exported,
    doc: `Reads complexType \`${typeLabel(source)}\` or one that extends it.`,
    parameters: [reader],
    returns: shape.type,
    body: [constant('type', call(runtime('givenType'), 'reader')), untyped, ...members, ...other],
    namespace: context.shaper.namespaceOf(source),
  });
}

/**
 * Checks the `xsi:type` of an element whose type has no replacements. Wrappers of messages have
 * none.
 */
function checkType(context: CodecContext, type: ComplexType): readonly Statement[] {
  if (!context.shaper.used.placed.has(type)) return [];
  const { name } = type;
  const isArray = arrayItem(type, { arrays: 'unwrap' }) !== undefined;
  const abstract = type.abstract ? ['true'] : [];
  const own =
    name === undefined
      ? []
      : [stringLiteral(name.localName), context.namespace(name.namespace), ...abstract];
  return [run(callWith(runtime(isArray ? 'ownArray' : 'ownType'), ['reader', ...own]))];
}

function makeFields(
  context: CodecContext,
  shape: ObjectShape,
  { name, exported, text }: TypeReader,
): CodecPlan {
  const checks = shape.family?.head === true ? [] : checkType(context, shape.source);
  const attributes = readAttributes(context, shape);
  const content = isOrdered(shape.content)
    ? readOrderedFields(context, shape)
    : readUnordered(context, shape, text);
  return codecFunction({
    name,
    exported,
    parameters: [reader],
    returns: fieldsType(shape),
    body: [...checks, ...attributes, ...content],
    namespace: context.shaper.namespaceOf(shape.source),
  });
}

/**
 * The expression that reads the content of a wrapper, whose type has no name and no attributes.
 *
 * @returns `undefined` for other types, and those that need several statements
 */
export function wrapperContent(context: CodecContext, shape: ObjectShape): Expression | undefined {
  const { source, family, fields, content } = shape;
  const isChecked = context.shaper.used.placed.has(source);
  const isPlain = isChecked && source.name === undefined && !isOrdered(content);
  if (!isPlain || family !== undefined || !fields.every(isContent)) return undefined;
  const [only, ...others] = readUnordered(context, shape, nothingGiven);
  return only?.kind === 'value' && others.length === 0 ? only.value : undefined;
}

/** Reads a type in which order does not matter. */
function readUnordered(
  context: CodecContext,
  shape: ObjectShape,
  text: GivenValues,
): readonly Statement[] {
  const child = onlyChildOf(context, shape);
  if (child !== undefined) return returnValue(shape, child);
  const table = readByTable(context, shape, fieldsType(shape));
  if (table !== undefined) return table;
  return [...readFields(context, shape, text), ...returnValue(shape)];
}

function readOrderedFields(context: CodecContext, shape: ObjectShape): readonly Statement[] {
  const inTag = shape.fields.filter((field) => !isContent(field));
  const entries = [...typeEntry(shape), ...fieldEntries(inTag, new Set())];
  return readOrdered(context, objectContent(context, shape), entries, fieldsType(shape));
}

/** Reads the content of a type into a variable for each field. */
function readFields(
  context: CodecContext,
  shape: ObjectShape,
  given: GivenValues,
): readonly Statement[] {
  const content = shape.fields.filter(isContent);
  const text = shape.fields.find((field) => field.kind === 'text');
  const mixed = shape.fields.find((field) => field.kind === 'mixed');
  if (text?.kind === 'text') {
    const parse = textParser(context, text.shape, given);
    const isGiven = (given.fixed ?? given.default) !== undefined;
    const absent = isGiven ? [] : missingText(text.shape);
    const value = callWith(runtime('typedText'), ['reader', parse, ...absent]);
    return [constant(variableName(text.property), value)];
  }
  if (mixed !== undefined) {
    return [constant(variableName(mixed.property), readNodes(given))];
  }
  if (content.length === 0) return [run(call(runtime('noContent'), 'reader'))];
  const fast = fastPath(context, shape, content);
  return [...readChildren(context, content, fast), ...checkReadChoices(shape.content)];
}

/** Mixed content, in which none may mean a text of the contract. */
function readNodes({ fixed, default: initial }: GivenValues): Expression {
  const text = fixed ?? initial;
  if (text === undefined) return call(runtime('captureNodes'), 'reader');
  const mustBe = fixed === undefined ? [] : ['true'];
  return callWith(runtime('readMixed'), ['reader', stringLiteral(text), ...mustBe]);
}

/** The only child or repeated choice of a type, if a function of the runtime can read it. */
function onlyChildOf(context: CodecContext, shape: ObjectShape): Expression | undefined {
  const isPlain =
    checkReadChoices(shape.content).length === 0 && !context.isRepeatedRecord(shape, 0);
  if (!isPlain) return undefined;
  return onlyChild(context, shape.fields.filter(isContent)) ?? readChoicesOf(context, shape);
}

/** One object with all fields, always in the same order. */
function returnValue(shape: ObjectShape, child?: Expression): readonly Statement[] {
  const fields = fieldEntries(shape.fields, requiredFields(shape.content), child);
  const value = object([...typeEntry(shape), ...fields], true);
  if (!isUnion(shape)) return [returns(value)];
  // where a union is expected, the compiler would search for the members that accept each property
  return [constant('fields', value), returns(cast('fields', fieldsType(shape)))];
}

/** A type itself as it is read, with its `$type`. */
function fieldsType(shape: ObjectShape): TypeNode {
  const { family } = shape;
  return family === undefined ? shape.type : withType(shape, family.literal);
}

/** Name of the function that reads an element with items inside. */
export function arrayReader(context: CodecContext, shape: ArrayShape): string {
  const name = context.typeFunction('read', shape.name);
  return context.ensure(name, () =>
    shape.soap ? makeSoapArray(context, shape, name) : makeArray(context, shape, name),
  );
}

function makeArray(context: CodecContext, shape: ArrayShape, name: string): CodecPlan {
  const { item } = shape;
  const checks = checkType(context, shape.source);
  const type = placeType(item);
  const one = type;
  const isBare = !type.union && !one.flat.startsWith('readonly ');
  const list = isBare ? joined(one, '[]') : joined('(', one, ')[]');
  const { namespace, localName } = item.element.name;
  const scope = context.namespace(namespace);
  const given = [stringLiteral(localName), scope, readFunction(context, item)];
  const items = call(runtime('readItems'), 'reader', ...given);
  const isLimited = shape.min > 0 || shape.max !== Number.POSITIVE_INFINITY;
  const counted = isLimited ? [checkReadCount(shape, 'items.length', localName)] : [];
  const body =
    counted.length === 0
      ? [returns(items)]
      : [
          assign(joined('const items: ', list, ' =').flat, items),
          ...counted,
          line('return items;'),
        ];
  return codecFunction({
    name,
    exported: true,
    parameters: [reader],
    returns: list,
    body: [...checks, ...body],
    namespace: context.shaper.namespaceOf(shape.source),
  });
}

/** Reads all child elements as items, which may give their positions. */
function makeSoapArray(context: CodecContext, shape: ArrayShape, name: string): CodecPlan {
  const type = valueType(shape);
  const read = readFunction(context, shape.item);
  const given = ['reader', String(shape.rank), read, ...itemTypes(context, shape)];
  return codecFunction({
    name,
    exported: true,
    parameters: [reader],
    returns: type,
    body: [returns(cast(callWith(runtime('readSoapArray'), given), type))],
    namespace: context.shaper.namespaceOf(shape.source),
  });
}
