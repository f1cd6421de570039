import { stringLiteral } from '../../print/encode.ts';
import { binary, call, type Expression } from '../../print/node.ts';
import { ifBlock, type Statement, throws } from '../../print/statement.ts';
import { namedType } from '../../print/type-node.ts';
import type { ContentField, Field, GroupShape, HeadShape } from '../../shapes/shape.ts';
import { anyBranch, checkWrittenChoices, requiredFields, writtenType } from '../choice-code.ts';
import { codec, codecFunction, local, property, runtime } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { divided, inTurns } from '../parts.ts';
import type { ValueSource } from '../value-source.ts';
import { writeGroupChoice } from './child-writers.ts';
import { scopeSuffix, writePlace } from './write-place.ts';
import { declaredList, listOf, writeItems } from './write-type.ts';
import { expression, inParts, inPieces, onlyWhere, type Piece, returned } from './xml-template.ts';
import { memberType } from './xsi-type.ts';

/** The context of content to be written. */
export interface ContentPlace {
  /** The default namespace. */
  readonly scope: string;
  /** Whether members have an `xsi:type`. */
  readonly encoded: boolean;
  /** The text that mixed content must be. */
  readonly fixed?: string | undefined;
}

/**
 * Writes one field of `value` that consists of elements.
 *
 * @param required fields that are always present
 */
export function writeContentField(
  context: CodecContext,
  field: Exclude<Field, { kind: 'attribute' | 'anyAttributes' | 'text' }>,
  required: ReadonlySet<ContentField>,
  place: ContentPlace,
): readonly Piece[] {
  const value = property(local('value'), field.property);
  const source = { value, owner: local('value'), name: stringLiteral(field.property) };
  if (field.kind === 'mixed') {
    const inScope = context.namespace(place.scope);
    const { owner, name } = source;
    const nodes =
      place.fixed === undefined
        ? value
        : call(runtime('fixedNodes'), value, stringLiteral(place.fixed), owner, name);
    const written = call(runtime('writeMixed'), nodes, inScope, owner, name);
    return [expression(written)];
  }
  const pieces = writeGiven(context, field, source, place);
  if (required.has(field)) return pieces;
  return [onlyWhere(binary('!==', value, 'undefined'), pieces)];
}

/** Writes one element of a field. */
export function writeOnce(
  context: CodecContext,
  field: ContentField,
  source: ValueSource,
  { scope, encoded }: ContentPlace,
): readonly Piece[] {
  switch (field.kind) {
    case 'element': {
      const attributes = memberType(field.place, encoded);
      return writePlace(context, field.place, source, { scope, attributes });
    }
    case 'any':
      return [expression(anyCall(context, source, scope))];
    case 'head': {
      const write = codec(headWriter(context, field.head, scope));
      const { value, owner, name } = source;
      return [expression(call(write, call(runtime('asObject'), value, owner, name)))];
    }
    case 'group':
      return [];
  }
}

function anyCall(
  context: CodecContext,
  { value, owner, name }: ValueSource,
  scope: string,
): Expression {
  return call(runtime('writeAny'), value, context.namespace(scope), owner, name);
}

/** Writes a field that is present. */
function writeGiven(
  context: CodecContext,
  field: ContentField,
  source: ValueSource,
  place: ContentPlace,
): readonly Piece[] {
  if (!field.repeated) return writeOnce(context, field, source, place);
  const { scope, encoded } = place;
  const list = listOf(field, source);
  switch (field.kind) {
    case 'element': {
      const attributes = memberType(field.place, encoded);
      return writeItems(context, list, field.place, { scope, attributes });
    }
    case 'any': {
      const { variable } = list;
      const value = call(runtime('at'), variable, 'index');
      const item = anyCall(context, { value, owner: variable, name: 'String(index)' }, scope);
      return [...declaredList(list), ...inPieces(variable, [expression(item)])];
    }
    default: {
      const write =
        field.kind === 'head'
          ? headWriter(context, field.head, scope)
          : groupWriter(context, field.group, place);
      return [expression(call(runtime('writeEach'), list.value, codec(write)))];
    }
  }
}

/** Name of the function that writes the given element of a substitution group. */
function headWriter(context: CodecContext, head: HeadShape, scope: string): string {
  const { element } = head;
  const suffix = scopeSuffix(element.name.namespace, scope);
  const name = context.typeFunction('write', head.name) + suffix;
  return context.ensure(name, () => {
    const tried = head.alternatives.map(({ key, place }) => {
      const value = property(local('value'), key);
      const source = { value, owner: local('value'), name: stringLiteral(key) };
      const pieces = writePlace(context, place, source, { scope });
      return ifBlock(binary('!==', value, 'undefined'), returned(pieces));
    });
    const keys = head.alternatives.map(({ key }) => `'${key}'`).join(', ');
    const message = stringLiteral(`must have one of ${keys}`);
    const error = call(runtime('notWritable'), local('value'), "''", message);
    return codecFunction({
      name,
      doc: `Writes element \`${element.name.localName}\` or one that stands in for it.`,
      parameters: [{ name: 'value', type: anyBranch(namedType(head.name)) }],
      returns: 'string',
      body: [...inTurns(divided(tried, () => 1)), throws(error)],
      namespace: element.name.namespace,
    });
  });
}

/** Name of the function that writes one iteration of a repeated group. */
function groupWriter(context: CodecContext, group: GroupShape, place: ContentPlace): string {
  const suffix = scopeSuffix(group.scope, place.scope);
  const name = context.typeFunction('write', group.name) + suffix;
  return context.ensure(name, () => {
    const choice = writeGroupChoice(context, group, place);
    const type = namedType(group.name);
    const isTable = choice !== undefined;
    return codecFunction({
      name,
      doc: `Writes one turn of a repeated ${group.compositor}.`,
      parameters: [{ name: 'value', type: isTable ? type : writtenType(group.content, type) }],
      returns: 'string',
      body: isTable ? returned([choice]) : writeTurn(context, group, place),
      namespace: group.namespace,
    });
  });
}

function writeTurn(
  context: CodecContext,
  { content, fields }: GroupShape,
  place: ContentPlace,
): readonly Statement[] {
  const required = requiredFields(content);
  const pieces = fields.map((field) => writeContentField(context, field, required, place));
  return [...checkWrittenChoices(content), ...returned(inParts(pieces))];
}
