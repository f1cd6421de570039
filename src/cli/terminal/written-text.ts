import { harmless } from '../../diagnostics/display-width.ts';

/**
 * Stands for ESC in our own sequences until they are written. It differs in each run, so that no
 * contract, answer or argument contains it.
 */
const mark = `\u001b${Math.random().toString(36).padEnd(12, '0')}`;

/** One of our own control sequences, such as `[31m`, which is all that reaches a terminal. */
export function ownSequence(rest: string): string {
  return mark + rest;
}

/** Declares all sequences of a text as our own: everything else in it is harmless already. */
export function withOwnSequences(text: string): string {
  return text.replaceAll('\u001b', mark);
}

/** A text for a terminal, in which everything but our own sequences is harmless. */
export function terminalText(text: string): string {
  return text
    .split(mark)
    .map((part) => harmless(part, 'keep-lines'))
    .join('\u001b');
}

/** A text for a file or another program: unchanged, with our own sequences. */
export function pipedText(text: string): string {
  return text.replaceAll(mark, '\u001b');
}

/**
 * A text for people, wherever they read it: in a terminal, or in the log of a workflow, whose
 * runner executes lines such as `::error::…` and `##[error]…`.
 */
export function logText(text: string): string {
  return terminalText(text)
    .replace(/^([^\S\n]*):(?=:)/gm, '$1: ')
    .replace(/#(?=#\w*\[)/g, '# ');
}
