import { commentText } from '../print/encode.ts';
import type { Branch } from '../shapes/branches.ts';
import { type ChoiceNode, type ContentField, type ContentNode, fieldsOf } from '../shapes/shape.ts';

/** Branches of a choice, and fields of a branch, that a comment names. */
const mostNamed = 4;

/**
 * Comment lines on choices whose fields are optional members.
 *
 * @param choices the text for each
 */
export function looseNote(choices: readonly string[]): readonly string[] {
  return [
    'Its choices have more combinations than the compiler can tell apart, so their properties are',
    'optional. Exactly one of each line is there, as codecs check:',
    ...choices.map((text) => `- ${text}`),
  ];
}

/** The text for a choice with all combinations of its fields. */
export function choiceLine(branches: readonly Branch[]): string {
  const isEmpty = (branch: Branch): boolean => [...branch.values()].every((optional) => optional);
  const given = branches.filter(({ size }) => size > 0);
  return alternatives(
    given.map((branch) => together([...branch.keys()])),
    branches.some(isEmpty),
  );
}

/** The text for a choice whose combinations are too many to list. */
export function largeChoiceLine({ branches, optional }: ChoiceNode): string {
  const texts = branches.map((branch) => {
    const fields = fieldsOf(branch);
    return hasChoice(branch) ? `some of ${named(fields).join(', ')}` : together(fields);
  });
  return alternatives(texts, optional || branches.some(mayBeEmpty));
}

function hasChoice(node: ContentNode): boolean {
  return node.kind === 'choice' || (node.kind === 'sequence' && node.nodes.some(hasChoice));
}

function mayBeEmpty(node: ContentNode): boolean {
  if (node.kind === 'field') return node.optional;
  if (node.kind === 'sequence') return node.nodes.every(mayBeEmpty);
  return node.optional || node.branches.some(mayBeEmpty);
}

function alternatives(branches: readonly string[], mayBeNone: boolean): string {
  return [...short(branches), ...(mayBeNone ? ['none'] : [])].join(', or ');
}

/** Fields of which none is there without the others. */
function together(fields: readonly ContentField[]): string {
  return named(fields).join(' with ');
}

function named(fields: readonly ContentField[]): readonly string[] {
  return short(fields.map(({ property }) => `\`${commentText(property)}\``));
}

/** The first of several texts, and how many more there are. */
function short(texts: readonly string[]): readonly string[] {
  const more = texts.length - mostNamed;
  return more > 0 ? [...texts.slice(0, mostNamed), `${more} more`] : texts;
}
