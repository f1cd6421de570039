import { propertyAccess, stringLiteral } from '../encode.ts';
import { argumentList } from '../layout.ts';
import { localName } from '../names.ts';
import type { ChoiceNode, ContentField, ContentNode } from '../shape.ts';
import { type Branch, branchesOf, branchFields } from '../types/branches.ts';
import { block, type Code, ifBlock, line, runtime } from './code.ts';

/** Fields that stand in every value: those that may not be absent, in each branch of a choice. */
export function standing(
  node: ContentNode,
  found: Set<ContentField> = new Set(),
): ReadonlySet<ContentField> {
  if (node.kind === 'field') {
    if (!node.optional && !node.field.optional) found.add(node.field);
  } else if (node.kind === 'sequence') {
    for (const inner of node.nodes) standing(inner, found);
  } else if (!node.optional) {
    const [first, ...others] = node.branches.map((branch) => standing(branch));
    for (const field of first ?? []) {
      if (others.every((branch) => branch.has(field))) found.add(field);
    }
  }
  return found;
}

/** Choices of a content model that are in no other. */
function choicesOf(node: ContentNode, found: ChoiceNode[] = []): readonly ChoiceNode[] {
  if (node.kind === 'choice') found.push(node);
  else if (node.kind === 'sequence') for (const inner of node.nodes) choicesOf(inner, found);
  return found;
}

/** Checks that `value` has exactly one branch of each choice. */
export function checkWrittenChoices(code: Code, content: ContentNode): void {
  checkChoices(code, content, (field) => propertyAccess('value', field.property), 'write');
}

/** Checks that the locals of a reader hold exactly one branch of each choice. */
export function checkReadChoices(code: Code, content: ContentNode): void {
  checkChoices(code, content, (field) => localName(field.property), 'read');
}

function checkChoices(
  code: Code,
  content: ContentNode,
  access: (field: ContentField) => string,
  direction: 'read' | 'write',
): void {
  let declared = false;
  for (const choice of choicesOf(content)) {
    const branches = branchesOf(choice);
    if (branches === undefined) continue;
    const given = branches.filter((branch) => branch.size > 0);
    const optional =
      choice.optional || branches.some((branch) => [...branch.values()].every((one) => one));
    line(code, declared ? 'chosen = 0;' : 'let chosen = 0;');
    declared = true;
    const fields = branchFields(given);
    const exact = given.some((branch) => branch.size > 1);
    for (const branch of given) {
      if (exact) countExact(code, branch, fields, access);
      else countPresent(code, branch, access);
    }
    if (exact && optional) {
      // nothing chosen is fine, part of a branch is not
      const some = fields.map((field) => `${access(field)} !== undefined`);
      block(code, 'if (chosen === 0)', () => {
        ifBlock(code, some, '||', () => line(code, 'chosen = 2;'));
      });
    }
    const names = given.map(branchName).join(', ');
    const check = runtime(code, direction === 'write' ? 'checkChoice' : 'checkChoiceRead');
    const owner = direction === 'write' ? 'value' : 'reader';
    const call = argumentList({
      before: check,
      items: ['chosen', stringLiteral(names), String(optional), owner],
      after: ';',
      indent: code.indent,
    });
    line(code, call);
  }
}

/** Counts a branch any of whose fields is there. */
function countPresent(code: Code, branch: Branch, access: (field: ContentField) => string): void {
  const conditions = [...branch.keys()].map((field) => `${access(field)} !== undefined`);
  ifBlock(code, conditions, '||', () => line(code, 'chosen += 1;'));
}

/** Finds a branch that is there whole, with nothing of the others; when several fit, the value is the same either way. */
function countExact(
  code: Code,
  branch: Branch,
  fields: readonly ContentField[],
  access: (field: ContentField) => string,
): void {
  const conditions: string[] = [];
  const present: string[] = [];
  for (const field of fields) {
    const optional = branch.get(field);
    if (optional === undefined) conditions.push(`${access(field)} === undefined`);
    else if (!optional) conditions.push(`${access(field)} !== undefined`);
    else present.push(`${access(field)} !== undefined`);
  }
  const required = [...branch.values()].some((optional) => !optional);
  if (!required && present.length > 0) {
    conditions.push(present.length === 1 ? (present[0] ?? '') : `(${present.join(' || ')})`);
  }
  ifBlock(code, conditions, '&&', () => line(code, 'chosen = 1;'));
}

function branchName(branch: Branch): string {
  const names = [...branch.keys()].map((field) => `'${field.property}'`);
  return names.length === 1 ? (names[0] ?? '') : `(${names.join(' and ')})`;
}
