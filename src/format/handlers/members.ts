import { Node } from 'ts-morph';
import type { HandlerMember } from '../../plan/result/plan.ts';
import { assignedMembers, type Implementation } from './implementations.ts';

/** An existing member. */
export interface PresentMember {
  readonly name: string;
  /** Its name in the file. */
  readonly node: Node;
  /** Its value, if it is written as one. */
  readonly value: Node | undefined;
}

/** The present, missing and superfluous members of an implementation. */
export interface MemberDifference {
  readonly present: readonly PresentMember[];
  readonly missing: readonly HandlerMember[];
  readonly extra: readonly PresentMember[];
  /** Why there may be further members: spread members, computed names, a base class. */
  readonly open: string | undefined;
}

/**
 * Compares existing members with the expected ones, without static and private ones. Only object
 * literals report superfluous members, because a class may have methods of its own.
 */
export function compareMembers(
  { node }: Pick<Implementation, 'node'>,
  expected: readonly HandlerMember[],
): MemberDifference {
  const isObject = Node.isObjectLiteralExpression(node);
  let open = isObject || node.getExtends() === undefined ? undefined : 'the class extends another';
  const present: PresentMember[] = [];
  for (const member of isObject ? node.getProperties() : node.getInstanceMembers()) {
    const name = Node.isSpreadAssignment(member) ? undefined : member.getNameNode();
    const text = name && nameText(name);
    if (name !== undefined && text !== undefined) {
      const value = Node.isInitializerExpressionGetable(member)
        ? member.getInitializer()
        : undefined;
      present.push({ name: text, node: name, value });
    } else if (isObject) {
      open = name === undefined ? 'the object spreads others' : 'a name is computed';
    }
  }
  const names = new Set([...present.map((one) => one.name), ...assignedMembers(node)]);
  const known = new Set(expected.map((one) => one.name));
  return {
    present,
    missing: expected.filter((one) => !names.has(one.name)),
    extra: isObject ? present.filter((one) => !known.has(one.name)) : [],
    open,
  };
}

function nameText(name: Node): string | undefined {
  const node = Node.isComputedPropertyName(name) ? name.getExpression() : name;
  if (Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node)) {
    return node.getLiteralText();
  }
  return node === name && !Node.isPrivateIdentifier(node) ? node.getText() : undefined;
}
