import { AsmxError } from '../operation/errors.ts';
import type { BindingName } from '../operation/names.ts';
import type {
  AnyOperation,
  ClientBinding,
  OutgoingMessage,
  WireRequest,
} from '../operation/operation.ts';
import { isPromise, type ParsedUrl, platform } from '../platform/globals.ts';
import { encodeError, noBinding } from './call-error.ts';
import { callHeaders } from './headers.ts';
import type { CallOptions, ClientSettings } from './options.ts';
import type { CallName, PreparedRequest } from './transport.ts';

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
    const given = soapHeadersOf(call, settings);
    const wire = writeMessage(call, settings, isPromise(given) ? await given : given);
    const created = callHeaders(wire.headers, settings.options, options);
    const headers = isPromise(created) ? await created : created;
    const { method, url, body } = wire;
    // Not a spread, which takes V8 several microseconds.
    return Object.assign(name, { method, url, headers, body });
  } catch (error) {
    throw encodeError(error, name, input);
  }
}

/**
 * Values of SOAP headers. Those of the client apply only to operations that declare headers, and to
 * bindings with an envelope.
 */
function soapHeadersOf(
  { operation, binding, options }: PendingCall,
  settings: ClientSettings,
): HeaderSource | Promise<HeaderSource> {
  const own = options?.soapHeaders as HeaderSource;
  const declared = binding.name.startsWith('http') ? undefined : operation.soap?.requestHeaders;
  return declared ? declared.values(settings.options.soapHeaders, own, operation) : own;
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
  settings: ClientSettings,
  soapHeaders: HeaderSource,
): WireRequest {
  const { operation, binding, input } = call;
  const { namespace, security } = settings.options;
  const postProcess = security?.postProcess;
  return binding.writeRequest({
    operation,
    input,
    endpoint: endpointOf(call, settings),
    namespace,
    soapHeaders,
    headerXml: postProcess === undefined ? security?.toXML?.() : undefined,
    postProcess: postProcess?.bind(security),
  });
}

/** Valid addresses. Checking them again would cost more than the rest of the request. */
const checked: Set<string> = new Set();

function endpointOf(
  { operation, binding, options: call }: PendingCall,
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
  return base.replace(/\/$/, '') + (operation.paths?.[binding.name] ?? operation.path);
}

/**
 * Parses an absolute http or https URL.
 *
 * @param base Base of a relative URL.
 * @returns `undefined` for any other text.
 */
export function parseHttpUrl(text: string, base?: string): ParsedUrl | undefined {
  try {
    const url = new platform.URL(text, base);
    return /^https?:$/.test(url.protocol) && url.host !== '' ? url : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Refuses anything but an absolute http or https URL: a contract must not be able to make the
 * client open files or use other protocols.
 *
 * @throws AsmxError encode
 */
export function checkUrl(url: string): void {
  // The parser knows more about ports and hosts, but accepts white space and missing slashes.
  if (/^https?:\/\/[^\s/?#]+\S*$/i.test(url) && parseHttpUrl(url) !== undefined) return;
  throw new AsmxError('encode', `'${url}' is not an http or https URL.`);
}
