import { fixedMatch, fixedValue, mustBe, mustEqual, mustMatch } from '../../codec/fixed.ts';
import { outside } from '../../xsd/qname.ts';
import { isBranches, isSimple } from '../described.ts';
import type { Member, ObjectType } from '../description.ts';
import type { Order } from '../facets.ts';
import { DescribedObject } from '../object.ts';
import { ELEMENT, type Simple, VALUE } from '../simple-type.ts';
import { mixedContent, mixedOr, mixedText } from './any.ts';

/** A type in which an empty text means another one (XML Schema 1, 3.3.1). */
export function withDefault(base: Simple, initial: string): Simple {
  const { scan, ...others } = base;
  return {
    ...others,
    from: { base, initial },
    way: base.way === ELEMENT ? ELEMENT : VALUE,
    parse: (text, reader, attribute) => {
      if (text !== '') return base.parse(text, reader, attribute);
      // names in values of the contract have no prefix
      return base.parse(initial, base.names === undefined ? reader : outside, attribute);
    },
  };
}

/**
 * A type with one value (XML Schema 1, 3.3.4). Values are compared, not texts.
 *
 * @param order compares texts, or texts of lists, where equal values have different ones
 */
export function fixed(base: Simple, text: string, order?: Order): Simple {
  const { scan, initial, names, ...others } = withDefault(base, text);
  const { round, json } = base;
  const isText = order !== undefined && json?.type !== 'array';
  const only = onceOf(() => (isText ? text : base.parse(text, outside)));
  const rounded = (value: unknown, one: unknown): unknown =>
    round !== undefined && round(value as number) === round(one as number) ? one : value;
  const compared = (value: unknown): unknown => {
    const one = only();
    if (typeof one === 'object') return mustMatch(value, one, base.raw as never, order);
    return isText
      ? mustEqual(value as string, one as string, order)
      : mustBe(rounded(value, one), one);
  };
  const given = (value: unknown): never => {
    const one = only();
    const isObject = typeof one === 'object';
    const how = { fixed: one, format: base.raw as never, order };
    return (isObject ? fixedMatch(value, how) : fixedValue(rounded(value, one), one)) as never;
  };
  const raw = (value: never): string => base.raw(given(value));
  return {
    ...others,
    from: { base, fixed: text },
    parse: (one, reader, attribute) => compared(others.parse(one, reader, attribute)),
    raw,
    format: (value) => base.format(given(value)),
    ...(names && { names: names.of(raw, names.stems) }),
  };
}

function onceOf<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** An object type whose element has a default text. */
export function textOr(type: ObjectType, initial: string): ObjectType {
  return changed(type, (text) => withDefault(text, initial), mixedOr(initial));
}

/** An object type whose element has a fixed text. */
export function textFixed(type: ObjectType, text: string, order?: Order): ObjectType {
  return changed(type, (base) => fixed(base, text, order), mixedText(text));
}

function changed(
  type: ObjectType,
  text: (base: Simple) => Simple,
  content: NonNullable<ObjectType['content']>,
): ObjectType {
  const known = new Map<ObjectType, ObjectType>();
  const change = (member: Member): Member =>
    !isBranches(member) && member.kind === 'text' && isSimple(member.type)
      ? { ...member, type: text(member.type) }
      : member;
  const copy = (one: ObjectType): ObjectType => {
    const before = known.get(one);
    if (before !== undefined) return before;
    const { name, namespace, scope, abstract, family, make, take } = one;
    const own = one.content === mixedContent ? content : one.content;
    const made = new DescribedObject(name, namespace, () => one.members.map(change), {
      scope,
      ...(abstract && { abstract }),
      ...(family && { family: { ...family, members: () => family.members().map(copy) } }),
      ...(own && { content: own }),
      ...(make && { make }),
      ...(take && { take }),
    });
    known.set(one, made);
    return made;
  };
  return copy(type);
}
