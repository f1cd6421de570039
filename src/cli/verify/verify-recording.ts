import { readFileSync } from 'node:fs';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { SourceFile } from '../../diagnostics/source-file.ts';
import { type Caller, createCaller, isAsmxError } from '../../runtime/index.ts';
import { propertyOf } from '../../runtime/operation/errors.ts';
import { type AnswerDifference, differencesOf } from '../../runtime/shadow/differences.ts';
import { forward } from '../../runtime/shadow/forward.ts';
import { signIn } from '../call/secrets.ts';
import { type RecordedLine, readRecording } from '../serve/recording-file.ts';
import { redacted } from '../serve/redact.ts';
import { CliError } from '../terminal/cli-error.ts';
import { createConsole } from '../terminal/console.ts';
import { counted } from '../terminal/counts.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { jsonText } from '../terminal/json-text.ts';
import { reportDiagnostics } from '../terminal/report-diagnostics.ts';
import { readAccess } from '../web/access.ts';
import { explainedCall } from '../web/explain-failure.ts';
import type { RecordingOptions } from './options.ts';
import { openRecordedOperations, recordedOperation } from './recorded-operations.ts';

/**
 * Runs `asmx-gen verify --recording`: sends each call of a recording to a live server, and compares
 * the answers by value.
 *
 * @param paths Contracts; without any, those of the configuration or of the server.
 * @throws {CliError} if the recording cannot be used, or nothing answers at the address
 */
export async function verifyRecording(
  paths: readonly string[],
  options: RecordingOptions,
): Promise<ExitCode> {
  const console = createConsole(options);
  const { recording } = options;
  const calls = readRecording(recording);
  const services = new Set(calls.map(({ service }) => service));
  const operations = await openRecordedOperations(paths, services, options, console);
  if (typeof operations === 'number') return operations;
  const signedIn = signIn(readAccess(options));
  const callers = new Map<string, Caller>();
  const callerOf = (baseUrl: string): Caller => {
    const known = callers.get(baseUrl) ?? createCaller({ baseUrl, ...signedIn }, {});
    callers.set(baseUrl, known);
    return known;
  };
  const file = { path: recording, text: readFileSync(recording, 'utf8') };
  const found: Diagnostic[] = [];
  let differing = 0;
  for (const call of calls) {
    console.progress.step(`call ${call.line} of ${recording} …`);
    const name = `${call.service}.${call.operation}`;
    const place = `${recording}:${call.line}`;
    const { operation, baseUrl } = recordedOperation(operations, name, place);
    const differences = await replay(callerOf(baseUrl), operation, call);
    if (differences.length > 0) differing += 1;
    found.push(...differences.map((one) => describe(one, call, file)));
  }
  console.progress.clear();
  await reportDiagnostics(found, console, { calls: calls.length, differing });
  const what = differing === 0 ? 'all answered as recorded' : `${differing} answered differently`;
  console.say(`${counted(calls.length, 'call')}, ${what}`);
  return differing === 0 ? exitCodes.fine : exitCodes.no;
}

/** Sends a call, and compares its answer with the recorded one. */
async function replay(
  caller: Caller,
  operation: Parameters<typeof forward>[1],
  { parameters, binding, answer }: RecordedLine,
): Promise<readonly AnswerDifference[]> {
  try {
    const sent = await forward(caller, operation, parameters, { binding });
    return differencesOf(answer, sent.answer).filter(({ old }) => !isRedacted(old));
  } catch (error) {
    const cause = propertyOf(error, 'cause');
    const reason = error instanceof Error ? error.message : String(error);
    if (isAsmxError(cause) && cause.code === 'transport') {
      const { message = reason, help } = explainedCall(cause) ?? {};
      throw new CliError(message, help ?? 'Check --url, and whether the server runs.');
    }
    return [{ path: 'error', old: undefined, new: reason }];
  }
}

/** Whether a recorded value was kept out of the recording. */
function isRedacted(value: unknown): boolean {
  return typeof value === 'string' && value.includes(redacted);
}

function describe(
  { path, old, new: now }: AnswerDifference,
  { service, operation, binding, line }: RecordedLine,
  file: SourceFile,
): Diagnostic {
  const start = file.text.split('\n', line - 1).join('\n').length + 1;
  return {
    code: 'ASMX7010',
    severity: 'error',
    message: `${service}.${operation} over ${binding}: ${path} was ${shown(old)}, is ${shown(now)}`,
    span: { file, start, end: start },
  };
}

/** Characters of a value that are shown. */
const most = 200;

function shown(value: unknown): string {
  if (value === undefined) return 'absent';
  const text = jsonText(value).replace(/\s+/g, ' ');
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
