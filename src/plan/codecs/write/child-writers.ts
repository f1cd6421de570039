import { call, callWith, type Expression } from '../../print/node.ts';
import { branchesOf } from '../../shapes/branches.ts';
import { isOrdered } from '../../shapes/ordered-content.ts';
import type {
  ContentField,
  ContentNode,
  Field,
  GroupShape,
  ObjectShape,
} from '../../shapes/shape.ts';
import { isContent } from '../../shapes/shape-object.ts';
import { checkWrittenChoices, requiredFields } from '../choice-code.ts';
import { local, runtime } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { isRecordGroup } from '../repeated-records.ts';
import { isRow, rowsOf, type Table, tableOf } from './child-rows.ts';
import { type ContentPlace, writeContentField } from './write-field.ts';
import { expression, type Piece } from './xml-template.ts';

/** The fewest children in a row for which a table is shorter than statements. */
const fewest = 4;

/** A field inside an element. */
type InnerField = Exclude<Field, { kind: 'attribute' | 'anyAttributes' | 'text' }>;

/**
 * Writes the fields inside an element, in the order of the type: many elements in a row by a table,
 * all else by statements. A type that extends another one uses the tables of that.
 *
 * @returns pieces for each part of the content
 */
export function writeInside(
  context: CodecContext,
  shape: ObjectShape,
  place: ContentPlace,
): readonly (readonly Piece[])[] {
  if (context.isRepeatedRecord(shape, 1)) {
    const all = { fields: insideOf(shape.fields), required: requiredFields(shape.content) };
    return writeByStatements(context, all, place);
  }
  const { written, rest } = writeTables(context, shape, place);
  return [...written, ...writeByStatements(context, rest, place)];
}

/**
 * How the children of a type are written, if it is only a sequence of elements that a table can
 * have.
 *
 * @param scope the default namespace
 */
export function writersOf(
  context: CodecContext,
  shape: ObjectShape,
  scope: string,
): Expression | undefined {
  const { base, family, content } = shape;
  const fields = insideOf(shape.fields);
  const isPlain = fields.length === shape.fields.length && fields.every(isRow);
  if (!isPlain || base !== undefined || family !== undefined) return undefined;
  if (isOrdered(content) || checkWrittenChoices(content).length > 0) return undefined;
  const encoded = context.shaper.used.encodedTypes.has(shape.source);
  const place = { scope, encoded };
  const required = requiredFields(content);
  return fields.length < fewest
    ? rowsOf(context, fields, required, place)
    : tableOf(context, shape, place)(fields, required, 1);
}

function writeByStatements(
  context: CodecContext,
  { fields, required }: Row,
  place: ContentPlace,
): readonly (readonly Piece[])[] {
  return fields.map((field) => writeContentField(context, field, required, place));
}

/** Consecutive fields that are all elements a table can have, or that all are not. */
interface Row {
  readonly fields: readonly InnerField[];
  readonly required: ReadonlySet<ContentField>;
}

/** The content of a type as far as types that extend it share how it is written. */
interface SharedContent {
  readonly written: readonly (readonly Piece[])[];
  /** The last fields, too few for a table. */
  readonly rest: Row;
}

const nothing: SharedContent = { written: [], rest: { fields: [], required: new Set() } };

function writeTables(
  context: CodecContext,
  shape: ObjectShape,
  place: ContentPlace,
): SharedContent {
  const base = sharedBase(context, shape);
  const { written, rest } = base === undefined ? nothing : writeTables(context, base, place);
  const own = requiredFields(base === undefined ? shape.content : shape.ownContent);
  const required = rest.fields.length === 0 ? own : new Set([...rest.required, ...own]);
  const added = insideOf(base === undefined ? shape.fields : shape.ownFields);
  const rows = inRows([...rest.fields, ...added]);
  const last = rows.at(-1) ?? [];
  const isRest = last.length < fewest && last.every(isRow);
  const table = tableOf(context, shape, place);
  let number = 0;
  const pieces = (isRest ? rows.slice(0, -1) : rows).flatMap((fields) => {
    if (fields.length < fewest || !fields.every(isRow)) {
      return writeByStatements(context, { fields, required }, place);
    }
    number += 1;
    const writers = table(fields, required, number);
    return [[expression(call(runtime('writeChildren'), local('value'), writers))]];
  });
  return { written: [...written, ...pieces], rest: { fields: isRest ? last : [], required } };
}

/** Writes a type that is only a choice of elements, if a table can say how. */
export function writeObjectChoice(
  context: CodecContext,
  shape: ObjectShape,
  place: ContentPlace,
): Piece | undefined {
  if (context.isRepeatedRecord(shape, 1)) return undefined;
  return writeOneOf(shape.content, tableOf(context, shape, place));
}

/** Writes a turn of a repeated choice of elements, if a table can say how. */
export function writeGroupChoice(
  context: CodecContext,
  group: GroupShape,
  place: ContentPlace,
): Piece | undefined {
  if (isRecordGroup(group)) return undefined;
  return writeOneOf(group.content, tableOf(context, group, place));
}

function writeOneOf(content: ContentNode, table: Table): Piece | undefined {
  const [only, ...others] = content.kind === 'sequence' ? content.nodes : [content];
  if (only?.kind !== 'choice' || others.length > 0) return undefined;
  const branches = branchesOf(only);
  if (branches === undefined || branches.some((branch) => branch.size > 1)) return undefined;
  const fields = branches.flatMap((branch) => [...branch.keys()]);
  if (fields.length < 2 || !fields.every(isRow)) return undefined;
  const optional =
    only.optional || branches.some((branch) => [...branch.values()].every((one) => one));
  const given = [local('value'), table(fields, new Set(), 1), ...(optional ? ['true'] : [])];
  return expression(callWith(runtime('writeChoice'), given));
}

function insideOf(fields: readonly Field[]): readonly InnerField[] {
  return fields.filter((field) => field.kind === 'mixed' || isContent(field));
}

/** The type it extends, if that has the same tables. */
function sharedBase(context: CodecContext, { base, source }: ObjectShape): ObjectShape | undefined {
  const { encodedTypes } = context.shaper.used;
  if (base === undefined) return undefined;
  return encodedTypes.has(base.source) === encodedTypes.has(source) ? base : undefined;
}

/** Fields that a table can have, and those that it cannot have, in turn. */
function inRows(fields: readonly InnerField[]): readonly (readonly InnerField[])[] {
  const rows: InnerField[][] = [];
  for (const field of fields) {
    const last = rows.at(-1);
    const [first] = last ?? [];
    if (last === undefined || first === undefined || isRow(first) !== isRow(field)) {
      rows.push([field]);
    } else last.push(field);
  }
  return rows;
}
