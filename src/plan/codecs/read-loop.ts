import { stringLiteral } from '../encode.ts';
import { localName } from '../names.ts';
import { elementsOf } from '../ordered-content.ts';
import type { AnyField, ContentField } from '../shape.ts';
import { assign, block, type Code, ifBlock, line, runtime, uses } from './code.ts';
import { type CodecContext, namespaceConstant } from './context.ts';
import { isChecked } from './declared-codecs.ts';
import type { FastPath } from './fast-path.ts';
import { groupReader, headReader } from './read-parts.ts';
import { nilIsAbsent, readExpression } from './read-place.ts';
import { argumentsStatement, callStatement, statement } from './statement.ts';

/** Fields by the elements they take: by namespace, then by local name. */
export type ElementGroups = ReadonlyMap<string, ReadonlyMap<string, ContentField>>;

/** A field that takes elements the schema does not name. */
type WildcardField = AnyField | Extract<ContentField, { kind: 'group' }>;

/** Finds the elements that fields take, in order. */
export function takenElements(fields: readonly ContentField[]): ElementGroups {
  const groups = new Map<string, Map<string, ContentField>>();
  for (const field of fields) {
    for (const { name } of elementsOf(field)) {
      const names = groups.get(name.namespace) ?? new Map<string, ContentField>();
      groups.set(name.namespace, names);
      // in a group, the element itself before the group it can be in
      if (!names.has(name.localName)) names.set(name.localName, field);
    }
  }
  return groups;
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
  fast: FastPath | undefined,
): void {
  const groups = takenElements(fields);
  const wildcards = fields.filter(takesAny);
  fast?.declare();
  const start = runtime(code, 'START');
  block(code, fast === undefined ? `while (reader.nextTag() === ${start})` : 'for (;;)', () => {
    if (fast !== undefined) {
      fast.pass();
      line(code, `if (reader.nextTag() !== ${start}) break;`);
    }
    switchNames(context, code, groups, (field) => {
      takeCase(context, code, field);
      if (!field.repeated) line(code, 'break;');
    });
    for (const field of wildcards) takeWildcard(context, code, field);
    const last = wildcards.at(-1);
    const catchAll = last?.repeated === true && isOpen(last);
    if (!catchAll) takeUnknown(context, code, groups);
  });
}

/** Whether items of a field have an index in the path of an error. */
export function isList(field: ContentField): boolean {
  return field.repeated && field.kind !== 'any';
}

/** Local names of the elements a field stands for, each once. */
function localNames(field: ContentField): readonly string[] {
  return [...new Set(elementsOf(field).map(({ name }) => name.localName))];
}

/** Makes sure that the list of a field is there. Prints in a reader of children, which knows their depth. */
export function ensureList(code: Code, field: ContentField): void {
  const local = localName(field.property);
  if (!isList(field)) line(code, `${local} ??= [];`);
  else {
    const names = stringLiteral(localNames(field).join(' '));
    statement(code, `${local} ??=`, `${runtime(code, 'listAt')}(reader, depth, ${names})`);
  }
}

/** A case for the names of each field, under tests of namespace and local name. */
export function switchNames(
  context: CodecContext,
  code: Code,
  groups: ElementGroups,
  take: (field: ContentField) => void,
): void {
  groups.forEach((names, namespace) => {
    const inScope = namespaceConstant(context, code, namespace);
    block(code, `if (reader.namespace === ${inScope})`, () => {
      block(code, 'switch (reader.local)', () => {
        for (const [field, locals] of byField(names)) {
          for (const local of locals) line(code, `case ${stringLiteral(local)}:`);
          code.indent += 1;
          take(field);
          code.indent -= 1;
        }
      });
    });
  });
}

/** Names by the field they belong to: what takes an element of a group is the same for all of them. */
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

/** Whether a field takes elements by a wildcard; those of groups are taken by the group. */
function takesAny(field: ContentField): field is WildcardField {
  return field.kind === 'any' || (field.kind === 'group' && field.group.fields.some(takesAny));
}

function isOpen(field: ContentField): boolean {
  return field.kind === 'any' && field.wildcard.allowed.kind === 'any';
}

/** Statements that read an element into its field and go on with the next. */
function takeCase(context: CodecContext, code: Code, field: ContentField): void {
  const local = localName(field.property);
  const take = (): void => {
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
  if (field.repeated) take();
  else block(code, `if (${local} === undefined)`, take);
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
      if (!(context.declared.strict && isChecked(field))) return 'reader.element()';
      return `${runtime(code, 'anyElement')}(reader, ${field.wildcard.processContents === 'strict'})`;
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

function takeWildcard(context: CodecContext, code: Code, field: WildcardField): void {
  const local = localName(field.property);
  const conditions: string[] = [];
  const any = field.kind === 'any' ? field : field.group.fields.find((one) => one.kind === 'any');
  if (any?.kind === 'any') conditions.push(...wildcardConditions(context, code, any));
  if (!field.repeated) conditions.push(`${local} === undefined`);
  const take = (): void => {
    if (field.repeated) {
      ensureList(code, field);
      callStatement(code, `${local}.push(${itemExpression(context, code, field)})`);
    } else {
      statement(code, `${local} =`, itemExpression(context, code, field));
    }
    if (!(field.repeated && isOpen(field))) line(code, 'continue;');
  };
  if (conditions.length === 0) take();
  else ifBlock(code, conditions, '&&', take);
}
