import {
  appendFileSync,
  closeSync,
  createReadStream,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  realpathSync,
  truncateSync,
} from 'node:fs';
import { type PoolCall, pool } from '../runtime/batch/pool.ts';
import type { InputTree } from './call-values.ts';
import { parseJson } from './terminal/arguments.ts';
import type { Console } from './terminal/console.ts';
import { type ExitCode, exitCodes, takeInterrupt } from './terminal/exit.ts';
import { CliError } from './terminal/failure.ts';
import { messageTerminal, writeData } from './terminal/streams.ts';
import { counted, jsonText } from './terminal/text.ts';

/** A call of a batch. */
export interface BatchCall {
  /** The operation that its line names. */
  readonly operation: string | undefined;
  /** `null` for a nil message. */
  readonly input: InputTree | null;
}

/** What the service answered: a result or a fault, and text that it wrote itself. */
export interface BatchAnswer {
  readonly result?: unknown;
  readonly written?: string | undefined;
  readonly fault?: {
    readonly code: string;
    readonly message: string;
    readonly actor?: string | undefined;
    /** Of a declared fault. */
    readonly name?: string | undefined;
    readonly detail?: unknown;
  };
}

/** A batch, and how its calls are sent. */
export interface Batch {
  /** A file of JSON lines, or `-` for stdin. */
  readonly file: string;
  /** Where answers are added; stdout without it. */
  readonly out: string | undefined;
  /** `Service.Operation`, if all lines are calls of one. */
  readonly operation: string | undefined;
  readonly concurrency: number;
  /** Calls a second; no limit without it. */
  readonly rate: number | undefined;
  readonly progress: boolean;
  /**
   * Sends a call.
   *
   * @throws {CliError} its values are wrong
   * @throws Error there was no answer
   */
  readonly call: (call: BatchCall) => Promise<BatchAnswer>;
  /** Why a call has no answer, in one line. */
  readonly explain: (error: unknown) => string;
}

/** Calls between two messages on progress that do not go to a terminal. */
const progressStep = 1000;

/**
 * Sends the calls of a file, some at a time, and adds their answers to another in the order in
 * which they come. Lines that are answered there are not called again. Memory does not grow with
 * the file.
 *
 * @returns 0 if each call has a result, 130 after Ctrl-C
 * @throws {CliError} a file cannot be used; nothing was called
 */
export async function runBatch(batch: Batch, console: Console): Promise<ExitCode> {
  const { file, out, concurrency, rate } = batch;
  const before = out === undefined ? new Answered() : await readAnswers(out, batch, console);
  const stop = new AbortController();
  takeInterrupt(() => {
    takeInterrupt(() => process.exit(exitCodes.interrupted));
    stop.abort();
    console.say('waiting for the calls that run; Ctrl-C again ends at once');
  });
  const counts = { answered: 0, faults: before.faults, failed: 0 };
  const start = performance.now();
  const input = file === '-' ? process.stdin : createReadStream(file);
  const outcomes = pool(callsOf(input, batch, before), {
    concurrency,
    rate,
    signal: stop.signal,
    onProgress({ done, running }) {
      if (!batch.progress) return;
      const seconds = (performance.now() - start) / 1000;
      const speed = (done / Math.max(seconds, 0.001)).toFixed(1);
      const text = `${done} done, ${counts.failed} failed, ${running} running, ${speed}/s`;
      console.progress.step(text);
      if (done % progressStep === 0 && messageTerminal() === undefined) console.say(text);
    },
  });
  try {
    for await (const outcome of outcomes) {
      // calls of a batch never fail: they give what is to be said
      if (outcome.status === 'rejected') throw outcome.reason;
      const { line, failure } = outcome.value;
      if (line !== undefined) {
        counts.answered += 1;
        if (out === undefined) await writeData(line);
        else appendFileSync(out, line);
      }
      if (failure === undefined) continue;
      if (line === undefined) counts.failed += 1;
      else counts.faults += 1;
      console.warn(failure);
    }
  } finally {
    // whoever writes to stdin may keep it open
    input.destroy();
  }
  console.progress.clear();
  const parts = [
    `${counted(counts.answered, 'call')} answered`,
    before.count === 0 ? '' : `${before.count} before`,
    counts.faults === 0 ? '' : counted(counts.faults, 'fault'),
    counts.failed === 0 ? '' : `${counts.failed} without an answer`,
  ];
  console.say(parts.filter((one) => one !== '').join(', '));
  const canResume = out !== undefined && file !== '-';
  if (canResume && (counts.failed > 0 || stop.signal.aborted)) {
    console.say(`The same command goes on: what is in ${out} is not called again.`);
  }
  if (stop.signal.aborted) return exitCodes.interrupted;
  return counts.faults + counts.failed > 0 ? exitCodes.no : exitCodes.fine;
}

/** What is known of a line after its call. */
interface LineOutcome {
  /** What is added to the answers. */
  readonly line?: string;
  /** What went wrong, in one line. */
  readonly failure?: string;
}

async function* callsOf(
  input: AsyncIterable<Uint8Array>,
  batch: Batch,
  before: Answered,
): AsyncGenerator<PoolCall<LineOutcome>> {
  let number = 0;
  for await (const text of linesOf(input)) {
    number += 1;
    const line = number;
    if (text.trim() !== '' && !before.has(line)) yield () => callLine(text, line, batch);
  }
}

/**
 * Lines of UTF-8. Only LF and CR LF end one: JSON may hold U+2028 and U+2029, at which
 * `node:readline` splits, too.
 */
async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  const line = (): string => pieces.join('').replace(/\r$/, '');
  for await (const bytes of input) {
    const [first = '', ...others] = decoder.decode(bytes, { stream: true }).split('\n');
    pieces.push(first);
    for (const next of others) {
      yield line();
      pieces = [next];
    }
  }
  pieces.push(decoder.decode());
  const last = line();
  if (last !== '') yield last;
}

async function callLine(text: string, number: number, batch: Batch): Promise<LineOutcome> {
  let id: unknown;
  try {
    const line = readLine(text);
    ({ id } = line);
    const operation = batch.operation ?? line.operation;
    const { result, written, fault } = await batch.call(line);
    const answer = {
      line: number,
      id,
      operation,
      ...(fault === undefined ? { result: result ?? null, written } : { fault }),
    };
    const failure = fault && `${named(number, id)}: fault ${fault.code}: ${oneLine(fault.message)}`;
    // line ends are of the layout alone
    const json = jsonText(answer).replace(/\n */g, '');
    return { line: `${json}\n`, ...(failure === undefined ? {} : { failure }) };
  } catch (error) {
    const told =
      error instanceof CliError
        ? [error.message, error.help].filter((one) => one !== undefined).join('. ')
        : batch.explain(error);
    return { failure: `${named(number, id)}: ${oneLine(told)}` };
  }
}

function named(line: number, id: unknown): string {
  return id === undefined ? `line ${line}` : `line ${line} (${oneLine(JSON.stringify(id))})`;
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 500 ? `${line.slice(0, 499)}…` : line;
}

const longForm = ['id', 'operation', 'input'];

/**
 * Reads a line: the input of a call, or an object with `input` and perhaps `id` and `operation`.
 *
 * @throws {CliError} it is neither
 */
function readLine(text: string): BatchCall & { readonly id: unknown } {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    throw new CliError(`this is no JSON: ${error instanceof Error ? error.message : error}`);
  }
  if (value === null) return { id: undefined, operation: undefined, input: null };
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new CliError('this is no JSON object', 'Write the input of the call as {"name": value}');
  }
  const members = value as Readonly<Record<string, unknown>>;
  const isLong = 'input' in members && Object.keys(members).every((one) => longForm.includes(one));
  if (!isLong) return { id: undefined, operation: undefined, input: members as InputTree };
  const { id, operation, input } = members;
  if (typeof input !== 'object' || Array.isArray(input)) {
    throw new CliError('"input" is no JSON object', 'Write the input of the call there');
  }
  if (operation !== undefined && typeof operation !== 'string') {
    throw new CliError('"operation" is no text');
  }
  return { id, operation, input: input as InputTree | null };
}

/** Numbers of the lines that are answered, as bits. */
class Answered {
  count = 0;
  faults = 0;
  private bits = new Uint8Array(1024);

  add(line: number): void {
    if (this.has(line)) return;
    const at = line >> 3;
    if (at >= this.bits.length) {
      const larger = new Uint8Array(Math.max(at + 1, this.bits.length * 2));
      larger.set(this.bits);
      this.bits = larger;
    }
    this.bits[at] = (this.bits[at] ?? 0) | (1 << (line & 7));
    this.count += 1;
  }

  has(line: number): boolean {
    return ((this.bits[line >> 3] ?? 0) & (1 << (line & 7))) !== 0;
  }
}

/** Number of the last line that a batch may have. */
const lastLine = 1_000_000_000;

/**
 * Reads which lines are answered. A last line that was not written to its end is removed.
 *
 * @throws {CliError} the file has something else
 */
async function readAnswers(
  out: string,
  { file, operation }: Batch,
  console: Console,
): Promise<Answered> {
  const found = new Answered();
  if (!existsSync(out)) {
    appendFileSync(out, '');
    return found;
  }
  if (file !== '-' && existsSync(file) && realpathSync(out) === realpathSync(file)) {
    throw new CliError(`--out would write to the batch ${file} itself`, 'Name another file.');
  }
  const { end, rest } = endOfLines(out);
  let number = 0;
  const strange = (): CliError =>
    new CliError(
      `${out}:${number}: this line is none of call --batch`,
      'Name a new file with --out, or the one of an earlier run of this batch.',
    );
  for await (const text of linesBefore(out, end)) {
    number += 1;
    if (text.trim() === '') continue;
    const answer = parsedAnswer(text);
    if (answer === undefined) throw strange();
    const { operation: other = operation } = answer;
    if (operation !== undefined && other !== operation) {
      throw new CliError(
        `${out}:${number}: this is an answer of ${other}, and the batch is of ${operation}`,
        'Name another file with --out: each batch has its own.',
      );
    }
    found.add(answer.line);
    if (answer.isFault) found.faults += 1;
  }
  if (rest !== '') {
    number += 1;
    if (!rest.startsWith(lineStart) && !lineStart.startsWith(rest)) throw strange();
    truncateSync(out, end);
    console.say(`${out}: removed a last line that was not complete`);
  }
  if (found.count > 0) console.say(`${counted(found.count, 'line')} answered before in ${out}`);
  return found;
}

/** A line of answers. */
interface WrittenAnswer {
  readonly line: number;
  readonly operation: string | undefined;
  readonly isFault: boolean;
}

function parsedAnswer(text: string): WrittenAnswer | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { line, operation } = value as { readonly line?: unknown; readonly operation?: unknown };
  const isAnswer = 'result' in value || 'fault' in value;
  if (!isAnswer || !Number.isInteger(line)) return undefined;
  const number = Number(line);
  if (number < 1 || number > lastLine) return undefined;
  return {
    line: number,
    operation: typeof operation === 'string' ? operation : undefined,
    isFault: 'fault' in value,
  };
}

/** The lines of a file up to a place in it. */
async function* linesBefore(path: string, end: number): AsyncGenerator<string> {
  if (end === 0) return;
  yield* linesOf(createReadStream(path, { end: end - 1 }));
}

const newline = 10;
/** How each line of answers begins. */
const lineStart = '{"line": ';

/** Where the last complete line of a file ends, in bytes, and the beginning of what follows. */
function endOfLines(path: string): { readonly end: number; readonly rest: string } {
  const descriptor = openSync(path, 'r');
  const read = (from: number, length: number): Buffer => {
    const piece = Buffer.alloc(length);
    return piece.subarray(0, readSync(descriptor, piece, 0, length, from));
  };
  try {
    const { size } = fstatSync(descriptor);
    let end = size;
    while (end > 0) {
      const from = Math.max(0, end - 65_536);
      const at = read(from, end - from).lastIndexOf(newline);
      end = at < 0 ? from : from + at + 1;
      if (at >= 0) break;
    }
    return { end, rest: read(end, Math.min(size - end, lineStart.length)).toString() };
  } finally {
    closeSync(descriptor);
  }
}
