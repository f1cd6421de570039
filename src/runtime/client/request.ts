import { AsmxError } from '../operation/errors.ts';
import type { WireRequest } from '../operation/message.ts';
import type { BindingName } from '../operation/names.ts';
import type { AnyOperation, ClientBinding, OutgoingMessage } from '../operation/operation.ts';
import { isPromise } from '../platform/globals.ts';
import { type Address, readAddress, serviceUrl } from './address.ts';
import { encodeError, noBinding } from './call-error.ts';
import { callHeaders, checkSoapHeaders, extraHeaders, isReplaced, setHeaders } from './headers.ts';
import type { CallOptions, ClientSettings } from './options.ts';
import { joinSecurity, securityOf } from './security.ts';
import type { CallName, PreparedRequest } from './transport.ts';

/**
 * Adds WS-Addressing to a binding: replaced by the module that does, which a bundle has only if it
 * imports its name.
 */
export const addresser: { around: (binding: ClientBinding) => ClientBinding } = {
  around: () => {
    throw new AsmxError('encode', 'addressing is not in this bundle: give clientAddressing(…).');
  },
};

type HeaderSource = OutgoingMessage['soapHeaders'];

/** A call whose request is not written yet. */
interface PendingCall {
  readonly operation: AnyOperation;
  readonly binding: ClientBinding;
  readonly input: unknown;
  readonly options: CallOptions | undefined;
}

/**
 * The exact request of a call. Unless headers are a promise, the input is written before this
 * function returns, and the caller may change it then.
 *
 * @throws AsmxError encode: the input doesn't fit, the operation lacks the binding, or no URL is
 *   known
 */
export async function prepareRequest(
  operation: AnyOperation,
  input: unknown,
  settings: ClientSettings,
  options: CallOptions | undefined,
): Promise<PreparedRequest> {
  const binding = chooseBinding(operation, settings.options.binding, options?.binding);
  const name = callName(operation, binding);
  const call = { operation, binding, input, options };
  try {
    const { url: endpoint, authorization } = addressOf(call, settings);
    const given = soapHeadersOf(call, settings);
    const soapHeaders = isPromise(given) ? await given : given;
    const xml = extraHeaders(extraOptions(call, settings), operation, binding.name);
    const headerXml = isPromise(xml) ? await xml : xml;
    const wire = writeMessage(call, settings, { endpoint, soapHeaders, headerXml });
    if (authorization !== undefined) setHeaders(wire.headers, { Authorization: authorization });
    const own = settings.options.redirect === 'follow' ? { ...wire.headers } : undefined;
    const created = callHeaders(wire.headers, settings.options, options);
    const headers = isPromise(created) ? await created : created;
    // Not a spread, which takes V8 several microseconds.
    const prepared = Object.assign(name, wire, { headers });
    if (own !== undefined && isReplaced(own, headers)) prepared.confidential = true;
    return prepared;
  } catch (error) {
    throw encodeError(error, name);
  }
}

/**
 * Values of SOAP headers. Those of the client apply only to operations that declare headers, and to
 * bindings with an envelope.
 *
 * @throws AsmxError encode: no operation of the contract has a header of the client, or this one
 *   lacks a header of the call
 */
function soapHeadersOf(
  { operation, binding, options }: PendingCall,
  settings: ClientSettings,
): HeaderSource | Promise<HeaderSource> {
  const own: HeaderSource = options?.soapHeaders;
  const shared: unknown = settings.options.soapHeaders;
  const { inputHeaders = [], requestHeaders } = operation.soap ?? {};
  const declared = inputHeaders.map((one) => one.name);
  const { soapHeaders: all = declared } = settings.defaults;
  if (typeof shared !== 'function') checkSoapHeaders(shared, all);
  if (isHttp(binding)) return own;
  checkSoapHeaders(own, declared);
  return requestHeaders ? requestHeaders.values(shared, own, operation, all) : own;
}

/** Those of the client apply only to bindings with an envelope. */
function extraOptions(
  { binding, options: call }: PendingCall,
  { options }: ClientSettings,
): Parameters<typeof extraHeaders>[0] {
  return [isHttp(binding) ? undefined : options.extraSoapHeaders, call?.extraSoapHeaders];
}

function isHttp({ name }: ClientBinding): boolean {
  return name.startsWith('http');
}

/** The operation and binding of a call. */
export function callName({ service, name }: AnyOperation, binding: ClientBinding): CallName {
  return { service, operation: name, binding: binding.name };
}

/**
 * The binding of a call.
 *
 * @param preferred The client's preference, used if the operation has it.
 * @param asked The binding the call asks for.
 * @throws AsmxError encode: the operation lacks it
 */
export function chooseBinding(
  operation: AnyOperation,
  preferred: BindingName | undefined,
  asked: BindingName | undefined,
): ClientBinding {
  const { client = [] } = operation;
  const chosen = client.find((one) => one.name === (asked ?? preferred));
  const found = chosen ?? (asked === undefined ? client[0] : undefined);
  if (found !== undefined) return found;
  throw noBinding(operation, asked);
}

function writeMessage(
  call: PendingCall,
  { options }: ClientSettings,
  content: Pick<OutgoingMessage, 'endpoint' | 'soapHeaders'> & { readonly headerXml: string },
): WireRequest {
  const { operation, binding, input, options: own } = call;
  const { attachments } = own ?? {};
  const objects = securityOf(options);
  const security = objects.length > 0 ? joinSecurity(objects) : undefined;
  const { addressing } = options;
  const isAddressed = addressing !== undefined && addressing !== false && !isHttp(binding);
  return (isAddressed ? addresser.around(binding) : binding).writeRequest({
    operation,
    addressing,
    input,
    endpoint: content.endpoint,
    namespace: options.namespace,
    soapHeaders: content.soapHeaders,
    headerXml: content.headerXml + (security?.toXML() ?? ''),
    attachments: attachments?.length === 0 ? undefined : attachments,
    mtom: options.mtom,
    postProcess: security?.postProcess,
  });
}

function addressOf(
  { operation, binding, options: call }: PendingCall,
  { options, defaults }: ClientSettings,
): Address {
  const whole = call?.endpoint ?? options.endpoint;
  const base = whole ?? options.baseUrl ?? defaults.baseUrl;
  if (base === undefined) {
    throw new AsmxError('encode', `Where ${operation.service} is isn't known: give a baseUrl.`);
  }
  const address = readAddress(base);
  if (whole !== undefined) return address;
  const path = operation.paths?.[binding.name] ?? operation.path;
  return { ...address, url: serviceUrl(address.url, path) };
}
