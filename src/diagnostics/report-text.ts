import { styleText } from 'node:util';
import { codeFrame } from './code-frame.ts';
import type { Diagnostic, Severity } from './diagnostic.ts';
import { harmless } from './display-width.ts';
import { type LimitedDiagnostics, limitDiagnostics } from './limit-diagnostics.ts';
import { countDiagnostics, orderDiagnostics } from './order-diagnostics.ts';
import { positionAt, type Span } from './source-file.ts';

/** Options of text reports. */
export interface TextReportOptions {
  /** Whether to use ANSI colours. */
  readonly colour: boolean;
}

/** Maximum length of a message. */
const longestMessage = 1000;

const severityColours: Readonly<Record<Severity, 'red' | 'yellow' | 'cyan'>> = {
  error: 'red',
  warning: 'yellow',
  hint: 'cyan',
};

/**
 * Writes diagnostics as text: position, code and message, the source with carets, help and related
 * positions, separated by empty lines. Of each code, 20 are written, and the number of others.
 * Causes of many others come last, where a terminal still shows them. Ends with a line end, if
 * there is anything to write.
 */
export function reportText(
  diagnostics: readonly Diagnostic[],
  options: TextReportOptions = { colour: false },
): string {
  const { shown, left } = limitDiagnostics(orderDiagnostics(diagnostics));
  const formatted = (list: readonly Diagnostic[]): readonly string[] =>
    list.map((one) => formatDiagnostic(one, options));
  const brief = formatted(shown.filter((one) => one.standsFor !== undefined));
  const parts = [
    ...formatted(
      shown.filter((one) => one.consequences === undefined && one.standsFor === undefined),
    ),
    ...(left.size === 0 ? [] : [restText(left)]),
    ...formatted(shown.filter((one) => one.consequences !== undefined)),
    ...(brief.length === 0 ? [] : [[...brief, briefHelp].join('\n')]),
  ];
  return parts.length === 0 ? '' : `${parts.join('\n\n')}\n`;
}

/** Where the rest of warnings is that are shown on one line for each code. */
const briefHelp =
  '   help: asmx-gen check shows them in full; "lint" in the configuration silences a code';

/** The number of omitted diagnostics of each code. */
function restText(left: LimitedDiagnostics['left']): string {
  const lines = [...left].map(([code, list]) => `another ${countDiagnostics(list)} of ${code}`);
  return [...lines, '   help: --reporter json lists all of them'].join('\n');
}

/** Writes one diagnostic, without line end at the end. */
export function formatDiagnostic(
  diagnostic: Diagnostic,
  options: TextReportOptions = { colour: false },
): string {
  type Style = Parameters<typeof styleText>[0];
  const dress =
    (style: Style) =>
    (text: string): string =>
      options.colour ? styleText(style, text, { validateStream: false }) : text;
  const { severity, span, code, message } = diagnostic;
  const colour = dress(severityColours[severity]);
  const dim = dress('dim');
  const place = span === undefined ? '' : `${dress('bold')(placeOf(span))} `;
  const first = `${place}${colour(`${severity} ${code}`)}: ${shortened(harmless(message).trim())}`;
  if (diagnostic.standsFor !== undefined) return `${first}${countText(diagnostic.standsFor)}`;
  const lines = [first, ...frameOf(span, 1, colour, dim)];
  if (diagnostic.help !== undefined) {
    const [help = '', ...rest] = harmless(diagnostic.help, 'keep-lines').split('\n');
    lines.push(`   ${dress('cyan')('help')}: ${help}`, ...rest.map((line) => `         ${line}`));
  }
  for (const one of diagnostic.related ?? []) {
    lines.push(`   ${dim(placeOf(one.span))} ${harmless(one.message)}`);
    lines.push(...frameOf(one.span, 0, dim, dim));
  }
  return lines.join('\n');
}

/** The number of diagnostics of one code that a line stands for. */
function countText(count: number): string {
  return count > 1 ? ` (${count} of this code)` : '';
}

/** A message without its middle, if names in it are very long. */
function shortened(text: string): string {
  if (text.length <= longestMessage) return text;
  return `${text.slice(0, longestMessage - 200)} … ${text.slice(-200)}`;
}

/** The frame of a span; none for a file without text. */
function frameOf(
  span: Span | undefined,
  before: number,
  highlight: (text: string) => string,
  dim: (text: string) => string,
): readonly string[] {
  if (span === undefined || span.file.text === '') return [];
  return [codeFrame(span, { before, highlight, dim })];
}

/** `path:line:column`. */
function placeOf(span: Span): string {
  const { line, column } = positionAt(span.file, span.start);
  return `${harmless(span.file.path)}:${line}:${column}`;
}
