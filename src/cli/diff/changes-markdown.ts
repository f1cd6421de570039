import type { Change, IgnoredChange } from '../../compare/result/change.ts';
import { harmless } from '../../diagnostics/display-width.ts';
import {
  adviceOf,
  bindingWords,
  type ChangeGroup,
  type Compared,
  groupsOf,
  hazardText,
  operationWords,
  placeWord,
  reasonOf,
  summaryOf,
} from './compared.ts';

/**
 * Writes the changes as Markdown (GitHub and GitLab flavour): a table for each group, breaking ones
 * first.
 */
export function changesMarkdown(compared: Compared): string {
  const { comparison } = compared;
  const title = `## Contract changes: ${plainText(compared.old)} → ${plainText(compared.new)}`;
  const step = comparison.step === 'none' ? '' : ` Version step: **${adviceOf(comparison)}**.`;
  const summary = `${sentence(summaryOf(comparison))}.${step}`;
  const sections = groupsOf(compared).map(section);
  if (comparison.ignored.length > 0) sections.push(ignoredSection(comparison.ignored));
  return `${[title, summary, ...sections].join('\n\n')}\n`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function section({ heading, changes }: ChangeGroup): string {
  const rows = changes.map((change) => `| ${cells(change).join(' | ')} |`);
  const head = ['| change | bindings | operations | old | new |', '|---|---|---|---|---|'];
  return [`### ${heading} (${changes.length})`, '', ...head, ...rows].join('\n');
}

function ignoredSection(ignored: readonly IgnoredChange[]): string {
  const rows = ignored.map((change) => {
    return `| ${[...cells(change), plainText(reasonOf(change))].join(' | ')} |`;
  });
  const head = [
    '| change | bindings | operations | old | new | reason |',
    '|---|---|---|---|---|---|',
  ];
  return [`### ignored (${ignored.length})`, '', ...head, ...rows].join('\n');
}

function cells(change: Change): readonly string[] {
  const notes = [change.help ?? [], (change.hazards ?? []).map((one) => `! ${hazardText(one)}`)];
  const help = notes
    .flat()
    .map((note) => `<br>${plainText(note)}`)
    .join('');
  return [
    `${plainText(change.message)}${help}`,
    bindingWords(change).join(', '),
    plainText(operationWords(change)),
    plainText(placeWord(change.old)),
    plainText(placeWord(change.new)),
  ];
}

/** Escapes a text of the contract: nothing in it is markup, a mention or the end of a cell. */
function plainText(text: string): string {
  return harmless(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('@', '&#64;')
    .replace(/[\\`*_{}[\]|#~]/g, '\\$&');
}
