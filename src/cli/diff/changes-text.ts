import type { Change, Comparison } from '../../compare/result/change.ts';
import { codeFrame } from '../../diagnostics/code-frame.ts';
import { harmless } from '../../diagnostics/display-width.ts';
import type { Span } from '../../diagnostics/source-file.ts';
import type { Colours } from '../terminal/colours.ts';
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

/** Writes the changes as text, in groups; breaking ones with their lines in both files. */
export function changesText(compared: Compared, colours: Colours): string {
  const { comparison } = compared;
  const groups = groupsOf(compared).map((group) => groupText(group, comparison.isBound, colours));
  if (comparison.ignored.length > 0) groups.push(ignoredText(comparison, colours));
  const advice = comparison.step === 'none' ? '' : `\nversion step: ${adviceOf(comparison)}`;
  return `${[...groups, `${summaryOf(comparison)}${advice}`].join('\n\n')}\n`;
}

function groupText(
  { heading, classes, changes }: ChangeGroup,
  isBound: boolean,
  colours: Colours,
): string {
  const breaks = classes.some((one) => one.startsWith('breaks'));
  const colour = breaks ? colours.red : classes[0] === 'compatible' ? colours.green : colours.cyan;
  const title = `${colours.bold(colour(heading))} (${changes.length})`;
  const texts = changes.map((change) => changeText(change, { framed: breaks, isBound }, colours));
  return breaks ? [title, ...texts].join('\n\n') : [title, ...texts].join('\n');
}

function ignoredText({ ignored, isBound }: Comparison, colours: Colours): string {
  const texts = ignored.map((change) => {
    const reason = `    ${colours.cyan('reason')}: ${harmless(reasonOf(change))}`;
    return `${changeText(change, { framed: false, isBound }, colours)}\n${reason}`;
  });
  return [`${colours.bold(colours.dim('ignored'))} (${ignored.length})`, ...texts].join('\n');
}

/** How changes are shown. */
interface ChangeStyle {
  /** With their lines in both files. */
  readonly framed: boolean;
  /** With their bindings. */
  readonly isBound: boolean;
}

function changeText(change: Change, { framed, isBound }: ChangeStyle, colours: Colours): string {
  const words = bindingWords(change).join(' ');
  const bindings = colours.dim(`[${words === '' ? 'no binding' : words}]`);
  const lines = [`  ${harmless(change.message)}${isBound ? `  ${bindings}` : ''}`];
  const operations = operationWords(change);
  if (operations !== '') lines.push(`    ${colours.dim('in')} ${operations}`);
  if (framed) {
    lines.push(
      ...placeLines('old', change.old, colours),
      ...placeLines('new', change.new, colours),
    );
  } else {
    const places = [change.old, change.new].map(placeWord).filter((place) => place !== '');
    lines.push(`    ${colours.dim(places.join(' → '))}`);
  }
  if (change.help !== undefined) {
    lines.push(`    ${colours.cyan('help')}: ${harmless(change.help)}`);
  }
  for (const hazard of change.hazards ?? []) {
    lines.push(`    ${colours.yellow('!')} ${harmless(hazardText(hazard))}`);
  }
  return lines.join('\n');
}

function placeLines(name: string, span: Span | undefined, colours: Colours): readonly string[] {
  if (span === undefined) return [];
  const place = `    ${name} ${placeWord(span)}`;
  if (span.file.text === '') return [place];
  const frame = codeFrame(span, { before: 0, highlight: colours.red, dim: colours.dim });
  return [place, frame.replace(/^/gm, '    ')];
}
