import { stringLiteral } from '../print/encode.ts';
import {
  binary,
  binaryOf,
  call,
  type Expression,
  joinNames,
  node,
  type TypeNode,
  wrapped,
} from '../print/node.ts';
import { ifBlock, line, run, type Statement } from '../print/statement.ts';
import { runtimeType, typeOf } from '../print/type-node.ts';
import { type Branch, branchesOf, branchFields } from '../shapes/branches.ts';
import type { ChoiceNode, ContentField, ContentNode } from '../shapes/shape.ts';
import { local, property, runtime } from './codec.ts';
import { divided, inTurns } from './parts.ts';
import { type Access, variableOf } from './value-source.ts';

/** Fields that every value has, because they are required in each branch of a choice. */
export function requiredFields(
  node: ContentNode,
  found: Set<ContentField> = new Set(),
): ReadonlySet<ContentField> {
  if (node.kind === 'field') {
    if (!node.optional && !node.field.optional) found.add(node.field);
  } else if (node.kind === 'sequence') {
    for (const inner of node.nodes) requiredFields(inner, found);
  } else if (!node.optional) {
    const [first, ...others] = node.branches.map((branch) => requiredFields(branch));
    for (const field of first ?? []) {
      if (others.every((branch) => branch.has(field))) found.add(field);
    }
  }
  return found;
}

/** Choices of a content model that are not inside another one. */
function choicesOf(node: ContentNode, found: ChoiceNode[] = []): readonly ChoiceNode[] {
  if (node.kind === 'choice') found.push(node);
  else if (node.kind === 'sequence') for (const inner of node.nodes) choicesOf(inner, found);
  return found;
}

/**
 * Type of the parameter of a function that writes a value of `type`. If that is a union, each check
 * of a branch would narrow it again, which takes the compiler at least quadratic time in the number
 * of branches.
 */
export function writtenType(content: ContentNode, type: TypeNode): TypeNode {
  return choicesOf(content).some((choice) => branchesOf(choice) !== undefined)
    ? anyBranch(type)
    : type;
}

/** A union of branches, as one object with the properties of all. */
export function anyBranch(type: TypeNode): TypeNode {
  const name = runtimeType('AnyBranch');
  return typeOf(`${name.flat}<${type.flat}>`, joinNames([name, type]));
}

/** Checks that `value` has exactly one branch of each choice. */
export function checkWrittenChoices(content: ContentNode): readonly Statement[] {
  const value = local('value');
  return checkChoices(content, {
    access: (field) => property(value, field.property),
    check: runtime('checkChoice'),
    owner: value,
  });
}

/**
 * Checks that a reader has found exactly one branch of each choice.
 *
 * @param access gives what was read of a field; by default, its variable
 */
export function checkReadChoices(
  content: ContentNode,
  access: Access = variableOf,
): readonly Statement[] {
  return checkChoices(content, {
    access,
    check: runtime('checkChoiceRead'),
    owner: node('reader'),
  });
}

/** The value whose choices are checked. */
interface Checked {
  readonly access: Access;
  readonly check: Expression;
  readonly owner: Expression;
}

function checkChoices(content: ContentNode, checked: Checked): readonly Statement[] {
  const checks = choicesOf(content).flatMap((choice) => {
    const branches = branchesOf(choice);
    return branches === undefined ? [] : [checkBranches(branches, choice.optional, checked)];
  });
  const parts = divided(checks, (statements) => statements.length);
  const statements = parts.map((part) =>
    part.flatMap((check, index) => (index > 0 ? [line('chosen = 0;'), ...check] : check)),
  );
  const [only = [], ...more] = statements;
  if (checks.length === 0) return [];
  if (more.length === 0) return [line('let chosen = 0;'), ...only];
  const inParts = statements.map((part) => [line('chosen = 0;'), ...part]);
  return [line('let chosen = 0;'), ...inTurns(inParts)];
}

/** Counts the branches that are present, and checks the count. */
function checkBranches(
  branches: readonly Branch[],
  isOptional: boolean,
  { access, check, owner }: Checked,
): readonly Statement[] {
  const given = branches.filter((branch) => branch.size > 0);
  const optional =
    isOptional || branches.some((branch) => [...branch.values()].every((one) => one));
  const names = stringLiteral(given.map(branchName).join(', '));
  return [
    ...inTurns(divided(countBranches(given, access, optional), () => 1)),
    run(call(check, 'chosen', names, String(optional), owner)),
  ];
}

function countBranches(
  branches: readonly Branch[],
  access: Access,
  optional: boolean,
): readonly Statement[] {
  if (!branches.some((branch) => branch.size > 1)) {
    return branches.map((branch) => countPresent(branch, access));
  }
  const fields = branchFields(branches);
  const counted = branches.map((branch) => countExact(branch, fields, access));
  if (!optional) return counted;
  // choosing nothing is allowed, part of a branch is not
  const some = fields.map((field) => isPresent(access(field)));
  const part = ifBlock(binaryOf('||', some), [line('chosen = 2;')]);
  return [...counted, ifBlock('chosen === 0', [part])];
}

function isPresent(value: Expression): Expression {
  return binary('!==', value, 'undefined');
}

/** Counts a branch if any of its fields is present. */
function countPresent(branch: Branch, access: Access): Statement {
  const conditions = [...branch.keys()].map((field) => isPresent(access(field)));
  return ifBlock(binaryOf('||', conditions), [line('chosen += 1;')]);
}

/**
 * Finds a branch that is complete, without fields of the others. If several match, the value is the
 * same either way.
 */
function countExact(branch: Branch, fields: readonly ContentField[], access: Access): Statement {
  const conditions: Expression[] = [];
  const present: Expression[] = [];
  for (const field of fields) {
    const optional = branch.get(field);
    if (optional === undefined) conditions.push(binary('===', access(field), 'undefined'));
    else (optional ? present : conditions).push(isPresent(access(field)));
  }
  const required = [...branch.values()].some((optional) => !optional);
  if (!required && present.length > 0) {
    const any = binaryOf('||', present);
    conditions.push(present.length === 1 ? any : wrapped('(', any, ')'));
  }
  return ifBlock(binaryOf('&&', conditions), [line('chosen = 1;')]);
}

function branchName(branch: Branch): string {
  const names = [...branch.keys()].map((field) => `'${field.property}'`);
  return names.length === 1 ? (names[0] ?? '') : `(${names.join(' and ')})`;
}
