import { commentText } from '../print/encode.ts';
import type { Branch } from '../shapes/branches.ts';

/** Branches of a choice that a comment names. */
const mostNamed = 4;

/** Comment lines on choices whose fields are optional members. */
export function looseNote(choices: readonly (readonly Branch[])[]): readonly string[] {
  return [
    'Its choices have more combinations than the compiler can tell apart, so their properties are',
    'optional. Exactly one of each line is there, as codecs check:',
    ...choices.map((branches) => `- ${choiceLine(branches)}`),
  ];
}

function choiceLine(branches: readonly Branch[]): string {
  const isEmpty = (branch: Branch): boolean => [...branch.values()].every((optional) => optional);
  const given = branches.filter(({ size }) => size > 0).map(branchText);
  const more = given.length > mostNamed ? [`${given.length - mostNamed} more`] : [];
  const none = branches.some(isEmpty) ? ['none'] : [];
  return [...given.slice(0, mostNamed), ...more, ...none].join(', or ');
}

function branchText(branch: Branch): string {
  return [...branch.keys()].map(({ property }) => `\`${commentText(property)}\``).join(' with ');
}
