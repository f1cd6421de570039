import type { AnyOperation, ClientBinding, WireRequest } from '../operation/any-operation.ts';
import { AsmxError, isAsmxError } from '../operation/errors.ts';
import type { BindingName } from '../operation/names.ts';
import { isPromise, platform } from '../platform/globals.ts';
import { encodeError, nameOf, withOperation } from './call-error.ts';
import { callHeaders } from './headers.ts';
import type { CallOptions, ClientDefaults, ClientOptions, ClientSettings } from './options.ts';
import type { HeaderValues, PreparedRequest } from './transport.ts';

/**
 * The exact request of a call.
 *
 * @throws AsmxError encode: the input doesn't fit, the binding isn't there, or no URL is known
 */
export function prepareRequest(
  operation: AnyOperation,
  input: unknown,
  settings: ClientSettings,
  call: CallOptions | undefined,
): PreparedRequest | Promise<PreparedRequest> {
  const binding = chooseBinding(operation, settings.options, call);
  const wire = writeMessage(operation, binding, input, settings, call);
  const finish = (headers: HeaderValues): PreparedRequest => ({
    service: operation.service,
    operation: operation.name,
    binding: binding.name,
    method: wire.method,
    url: wire.url,
    headers,
    body: wire.body,
  });
  const fail = (error: unknown): never => {
    throw isAsmxError(error) ? withOperation(error, operation, binding.name) : error;
  };
  try {
    const headers = callHeaders(wire.headers, settings.options, call);
    return isPromise(headers) ? headers.then(finish, fail) : finish(headers);
  } catch (error) {
    return fail(error);
  }
}

/** What a client has for a wire of an operation; `undefined` where the operation lacks it. */
export function bindingNamed(
  { client }: AnyOperation,
  name: BindingName | undefined,
): ClientBinding | undefined {
  return client?.find((one) => one.name === name);
}

function chooseBinding(
  operation: AnyOperation,
  options: ClientOptions,
  call: CallOptions | undefined,
): ClientBinding {
  const wanted = call?.binding;
  const found =
    wanted === undefined
      ? (bindingNamed(operation, options.binding) ?? operation.client?.[0])
      : bindingNamed(operation, wanted);
  if (found !== undefined) return found;
  const message = `${operation.name} has no binding${wanted === undefined ? '' : ` ${wanted}`}.`;
  throw new AsmxError('encode', message, { operation: nameOf(operation) });
}

function writeMessage(
  operation: AnyOperation,
  binding: ClientBinding,
  input: unknown,
  { options, defaults }: ClientSettings,
  call: CallOptions | undefined,
): WireRequest {
  const { security } = options;
  try {
    const postProcess = security?.postProcess;
    return binding.writeRequest({
      operation,
      input,
      endpoint: endpointOf(operation, options, defaults, call),
      namespace: options.namespace,
      soapHeaders: call?.soapHeaders as Readonly<Record<string, unknown>> | undefined,
      headerXml: postProcess === undefined ? security?.toXML?.() : undefined,
      postProcess: postProcess?.bind(security),
    });
  } catch (error) {
    throw encodeError(error, operation, binding.name, input);
  }
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
 * Refuses what is no absolute http or https URL: a contract must not be able to make the client
 * open files or other protocols.
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
