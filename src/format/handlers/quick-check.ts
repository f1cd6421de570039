import type { HandlersWanted } from '../../plan/plan.ts';
import { blankCode } from './blank-code.ts';

/** A member of an object literal, with what follows its name. */
const member = /\s*(?:async\s+(?=[\w$*]))?(?:\*\s*)?([A-Za-z_$][\w$]*)\s*([:(,}])/y;

const closing = /\s*\}/y;

/**
 * Whether a file of handlers is complete as it is, told without a parser: one constant typed with the interface that is an object
 * literal of just the members wanted, under plain names. `false` means only that a parser has to look.
 */
export function isPlainlyComplete(text: string, plan: HandlersWanted): boolean {
  if (plan.members.some((one) => one.members !== undefined)) return false;
  const code = blankCode(text);
  if (code === undefined || !isBalanced(code)) return false;
  const mentions = code.split(new RegExp(`(?<![\\w$])${escaped(plan.interface)}(?![\\w$])`));
  // imported and used once
  if (mentions.length !== 3) return false;
  const typed = new RegExp(`:\\s*${escaped(plan.interface)}\\s*(?:<[\\w$\\s]*>)?\\s*=\\s*\\{`);
  const found = typed.exec(code);
  if (found === null) return false;
  const names = memberNames(code, found.index + found[0].length);
  return (
    names !== undefined &&
    names.length === plan.members.length &&
    plan.members.every((one) => names.includes(one.name))
  );
}

/** Whether brackets close in the order they open: a file where they don't is for the parser to judge. */
function isBalanced(code: string): boolean {
  const open: string[] = [];
  for (const [bracket] of code.matchAll(/[()[\]{}]/g)) {
    const closing = { '(': ')', '[': ']', '{': '}' }[bracket];
    if (closing !== undefined) open.push(closing);
    else if (open.pop() !== bracket) return false;
  }
  return open.length === 0;
}

function escaped(name: string): string {
  return name.replaceAll('$', '\\$');
}

/** Names of the members of an object literal, from behind its brace on; `undefined` where one is not plain. */
function memberNames(code: string, start: number): readonly string[] | undefined {
  const names: string[] = [];
  let at = start;
  for (;;) {
    closing.lastIndex = at;
    if (closing.test(code)) return names;
    member.lastIndex = at;
    const found = member.exec(code);
    if (found === null) return undefined;
    names.push(found[1] ?? '');
    const end = memberEnd(code, member.lastIndex - 1);
    if (end === undefined) return undefined;
    if (code[end] === '}') return names;
    at = end + 1;
  }
}

/** Offset of the comma or brace that ends a member. */
function memberEnd(code: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < code.length; at++) {
    const character = code[at];
    if (character === '(' || character === '[' || character === '{') depth++;
    else if (depth === 0 && (character === ',' || character === '}')) return at;
    else if (character === ')' || character === ']' || character === '}') depth--;
  }
  return undefined;
}
