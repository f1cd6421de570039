import { createRequire } from 'node:module';
import type { Document, YAMLError } from 'yaml';
import {
  type DiagnosticCode,
  type DiagnosticSink,
  positionAt,
  type RelatedPlace,
  type Severity,
  type SourceFile,
  type Span,
} from './diagnostic.ts';
import { didYouMean } from './words.ts';

/** Codes for the four kinds of errors in keys and values. */
interface DataCodes {
  readonly unknownKey: 'ASMX1011' | 'ASMX5002';
  readonly missingKey: 'ASMX1012' | 'ASMX5002';
  readonly wrongKind: 'ASMX1013' | 'ASMX5002';
}

/**
 * Reads typed values from data nodes. Each function reports a wrong value and returns `undefined`.
 */
export interface DataReader<P> {
  readonly complain: Complain<P>;
  map(node: DataNode<P>, what: string): DataMap<P> | undefined;
  /** Reports keys other than `known`; `owner` completes "in …". */
  keys(map: DataMap<P>, known: readonly string[], owner: string): void;
  /** The entry of a required key. `absent` describes how to report that it is missing. */
  required(
    map: DataMap<P>,
    key: string,
    owner: string,
    absent: { readonly place: P; readonly help?: string | undefined },
  ): DataEntry<P> | undefined;
  string(node: DataNode<P>, what: string): string | undefined;
  boolean(node: DataNode<P>, what: string): boolean | undefined;
  /** One of several words. */
  word<W extends string>(node: DataNode<P>, words: readonly W[], what: string): W | undefined;
  list(node: DataNode<P>, what: string): readonly DataNode<P>[] | undefined;
}

/** Creates a reader that reports with the given codes. */
export function createDataReader<P>(complain: Complain<P>, codes: DataCodes): DataReader<P> {
  function wrong(node: DataNode<P>, what: string, expected: string, help?: string): undefined {
    const message = `${what} must be ${expected}, not ${describeData(node)}`;
    complain(node.place, codes.wrongKind, message, { help });
    return undefined;
  }
  return {
    complain,
    map(node, what) {
      return node.kind === 'map' ? node : wrong(node, what, 'a map');
    },
    keys(map, known, owner) {
      for (const entry of map.entries) {
        if (known.includes(entry.key)) continue;
        complain(entry.place, codes.unknownKey, `unknown key '${entry.key}' in ${owner}`, {
          help: didYouMean(entry.key, known) ?? `known keys are ${known.join(', ')}`,
        });
      }
    },
    required(map, key, owner, { place, help }) {
      const found = map.entries.find((entry) => entry.key === key);
      if (found === undefined) {
        complain(place, codes.missingKey, `key '${key}' is missing in ${owner}`, { help });
      }
      return found;
    },
    string(node, what) {
      if (node.kind === 'scalar' && typeof node.value === 'string') {
        // no file name, URL or XML can have it
        return node.value.includes('\0') ? wrong(node, what, 'a text without U+0000') : node.value;
      }
      const numeric = node.kind === 'scalar' && node.value !== null && node.value !== undefined;
      return wrong(node, what, 'a text', numeric ? `put it in quotes: '${node.text}'` : undefined);
    },
    boolean(node, what) {
      if (node.kind === 'scalar' && typeof node.value === 'boolean') return node.value;
      return wrong(node, what, 'true or false');
    },
    word(node, words, what) {
      const text = node.kind === 'scalar' ? node.value : undefined;
      const found = words.find((word) => word === text);
      if (found !== undefined) return found;
      const help = typeof text === 'string' ? didYouMean(text, words) : undefined;
      return wrong(node, what, `one of ${words.join(', ')}`, help);
    },
    list(node, what) {
      return node.kind === 'list' ? node.items : wrong(node, what, 'a list');
    },
  };
}

/** Maximum nesting, because a value may contain itself. */
const maximumValueDepth = 64;

/**
 * Converts a value of a loaded module to data with key paths. Keys with the value `undefined` count
 * as absent.
 */
export function dataFromValue(
  value: unknown,
  keyPath: string = '',
  depth: number = 0,
): DataNode<KeyPath> {
  const place = { keyPath };
  if (depth < maximumValueDepth && Array.isArray(value)) {
    const items = value.map((item: unknown, index) =>
      dataFromValue(item, `${keyPath}[${index}]`, depth + 1),
    );
    return { kind: 'list', items, place };
  }
  if (depth < maximumValueDepth && isRecord(value)) {
    const entries = Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .map(([key, one]) => {
        const path = joinKey(keyPath, key);
        return { key, place: { keyPath: path }, value: dataFromValue(one, path, depth + 1) };
      });
    return { kind: 'map', entries, place };
  }
  if (isSimple(value)) return { kind: 'scalar', value, text: String(value ?? ''), place };
  return { kind: 'scalar', value: undefined, text: '', place };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Whether a value is a text, number, boolean or `null`. */
function isSimple(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** `a.b`, `a['odd key']`. */
function joinKey(path: string, key: string): string {
  if (!/^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

/** Hides `[]` after names from the parser, as two characters that the text does not have. */
class ArrayMarks {
  readonly #text: string;
  readonly #open: string;
  readonly #close: string;

  constructor(text: string) {
    const free: string[] = [];
    for (let code = 0xe000; code < 0xf900 && free.length < 2; code++) {
      const character = String.fromCharCode(code);
      if (!text.includes(character)) free.push(character);
    }
    this.#text = text;
    [this.#open = '\uf900', this.#close = '\uf901'] = free;
  }

  /** The text for the parser, of the same length, so that offsets stay the same. */
  hidden(): string {
    return this.#text.replace(/(?<=[\p{L}\p{N}_.)?*-])(?:\[\])+/gu, (marks) =>
      (this.#open + this.#close).repeat(marks.length / 2),
    );
  }

  /** Text from the parser in its original form. */
  shown(text: string): string {
    return text.replaceAll(this.#open, '[').replaceAll(this.#close, ']');
  }
}

const require = createRequire(import.meta.url);

/** The YAML parser has seventy files, which a WSDL does not need, so it is loaded on demand. */
function parser(): typeof import('yaml') {
  return require('yaml') as typeof import('yaml');
}

/** Longest text read, in UTF-16 code units. */
const maximumLength = 4_000_000;
/** Maximum nesting of brackets and width of indentation, because the YAML parser is recursive. */
const maximumDepth = 400;
const tooIndented = new RegExp(`(?:^|\\n)[ ?:\\t-]{${maximumDepth + 1}}`);
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
  const at = Math.min(deepBracket(text), deepIndent(text));
  if (at === Infinity) return undefined;
  return { at, message: `the nesting is deeper than ${maximumDepth} levels` };
}

/** Offset of the first bracket that is too deep; `Infinity` without one. */
function deepBracket(text: string): number {
  let depth = 0;
  // a pattern, because the brackets are few
  for (const { 0: bracket, index } of text.matchAll(/[[\]{}]/g)) {
    if (bracket === '[' || bracket === '{') depth++;
    else if (depth > 0) depth--;
    if (depth > maximumDepth) return index;
  }
  return Infinity;
}

/** The same for the characters before the first word of a line, each of which may open a level. */
function deepIndent(text: string): number {
  const found = tooIndented.exec(text);
  return found === null ? Infinity : found.index + found[0].length - 1;
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

/**
 * Data that a user wrote (a YAML contract, a configuration) with positions. `P` is the type of a
 * position: a span in a text, or a key path in a loaded module.
 */
export type DataNode<P = Span> = DataMap<P> | DataList<P> | DataScalar<P>;

/** Keys and values in the order written, without duplicate keys. */
export interface DataMap<P = Span> {
  readonly kind: 'map';
  readonly entries: readonly DataEntry<P>[];
  readonly place: P;
}

/** A key with its value. */
export interface DataEntry<P = Span> {
  readonly key: string;
  /** Position of the key. */
  readonly place: P;
  readonly value: DataNode<P>;
}

/** Values in the order written. */
export interface DataList<P = Span> {
  readonly kind: 'list';
  readonly items: readonly DataNode<P>[];
  readonly place: P;
}

/** A single value. */
export interface DataScalar<P = Span> {
  readonly kind: 'scalar';
  /**
   * The value according to YAML 1.2 or JavaScript; `undefined` for functions and other values that
   * are not data.
   */
  readonly value: string | number | boolean | null | undefined;
  /** The value as written, without quotes. */
  readonly text: string;
  /** Offset of `text` in the source file; absent if the source has escapes or line ends in it. */
  readonly textStart?: number | undefined;
  readonly place: P;
}

/** Position of a value in a loaded module, such as `contracts[0].targets`; empty for the whole. */
interface KeyPath {
  readonly keyPath: string;
}

/** Additional parts of a complaint. */
interface ComplaintDetails<P> {
  /** `error` by default. */
  readonly severity?: Severity | undefined;
  readonly help?: string | undefined;
  readonly related?: readonly { readonly message: string; readonly place: P }[] | undefined;
}

/** Reports a problem of a piece of data, usually an error. */
export type Complain<P = Span> = (
  place: P,
  code: DiagnosticCode,
  message: string,
  details?: ComplaintDetails<P>,
) => void;

/** Reports problems of data from a text, with spans. */
export function complainAtSpan(sink: DiagnosticSink): Complain<Span> {
  return (span, code, message, details = {}) => {
    const related: readonly RelatedPlace[] | undefined = details.related?.map((one) => ({
      message: one.message,
      span: one.place,
    }));
    const { severity = 'error', help } = details;
    sink.report({ code, severity, message, span, help, related });
  };
}

/**
 * Reports problems of values of a loaded module, with the file's path and the key path in the
 * message.
 */
export function complainAtKeyPath(sink: DiagnosticSink, file: string): Complain<KeyPath> {
  return (place, code, message, details = {}) => {
    const where = place.keyPath === '' ? file : `${file}: ${place.keyPath}`;
    const { severity = 'error', help } = details;
    sink.report({ code, severity, message: `${where}: ${message}`, help });
  };
}

/** The entry of a key, if there is one. */
export function mapEntry<P>(map: DataMap<P>, key: string): DataEntry<P> | undefined {
  return map.entries.find((entry) => entry.key === key);
}

/** Describes a node for messages: `a list`, `the number 3`, `nothing`. */
export function describeData<P>(node: DataNode<P>): string {
  if (node.kind === 'map') return 'a map';
  if (node.kind === 'list') return 'a list';
  const shown = node.text.length > 40 ? `${node.text.slice(0, 40)}…` : node.text;
  switch (typeof node.value) {
    case 'string':
      return node.value === '' ? 'an empty text' : `the text '${shown}'`;
    case 'number':
      return `the number ${shown}`;
    case 'boolean':
      return `the boolean ${shown}`;
    case 'object':
      return 'nothing';
    default:
      return 'a function or other object';
  }
}
