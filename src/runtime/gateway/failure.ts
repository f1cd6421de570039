import { type AsmxError, isAsmxError, messageOf } from '../operation/errors.ts';
import type { SoapFault } from '../operation/soap-fault.ts';
import { toJson } from '../schema/json.ts';
import { RequestError } from '../server/error-text.ts';
import { isThrownFault } from '../server/report.ts';
import type { GatewayOperation } from './contract.ts';
import { Problem } from './problem.ts';

/** Statuses of failed calls, and what callers learn of them. */
const failures: Readonly<Record<string, readonly [status: number, detail: string]>> = {
  encode: [400, 'The input does not fit the contract.'],
  timeout: [504, 'The service did not answer in time.'],
  aborted: [503, 'The call was ended.'],
  transport: [502, 'The service cannot be reached.'],
};
const other: readonly [number, string] = [502, 'The service gave no answer that can be read.'];
/** What callers learn of faults that the contract does not declare, if these are hidden. */
const undeclared = 'The service did not carry out the call.';
/** Words of the service's protocol, which say nothing to callers. */
const protocolWords = /\b(?:soap|envelope|xml|asmx|wsdl)|SoapException/i;
/** ASMX puts the text of an exception after its own. */
const arrow = '---> ';

/** The problem for an error of a call. What an error says to operators is not in it. */
export function problemOf(error: unknown, operation: GatewayOperation): Problem {
  if (error instanceof Problem) return error;
  if (isThrownFault(error)) return faultProblem(error, operation);
  if (isAsmxError(error)) {
    const [status, detail] = failures[error.code] ?? other;
    const own = error.code === 'encode' ? withoutName(error.message) : statusOf(error);
    return new Problem(status, { detail: own ?? detail });
  }
  if (error instanceof RequestError) {
    return new Problem(504, { detail: 'The service did not answer in time.' });
  }
  return new Problem(500, { detail: 'The request could not be processed.' });
}

/** What the status of an answer without a result says. */
function statusOf({ code, raw }: AsmxError): string | undefined {
  if (code !== 'http-status' || raw === undefined) return undefined;
  return `The service answered with the status ${raw.status} of HTTP, without a result.`;
}

/** A text of the client without the name of the operation; nothing if it speaks of the protocol. */
function withoutName(message: string): string | undefined {
  const text = message.replace(/^[\w.]+: /, '');
  return protocolWords.test(text) ? undefined : text;
}

/** Errors that the contract declares have status 422, whoever is to blame; others 400 or 500. */
function faultProblem(
  error: SoapFault,
  { faults = {}, hidesOthers = false }: GatewayOperation,
): Problem {
  const { code, faultName, detail: value } = error as SoapFault<never>;
  const detail = plainText(messageOf(error));
  const declared = Object.entries(faults).find(([name]) => name === faultName);
  if (declared === undefined) {
    const status = code === 'Client' ? 400 : 500;
    return new Problem(status, { detail: hidesOthers ? undeclared : detail });
  }
  const [name, schema] = declared;
  return new Problem(422, { detail, name, data: toJson(schema, value) });
}

/** What the application said, without what the framework around it says. */
function plainText(message: string): string | undefined {
  const [said = ''] = message.split(arrow).slice(-1);
  const [line = ''] = said.split(/\r?\n\s+at\s/);
  const text = line.replace(/^System\.[\w.]+(?:Exception|Error):\s*/, '').trim();
  return text === '' || protocolWords.test(text) ? undefined : text;
}
