import type { JsonValue } from '../operation/names.ts';
import { mark } from '../server/front/redact.ts';

/** Why a call has no result, and what can be done about it. */
export interface ToolFailure {
  readonly text: string;
  /** Name of an error that the contract declares. */
  readonly name?: string | undefined;
  /** What it says. */
  readonly data?: JsonValue | undefined;
}

/** A failure as a text. */
export function failureText({ text, name, data }: ToolFailure): string {
  return name === undefined ? text : `${text}\n${name}: ${JSON.stringify(data)}`;
}

/**
 * JSON with a mark in place of the values of members that have one of these lower-case names.
 *
 * @param told What is shown of any other text.
 */
export function withoutMembers(
  json: JsonValue,
  names: ReadonlySet<string>,
  told = (text: string): string => text,
): JsonValue {
  if (typeof json === 'string') return told(json);
  if (Array.isArray(json)) return json.map((one: JsonValue) => withoutMembers(one, names, told));
  if (typeof json !== 'object' || json === null) return json;
  const entries = Object.entries(json).map(([name, value]) => [
    told(name),
    names.has(name.toLowerCase()) ? mark : withoutMembers(value, names, told),
  ]);
  return Object.fromEntries(entries);
}

/** Texts and numbers that are, or are in, members with one of these lower-case names. */
export function valuesOf(json: JsonValue, names: ReadonlySet<string>, inside = false): string[] {
  if (typeof json === 'string' || typeof json === 'number') return inside ? [String(json)] : [];
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([name, value]) =>
    valuesOf(value, names, inside || names.has(name.toLowerCase())),
  );
}

/** Length up to which a text is only found as a word: it occurs in others by chance. */
const shortest = 3;

/** A text with a mark in place of others, which may also be there as texts of JSON. */
export function withoutTexts(text: string, others: readonly string[]): string {
  const found = others
    .flatMap((one) => [one, JSON.stringify(one).slice(1, -1)])
    .filter((one) => one.trim() !== '')
    // a longer one may contain a shorter one
    .sort((a, b) => b.length - a.length)
    .map((one) => {
      const literal = one.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
      return one.length > shortest ? literal : `(?<![\\w])${literal}(?![\\w])`;
    });
  return found.length === 0 ? text : text.replace(new RegExp(found.join('|'), 'g'), mark);
}
