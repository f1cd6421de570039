import type { QName } from '../../model/qname.ts';
import { stringLiteral } from '../encode.ts';
import { localName } from '../names.ts';
import type { AnyField, ContentField } from '../shape.ts';
import { assign, block, type Code, ifBlock, line, runtime, uses } from './code.ts';
import { type CodecContext, namespaceConstant } from './context.ts';
import type { FastPath } from './fast-path.ts';
import { groupReader, headReader } from './read-parts.ts';
import { nilIsAbsent, readExpression } from './read-place.ts';
import { argumentsStatement, callStatement, statement } from './statement.ts';

/** Fields by the elements they take: by namespace, then by local name. */
export type ElementGroups = ReadonlyMap<string, ReadonlyMap<string, readonly ContentField[]>>;

/** Fields of a content by what they take. */
export interface TakenElements {
  readonly groups: ElementGroups;
  readonly wildcards: readonly WildcardField[];
  /** Whether one name stands at several places, or a wildcard does, so that the order tells which is meant. */
  readonly ordered: boolean;
}

/** A field that takes elements the schema does not name. */
type WildcardField = AnyField | Extract<ContentField, { kind: 'group' }>;

/** Finds the elements that fields take, in order. */
export function takenElements(fields: readonly ContentField[]): TakenElements {
  const groups = new Map<string, Map<string, ContentField[]>>();
  let contested = false;
  for (const field of fields) contested = addNames(groups, field, field) || contested;
  const wildcards = wildcardsOf(fields);
  return { groups, wildcards, ordered: contested || wildcards.length > 1 };
}

/**
 * @param inner the field itself, or one of a group it repeats
 * @returns whether another field has one of its names
 */
function addNames(
  groups: Map<string, Map<string, ContentField[]>>,
  field: ContentField,
  inner: ContentField,
): boolean {
  if (inner.kind === 'element') return addName(groups, field, inner.place.element.name);
  let contested = false;
  if (inner.kind === 'head') {
    for (const { place } of inner.head.alternatives)
      contested = addName(groups, field, place.element.name) || contested;
  } else if (inner.kind === 'group') {
    for (const one of inner.group.fields) contested = addNames(groups, field, one) || contested;
  }
  return contested;
}

function addName(
  groups: Map<string, Map<string, ContentField[]>>,
  field: ContentField,
  { namespace, localName: local }: QName,
): boolean {
  let names = groups.get(namespace);
  if (names === undefined) {
    names = new Map();
    groups.set(namespace, names);
  }
  const fields = names.get(local);
  if (fields === undefined) {
    names.set(local, [field]);
    return false;
  }
  if (!fields.includes(field)) fields.push(field);
  return fields.length > 1;
}

/**
 * The general loop: child elements in any order and under any prefix; the first of several wins, what is unknown is skipped or goes
 * to a wildcard.
 *
 * @param taken what {@link takenElements} has found of the fields
 * @param fast what is tried before each child
 */
export function childLoop(
  context: CodecContext,
  code: Code,
  fields: readonly ContentField[],
  { groups, wildcards, ordered }: TakenElements,
  fast: FastPath | undefined,
): void {
  const positions = ordered ? fields : undefined;
  if (ordered) line(code, 'let last = 0;');
  fast?.declare();
  const start = runtime(code, 'START');
  block(code, fast === undefined ? `while (reader.nextTag() === ${start})` : 'for (;;)', () => {
    if (fast !== undefined) {
      fast.pass();
      line(code, `if (reader.nextTag() !== ${start}) break;`);
    }
    switchNames(context, code, groups, (candidates) => {
      candidates.forEach((field, index) => {
        takeCase(context, code, field, index < candidates.length - 1, positions);
      });
      if (candidates.at(-1)?.repeated === true) return;
      if (wildcards.length > 0) {
        line(code, 'reader.skip();');
        line(code, 'continue;');
      } else line(code, 'break;');
    });
    wildcards.forEach((field, index) => {
      takeWildcard(context, code, field, index < wildcards.length - 1, positions);
    });
    const last = wildcards.at(-1);
    const catchAll = last?.repeated === true && isOpen(last);
    if (!catchAll) takeUnknown(context, code, groups);
  });
}

/** Whether items of a field have an index in the path of an error. */
export function isList(field: ContentField): boolean {
  return field.repeated && field.kind !== 'any';
}

/** Local names of the elements a field stands for. */
export function elementNames(field: ContentField): readonly string[] {
  switch (field.kind) {
    case 'element':
      return [field.place.element.name.localName];
    case 'head':
      return field.head.alternatives.map((one) => one.place.element.name.localName);
    case 'group':
      return [...new Set(field.group.fields.flatMap(elementNames))];
    case 'any':
      return [];
  }
}

/** Makes sure that the list of a field is there. Prints in a reader of children, which knows their depth. */
export function ensureList(code: Code, field: ContentField): void {
  const local = localName(field.property);
  if (!isList(field)) line(code, `${local} ??= [];`);
  else {
    const names = stringLiteral(elementNames(field).join(' '));
    statement(code, `${local} ??=`, `${runtime(code, 'listAt')}(reader, depth, ${names})`);
  }
}

/** A case for each element name, under tests of namespace and local name. */
export function switchNames(
  context: CodecContext,
  code: Code,
  groups: ElementGroups,
  take: (candidates: readonly ContentField[]) => void,
): void {
  groups.forEach((names, namespace) => {
    const inScope = namespaceConstant(context, code, namespace);
    block(code, `if (reader.namespace === ${inScope})`, () => {
      block(code, 'switch (reader.local)', () => {
        names.forEach((candidates, local) => {
          line(code, `case ${stringLiteral(local)}:`);
          code.indent += 1;
          take(candidates);
          code.indent -= 1;
        });
      });
    });
  });
}

/** Reads over an element that is none of those the fields take. */
function takeUnknown(context: CodecContext, code: Code, groups: ElementGroups): void {
  const expected: string[] = [];
  groups.forEach((names, namespace) => {
    let all = '';
    names.forEach((_, local) => {
      all += all === '' ? local : ` ${local}`;
    });
    expected.push(namespaceConstant(context, code, namespace), stringLiteral(all));
  });
  argumentsStatement(code, 'reader.unknown', expected);
}

/** Wildcards among fields; those of groups are taken by the group. */
function wildcardsOf(fields: readonly ContentField[]): readonly WildcardField[] {
  return fields.filter(takesAny);
}

function takesAny(field: ContentField): field is WildcardField {
  return field.kind === 'any' || (field.kind === 'group' && field.group.fields.some(takesAny));
}

function isOpen(field: ContentField): boolean {
  return field.kind === 'any' && field.wildcard.allowed.kind === 'any';
}

/**
 * Statements that read an element into its field and go on with the next.
 *
 * @param contested whether a later field has the same name
 * @param positions all fields in order, where the order counts
 */
function takeCase(
  context: CodecContext,
  code: Code,
  field: ContentField,
  contested: boolean,
  positions: readonly ContentField[] | undefined,
): void {
  const local = localName(field.property);
  const conditions: string[] = field.repeated ? [] : [`${local} === undefined`];
  const position = (positions?.indexOf(field) ?? -1) + 1;
  if (contested) conditions.push(`last <= ${position}`);
  const take = (): void => {
    if (position > 0) line(code, `last = ${position};`);
    if (field.repeated) {
      ensureList(code, field);
      callStatement(code, `${local}.push(${itemExpression(context, code, field)})`);
    } else {
      if (field.kind === 'element' && nilIsAbsent(field, field.place.value)) {
        line(code, 'if (reader.skipNil()) continue;');
      }
      assign(code, local, itemExpression(context, code, field));
    }
    line(code, 'continue;');
  };
  if (conditions.length === 0) take();
  else ifBlock(code, conditions, '&&', take);
}

/** Expression that reads one element of a field. */
export function itemExpression(context: CodecContext, code: Code, field: ContentField): string {
  switch (field.kind) {
    case 'element':
      return readExpression(context, code, field.place);
    case 'head':
      return `${uses(code, headReader(context, field.head))}(reader)`;
    case 'group':
      return `${uses(code, groupReader(context, field.group))}(reader)`;
    case 'any':
      return 'reader.element()';
  }
}

/** Conditions under which a wildcard takes the element whose START was just read. */
export function wildcardConditions(
  context: CodecContext,
  code: Code,
  field: AnyField,
): readonly string[] {
  const { allowed } = field.wildcard;
  if (allowed.kind === 'any') return [];
  if (allowed.kind === 'other') {
    const than = namespaceConstant(context, code, allowed.than);
    return allowed.than === ''
      ? ["reader.namespace !== ''"]
      : ["reader.namespace !== ''", `reader.namespace !== ${than}`];
  }
  const tests = allowed.namespaces.map(
    (one) => `reader.namespace === ${namespaceConstant(context, code, one)}`,
  );
  return tests.length === 1 ? tests : [`(${tests.join(' || ')})`];
}

function takeWildcard(
  context: CodecContext,
  code: Code,
  field: WildcardField,
  contested: boolean,
  positions: readonly ContentField[] | undefined,
): void {
  const local = localName(field.property);
  const conditions: string[] = [];
  const any = field.kind === 'any' ? field : field.group.fields.find((one) => one.kind === 'any');
  if (any?.kind === 'any') conditions.push(...wildcardConditions(context, code, any));
  if (!field.repeated) conditions.push(`${local} === undefined`);
  const position = (positions?.indexOf(field) ?? -1) + 1;
  if (contested) conditions.push(`last <= ${position}`);
  const take = (): void => {
    if (position > 0) line(code, `last = ${position};`);
    if (field.repeated) {
      ensureList(code, field);
      callStatement(code, `${local}.push(${itemExpression(context, code, field)})`);
    } else {
      statement(code, `${local} =`, itemExpression(context, code, field));
    }
    if (contested || !(field.repeated && isOpen(field))) line(code, 'continue;');
  };
  if (conditions.length === 0) take();
  else ifBlock(code, conditions, '&&', take);
}
