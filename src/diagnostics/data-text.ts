import { createRequire } from 'node:module';
import type { Document, YAMLError } from 'yaml';
import type { DataEntry, DataNode } from './data-node.ts';
import type { DiagnosticSink } from './diagnostic.ts';
import { positionAt, type SourceFile, type Span } from './source-file.ts';

const require = createRequire(import.meta.url);

/**
 * The YAML parser, seventy files that a WSDL has no use for: loaded when there is something to
 * parse.
 */
function parser(): typeof import('yaml') {
  return require('yaml') as typeof import('yaml');
}

/** Longest text read, in UTF-16 code units. */
const maximumLength = 4_000_000;
/** Deepest nesting of brackets, and widest indentation: the YAML parser is recursive. */
const maximumDepth = 400;
/** Most nodes, those that aliases repeat counted again. */
const maximumNodes = 500_000;

/**
 * Reads YAML 1.2 or JSON text as data with places. Reports what is malformed, all of it, with help:
 * the answer is `undefined` then. Keys that stand twice, merge keys and bad aliases are reported
 * too, but leave data to go on with. Aliases are followed within a bound; tags and several
 * documents are refused. `[]` behind a name is part of the name also between braces, where YAML
 * itself would see a list: `{ marks: Mark[] }`.
 */
export function readDataText(file: SourceFile, sink: DiagnosticSink): DataNode | undefined {
  const tooMuch = findExcess(file.text);
  if (tooMuch !== undefined) {
    const span = { file, start: tooMuch.at, end: Math.min(tooMuch.at + 1, file.text.length) };
    sink.report({ code: 'ASMX1032', severity: 'error', message: tooMuch.message, span });
    return undefined;
  }
  const brackets = chooseBrackets(file.text);
  let document: Document;
  try {
    document = parser().parseDocument(hideArrayMarks(file.text, brackets), {
      prettyErrors: false,
      uniqueKeys: false,
      logLevel: 'error',
    });
  } catch {
    const message = 'the YAML cannot be parsed';
    sink.report({ code: 'ASMX1010', severity: 'error', message, span: { file, start: 0, end: 0 } });
    return undefined;
  }
  if (reportProblems(document, file, brackets, sink)) return undefined;
  return convert(document, file, brackets, sink);
}

/** Finds what would be too much for a recursive parser. */
function findExcess(text: string): { at: number; message: string } | undefined {
  if (text.length > maximumLength) {
    return { at: 0, message: `the file is longer than ${maximumLength} characters` };
  }
  let depth = 0;
  let column = 0;
  let leading = true;
  for (let at = 0; at < text.length; at++) {
    const unit = text[at];
    if (unit === '\n') {
      column = 0;
      leading = true;
      continue;
    }
    column++;
    if (unit === '[' || unit === '{') depth++;
    else if ((unit === ']' || unit === '}') && depth > 0) depth--;
    leading &&= unit === ' ' || unit === '-' || unit === '?' || unit === ':' || unit === '\t';
    if (depth > maximumDepth || (leading && column > maximumDepth)) {
      return { at, message: `the nesting is deeper than ${maximumDepth} levels` };
    }
  }
  return undefined;
}

/** Two characters of the private use area that the text does not hold. */
function chooseBrackets(text: string): readonly [string, string] {
  const free: string[] = [];
  for (let code = 0xe000; code < 0xf900 && free.length < 2; code++) {
    const character = String.fromCharCode(code);
    if (!text.includes(character)) free.push(character);
  }
  return [free[0] ?? '\uf900', free[1] ?? '\uf901'];
}

/** Replaces `[]` behind a name by stand-ins of the same length, so that offsets stay. */
function hideArrayMarks(text: string, [open, close]: readonly [string, string]): string {
  return text.replace(/(?<=[\p{L}\p{N}_.)?*-])(?:\[\])+/gu, (marks) =>
    (open + close).repeat(marks.length / 2),
  );
}

function showArrayMarks(text: string, [open, close]: readonly [string, string]): string {
  return text.replaceAll(open, '[').replaceAll(close, ']');
}

const problemHelp: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'indent with spaces',
  MULTIPLE_DOCS: "keep one document in the file and remove the '---' between them",
  BLOCK_AS_IMPLICIT_KEY: "put a value that holds ': ' in quotes, or a map on lines of its own",
  BAD_SCALAR_START: 'put the value in quotes',
  BAD_DQ_ESCAPE: 'use single quotes where a backslash is meant literally',
  BAD_INDENT: 'check the indentation and the closing bracket',
  TAG_RESOLVE_FAILED: 'remove the tag',
};

/**
 * Reports syntax errors, one per line and without the parser's follow-up errors; says whether there
 * were any.
 */
function reportProblems(
  document: Document,
  file: SourceFile,
  brackets: readonly [string, string],
  sink: DiagnosticSink,
): boolean {
  const lines = new Set<number>();
  const problems: readonly YAMLError[] = [...document.errors, ...document.warnings];
  for (const problem of problems) {
    const followUp = problem.code === 'UNEXPECTED_TOKEN' || problem.code === 'BAD_INDENT';
    if (followUp && lines.size > 0) continue;
    const start = Math.min(problem.pos[0], file.text.length);
    const line = positionAt(file, start).line;
    if (lines.has(line)) continue;
    lines.add(line);
    sink.report({
      code: 'ASMX1010',
      severity: 'error',
      message: showArrayMarks(problemMessage(problem), brackets),
      span: { file, start, end: Math.max(start, Math.min(problem.pos[1], file.text.length)) },
      help: problemHelp[problem.code],
    });
  }
  return problems.length > 0;
}

function problemMessage(problem: YAMLError): string {
  if (problem.code === 'MULTIPLE_DOCS') return 'the file holds several YAML documents';
  return problem.message.charAt(0).toLowerCase() + problem.message.slice(1).replace(/\.$/, '');
}

interface Anchored {
  readonly node: DataNode;
  readonly size: number;
}

/** Turns the parser's tree into data nodes. */
function convert(
  document: Document,
  file: SourceFile,
  brackets: readonly [string, string],
  sink: DiagnosticSink,
): DataNode | undefined {
  const anchors = new Map<string, Anchored>();
  const open = new Set<string>();
  let size = 0;
  let exhausted = false;

  const fail = (span: Span, message: string, help?: string, related?: Span): void => {
    sink.report({
      code: related === undefined ? 'ASMX1010' : 'ASMX2002',
      severity: 'error',
      message,
      span,
      help,
      related: related && [{ message: 'first here', span: related }],
    });
  };
  const nothing = (place: Span): DataNode => ({ kind: 'scalar', value: null, text: '', place });

  function spanOf(range: readonly number[] | null | undefined, fallback: Span): Span {
    if (range === null || range === undefined) return fallback;
    return { file, start: range[0] ?? 0, end: range[1] ?? range[0] ?? 0 };
  }

  const { isAlias, isMap, isScalar, isSeq } = parser();
  function node(value: unknown, fallback: Span): DataNode {
    if (!isAlias(value) && !isScalar(value) && !isMap(value) && !isSeq(value)) {
      return nothing(fallback);
    }
    const place = spanOf(value.range, fallback);
    if (isAlias(value)) return alias(value.source, place);
    const before = size++;
    const anchor = value.anchor;
    if (anchor !== undefined) open.add(anchor);
    let made: DataNode;
    if (isScalar(value)) made = scalar(value, place);
    else if (isSeq(value)) {
      made = { kind: 'list', items: value.items.map((item) => node(item, place)), place };
    } else made = { kind: 'map', entries: entries(value.items, place), place };
    if (anchor !== undefined) {
      open.delete(anchor);
      anchors.set(anchor, { node: made, size: size - before });
    }
    return made;
  }

  function alias(name: string, place: Span): DataNode {
    const target = anchors.get(name);
    if (open.has(name)) fail(place, `alias '*${name}' stands inside its own anchor`);
    else if (target === undefined) fail(place, `alias '*${name}' has no anchor before it`);
    else if (size + target.size > maximumNodes) {
      if (!exhausted) {
        const message = `aliases repeat more than ${maximumNodes} values`;
        sink.report({ code: 'ASMX1032', severity: 'error', message, span: place });
      }
      exhausted = true;
    } else {
      size += target.size;
      return target.node;
    }
    return nothing(place);
  }

  function entries(
    pairs: readonly { key: unknown; value: unknown }[],
    around: Span,
  ): readonly DataEntry[] {
    const made = new Map<string, DataEntry>();
    for (const pair of pairs) {
      const key = node(pair.key, around);
      const after = { file, start: key.place.end, end: key.place.end };
      const value = node(pair.value, after);
      if (key.kind !== 'scalar') {
        fail(key.place, 'a key must be a plain text');
        continue;
      }
      const first = made.get(key.text);
      if (key.text === '<<' && key.value === '<<') {
        fail(key.place, "merge keys ('<<') are not supported", 'write the keys out');
      } else if (first !== undefined) {
        fail(key.place, `key '${key.text}' stands twice`, undefined, first.place);
      } else made.set(key.text, { key: key.text, place: key.place, value });
    }
    return [...made.values()];
  }

  function scalar(
    value: { value: unknown; source?: string; type?: string | undefined },
    place: Span,
  ): DataNode {
    const source = value.source ?? String(value.value ?? '');
    const text = showArrayMarks(value.type === 'PLAIN' ? source : String(value.value), brackets);
    const start = value.type === 'PLAIN' ? place.start : place.start + 1;
    const literal = file.text.startsWith(text, start);
    const simple = typeof value.value === 'string' ? text : value.value;
    return {
      kind: 'scalar',
      value: isSimple(simple) ? simple : text,
      text,
      textStart: literal ? start : undefined,
      place,
    };
  }

  const whole = { file, start: 0, end: 0 };
  const made = node(document.contents, whole);
  return exhausted ? undefined : made;
}

function isSimple(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
