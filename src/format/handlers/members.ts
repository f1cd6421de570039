import type { ts } from 'ts-morph';
import type { HandlerMember } from '../../plan/plan.ts';
import type { Compiler, Implementation } from './implementations.ts';

/** A member that is there. */
export interface PresentMember {
  readonly name: string;
  /** Where its name stands. */
  readonly node: ts.Node;
  /** Its value, where it is written as one. */
  readonly value: ts.Expression | undefined;
}

/** What an implementation holds. */
export interface MembersFound {
  readonly present: readonly PresentMember[];
  /** Why more may be there than can be seen: spread members, computed names, a base class. */
  readonly open: string | undefined;
}

/** What an implementation lacks, and what it has too much. */
export interface MemberDifference {
  readonly missing: readonly HandlerMember[];
  readonly extra: readonly PresentMember[];
  readonly open: string | undefined;
}

/** Lists the members of an object literal or class, static and private ones left out. */
export function findMembers(compiler: Compiler, node: Implementation['node']): MembersFound {
  return compiler.isObjectLiteralExpression(node)
    ? objectMembers(compiler, node)
    : classMembers(compiler, node);
}

function objectMembers(compiler: Compiler, node: ts.ObjectLiteralExpression): MembersFound {
  const present: PresentMember[] = [];
  let open: string | undefined;
  for (const property of node.properties) {
    if (compiler.isSpreadAssignment(property)) {
      open = 'the object spreads others';
      continue;
    }
    const name = textOf(compiler, property.name);
    if (name === undefined) open = 'a name is computed';
    else {
      const value = compiler.isPropertyAssignment(property) ? property.initializer : undefined;
      present.push({ name, node: property.name, value });
    }
  }
  return { present, open };
}

function classMembers(compiler: Compiler, node: ts.ClassLikeDeclaration): MembersFound {
  const present: PresentMember[] = [];
  const extended = node.heritageClauses?.some(
    (clause) => clause.token === compiler.SyntaxKind.ExtendsKeyword,
  );
  for (const member of node.members) {
    if (compiler.isConstructorDeclaration(member)) {
      for (const parameter of member.parameters) {
        const { name } = parameter;
        if (parameter.modifiers === undefined || !compiler.isIdentifier(name)) continue;
        present.push({ name: name.text, node: name, value: undefined });
      }
    }
    const name = member.name === undefined ? undefined : textOf(compiler, member.name);
    if (name === undefined || member.name === undefined || isStatic(compiler, member)) continue;
    const value = compiler.isPropertyDeclaration(member) ? member.initializer : undefined;
    present.push({ name, node: member.name, value });
  }
  return { present, open: extended === true ? 'the class extends another' : undefined };
}

function isStatic(compiler: Compiler, member: ts.ClassElement): boolean {
  return (
    compiler.canHaveModifiers(member) &&
    compiler
      .getModifiers(member)
      ?.some((modifier) => modifier.kind === compiler.SyntaxKind.StaticKeyword) === true
  );
}

function textOf(compiler: Compiler, name: ts.PropertyName): string | undefined {
  if (compiler.isComputedPropertyName(name)) {
    return compiler.isStringLiteralLike(name.expression) ? name.expression.text : undefined;
  }
  return compiler.isPrivateIdentifier(name) ? undefined : name.text;
}

/** Compares what is there with what is wanted. Only an object literal shows what is too much: a class may have methods of its own. */
export function compareMembers(
  compiler: Compiler,
  { node, assigned }: Pick<Implementation, 'node' | 'assigned'>,
  wanted: readonly HandlerMember[],
): MemberDifference {
  const { present, open } = findMembers(compiler, node);
  const names = new Set([...present.map((one) => one.name), ...assigned]);
  const known = new Set(wanted.map((one) => one.name));
  return {
    missing: wanted.filter((one) => !names.has(one.name)),
    extra: compiler.isObjectLiteralExpression(node)
      ? present.filter((one) => !known.has(one.name))
      : [],
    open,
  };
}
