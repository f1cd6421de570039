import { isIdentifier, stringLiteral } from '../../print/encode.ts';
import { laidOut } from '../../print/lay-out.ts';
import { argumentsWithUnion, bracketed } from '../../print/layout.ts';
import {
  type Expression,
  type Given,
  joined,
  joinNames,
  type NameUse,
  named,
  node,
} from '../../print/node.ts';
import { namesFrom } from '../../print/used-names.ts';
import type { ConstantPlan, PrintedConstant } from '../../result/plan.ts';

/** The runtime has a few hundred names, each used very often. */
const runtimeNodes = new Map<string, Expression>();

/** A function, constant or class of the runtime. */
export function runtime(name: string): Expression {
  const known = runtimeNodes.get(name);
  if (known !== undefined) return known;
  const created = named('runtime', name);
  runtimeNodes.set(name, created);
  return created;
}

/** Another constant of `descriptions.ts`. */
export function description(name: string): Expression {
  return named('descriptions', name);
}

/** The name of `descriptions.ts` where another file imports it whole. */
export const descriptionsAlias = '$descriptions';

/** A description in another file. What the runtime has keeps its name there. */
export function imported(described: Expression): Expression {
  const isOwn = described.names.some(({ from }) => from === 'descriptions');
  return isOwn ? joined(`${descriptionsAlias}.`, described) : described;
}

/** A property of an expression. */
export function property(object: Given, name: string): Expression {
  return joined(object, isIdentifier(name) ? `.${name}` : `[${stringLiteral(name)}]`);
}

/**
 * Prints a constant.
 *
 * @param type omitted if it follows from the value
 */
export function describedConstant(
  name: string,
  type: Given | undefined,
  value: Given,
  namespace: string,
): ConstantPlan {
  const [declared, given] = [type === undefined ? undefined : node(type), node(value)];
  const plain = printed(`const ${name}`, declared?.flat, given);
  const names = joinNames(declared === undefined ? [given] : [given, declared]);
  const asExport = printed(`export const ${name}`, declared?.flat, given);
  return { exported: false, name, ...plain, asExport, names, namespace };
}

/** A constant that other files use. */
export function exportedConstant(constant: ConstantPlan): ConstantPlan {
  return { ...constant, ...constant.asExport, exported: true };
}

/** The same constants; those that expressions of other files use are exported. */
export function exportUsed(
  constants: readonly ConstantPlan[],
  users: readonly { readonly names: readonly NameUse[] }[],
): readonly ConstantPlan[] {
  const used = new Set(users.flatMap(({ names }) => namesFrom('descriptions', names)));
  return constants.map((one) => (used.has(one.name) ? exportedConstant(one) : one));
}

/** The type and the value of a constant, as they follow its name. */
function printed(before: string, flat: string | undefined, value: Expression): PrintedConstant {
  const type = flat === undefined ? undefined : brokenType(before, flat);
  const head = type === undefined ? `${before} =` : `${before}: ${type} =`;
  const [lastLine = ''] = head.split('\n').slice(-1);
  const text = laidOut(lastLine, value, ';', 0);
  return { type, value: text.slice(lastLine.length, -1) };
}

/** A type whose argument is on its own line, where it has no room beside the name. */
function brokenType(before: string, type: string): string {
  const [, name = '', argument = ''] = /^(\w+)<(.*)>$/s.exec(type) ?? [];
  if (name === '') return type;
  // prettier keeps a name that may be null beside what is before it
  if (/^[\w$]+( \| null)?$/.test(argument)) return type;
  const list = { before: `${before}: ${name}`, items: [], after: ' =' };
  const members = membersOf(argument);
  if (members.length > 1) return name + argumentsWithUnion(list, members);
  return name + bracketed({ ...list, items: members }, '<', '>', '');
}

/** The members of a union; other types alone. */
function membersOf(type: string): readonly string[] {
  const members: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < type.length; at += 1) {
    const character = type[at] ?? '';
    if ('([{<'.includes(character)) depth += 1;
    else if (')]}>'.includes(character)) depth -= 1;
    else if (depth === 0 && type.startsWith(' | ', at)) {
      members.push(type.slice(from, at));
      from = at + 3;
    }
  }
  return [...members, type.slice(from)];
}
