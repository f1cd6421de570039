import { suggest } from '../../diagnostics/suggest.ts';
import { compactText } from '../../model/common/markup.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import { contractMessages } from '../../plan/messages/contract-messages.ts';
import { samplePayload } from '../../plan/messages/message-sample.ts';
import { type ServerCall, type ServerInterceptor, SoapFault } from '../../runtime/index.ts';
import type { AnyOperation } from '../../runtime/operation/operation.ts';
import { XmlReader } from '../../runtime/xml/reader.ts';
import type { FoundOperation } from '../contract/operation-lookup.ts';
import { wrongValue } from '../program/option-values.ts';
import { CliError } from '../terminal/cli-error.ts';
import { operationKey, readOperationChoice } from './operation-choice.ts';

/** Fault codes by lower-case word; those of SOAP 1.2 are mapped to their counterparts of 1.1. */
const faultCodes: ReadonlyMap<string, string> = new Map([
  ['client', 'Client'],
  ['sender', 'Client'],
  ['server', 'Server'],
  ['receiver', 'Server'],
  ['mustunderstand', 'MustUnderstand'],
  ['versionmismatch', 'VersionMismatch'],
  ['dataencodingunknown', 'DataEncodingUnknown'],
]);

/** Answers a call with a fault or a status. */
type Refuse = (call: ServerCall) => undefined;

/**
 * Reads `--fault Operation=code`. The code is a SOAP fault code, an HTTP status from 400 to 599, or
 * the name of a declared fault, which gets a sample as its detail.
 *
 * @returns `undefined` if no operation should fail
 * @throws {CliError} for invalid codes, unknown operations, and operations without an answer
 */
export function faultInterceptor(
  texts: readonly string[],
  model: ServiceModel,
): ServerInterceptor | undefined {
  if (texts.length === 0) return undefined;
  const refusals = new Map<string, Refuse>();
  for (const text of texts) {
    const { found, key, value } = readOperationChoice(text, '--fault', model);
    if (found.operation.oneWay) {
      throw new CliError(
        `${key} is one-way: its callers get no fault`,
        'Choose another operation.',
      );
    }
    refusals.set(key, readCode(value, found, key, model));
  }
  return (call, next) => {
    const refuse = refusals.get(operationKey(call.operation));
    return refuse === undefined ? next() : refuse(call);
  };
}

function readCode(text: string, found: FoundOperation, key: string, model: ServiceModel): Refuse {
  if (/^\d+$/.test(text)) return refuseWithStatus(Number(text));
  const code = faultCodes.get(text.toLowerCase());
  const message = `${text} fault of ${key}, as asked for with --fault.`;
  if (code !== undefined) {
    return () => {
      throw new SoapFault({ code, message });
    };
  }
  const { faults } = contractMessages(model).of(found.operation);
  const declared = faults.find(({ name }) => name === text);
  if (declared === undefined) throw unknownCode(text, found);
  const operation = found.operation.name;
  const context = { globals: model.elements, operation, isRead: true } as const;
  const body = compactText(samplePayload(declared.place, context));
  return ({ operation }) => {
    const detail = readDetail(operation, text, body);
    throw new SoapFault({ code: 'Server', message, faultName: text, detail });
  };
}

function readDetail(operation: AnyOperation, name: string, body: string): unknown {
  const reader = new XmlReader(body);
  reader.nextTag();
  return operation.soap?.faults?.find((one) => one.name === name)?.read?.(reader);
}

function refuseWithStatus(status: number): Refuse {
  if (status < 400 || status > 599) {
    throw wrongValue('--fault', String(status), 'Give an HTTP status from 400 to 599.');
  }
  const { STATUS_CODES } = process.getBuiltinModule('node:http');
  return ({ context }) => {
    const reason = STATUS_CODES[status] ?? 'Error';
    context.status(status, reason);
    context.contentType('text/plain; charset=utf-8');
    context.write(`${reason}, as asked for with --fault.\n`);
    context.end();
  };
}

function unknownCode(text: string, { operation }: FoundOperation): CliError {
  const declared = (operation.soap11 ?? operation.soap12)?.faults.map(({ name }) => name) ?? [];
  const words = [...new Set(faultCodes.values()), ...declared];
  const near = suggest(text, words);
  const help =
    near === undefined
      ? `Choose from ${words.join(', ')}, or give an HTTP status such as 503.`
      : `Did you mean '${near}'?`;
  return wrongValue('--fault', `${operation.publicName}=${text}`, help);
}
