import { AsmxError, isAsmxError } from '../operation/errors.ts';
import type { BindingName } from '../operation/names.ts';
import type { AnyOperation, ClientBinding, WireRequest } from '../operation/operation.ts';
import { isPromise, platform } from '../platform/globals.ts';
import { encodeError, nameOf, withCall } from './call-error.ts';
import { callHeaders, clientSoapHeaders } from './headers.ts';
import type { CallOptions, ClientOptions, ClientSettings } from './options.ts';
import type { CallName, HeaderValues, PreparedRequest } from './transport.ts';

/** A call before its request is written. */
interface PendingCall {
  readonly operation: AnyOperation;
  readonly binding: ClientBinding;
  readonly name: CallName;
  readonly input: unknown;
  readonly options: CallOptions | undefined;
}

/**
 * The exact request of a call.
 *
 * @throws AsmxError encode: the input doesn't fit, the binding isn't there, or no URL is known
 */
export function prepareRequest(
  operation: AnyOperation,
  input: unknown,
  settings: ClientSettings,
  options: CallOptions | undefined,
): PreparedRequest | Promise<PreparedRequest> {
  const binding = chooseBinding(operation, settings.options, options);
  const name = { service: operation.service, operation: operation.name, binding: binding.name };
  const call = { operation, binding, name, input, options };
  const fail = (error: unknown): never => {
    throw isAsmxError(error) ? withCall(error, name) : error;
  };
  const write = (soapHeaders: object | undefined) => writtenRequest(call, settings, soapHeaders);
  try {
    const soapHeaders = clientSoapHeaders(settings.options, operation, binding.name);
    const request = isPromise(soapHeaders) ? soapHeaders.then(write) : write(soapHeaders);
    return isPromise(request) ? Promise.resolve(request).catch(fail) : request;
  } catch (error) {
    return fail(error);
  }
}

/** @param soapHeaders Those of the client. */
function writtenRequest(
  call: PendingCall,
  settings: ClientSettings,
  soapHeaders: object | undefined,
): PreparedRequest | Promise<PreparedRequest> {
  const { name, options } = call;
  let wire: WireRequest;
  try {
    wire = writeMessage(call, settings, soapHeaders);
  } catch (error) {
    throw encodeError(error, name, call.input);
  }
  const { method, url, body } = wire;
  // Field by field: a spread object takes V8 several microseconds.
  const finish = (headers: HeaderValues): PreparedRequest => ({
    service: name.service,
    operation: name.operation,
    binding: name.binding,
    method,
    url,
    headers,
    body,
  });
  const headers = callHeaders(wire.headers, settings.options, options);
  return isPromise(headers) ? headers.then(finish) : finish(headers);
}

/** A binding of an operation; `undefined` where the operation lacks it. */
export function bindingNamed(
  { client }: AnyOperation,
  name: BindingName | undefined,
): ClientBinding | undefined {
  return client?.find((one) => one.name === name);
}

function chooseBinding(
  operation: AnyOperation,
  { binding }: ClientOptions,
  call: CallOptions | undefined,
): ClientBinding {
  const name = call?.binding;
  const found =
    name === undefined
      ? (bindingNamed(operation, binding) ?? operation.client?.[0])
      : bindingNamed(operation, name);
  if (found !== undefined) return found;
  throw new AsmxError('encode', `${operation.name} has no binding${name ? ` ${name}` : ''}.`, {
    operation: nameOf(operation.service, operation.name),
  });
}

function writeMessage(
  call: PendingCall,
  settings: ClientSettings,
  soapHeaders: object | undefined,
): WireRequest {
  const { operation, binding, input, options } = call;
  const own: object | undefined = options?.soapHeaders;
  const { namespace, security } = settings.options;
  const postProcess = security?.postProcess;
  return binding.writeRequest({
    operation,
    input,
    endpoint: endpointOf(call, settings),
    namespace,
    soapHeaders: (soapHeaders === undefined ? own : { ...soapHeaders, ...own }) as
      | Readonly<Record<string, unknown>>
      | undefined,
    headerXml: postProcess === undefined ? security?.toXML?.() : undefined,
    postProcess: postProcess?.bind(security),
  });
}

/** Addresses found valid: checking them again would cost more than the rest of the request. */
const checked: Set<string> = new Set();

function endpointOf(
  { operation, options: call }: PendingCall,
  { options, defaults }: ClientSettings,
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
 * Refuses what is no absolute http or https URL: a contract must not be able to make the client
 * open files or other protocols.
 *
 * @throws AsmxError encode
 */
export function checkUrl(url: string): void {
  if (/^https?:\/\/[^\s/?#]+[^\s]*$/i.test(url)) {
    try {
      // The parser knows more about ports and hosts.
      new platform.URL(url);
      return;
    } catch {}
  }
  throw new AsmxError('encode', `'${url}' is no http or https URL.`);
}
