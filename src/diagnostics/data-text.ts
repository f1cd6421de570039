import { createRequire } from 'node:module';
import type { Document, YAMLError } from 'yaml';
import { ArrayMarks } from './array-marks.ts';
import type { DataEntry, DataNode } from './data-node.ts';
import { isSimple } from './data-value.ts';
import type { DiagnosticSink } from './diagnostic.ts';
import { positionAt, type SourceFile, type Span } from './source-file.ts';

const require = createRequire(import.meta.url);

/** The YAML parser has seventy files, which a WSDL does not need, so it is loaded on demand. */
function parser(): typeof import('yaml') {
  return require('yaml') as typeof import('yaml');
}

/** Longest text read, in UTF-16 code units. */
const maximumLength = 4_000_000;
/** Maximum nesting of brackets and width of indentation, because the YAML parser is recursive. */
const maximumDepth = 400;
/** Maximum number of nodes, counting those repeated by aliases again. */
const maximumNodes = 500_000;

/**
 * Reads YAML 1.2 or JSON text as data with positions. Reports all syntax errors, with help; then
 * the result is `undefined`. Duplicate keys, merge keys and bad aliases are reported, too, but
 * leave usable data. Aliases are resolved within a limit; tags and several documents are refused.
 * `[]` after a name is part of the name even without quotes inside braces, where YAML would read a
 * list: `{ marks: Mark[] }`. That is reported as a warning, because other readers refuse it.
 */
export function readDataText(file: SourceFile, sink: DiagnosticSink): DataNode | undefined {
  const tooMuch = findExcess(file.text);
  if (tooMuch !== undefined) {
    const span = { file, start: tooMuch.at, end: Math.min(tooMuch.at + 1, file.text.length) };
    sink.report({ code: 'ASMX1032', severity: 'error', message: tooMuch.message, span });
    return undefined;
  }
  const marks = new ArrayMarks(file.text);
  let document: Document;
  try {
    document = parser().parseDocument(marks.hidden(), {
      prettyErrors: false,
      uniqueKeys: false,
      logLevel: 'error',
    });
  } catch {
    const message = 'the YAML cannot be parsed';
    sink.report({ code: 'ASMX1010', severity: 'error', message, span: { file, start: 0, end: 0 } });
    return undefined;
  }
  if (reportProblems([...document.errors, ...document.warnings], marks, file, sink)) {
    return undefined;
  }
  return new DataBuilder(file, marks, sink).build(document);
}

/** Finds text that is too large or too deep for a recursive parser. */
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

const problemHelp: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'indent with spaces',
  MULTIPLE_DOCS: "keep one document in the file and remove the '---' between them",
  BLOCK_AS_IMPLICIT_KEY: "put a value that holds ': ' in quotes, or a map on lines of its own",
  BAD_SCALAR_START: 'put the value in quotes',
  BAD_DQ_ESCAPE: 'use single quotes where a backslash is meant literally',
  BAD_INDENT: 'check the indentation and the closing bracket',
  TAG_RESOLVE_FAILED: 'remove the tag',
  UNEXPECTED_TOKEN: 'check the comma, the quotes and the brackets before it',
};

/** Words of the parser for which people who write JSON or YAML have others. */
const plainWords: readonly (readonly [RegExp, string])[] = [
  [/flow map(?:ping)?/i, 'the map'],
  [/flow sequence/i, 'the list'],
  [/in block collection must be sufficiently indented and end/, 'must be indented, and end'],
  [/\S+-scalar(?: token| at node end)/, 'text'],
];

/**
 * Reports syntax errors, one for each line and without the parser's consequential errors. Returns
 * whether there were any.
 */
function reportProblems(
  problems: readonly YAMLError[],
  marks: ArrayMarks,
  file: SourceFile,
  sink: DiagnosticSink,
): boolean {
  const lines = new Set<number>();
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
      message: marks.shown(problemMessage(problem)),
      span: { file, start, end: Math.max(start, Math.min(problem.pos[1], file.text.length)) },
      help: problemHelp[problem.code],
    });
  }
  return problems.length > 0;
}

function problemMessage(problem: YAMLError): string {
  if (problem.code === 'MULTIPLE_DOCS') return 'the file holds several YAML documents';
  const message = plainWords.reduce(
    (text, [word, plain]) => text.replace(word, plain),
    problem.message,
  );
  return message.charAt(0).toLowerCase() + message.slice(1).replace(/\.$/, '');
}

interface Anchored {
  readonly node: DataNode;
  readonly size: number;
}

/** Converts the parser's tree to data nodes. */
class DataBuilder {
  readonly #file: SourceFile;
  readonly #marks: ArrayMarks;
  readonly #sink: DiagnosticSink;
  readonly #yaml = parser();
  readonly #anchors = new Map<string, Anchored>();
  /** Anchors of values that are being built. */
  readonly #open = new Set<string>();
  /** Number of nodes so far, counting those repeated by aliases again. */
  #size = 0;
  #exhausted = false;

  constructor(file: SourceFile, marks: ArrayMarks, sink: DiagnosticSink) {
    this.#file = file;
    this.#marks = marks;
    this.#sink = sink;
  }

  /** The data of a document; `undefined`, reported, if aliases make it too large. */
  build(document: Document): DataNode | undefined {
    const node = this.#node(document.contents, { file: this.#file, start: 0, end: 0 });
    return this.#exhausted ? undefined : node;
  }

  #fail(span: Span, message: string, help?: string): void {
    this.#sink.report({ code: 'ASMX1010', severity: 'error', message, span, help });
  }

  #node(value: unknown, fallback: Span, inFlow = false): DataNode {
    const { isAlias, isMap, isScalar, isSeq } = this.#yaml;
    if (!isAlias(value) && !isScalar(value) && !isMap(value) && !isSeq(value)) {
      return nothing(fallback);
    }
    const [start, end = start] = value.range ?? [];
    const place = start === undefined ? fallback : { file: this.#file, start, end: end ?? start };
    if (isAlias(value)) return this.#alias(value.source, place);
    const before = this.#size++;
    const { anchor } = value;
    if (anchor !== undefined) this.#open.add(anchor);
    let node: DataNode;
    if (isScalar(value)) node = this.#scalar(value, place, inFlow);
    else {
      const flow = inFlow || value.flow === true;
      node = isSeq(value)
        ? { kind: 'list', items: value.items.map((item) => this.#node(item, place, flow)), place }
        : { kind: 'map', entries: this.#entries(value.items, place, flow), place };
    }
    if (anchor !== undefined) {
      this.#open.delete(anchor);
      this.#anchors.set(anchor, { node, size: this.#size - before });
    }
    return node;
  }

  #alias(name: string, place: Span): DataNode {
    const target = this.#anchors.get(name);
    if (this.#open.has(name)) this.#fail(place, `alias '*${name}' is inside its own anchor`);
    else if (target === undefined) this.#fail(place, `alias '*${name}' has no anchor before it`);
    else if (this.#size + target.size > maximumNodes) {
      if (!this.#exhausted) {
        const message = `aliases repeat more than ${maximumNodes} values`;
        this.#sink.report({ code: 'ASMX1032', severity: 'error', message, span: place });
      }
      this.#exhausted = true;
    } else {
      this.#size += target.size;
      return target.node;
    }
    return nothing(place);
  }

  #entries(
    pairs: readonly { key: unknown; value: unknown }[],
    around: Span,
    flow: boolean,
  ): readonly DataEntry[] {
    const entries = new Map<string, DataEntry>();
    for (const pair of pairs) {
      const key = this.#node(pair.key, around, flow);
      const { place } = key;
      const value = this.#node(pair.value, { ...place, start: place.end }, flow);
      if (key.kind !== 'scalar') {
        this.#fail(place, 'a key must be a plain text');
        continue;
      }
      const first = entries.get(key.text);
      if (key.text === '<<' && key.value === '<<') {
        this.#fail(place, "merge keys ('<<') are not supported", 'write the keys out');
      } else if (first !== undefined) {
        this.#sink.report({
          code: 'ASMX2002',
          severity: 'error',
          message: `key '${key.text}' appears twice`,
          span: place,
          related: [{ message: 'first here', span: first.place }],
        });
      } else entries.set(key.text, { key: key.text, place, value });
    }
    return [...entries.values()];
  }

  #scalar(
    value: { value: unknown; source?: string; type?: string | undefined },
    place: Span,
    inFlow: boolean,
  ): DataNode {
    const plain = value.type === 'PLAIN';
    const source = value.source ?? String(value.value ?? '');
    const text = this.#marks.shown(plain ? source : String(value.value));
    if (plain && inFlow && text !== source) {
      this.#sink.report({
        code: 'ASMX1015',
        severity: 'warning',
        message: `${text} needs quotes here: other readers of YAML refuse the file`,
        span: place,
        help: `write '${text}': inside { } and [ ], YAML takes [] for a list`,
      });
    }
    const start = plain ? place.start : place.start + 1;
    const literal = this.#file.text.startsWith(text, start);
    const simple = typeof value.value === 'string' ? text : value.value;
    return {
      kind: 'scalar',
      value: isSimple(simple) ? simple : text,
      text,
      textStart: literal ? start : undefined,
      place,
    };
  }
}

function nothing(place: Span): DataNode {
  return { kind: 'scalar', value: null, text: '', place };
}
