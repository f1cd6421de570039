import { harmless } from '../../diagnostics/display-width.ts';
import {
  type AsmxError,
  type AsmxErrorCode,
  isAsmxError,
  isFault,
  type RawAnswer,
  type SoapFault,
} from '../../runtime/index.ts';
import type { Console } from '../terminal/console.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { jsonText } from '../terminal/json-text.ts';
import { writeData } from '../terminal/streams.ts';
import type { WebAccess } from '../web/access.ts';
import { callRefusalHelp, explainedCall } from '../web/explain-failure.ts';

const advice: Partial<Record<AsmxErrorCode, string>> = {
  transport: 'Check that the service runs and that the address is right; --url sets another.',
  timeout: 'Give it more time with --timeout.',
  protocol: 'Look at the answer with --raw; the address may be that of something else.',
  decode: 'The answer does not fit the contract. Look at it with --raw, or read it with --lenient.',
  'too-large': 'Fetch it with --curl.',
};

/**
 * Reports why a call has no result. A fault, or an error status over HTTP GET and POST, is the
 * service's answer: exit 1. Anything else means that the call failed: exit 2. With `--raw`, the
 * body goes to stdout in any case.
 *
 * @throws the error itself if it is neither
 */
export async function reportCallFailure(
  error: unknown,
  raw: boolean,
  console: Console,
  access: WebAccess,
): Promise<ExitCode> {
  if (isFault(error)) {
    if (raw) await writeBody(error.raw);
    else for (const line of faultLines(error, console)) console.warn(line);
    return exitCodes.no;
  }
  if (!isAsmxError(error)) throw error;
  if (raw) await writeBody(error.raw);
  const known = explainedCall(error);
  console.warn(`asmx-gen: ${known === undefined ? failureText(error) : known.message}`);
  const isRedirect = Math.trunc((error.status ?? 0) / 100) === 3;
  const help = isRedirect
    ? '--url sets another address.'
    : (known?.help ?? refusalAdvice(error, access) ?? adviceFor(error));
  if (help !== undefined) console.warn(`  ${help}`);
  if (error.code === 'http-status' && !raw && !isRedirect) console.warn(bodyExcerpt(error.raw));
  return error.code === 'http-status' ? exitCodes.no : exitCodes.cannotRun;
}

function refusalAdvice({ status = 0, raw }: AsmxError, access: WebAccess): string | undefined {
  return callRefusalHelp({ status, asked: raw?.headers['www-authenticate'] ?? '' }, access);
}

function adviceFor({ code, message }: AsmxError): string | undefined {
  return code === 'decode' && message.includes("option 'charset'")
    ? 'Say with --charset what the bytes are, such as windows-1252.'
    : advice[code];
}

async function writeBody(answer: RawAnswer | undefined): Promise<void> {
  if (answer !== undefined) await writeData(answer.body);
}

function faultLines(fault: SoapFault<unknown>, { colours }: Console): readonly string[] {
  const name = fault.faultName === undefined ? '' : ` (${fault.faultName})`;
  const lines = [`${colours.red('fault')} ${colours.bold(fault.code)}${name}: ${fault.message}`];
  if (fault.subcode !== undefined) lines.push(`  subcode  ${fault.subcodes.join(' / ')}`);
  if (fault.actor !== undefined) lines.push(`  actor    ${fault.actor}`);
  if (fault.role !== undefined) lines.push(`  role     ${fault.role}`);
  if (fault.detail !== undefined) lines.push(`  detail   ${jsonText(fault.detail, '  ')}`);
  return lines;
}

function failureText(error: AsmxError): string {
  const cause = error.cause instanceof Error ? error.cause : undefined;
  const isLost = /^No (?:answer|connection) /.test(error.message);
  const told = cause === undefined || isLost || error.message.includes(cause.message);
  return told ? error.message : `${error.message.replace(/\.$/, '')} (${cause.message})`;
}

/** The first lines of a text answer, without markup. */
function bodyExcerpt(answer: RawAnswer | undefined): string {
  const text = new TextDecoder().decode(answer?.body.subarray(0, 8192));
  const plain = text
    .replace(/<(style|script)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/<[^>]*>/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return plain
    .slice(0, 8)
    .map((line) => `  ${harmless(line.slice(0, 200))}`)
    .join('\n');
}
