import { array, arrow, call, callWith, cast, type Expression } from '../../print/node.ts';
import type { SimpleShape } from '../../shapes/shape.ts';
import { local, runtime } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { formsOf } from './pattern-code.ts';
import { formatterOf, parseReference, type TextSource } from './simple.ts';

/** Tries the members with the TypeScript type of the value, in order. */
export function formatMembers(context: CodecContext, shape: SimpleShape): Expression {
  const { shaper } = context;
  const members = (shape.source.members ?? []).map((member) => shaper.simple(member));
  const rivals: SimpleShape[] = [];
  const attempts = new Map<string, Expression>();
  for (const member of members) {
    const given = [cast('one', member.type), local('owner'), local('name')];
    if (member.qnames) given.push(local('scope'));
    const text = callWith(formatterOf(context, member), given);
    const attempt = arrow('(one)', readBack(context, text, member, rivals));
    attempts.set(attempt.flat, attempt);
    if (mayTake(context, member)) rivals.push(member);
  }
  const list = array([...attempts.values()]);
  return call(runtime('formatUnion'), local('value'), local('owner'), local('name'), list);
}

/**
 * A text that is read as the same member again, because no earlier member accepts it (XML Schema
 * part 2 section 2.5.1.3).
 *
 * @param text the usual text
 * @param rivals earlier members that may accept texts of numbers and booleans
 */
function readBack(
  context: CodecContext,
  text: Expression,
  member: SimpleShape,
  rivals: readonly SimpleShape[],
): Expression {
  const parserOf = (one: SimpleShape): Expression =>
    parseReference(context, one, one.scoped ? namesSource : undefined);
  const forms = formsOf(member.source, context.shaper);
  if (forms === undefined || rivals.length === 0) return text;
  const others = array(rivals.map(parserOf));
  return call(runtime('unlikeOthers'), text, runtime(forms), parserOf(member), others);
}

/** A scope in which names must be valid. */
const namesSource: TextSource = { scope: call(runtime('strictScope'), runtime('clarkNames')) };

/** Whether a type may accept texts of numbers and booleans. Enumerations have other texts. */
function mayTake({ shaper }: CodecContext, { source }: SimpleShape): boolean {
  return shaper.members(source) === undefined;
}
