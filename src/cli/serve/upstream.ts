import { baseOfAddress } from '../../model/wsdl/address.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import {
  createCaller,
  isAsmxError,
  isFault,
  type Operation,
  type RawAnswer,
  type ServerCall,
  type ServerInterceptor,
} from '../../runtime/index.ts';
import { readHttpUrl } from '../program/option-values.ts';
import { CliError } from '../terminal/cli-error.ts';
import { giveAnswer, type RecordedCall, type ServiceAnswer } from './recorded-call.ts';

/** Headers of a connection or a body, which the call to the service sets itself. */
const ownHeaders = new RegExp(
  '^(host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|' +
    'content-.*|accept-encoding|soapaction)$',
);

/**
 * Calls the real service: each call is forwarded over the same binding, with its headers, and its
 * answer returned.
 *
 * @param record Called for each answered call, including faults and error statuses.
 * @throws {CliError} if the address is not an http or https URL
 */
export function upstreamInterceptor(
  address: string,
  model: ServiceModel,
  record: (call: RecordedCall) => void,
): ServerInterceptor {
  const baseUrl = upstreamBase(address, model);
  const caller = createCaller({ baseUrl }, {});
  return async (call) => {
    const { operation, input, context } = call;
    const headers = Object.fromEntries(
      Object.entries(context.headers).filter(([name]) => !ownHeaders.test(name)),
    );
    let answer: ServiceAnswer;
    try {
      const raw = await caller.raw(operation as Operation<never, unknown>, input as never, {
        binding: context.binding,
        headers,
        soapHeaders: context.soapHeaders as never,
        signal: context.signal,
      });
      passCookies(raw, call);
      answer = {
        // an operation that writes its answer itself has no result, whatever its response element
        result: operation.written === undefined ? raw.result : undefined,
        written: writtenOf(raw, raw.written, call),
        contentType: raw.written === '' ? undefined : contentTypeOf(raw, call),
        soapHeaders: Object.keys(raw.soapHeaders).length === 0 ? undefined : { ...raw.soapHeaders },
      };
    } catch (error) {
      answer = failedAnswer(error, call);
    }
    const { service, name } = operation;
    record({ service, operation: name, binding: context.binding, parameters: input, answer });
    return giveAnswer(answer, call);
  };
}

/** The address before the services' own paths, even if one of these was given with it. */
function upstreamBase(address: string, model: ServiceModel): string {
  const { origin, pathname } = readHttpUrl('--upstream', address);
  // User and password stay, which the client sends as Basic authorization.
  const base = baseOfAddress(address.replace(/[?#].*$/s, ''), model.services);
  if (!/\.asmx\/*$/i.test(base)) return base;
  const paths = model.services.map((service) => service.path);
  throw new CliError(
    `${origin}${pathname} is the address of none of the services`,
    `They are at ${paths.slice(0, 5).join(', ')}: give what is in front of that.`,
  );
}

function passCookies(raw: RawAnswer, { context }: ServerCall): void {
  for (const cookie of (raw.headers['set-cookie'] ?? '').split('\n')) {
    if (cookie !== '') context.header('Set-Cookie', cookie);
  }
}

/** Over SOAP the content type is that of the envelope, and text before it has none. */
function contentTypeOf(raw: RawAnswer, { context }: ServerCall): string | undefined {
  return context.binding.startsWith('http') ? raw.headers['content-type'] : undefined;
}

function writtenOf(
  { body }: RawAnswer,
  text: string,
  { operation, context }: ServerCall,
): string | Uint8Array | undefined {
  if (text === '') return undefined;
  if (operation.written !== 'binary') return text;
  if (context.binding.startsWith('http')) return body;
  const envelope = Buffer.from(body).lastIndexOf('<?xml');
  return envelope > 0 ? body.subarray(0, envelope) : text;
}

/** @throws an error for the log and the caller if there was no readable answer */
function failedAnswer(error: unknown, call: ServerCall): ServiceAnswer {
  if (isFault(error)) {
    const { code, message, actor, role, subcode, subcodes, faultName, detail } = error;
    const nested = subcodes.length > 1 ? { subcodes } : { subcode };
    return { fault: { code, message, actor, role, ...nested, faultName, detail } };
  }
  if (isAsmxError(error) && error.code === 'http-status' && error.raw !== undefined) {
    const { raw } = error;
    passCookies(raw, call);
    return {
      status: raw.status,
      contentType: raw.headers['content-type'],
      written: Buffer.from(raw.body).toString('utf8'),
    };
  }
  const reason = error instanceof Error ? error.message : String(error);
  throw new Error(`The service behind --upstream gave no answer: ${reason}`);
}
