import { appendFileSync, readFileSync, statSync } from 'node:fs';
import type { BindingName } from '../../runtime/index.ts';
import type { RecordedCall, ServiceAnswer } from '../../runtime/shadow/recorded-call.ts';
import { recordedLine } from '../../runtime/shadow/recorded-line.ts';
import { fromRecorded } from '../../runtime/shadow/recorded-value.ts';
import { CliError } from '../terminal/cli-error.ts';
import { parseJson } from '../terminal/parse-json.ts';

/** Version of the format: docs/reference/recordings.md. */
const version = 1;

const bindings: readonly BindingName[] = ['soap11', 'soap12', 'httpGet', 'httpPost'];

/** A call of a recording, with its line, counted from 1. */
export interface RecordedLine extends RecordedCall {
  readonly line: number;
}

/** A file to which calls are appended. */
export interface RecordingWriter {
  /** Appends a call as a complete line. */
  readonly add: (call: RecordedCall) => void;
}

/**
 * Opens a recording to append to. A new one starts with a line that describes it.
 *
 * @throws {CliError} if the file exists but is not a recording
 */
export function openRecording(path: string, contract: string): RecordingWriter {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 0) readRecording(path);
  else appendFileSync(path, line({ recording: version, contract }));
  return {
    add: (call) => appendFileSync(path, line(recordedLine(call))),
  };
}

/** The text of a recording. */
export function recordedText(contract: string, calls: readonly RecordedCall[]): string {
  const lines = calls.map((call) => line(recordedLine(call)));
  return line({ recording: version, contract }) + lines.join('');
}

function line(data: object): string {
  return `${JSON.stringify(data)}\n`;
}

/**
 * Reads a recording.
 *
 * @throws {CliError} with file and line if it is malformed
 */
export function readRecording(path: string): readonly RecordedLine[] {
  const lines = readFileSync(path, 'utf8').split(/\r?\n/);
  const [first, ...others] = lines;
  const head = readLine(first ?? '', path, 1);
  if (head.recording !== version) {
    if (typeof head.recording === 'number') {
      const help = 'Use the version of asmx-gen that wrote it, or record again.';
      throw new CliError(`${path}:1: the format ${head.recording} is not known`, help);
    }
    const help = 'Name a file that asmx-gen serve --record wrote.';
    throw new CliError(`${path}:1: this is not a recording`, help);
  }
  return others.flatMap((text, at) =>
    text.trim() === '' ? [] : [readCall(readLine(text, path, at + 2), path, at + 2)],
  );
}

function readLine(text: string, path: string, at: number): Record<string, unknown> {
  let data: unknown;
  try {
    data = parseJson(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliError(
      `${path}:${at}: this line is not JSON: ${reason}`,
      'Fix the line, or remove it.',
    );
  }
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) {
    return data as Record<string, unknown>;
  }
  throw new CliError(
    `${path}:${at}: this line is not a JSON object`,
    'Fix the line, or remove it.',
  );
}

function readCall(data: Record<string, unknown>, path: string, at: number): RecordedLine {
  const { service, operation, binding: word, parameters } = data;
  const binding = bindings.find((one) => one === word);
  if (typeof service !== 'string' || typeof operation !== 'string' || binding === undefined) {
    throw new CliError(
      `${path}:${at}: this line is not a call`,
      'It needs "service", "operation" and "binding" (soap11, soap12, httpGet or httpPost).',
    );
  }
  return {
    service,
    operation,
    binding,
    parameters: fromRecorded(parameters === undefined ? {} : parameters),
    answer: readAnswer(data, path, at),
    line: at,
  };
}

function readAnswer(data: Record<string, unknown>, path: string, at: number): ServiceAnswer {
  const { status, contentType } = data;
  const written = fromRecorded(data.written);
  const fault = fromRecorded(data.fault) as ServiceAnswer['fault'];
  const sound =
    (status === undefined ||
      (Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599)) &&
    (contentType === undefined || typeof contentType === 'string') &&
    (written === undefined || typeof written === 'string' || written instanceof Uint8Array) &&
    (fault === undefined || (typeof fault === 'object' && typeof fault?.message === 'string'));
  if (!sound) {
    throw new CliError(
      `${path}:${at}: the answer of this call cannot be read`,
      'See docs/reference/recordings.md for what it may hold.',
    );
  }
  return {
    result: fromRecorded(data.result),
    written,
    contentType,
    soapHeaders: fromRecorded(data.soapHeaders) as ServiceAnswer['soapHeaders'],
    ...(fault === undefined ? {} : { fault }),
    status: status as number | undefined,
  };
}
