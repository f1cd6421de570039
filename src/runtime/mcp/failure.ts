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

/** Length from which the beginning of a text is hidden, too: errors shorten what they show. */
const headLength = 16;

/**
 * Puts a mark in place of texts, which may also be there as texts of JSON, or shortened. Their
 * lengths do not matter.
 */
export function hiding(texts: readonly string[]): Hide {
  const found = [...new Set(texts.flatMap((one) => [one, JSON.stringify(one).slice(1, -1)]))]
    .filter((one) => one.trim() !== '')
    // a longer one may contain a shorter one
    .sort((a, b) => b.length - a.length);
  return (text) => found.reduce(withMark, text);
}

function withMark(text: string, hidden: string): string {
  if (hidden.length > headLength) return withoutBeginnings(text, hidden);
  if (hidden.length > shortest) return text.split(hidden).join(mark);
  const literal = hidden.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return text.replace(new RegExp(`(?<![\\w])${literal}(?![\\w])`, 'g'), mark);
}

/** A mark in place of each part of a text that is how a long one begins, as far as it goes. */
function withoutBeginnings(text: string, hidden: string): string {
  const head = hidden.slice(0, headLength);
  let shown = '';
  let at = 0;
  for (let start = text.indexOf(head); start >= 0; start = text.indexOf(head, at)) {
    let length = headLength;
    while (length < hidden.length && text[start + length] === hidden[length]) length += 1;
    shown += text.slice(at, start) + mark;
    at = start + length;
  }
  return shown + text.slice(at);
}
