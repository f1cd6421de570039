import { styleText } from 'node:util';
import {
  type Diagnostic,
  type DiagnosticCode,
  lineText,
  positionAt,
  type Severity,
  type Span,
} from './diagnostic.ts';
import { harmless } from './words.ts';

/** Options of text reports. */
interface TextReportOptions {
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
 * positions, separated by empty lines. Those that are of several places share the source where they
 * begin at the same one. Of each code, 20 are written, and the number of others. Causes of many
 * others come last, where a terminal still shows them. Ends with a line end, if there is anything
 * to write.
 */
export function reportText(
  diagnostics: readonly Diagnostic[],
  options: TextReportOptions = { colour: false },
): string {
  const { shown, left } = limitDiagnostics(orderDiagnostics(diagnostics));
  const formatted = (list: readonly Diagnostic[]): readonly string[] =>
    runsOf(list).map((run) =>
      run.map((one, at) => formatDiagnostic(one, options, at === 0)).join('\n'),
    );
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

/** Divides a list into runs that begin at one place, which are written under one frame. */
function runsOf(list: readonly Diagnostic[]): readonly (readonly Diagnostic[])[] {
  const runs: Diagnostic[][] = [];
  for (const one of list) {
    const run = runs.at(-1);
    if (run?.[0] !== undefined && isSamePlace(run[0], one)) run.push(one);
    else runs.push([one]);
  }
  return runs;
}

function isSamePlace(a: Diagnostic, b: Diagnostic): boolean {
  const [one, other] = [a.span, b.span];
  if (one === undefined || other === undefined) return false;
  const isSame = one.file === other.file && one.start === other.start && one.end === other.end;
  return isSame && a.code === b.code && a.places !== undefined && b.places !== undefined;
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
function formatDiagnostic(
  diagnostic: Diagnostic,
  options: TextReportOptions = { colour: false },
  hasFrame = true,
): string {
  type Style = Parameters<typeof styleText>[0];
  const dress =
    (style: Style) =>
    (text: string): string =>
      options.colour ? styleText(style, text, { validateStream: false }) : text;
  const { severity, span, code, message } = diagnostic;
  const colour = dress(severityColours[severity]);
  const dim = dress('dim');
  const place = span === undefined ? '' : `${dress('bold')(placeText(span))} `;
  const first = `${place}${colour(`${severity} ${code}`)}: ${shortened(harmless(message).trim())}`;
  if (diagnostic.standsFor !== undefined) return `${first}${countText(diagnostic.standsFor)}`;
  const lines = [first, ...(hasFrame ? frameOf(span, 1, colour, dim) : [])];
  if (diagnostic.help !== undefined) {
    const [help = '', ...rest] = harmless(diagnostic.help, 'keep-lines').split('\n');
    lines.push(`   ${dress('cyan')('help')}: ${help}`, ...rest.map((line) => `         ${line}`));
  }
  for (const one of diagnostic.related ?? []) {
    lines.push(`   ${dim(placeText(one.span))} ${harmless(one.message)}`);
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
function placeText(span: Span): string {
  const { line, column } = positionAt(span.file, span.start);
  return `${harmless(span.file.path)}:${line}:${column}`;
}

const commands: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  hint: 'notice',
};

/**
 * Writes diagnostics as GitHub workflow commands, which appear beside the lines of a pull request:
 * `::error file=…,line=…,col=…,title=…::…`. One line each.
 */
export function reportGithub(diagnostics: readonly Diagnostic[]): string {
  return orderDiagnostics(diagnostics)
    .map(({ span, severity, code, message, help, standsFor = 1 }) => {
      const properties: string[] = [];
      if (span !== undefined) {
        const { line, column } = positionAt(span.file, span.start);
        properties.push(`file=${property(span.file.path)}`, `line=${line}`, `col=${column}`);
      }
      properties.push(`title=${property(code)}`);
      const said = standsFor > 1 ? `${message} (${standsFor} of this code)` : message;
      const text = help === undefined ? said : `${said}\nhelp: ${help}`;
      return `::${commands[severity]} ${properties.join(',')}::${data(text)}\n`;
    })
    .join('');
}

/** Escapes the text of a workflow command, which is also read in a log. */
function data(text: string): string {
  return harmless(text, 'keep-lines')
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A');
}

/** Escapes the value of a property of a workflow command. */
function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/**
 * A position in a file. Lines and columns start at 1, the end is exclusive, columns are UTF-16 code
 * units.
 */
export interface JsonPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A diagnostic in the document of `--reporter json`. Its position is `null` if there is none. */
interface JsonDiagnostic {
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly endLine: number | null;
  readonly endColumn: number | null;
  readonly severity: Severity;
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly help?: string;
  readonly related?: readonly (JsonPlace & { readonly message: string })[];
}

/** Version of the document format. New keys do not change it. */
const jsonReportVersion = 1;

/** The diagnostics as plain data, ordered. */
function jsonDiagnostics(diagnostics: readonly Diagnostic[]): readonly JsonDiagnostic[] {
  return orderDiagnostics(diagnostics).map((one) => {
    const { span, severity, code, message, help, related = [], places = [] } = one;
    const others = [...related, ...places].map((place) => ({
      ...reportPlace(place.span),
      message: place.message,
    }));
    return {
      ...(span === undefined ? noPlace : reportPlace(span)),
      severity,
      code,
      message,
      ...(help === undefined ? {} : { help }),
      ...(others.length === 0 ? {} : { related: others }),
    };
  });
}

/**
 * Writes the whole document: `version`, the keys of `more`, `diagnostics`. Ends with a line end.
 */
export function reportJson(
  diagnostics: readonly Diagnostic[],
  more: Readonly<Record<string, unknown>> = {},
): string {
  const report = {
    version: jsonReportVersion,
    ...more,
    diagnostics: jsonDiagnostics(diagnostics),
  };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

const noPlace = { file: null, line: null, column: null, endLine: null, endColumn: null } as const;

/** A span as lines and columns. */
export function reportPlace({ file, start, end }: Span): JsonPlace {
  const from = positionAt(file, start);
  const to = positionAt(file, end);
  return {
    file: file.path,
    line: from.line,
    column: from.column,
    endLine: to.line,
    endColumn: to.column,
  };
}

/** Maximum columns of source text. */
const maximumWidth = 96;
/** Distance of tab stops. */
const tabWidth = 4;
/**
 * Maximum code units of a line that are examined: enough to fill a frame on both sides of the span.
 */
const maximumUnits = 2000;
/** Maximum lines of a longer span. */
const maximumLines = 4;

/** Options for drawing a frame. */
interface FrameOptions {
  /** Lines shown before the span. */
  readonly before: number;
  /** Colours the carets and the mark before the number; default: no colours. */
  readonly highlight?: ((text: string) => string) | undefined;
  /** Colours line numbers and rules. */
  readonly dim?: ((text: string) => string) | undefined;
}

/** A line for display: its cells, each with its offset in the source line. */
interface Laid {
  readonly cells: readonly { readonly text: string; readonly at: number; readonly width: number }[];
}

/**
 * Draws the source lines of a span with carets below it. Tabs and wide characters keep their
 * columns, long lines are cut around the span, long spans in the middle; control characters become
 * escapes. Has no line end at the end.
 */
export function codeFrame(span: Span, options: FrameOptions): string {
  const { file } = span;
  const asIs = (text: string): string => text;
  const highlight = options.highlight ?? asIs;
  const dim = options.dim ?? asIs;
  const start = positionAt(file, span.start);
  // A span that ends after a line end belongs to the line before.
  const end = positionAt(file, Math.max(span.start, span.end - 1));
  const gutter = String(end.line).length;
  // Of a very long line only a part around the span is laid out.
  const base = Math.max(0, start.column - 1 - maximumUnits / 2);
  const shownLine = (line: number): Laid => layOut(lineText(file, line, base, maximumUnits) ?? '');
  const first = shownLine(start.line);
  const from = columnOf(first, start.column - 1 - base);
  const oneLine = end.line === start.line;
  const to = oneLine
    ? columnOf(first, start.column - 1 - base + span.end - span.start)
    : columnOf(first, Number.POSITIVE_INFINITY);
  const width = Math.max(1, to - from);
  const left = windowStart(first, from, width);
  const drawn: string[] = [];

  const draw = (line: number, marked: boolean): void => {
    const mark = marked ? highlight(' > ') : '   ';
    const text = cut(shownLine(line), left);
    const number = String(line).padStart(gutter);
    drawn.push(`${mark}${dim(`${number} |`)}${text === '' ? '' : ` ${text}`}`);
  };
  for (let line = Math.max(1, start.line - options.before); line < start.line; line++) {
    draw(line, false);
  }
  draw(start.line, true);
  const shift = left > 0 ? 1 : 0;
  const room = maximumWidth - (from - left);
  const blanks = ' '.repeat(Math.max(0, from - left + shift));
  const carets = '^'.repeat(Math.max(1, Math.min(width, room)));
  drawn.push(`   ${' '.repeat(gutter)} ${dim('|')} ${blanks}${highlight(carets)}`);
  const last = end.line;
  const skip = last - start.line >= maximumLines;
  for (let line = start.line + 1; line <= last; line++) {
    if (skip && line === start.line + 2) {
      drawn.push(`   ${' '.repeat(gutter)} ${dim('|')} …`);
      line = last;
    }
    draw(line, true);
  }
  return drawn.join('\n');
}

/**
 * Characters without width: combining marks (including variation selectors), joiners, Hangul parts.
 */
const zeroWidth = /^[\p{Mn}\p{Me}\u200b-\u200d\u1160-\u11ff]$/u;

/**
 * Ranges of code points with two columns (Unicode East Asian Width W and F, and emoji
 * presentation).
 */
const wide: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x2329, 0x232a],
  [0x23e9, 0x23f3],
  [0x25fd, 0x25fe],
  [0x2614, 0x2615],
  [0x2648, 0x2653],
  [0x26a1, 0x26a1],
  [0x26aa, 0x26ab],
  [0x26bd, 0x26be],
  [0x26c4, 0x26c5],
  [0x2705, 0x2705],
  [0x270a, 0x270b],
  [0x2728, 0x2728],
  [0x274c, 0x274c],
  [0x2753, 0x2757],
  [0x2795, 0x2797],
  [0x2b1b, 0x2b1c],
  [0x2b50, 0x2b55],
  [0x2e80, 0x303e],
  [0x3041, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18d08],
  [0x1b000, 0x1b2fb],
  [0x1f004, 0x1f004],
  [0x1f0cf, 0x1f0cf],
  [0x1f18e, 0x1f19a],
  [0x1f200, 0x1f320],
  [0x1f32d, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f7e0, 0x1f7eb],
  [0x1f90c, 0x1f9ff],
  [0x1fa70, 0x1faff],
  [0x20000, 0x3fffd],
];

/** Columns of a character (one code point) in a terminal: 0, 1 or 2. */
function displayWidth(character: string): 0 | 1 | 2 {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x300) return 1;
  if (zeroWidth.test(character)) return 0;
  return wide.some(([low, high]) => point >= low && point <= high) ? 2 : 1;
}

/** Divides a line into cells of known width. */
function layOut(line: string): Laid {
  const cells: { text: string; at: number; width: number }[] = [];
  let column = 0;
  let at = 0;
  for (const character of line) {
    const text =
      character === '\t' ? ' '.repeat(tabWidth - (column % tabWidth)) : harmless(character);
    const width = text === character ? displayWidth(character) : text.length;
    cells.push({ text, at, width });
    column += width;
    at += character.length;
  }
  return { cells };
}

/** Display column of an offset in the source line; past its end, the column after the last cell. */
function columnOf(line: Laid, offset: number): number {
  let column = 0;
  for (const cell of line.cells) {
    if (cell.at >= offset) return column;
    column += cell.width;
  }
  return column;
}

/** The first display column, chosen so that the span is visible. */
function windowStart(line: Laid, from: number, width: number): number {
  const total = columnOf(line, Number.POSITIVE_INFINITY);
  if (total <= maximumWidth) return 0;
  if (from + Math.min(width, maximumWidth / 2) <= maximumWidth - 10) return 0;
  const centred = from - Math.floor((maximumWidth - Math.min(width, maximumWidth - 20)) / 2);
  return Math.max(0, Math.min(centred, total - maximumWidth + 10));
}

/** The part of a line inside the window, with `…` for omitted parts. */
function cut(line: Laid, left: number): string {
  let column = 0;
  let text = '';
  let more = false;
  for (const cell of line.cells) {
    const begins = column;
    column += cell.width;
    if (begins < left) {
      // A wide character across the edge becomes a space, so that columns stay.
      if (column > left) text += ' '.repeat(column - left);
      continue;
    }
    if (column - left > maximumWidth) {
      more = true;
      break;
    }
    text += cell.text;
  }
  const shown = left > 0 ? `…${text}` : text;
  return more ? `${shown}…` : shown.trimEnd();
}

/**
 * Sorts diagnostics for display: those without position first, then by file in order of first
 * mention, and by position. Those at one position keep their order; duplicates are omitted.
 */
export function orderDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const files = new Map<string, number>();
  const seen = new Set<string>();
  const unique: Diagnostic[] = [];
  for (const one of diagnostics) {
    const { span } = one;
    const key = JSON.stringify([one.code, one.message, span?.file.path, span?.start, span?.end]);
    if (seen.has(key)) continue;
    seen.add(key);
    unique.push(one);
    if (span !== undefined && !files.has(span.file.path)) files.set(span.file.path, files.size);
  }
  const fileOf = (one: Diagnostic): number =>
    one.span === undefined ? -1 : (files.get(one.span.file.path) ?? 0);
  return unique.sort(
    (a, b) => fileOf(a) - fileOf(b) || (a.span?.start ?? 0) - (b.span?.start ?? 0),
  );
}

/** Counts by severity, such as `2 errors, 1 warning`; empty for none. */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): string {
  return (['error', 'warning', 'hint'] as const)
    .map((severity) => {
      const count = diagnostics.filter((one) => one.severity === severity).length;
      return count === 0 ? '' : `${count} ${severity}${count === 1 ? '' : 's'}`;
    })
    .filter((part) => part !== '')
    .join(', ');
}

/**
 * Maximum number of diagnostics with one code in a text report, because one cause often has
 * hundreds.
 */
const mostOfOneCode = 20;

/** The diagnostics of a text report, and those of each code that it leaves out. */
interface LimitedDiagnostics {
  readonly shown: readonly Diagnostic[];
  /** Those left out, by code in order of first occurrence. */
  readonly left: ReadonlyMap<DiagnosticCode, readonly Diagnostic[]>;
}

/**
 * Keeps the first 20 diagnostics of each code, preferring errors to warnings and warnings to hints.
 * The order stays the same.
 */
function limitDiagnostics(diagnostics: readonly Diagnostic[]): LimitedDiagnostics {
  const kept = new Map<DiagnosticCode, number>();
  const dropped = new Set<Diagnostic>();
  for (const severity of ['error', 'warning', 'hint'] as const) {
    for (const one of diagnostics) {
      if (one.severity !== severity) continue;
      const count = (kept.get(one.code) ?? 0) + 1;
      kept.set(one.code, count);
      if (count > mostOfOneCode) dropped.add(one);
    }
  }
  if (dropped.size === 0) return { shown: diagnostics, left: new Map() };
  const left = new Map<DiagnosticCode, Diagnostic[]>();
  for (const one of diagnostics) {
    if (!dropped.has(one)) continue;
    const known = left.get(one.code);
    if (known === undefined) left.set(one.code, [one]);
    else known.push(one);
  }
  return { shown: diagnostics.filter((one) => !dropped.has(one)), left };
}
