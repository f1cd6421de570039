import type { AnyOperation } from './any-operation.ts';
import type { ClientDefaults } from './caller.ts';
import { callHeaders } from './client-headers.ts';
import type {
  CallOptions,
  ClientOptions,
  HeaderValues,
  PreparedRequest,
  SoapSecurity,
} from './client-options.ts';
import { encodeError, withOperation } from './codec-error.ts';
import { AsmxError, isAsmxError } from './errors.ts';
import * as httpGet from './http-get.ts';
import * as httpPost from './http-post.ts';
import type { BindingName } from './operation.ts';
import { isPromise, platform } from './platform.ts';
import * as soap11 from './soap11.ts';
import * as soap12 from './soap12.ts';
import type { IncomingAnswer, OutgoingMessage, ReadAnswer, WireRequest } from './wire.ts';

/** What a client does with a binding. */
export interface ClientBinding {
  readonly writeRequest: (message: OutgoingMessage) => WireRequest;
  readonly readResponse: (answer: IncomingAnswer) => ReadAnswer;
}

/** The four bindings. */
export const clientBindings: Readonly<Record<BindingName, ClientBinding>> = {
  soap11,
  soap12,
  httpGet,
  httpPost,
};

/**
 * The exact request of a call.
 *
 * @throws AsmxError encode: the input doesn't fit, the binding isn't there, or no URL is known
 */
export function prepareRequest(
  operation: AnyOperation,
  input: unknown,
  options: ClientOptions,
  defaults: ClientDefaults,
  call: CallOptions | undefined,
): PreparedRequest | Promise<PreparedRequest> {
  const binding = chooseBinding(operation, options, call);
  const wire = writeMessage(operation, binding, input, options, defaults, call);
  const attach = isSoap(binding) ? operation.soap?.attachRequest : undefined;
  if (attach === undefined) return addHeaders(operation, binding, wire, options, call);
  return attachParts(operation, binding, wire, input).then((whole) =>
    addHeaders(operation, binding, whole, options, call),
  );
}

/** The request with its attachments; few operations have any, so that what writes them is loaded with the first. */
async function attachParts(
  operation: AnyOperation,
  binding: BindingName,
  wire: WireRequest,
  input: unknown,
): Promise<WireRequest> {
  const { writeMultipart } = await import('./mime-multipart-writer.ts');
  try {
    const parts = operation.soap?.attachRequest?.(input as never) ?? [];
    const envelope = typeof wire.body === 'string' ? wire.body : '';
    const { body, contentType } = writeMultipart(
      envelope,
      wire.headers['Content-Type'] ?? '',
      parts,
    );
    const headers = {
      ...wire.headers,
      'Content-Type': contentType,
      'Content-Length': String(body.length),
    };
    return { ...wire, headers, body };
  } catch (error) {
    throw encodeError(error, operation, binding, input);
  }
}

function addHeaders(
  operation: AnyOperation,
  binding: BindingName,
  wire: WireRequest,
  options: ClientOptions,
  call: CallOptions | undefined,
): PreparedRequest | Promise<PreparedRequest> {
  const finish = (headers: HeaderValues): PreparedRequest => ({
    service: operation.service,
    operation: operation.name,
    binding,
    method: wire.method,
    url: wire.url,
    headers,
    body: wire.body,
  });
  const fail = (error: unknown): never => {
    throw isAsmxError(error) ? withOperation(error, operation, binding) : error;
  };
  try {
    const headers = callHeaders(wire.headers, options, call);
    return isPromise(headers) ? headers.then(finish, fail) : finish(headers);
  } catch (error) {
    return fail(error);
  }
}

function chooseBinding(
  operation: AnyOperation,
  options: ClientOptions,
  call: CallOptions | undefined,
): BindingName {
  const { bindings } = operation;
  if (call?.binding !== undefined) {
    if (bindings.includes(call.binding)) return call.binding;
    throw new AsmxError('encode', `${operation.name} has no binding ${call.binding}.`, {
      operation: `${operation.service}.${operation.name}`,
    });
  }
  if (options.binding !== undefined && bindings.includes(options.binding)) return options.binding;
  const [first] = bindings;
  if (first !== undefined) return first;
  throw new AsmxError('encode', `${operation.name} has no binding.`);
}

function writeMessage(
  operation: AnyOperation,
  binding: BindingName,
  input: unknown,
  options: ClientOptions,
  defaults: ClientDefaults,
  call: CallOptions | undefined,
): WireRequest {
  const { security } = options;
  try {
    const postProcess = security?.postProcess;
    const headerXml = postProcess === undefined ? security?.toXML?.() : undefined;
    const soapHeaders = call?.soapHeaders as Readonly<Record<string, unknown>> | undefined;
    if (!isSoap(binding)) checkWithoutEnvelope(binding, security, headerXml, soapHeaders);
    return clientBindings[binding].writeRequest({
      operation,
      input,
      endpoint: endpointOf(operation, options, defaults, call),
      namespace: options.namespace,
      soapHeaders,
      headerXml,
      postProcess: postProcess?.bind(security),
    });
  } catch (error) {
    throw encodeError(error, operation, binding, input);
  }
}

function isSoap(binding: BindingName): boolean {
  return binding === 'soap11' || binding === 'soap12';
}

/** What belongs into an envelope must not be left out in silence where there is none: it may be what the service trusts. */
function checkWithoutEnvelope(
  binding: BindingName,
  security: SoapSecurity | undefined,
  headerXml: string | undefined,
  soapHeaders: Readonly<Record<string, unknown>> = {},
): void {
  const [part] = Object.entries(soapHeaders).find(([, value]) => value !== undefined) ?? [];
  const subject =
    part !== undefined
      ? `the SOAP header '${part}'`
      : security?.postProcess !== undefined || (headerXml ?? '').trim() !== ''
        ? 'what the security object adds to it'
        : undefined;
  if (subject === undefined) return;
  const message = `A call over ${binding} has no envelope for ${subject}: choose a SOAP binding.`;
  throw new AsmxError('encode', message);
}

/** Addresses found valid: checking them again would cost more than the rest of the request. */
const checked: Set<string> = new Set();

function endpointOf(
  operation: AnyOperation,
  options: ClientOptions,
  defaults: ClientDefaults,
  call: CallOptions | undefined,
): string {
  const whole = call?.endpoint ?? options.endpoint;
  const base = whole ?? options.baseUrl ?? defaults.baseUrl;
  if (base === undefined) {
    throw new AsmxError('encode', `Where ${operation.service} is isn't known: give a baseUrl.`);
  }
  if (!checked.has(base)) {
    checkUrl(base);
    if (checked.size >= 1000) checked.clear();
    checked.add(base);
  }
  if (whole !== undefined) return whole;
  return base.endsWith('/') ? base.slice(0, -1) + operation.path : base + operation.path;
}

/**
 * Refuses what is no absolute http or https URL: a contract must not be able to make the client open files or other protocols.
 *
 * @throws AsmxError encode
 */
export function checkUrl(url: string): void {
  if (/^https?:\/\/[^\s/?#]+[^\s]*$/i.test(url)) {
    try {
      // Of ports and hosts the parser knows more.
      new platform.URL(url);
      return;
    } catch {}
  }
  throw new AsmxError('encode', `'${url}' is no http or https URL.`);
}
