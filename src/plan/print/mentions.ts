import type { TypeText } from './typescript-type.ts';

/**
 * What a text mentions. Nearly always that is so few names that lists are quicker than sets;
 * {@link distinct} gives each of them once.
 */
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

/**
 * Names a list is searched for before one is added. Beyond that, searching would take time
 * quadratic in the size of a type.
 */
const few = 50;

/** Adds a name to those mentioned; gives it back. */
export function mention(names: string[], name: string): string {
  if (names.length >= few || !names.includes(name)) names.push(name);
  return name;
}

/**
 * The names mentioned, each once, in a list of their own: one that has grown holds room for more.
 */
export function distinct(names: readonly string[]): readonly string[] {
  return names.length < few ? names.slice() : [...new Set(names)];
}

/** Adds what a type mentions; gives its text. */
export function mentionType(all: Mentions, { text, names, runtime }: TypeText): string {
  for (const name of names) mention(all.names, name);
  // most mention none of these
  if (runtime.length > 0) for (const name of runtime) mention(all.runtime, name);
  return text;
}

/** The names mentioned, each once, without that of the text itself. */
export function otherNames(names: readonly string[], own: string): readonly string[] {
  const all = distinct(names);
  return all.includes(own) ? all.filter((name) => name !== own) : all;
}
