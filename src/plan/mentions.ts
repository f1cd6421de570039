import type { TypeText } from './shape.ts';

/** What a text mentions, each name once: so few names that lists are quicker than sets. */
export interface Mentions {
  /** Declarations of `types.ts`. */
  readonly names: string[];
  /** Types of the runtime. */
  readonly runtime: string[];
}

/** Nothing mentioned yet. */
export function createMentions(): Mentions {
  return { names: [], runtime: [] };
}

/** Adds a name to those mentioned; gives it back. */
export function mention(names: string[], name: string): string {
  if (!names.includes(name)) names.push(name);
  return name;
}

/** Adds what a type mentions; gives its text. */
export function mentionType(all: Mentions, { text, names, runtime }: TypeText): string {
  for (const name of names) mention(all.names, name);
  // most mention none of these
  if (runtime.length > 0) for (const name of runtime) mention(all.runtime, name);
  return text;
}

/** The names mentioned, without that of the text itself. */
export function otherNames(names: readonly string[], own: string): readonly string[] {
  // a copy even of all, since a list that has grown holds room for more
  return names.includes(own) ? names.filter((name) => name !== own) : names.slice();
}
