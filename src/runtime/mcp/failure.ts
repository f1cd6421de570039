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
 * @param hide What is shown of any other text.
 */
export function withoutMembers(
  json: JsonValue,
  names: ReadonlySet<string>,
  hide: Hide = (text) => text,
): JsonValue {
  if (typeof json === 'string') return hide(json);
  if (Array.isArray(json)) return json.map((one: JsonValue) => withoutMembers(one, names, hide));
  if (typeof json !== 'object' || json === null) return json;
  const entries = Object.entries(json).map(([name, value]) => [
    hide(name),
    names.has(name.toLowerCase()) ? mark : withoutMembers(value, names, hide),
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

/** Hides other texts in a text. */
export type Hide = (text: string) => string;

/** Puts a mark in place of texts, which may also be there as texts of JSON. */
export function hiding(texts: readonly string[]): Hide {
  const found = texts
    .flatMap((one) => [one, JSON.stringify(one).slice(1, -1)])
    .filter((one) => one.trim() !== '')
    // a longer one may contain a shorter one
    .sort((a, b) => b.length - a.length)
    .map((one) => {
      const literal = one.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
      return one.length > shortest ? literal : `(?<![\\w])${literal}(?![\\w])`;
    });
  if (found.length === 0) return (text) => text;
  const pattern = new RegExp(found.join('|'), 'g');
  return (text) => text.replace(pattern, mark);
}
