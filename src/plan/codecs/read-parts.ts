import { propertyKey, stringLiteral } from '../encode.ts';
import { localName } from '../names.ts';
import type { ContentField, GroupShape, HeadShape } from '../shape.ts';
import { namedType } from '../shape-simple.ts';
import { checkReadChoices, standing } from './choice-code.ts';
import {
  assign,
  block,
  type Code,
  createCode,
  finishFunction,
  ifBlock,
  line,
  objectLines,
  readerParameter,
  runtime,
  runtimeType,
  typed,
} from './code.ts';
import { type CodecContext, namespaceConstant } from './context.ts';
import { checkReadCounts } from './count-code.ts';
import { itemExpression, switchNames, takenElements, wildcardConditions } from './read-loop.ts';
import { readExpression } from './read-place.ts';
import { declareLocals, fieldValue } from './read-type.ts';
import { callStatement } from './statement.ts';

/** Name of the function that reads whichever element of a substitution group has come. */
export function headReader(context: CodecContext, head: HeadShape): string {
  const name = context.typeFunction('read', head.name);
  return context.ensure(name, () => {
    const code = createCode();
    runtimeType(code, 'XmlReader');
    const returns = typed(code, namedType(head.name));
    const groups = new Map<string, typeof head.alternatives>();
    for (const one of head.alternatives) {
      const { namespace } = one.place.element.name;
      groups.set(namespace, [...(groups.get(namespace) ?? []), one]);
    }
    for (const [namespace, alternatives] of groups) {
      const inScope = namespaceConstant(context, code, namespace);
      block(code, `if (reader.namespace === ${inScope})`, () => {
        block(code, 'switch (reader.local)', () => {
          for (const { key, place } of alternatives) {
            line(code, `case ${stringLiteral(place.element.name.localName)}:`);
            const value = readExpression(context, code, place);
            line(code, `  return { ${propertyKey(key)}: ${value} };`);
          }
        });
      });
    }
    line(code, "return reader.fail('Unexpected element.');");
    return finishFunction(code, {
      name,
      exported: false,
      doc: `Reads element \`${head.element.name.localName}\` or one that stands in for it.`,
      parameters: [readerParameter],
      returns,
      namespace: head.element.name.namespace,
    });
  });
}

/** Whether each turn of a group is one element. */
function isSimpleChoice(group: GroupShape): boolean {
  return isChoiceOfFields(group) && !group.fields.some((field) => countsInTurn(group, field));
}

function isChoiceOfFields({ content }: GroupShape): boolean {
  return content.kind === 'choice' && content.branches.every((branch) => branch.kind === 'field');
}

/** Whether it matters which elements are of one turn: where turns are counted, or elements in a turn. */
function countsInTurn(group: GroupShape, field: ContentField): boolean {
  return field.repeated && (field.min > 1 || group.max !== Number.POSITIVE_INFINITY);
}

/** Name of the function that reads one turn of a repeated group; the START of its first element has been read. */
export function groupReader(context: CodecContext, group: GroupShape): string {
  const name = context.typeFunction('read', group.name);
  return context.ensure(name, () => {
    const code = createCode();
    runtimeType(code, 'XmlReader');
    const returns = typed(code, namedType(group.name));
    if (isSimpleChoice(group)) readChoice(context, code, group);
    else readTurn(context, code, group, returns);
    return finishFunction(code, {
      name,
      exported: false,
      doc: `Reads one turn of a repeated ${group.compositor}. The reader stands behind the start tag of its first element.`,
      parameters: [readerParameter],
      returns,
      namespace: group.namespace,
    });
  });
}

function readChoice(context: CodecContext, code: Code, group: GroupShape): void {
  const taken = (field: ContentField): string => {
    const value = itemExpression(context, code, field);
    return `return { ${propertyKey(field.property)}: ${field.repeated ? `[${value}]` : value} };`;
  };
  switchNames(context, code, takenElements(group.fields).groups, ([field]) => {
    if (field !== undefined) line(code, taken(field));
  });
  const any = group.fields.find((field) => field.kind === 'any');
  line(code, any === undefined ? "return reader.fail('Unexpected element.');" : taken(any));
}

/** Numbers of the branches of a choice; a field of several has none. */
function branchNumbers(group: GroupShape): ReadonlyMap<ContentField, number> {
  const numbers = new Map<ContentField, number>();
  if (group.content.kind !== 'choice') return numbers;
  group.content.branches.forEach((branch, index) => {
    const visit = (node: typeof branch): void => {
      if (node.kind === 'field') {
        numbers.set(node.field, numbers.has(node.field) ? 0 : index + 1);
      } else {
        for (const inner of node.kind === 'sequence' ? node.nodes : node.branches) visit(inner);
      }
    };
    visit(branch);
  });
  return numbers;
}

/** Reads elements as long as they come in the order of the group, then steps back before the first that does not. */
function readTurn(context: CodecContext, code: Code, group: GroupShape, returns: string): void {
  const { fields } = group;
  declareLocals(code, fields);
  const branches = branchNumbers(group);
  line(code, 'let last = 0;');
  if (branches.size > 0) line(code, 'let branch = 0;');
  line(code, 'let mark = reader.mark();');
  line(code, 'do {');
  code.indent += 1;
  switchNames(context, code, takenElements(fields).groups, (candidates) => {
    for (const field of candidates) takeInTurn(context, code, field, fields, branches);
    line(code, 'break;');
  });
  for (const field of fields) {
    if (field.kind !== 'any') continue;
    const conditions = [
      ...wildcardConditions(context, code, field),
      ...turnConditions(field, fields, branches),
    ];
    ifBlock(code, conditions, '&&', () => takeStatements(context, code, field, fields, branches));
  }
  line(code, 'break;');
  code.indent -= 1;
  line(code, `} while (reader.nextTag() === ${runtime(code, 'START')});`);
  line(code, 'reader.reset(mark);');
  checkReadChoices(code, group.content);
  // a run of one element may be several turns, cut elsewhere than here
  if (!isChoiceOfFields(group)) checkReadCounts(code, fields);
  const required = standing(group.content);
  const entries = fields.map(
    (field) => [propertyKey(field.property), fieldValue(code, field, required)] as const,
  );
  const union = group.content.kind !== 'field' && hasChoice(group);
  objectLines(code, 'return ', entries, union ? ` as ${returns};` : ';');
}

function hasChoice(group: GroupShape): boolean {
  const search = (node: GroupShape['content']): boolean =>
    node.kind === 'choice' || (node.kind === 'sequence' && node.nodes.some(search));
  return search(group.content);
}

/** Positions count from 1; a field that is not repeated may not come again. */
function turnConditions(
  field: ContentField,
  fields: readonly ContentField[],
  branches: ReadonlyMap<ContentField, number>,
): readonly string[] {
  const position = fields.indexOf(field) + 1;
  const branch = branches.get(field) ?? 0;
  const conditions = [`last ${field.repeated ? '<=' : '<'} ${position}`];
  if (branch > 0) conditions.push(`(branch === 0 || branch === ${branch})`);
  if (field.repeated && field.max !== Number.POSITIVE_INFINITY) {
    conditions.push(`(${localName(field.property)}?.length ?? 0) < ${field.max}`);
  }
  return conditions;
}

function takeInTurn(
  context: CodecContext,
  code: Code,
  field: ContentField,
  fields: readonly ContentField[],
  branches: ReadonlyMap<ContentField, number>,
): void {
  const conditions = turnConditions(field, fields, branches);
  ifBlock(code, conditions, '&&', () => takeStatements(context, code, field, fields, branches));
}

function takeStatements(
  context: CodecContext,
  code: Code,
  field: ContentField,
  fields: readonly ContentField[],
  branches: ReadonlyMap<ContentField, number>,
): void {
  const local = localName(field.property);
  const branch = branches.get(field) ?? 0;
  if (field.repeated) {
    line(code, `${local} ??= [];`);
    callStatement(code, `${local}.push(${itemExpression(context, code, field)})`);
  } else {
    assign(code, local, itemExpression(context, code, field));
  }
  line(code, `last = ${fields.indexOf(field) + 1};`);
  if (branch > 0) line(code, `branch = ${branch};`);
  line(code, 'mark = reader.mark();');
  line(code, 'continue;');
}
