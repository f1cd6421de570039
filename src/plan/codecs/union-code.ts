import type { SimpleShape } from '../shape.ts';
import { type Code, line, runtime, typed } from './code.ts';
import type { CodecContext } from './context.ts';
import { formsOf } from './pattern-code.ts';
import { formatterOf, parseReference } from './simple.ts';

/** Tries the members whose TypeScript type the value has, in order. */
export function formatMembers(
  context: CodecContext,
  code: Code,
  shape: SimpleShape,
  before: string,
): void {
  const { shaper } = context;
  const members = (shape.source.members ?? []).map((member) => shaper.simple(member));
  const rivals: SimpleShape[] = [];
  const attempts = members.map((member) => {
    const format = formatterOf(context, code, member);
    const scope = member.qnames ? ', scope' : '';
    const text = `${format}(one as ${typed(code, member.type)}, owner, name${scope})`;
    const attempt = `(one) => ${readBack(context, code, text, member, rivals)}`;
    if (mayTake(context, member)) rivals.push(member);
    return attempt;
  });
  line(code, `${before}${runtime(code, 'formatUnion')}(value, owner, name, [`);
  for (const attempt of new Set(attempts)) line(code, `  ${attempt},`);
  line(code, ']);');
}

/**
 * Expression of a text of a member that is read as a value of that member again: no member before takes it (XML Schema part 2 section
 * 2.5.1.3).
 *
 * @param text expression of the usual text
 * @param rivals members before it that may take texts of numbers and booleans
 */
function readBack(
  context: CodecContext,
  code: Code,
  text: string,
  member: SimpleShape,
  rivals: readonly SimpleShape[],
): string {
  const parserOf = (one: SimpleShape): string =>
    parseReference(context, code, one, one.scoped ? namesScope(code) : undefined);
  const forms = formsOf(member.source, context.shaper);
  if (forms === undefined || rivals.length === 0) return text;
  const parsers = `${parserOf(member)}, [${rivals.map(parserOf).join(', ')}]`;
  return `${runtime(code, 'unlikeOthers')}(${text}, ${runtime(code, forms)}, ${parsers})`;
}

/** Expression of a scope in which names need their form. */
function namesScope(code: Code): string {
  return `${runtime(code, 'strictScope')}(${runtime(code, 'clarkNames')})`;
}

/** Whether a type may take texts of numbers and booleans: enumerations are of other texts. */
function mayTake({ shaper }: CodecContext, { source }: SimpleShape): boolean {
  return shaper.members(source) === undefined;
}
