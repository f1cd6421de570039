import { decodeComponent } from '../../form/decode.ts';
import type { Route } from '../../server/protocol.ts';
import { messageWithPlace } from '../../xml/asmx.ts';
import { START, XmlReader } from '../../xml/reader.ts';
import { XmlError } from '../../xml/xml-error.ts';
import { enterRoot, skipToBody } from '../envelope.ts';
import { processFault } from './faults.ts';
import type { SoapMessage } from './message.ts';
import type { SoapProtocol } from './protocol.ts';
import { mismatch, missing, type Refusal, refuse, refuseClient } from './refuse.ts';
import { protocolOf, type SoapService } from './table.ts';

const noAction =
  'Unable to handle request without a valid action parameter. Please supply a valid soap action.';
const rootUnknown =
  'The root element for the request could not be determined. When RoutingStyle is set to ' +
  'RequestElement, SoapExtensions configured via an attribute on the method cannot modify the ' +
  'request stream before it is read. The extension must be configured via the ' +
  'SoapExtensionTypes element in web.config, or the request must arrive at the server as clear ' +
  'text.';

/** Finds the operation of a SOAP request. */
export function routeSoap(service: SoapService, message: SoapMessage): Route | Refusal {
  const { guess, type } = message;
  if (guess.binding === 'soap11') {
    const { action = service.actionWithout } = message;
    if (action === undefined) return refuseClient(guess, noAction);
    return service.routeByElement || service.sharedActions.has(action)
      ? routeByElement(service, message)
      : routeByAction(service, message, action);
  }
  const named =
    type.action === undefined
      ? undefined
      : (service.byAction.get(type.action) ??
        service.byAction.get(decodeComponent(type.action, 'utf-8')));
  return named ?? routeByBody(service, message);
}

function routeByAction(
  service: SoapService,
  message: SoapMessage,
  action: string,
): Route | Refusal {
  const found = service.byAction.get(action);
  if (found !== undefined) return found;
  if (!service.hasActions) return routeByElement(service, message);
  const { guess: protocol } = message;
  if (action === '"') {
    const message = 'Length cannot be less than zero.\r\nParameter name: length';
    return refuse(protocol, processFault(message));
  }
  const quoted = action.startsWith('"') && action.endsWith('"');
  const name = decodeComponent(quoted ? action.slice(1, -1) : action, 'utf-8');
  // Percent-encoded quotes are part of the name, so it cannot be looked up unchanged.
  const route = name.startsWith('"') ? undefined : service.byAction.get(name);
  return (
    route ??
    refuseClient(protocol, `Server did not recognize the value of HTTP Header SOAPAction: ${name}.`)
  );
}

interface BodyElement {
  readonly protocol: SoapProtocol;
  /** `{namespace}local` of the first element in the body; `''` for none. */
  readonly key: string;
  readonly namespace: string;
  readonly local: string;
}

/**
 * Routes SOAP 1.1 with the routing style RequestElement, or with an action that several operations
 * share.
 */
function routeByElement(service: SoapService, message: SoapMessage): Route | Refusal {
  const { guess } = message;
  const element = firstElement(service, message, (problem, _protocol, cause) =>
    refuse(guess, { code: 'Server', message: `${rootUnknown} ---> ${problem}` }, cause),
  );
  if ('refused' in element) return element;
  const { local, namespace, protocol, key } = element;
  return (
    service.byElement.get(key) ??
    refuseClient(
      protocol,
      `The request element <${local} xmlns='${namespace}'> was not recognized.`,
    )
  );
}

/** Routes SOAP 1.2 without a known action. */
function routeByBody(service: SoapService, message: SoapMessage): Route | Refusal {
  const { type } = message;
  const element = firstElement(service, message, (problem, protocol, cause) =>
    refuse(protocol, processFault(problem), cause),
  );
  if ('refused' in element) return element;
  const problem =
    type.action === undefined
      ? noAction
      : `Unable to handle request. The action '${type.action}' was not recognized.`;
  return service.byElement.get(element.key) ?? refuseClient(element.protocol, problem);
}

function firstElement(
  service: SoapService,
  { text, guess }: SoapMessage,
  unreadable: (problem: string, protocol: SoapProtocol, cause?: unknown) => Refusal,
): BodyElement | Refusal {
  let protocol = guess;
  try {
    const reader = new XmlReader(text, service.reader);
    const version = enterRoot(reader);
    const found = version === undefined ? undefined : protocolOf(service, version);
    if (found === undefined) return mismatch(service, reader.namespace);
    protocol = found;
    const part = skipToBody(reader, found.version);
    if (part !== 'body') return unreadable(missing(part), protocol);
    if (reader.nextTag() !== START) return { protocol, key: '', namespace: '', local: '' };
    const { namespace, local } = reader;
    return { protocol, key: `{${namespace}}${local}`, namespace, local };
  } catch (error) {
    const problem =
      error instanceof XmlError ? messageWithPlace(error) : 'The message cannot be read.';
    return unreadable(problem, protocol, error);
  }
}
