import { formatUnion, parseList, parseUnion, unlikeOthers } from '../../codec/list.ts';
import type { XmlReader } from '../../xml/reader.ts';
import { inOnePiece, notEncodable, pieceLength, within } from '../../xml/write-text.ts';
import { clarkNames, type LexicalScope, strictScope } from '../../xsd/qname.ts';
import type { LexicalForms } from '../facets.ts';
import type { Simple } from '../simple-type.ts';
import { escaped, unescaped } from './simple.ts';

/** A list of values, separated by spaces (XML Schema 2, 2.5.1.2). */
export function list(item: Simple): Simple {
  const made = item.plain ? unescaped : escaped;
  const isFlags = item.enumerated && item.initial !== undefined;
  return made(
    (text, reader, attribute) => parseList(text, (one) => item.parse(one, reader, attribute)),
    (values) => listText(values, item),
    {
      json: { type: 'array', items: item.json ?? { type: 'string' } },
      from: { item },
      // no value of .NET's flags
      ...(isFlags && { initial: () => [] }),
      ...(item.names && { names: item.names }),
    },
  );
}

/** The text of a list. No item may be empty or contain spaces. */
function listText(values: readonly never[], { raw }: Simple): string {
  if (!Array.isArray(values)) throw notEncodable('an array', values);
  let done = '';
  let text = '';
  let at = 0;
  try {
    for (; at < values.length; at += 1) {
      const item = raw(values[at] as never);
      if (item === '' || /[ \t\r\n]/.test(item)) {
        throw notEncodable('a list item without spaces', item);
      }
      text += at === 0 ? item : ` ${item}`;
      if (text.length > pieceLength) {
        done += inOnePiece(text);
        text = '';
      }
    }
  } catch (error) {
    throw within(error, at);
  }
  return done + text;
}

/** What else a description says of a union. */
interface UnionDetail {
  /** Whether members are, or contain, names, whose form tells them apart. */
  readonly strict?: true;
  /** Other forms of the values of members, which earlier members do not take. */
  readonly forms?: readonly (LexicalForms | undefined)[];
}

/**
 * A value of one of several types, the first that accepts it (XML Schema 2, 2.5.1.3).
 *
 * @param label name of the type, for messages
 */
export function union(
  label: string,
  members: readonly Simple[],
  { strict, forms = [] }: UnionDetail = {},
): Simple {
  const names = members.find((one) => one.names !== undefined)?.names;
  const writers = members.map((one, at) => memberText(one, forms[at], members.slice(0, at)));
  return escaped(
    (text, reader, attribute) => {
      const scope = (strict ? strictScope(reader) : reader) as XmlReader;
      const parsers = members.map((one) => (given: string) => one.parse(given, scope, attribute));
      return parseUnion(text, label, parsers, (reader as LexicalScope).names);
    },
    (value) => formatUnion(value, writers),
    {
      json: { anyOf: members.map(({ json = { type: 'string' } }) => json) },
      from: { members },
      ...(names && { names }),
    },
  );
}

/**
 * Gives a text that is read as the same member again, because no earlier one accepts it.
 * Enumerations have other texts than numbers and booleans.
 */
function memberText(
  member: Simple,
  forms: LexicalForms | undefined,
  earlier: readonly Simple[],
): (value: never) => string {
  const rivals = earlier.filter(({ enumerated }) => enumerated !== true);
  if (forms === undefined || rivals.length === 0) return (value) => member.raw(value);
  const scope = strictScope(clarkNames) as XmlReader;
  const parserOf =
    (one: Simple) =>
    (text: string): unknown =>
      one.parse(text, scope);
  const others = rivals.map(parserOf);
  return (value) => unlikeOthers(member.raw(value), forms, parserOf(member), others);
}
