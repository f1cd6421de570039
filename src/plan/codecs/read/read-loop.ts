import { variableName } from '../../../names/names.ts';
import { stringLiteral } from '../../print/encode.ts';
import {
  binary,
  binaryOf,
  call,
  callWith,
  cast,
  type Expression,
  type Given,
  wrapped,
} from '../../print/node.ts';
import {
  assign,
  block,
  caseOf,
  ifBlock,
  line,
  onlyIf,
  run,
  type Statement,
  switchOn,
  whileLoop,
} from '../../print/statement.ts';
import { namedType } from '../../print/type-node.ts';
import { elementsOf } from '../../shapes/ordered-content.ts';
import type { AnyField, ContentField } from '../../shapes/shape.ts';
import { codec, runtime } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { isChecked } from './declared-codecs.ts';
import type { FastPath } from './fast-path.ts';
import { groupReader, headReader } from './read-parts.ts';
import { nilIsAbsent, readExpression } from './read-place.ts';

/** Fields by the elements they accept: by namespace, then by local name. */
export type ElementGroups = ReadonlyMap<string, ReadonlyMap<string, ContentField>>;

/** A field that accepts elements that are not in the schema. */
type WildcardField = AnyField | Extract<ContentField, { kind: 'group' }>;

/** Finds the elements that fields accept, in order. */
export function takenElements(fields: readonly ContentField[]): ElementGroups {
  const groups = new Map<string, Map<string, ContentField>>();
  for (const field of fields) {
    for (const { name } of elementsOf(field)) {
      const names = groups.get(name.namespace) ?? new Map<string, ContentField>();
      groups.set(name.namespace, names);
      // an element itself has precedence over its substitution group
      if (!names.has(name.localName)) names.set(name.localName, field);
    }
  }
  return groups;
}

/** Whether the reader has reached another start tag. */
export const moreTags: Expression = binary('===', 'reader.nextTag()', runtime('START'));

/**
 * The general loop: child elements in any order and with any prefix. The first of several counts;
 * unknown elements are skipped or accepted by a wildcard.
 *
 * @param fast tried before each child
 */
export function childLoop(
  context: CodecContext,
  fields: readonly ContentField[],
  fast: FastPath | undefined,
): readonly Statement[] {
  const groups = takenElements(fields);
  const wildcards = fields.filter(takesAny);
  const taken = switchNames(context, groups, (field) => takeCase(context, field));
  const others = wildcards.flatMap((field) => takeWildcard(context, field));
  const last = wildcards.at(-1);
  const catchAll = last?.repeated === true && isOpen(last);
  const unknown = catchAll ? [] : [takeUnknown(context, groups)];
  const inside = [...taken, ...others, ...unknown];
  if (fast === undefined) return [whileLoop(moreTags, inside)];
  const noMore = onlyIf(binary('!==', 'reader.nextTag()', runtime('START')), 'break');
  return [fast.declare, block('for (;;)', [fast.pass, noMore, ...inside])];
}

/** Whether items of a field have an index in the path of an error. */
export function isList(field: ContentField): boolean {
  return field.repeated && field.kind !== 'any';
}

/** Local names of the elements of a field, without duplicates. */
function localNames(field: ContentField): readonly string[] {
  return [...new Set(elementsOf(field).map(({ name }) => name.localName))];
}

/** Creates the list of a field if needed, in a reader of children, which knows their depth. */
export function ensureList(field: ContentField): Statement {
  const local = variableName(field.property);
  if (!isList(field)) return line(`${local} ??= [];`);
  const names = stringLiteral(localNames(field).join(' '));
  return assign(`${local} ??=`, call(runtime('listAt'), 'reader', 'depth', names));
}

/** A case for the names of each field, inside tests of namespace and local name. */
export function switchNames(
  context: CodecContext,
  groups: ElementGroups,
  take: (field: ContentField) => readonly Statement[],
): readonly Statement[] {
  return [...groups].map(([namespace, names]) => {
    const isIt = binary('===', 'reader.namespace', context.namespace(namespace));
    const cases = [...byField(names)].map(([field, locals]) =>
      caseOf(locals.map(stringLiteral), take(field)),
    );
    return ifBlock(isIt, [switchOn('reader.local', cases)]);
  });
}

/** Names by field. All elements of a group are read in the same way. */
function byField(
  names: ReadonlyMap<string, ContentField>,
): ReadonlyMap<ContentField, readonly string[]> {
  const found = new Map<ContentField, string[]>();
  names.forEach((field, local) => {
    const known = found.get(field);
    if (known === undefined) found.set(field, [local]);
    else known.push(local);
  });
  return found;
}

/** Skips an element that no field accepts. */
function takeUnknown(context: CodecContext, groups: ElementGroups): Statement {
  const expected: Given[] = [];
  groups.forEach((names, namespace) => {
    let all = '';
    names.forEach((_, local) => {
      all += all === '' ? local : ` ${local}`;
    });
    expected.push(context.namespace(namespace), stringLiteral(all));
  });
  return run(callWith('reader.unknown', expected));
}

/** Whether a field accepts elements by a wildcard. A group accepts those of its fields. */
function takesAny(field: ContentField): field is WildcardField {
  return field.kind === 'any' || (field.kind === 'group' && field.group.fields.some(takesAny));
}

function isOpen(field: ContentField): boolean {
  return field.kind === 'any' && field.wildcard.allowed.kind === 'any';
}

/** Statements that read an element into its field and continue with the next one. */
function takeCase(context: CodecContext, field: ContentField): readonly Statement[] {
  const local = variableName(field.property);
  if (field.repeated) return [...pushItem(context, field), line('continue;')];
  const isAbsent = field.kind === 'element' && nilIsAbsent(field, field.place.value);
  const skipped = isAbsent ? [onlyIf(call(runtime('skipNil'), 'reader'), 'continue')] : [];
  const isSecond = onlyIf(binary('!==', local, 'undefined'), 'break');
  const taken = assign(`${local} =`, itemExpression(context, field));
  return [isSecond, ...skipped, taken, line('continue;')];
}

/** Adds an item to the list of a field. */
export function pushItem(context: CodecContext, field: ContentField): readonly Statement[] {
  const push = `${variableName(field.property)}.push`;
  return [ensureList(field), run(call(push, itemExpression(context, field)))];
}

/** Reads one element of a field. */
export function itemExpression(context: CodecContext, field: ContentField): Expression {
  switch (field.kind) {
    case 'element':
      return readExpression(context, field.place);
    case 'head':
      return oneOf(headReader(context, field.head), field.head.name);
    case 'group':
      return oneOf(groupReader(context, field.group), field.group.name);
    case 'any': {
      if (!(context.declared.strict && isChecked(field))) {
        return call(runtime('captureElement'), 'reader');
      }
      const isStrict = String(field.wildcard.processContents === 'strict');
      return call(runtime('anyElement'), 'reader', isStrict);
    }
  }
}

/** Calls a function that reads one of several branches as one object. */
function oneOf(readerName: string, type: string): Expression {
  return cast(call(codec(readerName), 'reader'), namedType(type));
}

/** Conditions for a wildcard to accept the element whose START was just read. */
function wildcardConditions(context: CodecContext, field: AnyField): readonly Expression[] {
  const { allowed } = field.wildcard;
  if (allowed.kind === 'any') return [];
  if (allowed.kind === 'other') {
    const than = context.namespace(allowed.than);
    const named = binary('!==', 'reader.namespace', "''");
    return allowed.than === '' ? [named] : [named, binary('!==', 'reader.namespace', than)];
  }
  const tests = allowed.namespaces.map((one) =>
    binary('===', 'reader.namespace', context.namespace(one)),
  );
  return tests.length === 1 ? tests : [wrapped('(', binaryOf('||', tests), ')')];
}

function takeWildcard(context: CodecContext, field: WildcardField): readonly Statement[] {
  const local = variableName(field.property);
  const any = field.kind === 'any' ? field : field.group.fields.find((one) => one.kind === 'any');
  const conditions = any?.kind === 'any' ? [...wildcardConditions(context, any)] : [];
  if (!field.repeated) conditions.push(binary('===', local, 'undefined'));
  const taken = field.repeated
    ? pushItem(context, field)
    : [assign(`${local} =`, itemExpression(context, field))];
  const rest = field.repeated && isOpen(field) ? taken : [...taken, line('continue;')];
  return conditions.length === 0 ? rest : [ifBlock(binaryOf('&&', conditions), rest)];
}
