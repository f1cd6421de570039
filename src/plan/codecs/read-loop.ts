import { stringLiteral } from '../encode.ts';
import { localName } from '../names.ts';
import type { AnyField, ContentField } from '../shape.ts';
import { assign, block, type Code, ifBlock, line, runtime, uses } from './code.ts';
import { type CodecContext, namespaceConstant } from './context.ts';
import type { FastPath } from './fast-path.ts';
import { groupReader, headReader } from './read-parts.ts';
import { nilIsAbsent, readExpression } from './read-place.ts';
import { callStatement, statement } from './statement.ts';

/** An element name and the field it belongs to. */
export interface ElementCase {
  readonly namespace: string;
  readonly local: string;
  readonly field: ContentField;
}

/** Every element name the fields take, in order. */
export function elementCases(fields: readonly ContentField[]): readonly ElementCase[] {
  const cases: ElementCase[] = [];
  for (const field of fields) cases.push(...casesOf(field));
  return cases;
}

function casesOf(field: ContentField): readonly ElementCase[] {
  switch (field.kind) {
    case 'element': {
      const { namespace, localName: local } = field.place.element.name;
      return [{ namespace, local, field }];
    }
    case 'head':
      return field.head.alternatives.map(({ place }) => ({
        namespace: place.element.name.namespace,
        local: place.element.name.localName,
        field,
      }));
    case 'group':
      return elementCases(field.group.fields).map((one) => ({ ...one, field }));
    case 'any':
      return [];
  }
}

/** Cases by namespace, then by local name. */
export function groupCases(
  cases: readonly ElementCase[],
): ReadonlyMap<string, ReadonlyMap<string, readonly ContentField[]>> {
  const groups = new Map<string, Map<string, ContentField[]>>();
  for (const { namespace, local, field } of cases) {
    const names = groups.get(namespace) ?? new Map<string, ContentField[]>();
    groups.set(namespace, names);
    const fields = names.get(local) ?? [];
    names.set(local, fields);
    if (!fields.includes(field)) fields.push(field);
  }
  return groups;
}

/** Whether one element name stands for several fields. */
export function hasNamesTwice(fields: readonly ContentField[]): boolean {
  return hasContest(groupCases(elementCases(fields)));
}

function hasContest(groups: ReturnType<typeof groupCases>): boolean {
  for (const names of groups.values()) {
    for (const fields of names.values()) if (fields.length > 1) return true;
  }
  return false;
}

/** Whether one name stands at several places, or a wildcard does, so that the order tells which is meant. */
export function isOrdered(fields: readonly ContentField[]): boolean {
  return hasNamesTwice(fields) || wildcardsOf(fields).length > 1;
}

/**
 * The general loop: child elements in any order and under any prefix; the first of several wins, what is unknown is skipped or goes
 * to a wildcard.
 *
 * @param fast what is tried before each child
 */
export function childLoop(
  context: CodecContext,
  code: Code,
  fields: readonly ContentField[],
  fast?: FastPath,
): void {
  const wildcards = wildcardsOf(fields);
  const cases = groupCases(elementCases(fields));
  const groups = [...cases];
  const ordered = wildcards.length > 1 || hasContest(cases);
  const positions = ordered ? fields : undefined;
  if (ordered) line(code, 'let last = 0;');
  fast?.declare();
  const start = runtime(code, 'START');
  block(code, fast === undefined ? `while (reader.nextTag() === ${start})` : 'for (;;)', () => {
    if (fast !== undefined) {
      fast.pass();
      line(code, `if (reader.nextTag() !== ${start}) break;`);
    }
    for (const [namespace, names] of groups) {
      const inScope = namespaceConstant(context, code, namespace);
      block(code, `if (reader.namespace === ${inScope})`, () => {
        block(code, 'switch (reader.local)', () => {
          for (const [local, candidates] of names) {
            line(code, `case ${stringLiteral(local)}:`);
            code.indent += 1;
            candidates.forEach((field, index) => {
              takeCase(context, code, field, index < candidates.length - 1, positions);
            });
            if (candidates.at(-1)?.repeated !== true) {
              if (wildcards.length > 0) {
                line(code, 'reader.skip();');
                line(code, 'continue;');
              } else line(code, 'break;');
            }
            code.indent -= 1;
          }
        });
      });
    }
    wildcards.forEach((field, index) => {
      takeWildcard(context, code, field, index < wildcards.length - 1, positions);
    });
    const last = wildcards.at(-1);
    const catchAll = last?.repeated === true && isOpen(last);
    if (!catchAll) callStatement(code, unknownElement(context, code, groups));
  });
}

/** The call that reads over an element that is none of those the fields take. */
function unknownElement(
  context: CodecContext,
  code: Code,
  groups: readonly (readonly [string, ReadonlyMap<string, unknown>])[],
): string {
  const expected = groups.flatMap(([namespace, names]) => [
    namespaceConstant(context, code, namespace),
    stringLiteral([...names.keys()].join(' ')),
  ]);
  return `reader.unknown(${expected.join(', ')})`;
}

/** Wildcards among fields; those of groups are taken by the group. */
function wildcardsOf(
  fields: readonly ContentField[],
): readonly (AnyField | Extract<ContentField, { kind: 'group' }>)[] {
  return fields.filter(
    (field) =>
      field.kind === 'any' ||
      (field.kind === 'group' &&
        field.group.fields.some((inner) => wildcardsOf([inner]).length > 0)),
  ) as readonly (AnyField | Extract<ContentField, { kind: 'group' }>)[];
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
      line(code, `${local} ??= [];`);
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
  field: AnyField | Extract<ContentField, { kind: 'group' }>,
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
      line(code, `${local} ??= [];`);
      callStatement(code, `${local}.push(${itemExpression(context, code, field)})`);
    } else {
      statement(code, `${local} =`, itemExpression(context, code, field));
    }
    if (contested || !(field.repeated && isOpen(field))) line(code, 'continue;');
  };
  if (conditions.length === 0) take();
  else ifBlock(code, conditions, '&&', take);
}
