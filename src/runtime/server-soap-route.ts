import type { ContentType } from './content-type.ts';
import { decodeComponent } from './form-decode.ts';
import type { ServerSettings } from './server-call.ts';
import { faultAnswer, processFault } from './server-faults.ts';
import type { Route } from './server-options.ts';
import type { ServiceTable } from './server-routes.ts';
import { mismatch, missing, type Refusal, refuse, speaks } from './server-soap-refusal.ts';
import { enterRoot, type SoapVersion, skipToBody, soap11Version } from './soap-envelope.ts';
import { XmlError } from './xml-error.ts';
import { START, XmlReader } from './xml-reader.ts';

const noAction =
  'Unable to handle request without a valid action parameter. Please supply a valid soap action.';
const rootUnknown =
  'The root element for the request could not be determined. When RoutingStyle is set to RequestElement, SoapExtensions configured via an attribute on the method cannot modify the request stream before it is read. The extension must be configured via the SoapExtensionTypes element in web.config, or the request must arrive at the server as clear text.';

/** Finds the operation of a SOAP request (asmx-behaviour 2.2 and 2.3). */
export function routeSoap(
  service: ServiceTable,
  guess: SoapVersion,
  action: string | undefined,
  type: ContentType,
  text: string,
  settings: ServerSettings,
): Route | Refusal {
  if (guess === soap11Version) {
    if (action === undefined) return refuse(guess, noAction);
    return service.routeByElement || service.sharedActions.has(action)
      ? routeByElement(service, text, settings)
      : routeByAction(service, action);
  }
  const named =
    type.action === undefined
      ? undefined
      : (service.byAction.get(type.action) ??
        service.byAction.get(decodeComponent(type.action, 'utf-8')));
  return named ?? routeByBody(service, guess, type, text, settings);
}

function routeByAction(service: ServiceTable, action: string): Route | Refusal {
  const found = service.byAction.get(action);
  if (found !== undefined) return found;
  if (action === '"') {
    const message = 'Length cannot be less than zero.\r\nParameter name: length';
    return { refused: faultAnswer(soap11Version, processFault(message)) };
  }
  const quoted = action.startsWith('"') && action.endsWith('"');
  const name = decodeComponent(quoted ? action.slice(1, -1) : action, 'utf-8');
  // Quotes that were percent-encoded are part of the name, so that it can't be looked up as it is.
  const route = name.startsWith('"') ? undefined : service.byAction.get(name);
  return (
    route ??
    refuse(soap11Version, `Server did not recognize the value of HTTP Header SOAPAction: ${name}.`)
  );
}

interface BodyElement {
  readonly version: SoapVersion;
  /** `{namespace}local` of the first element in the body; `''` for none. */
  readonly key: string;
  readonly namespace: string;
  readonly local: string;
}

/** SOAP 1.1 with the routing style RequestElement, or with an action that several operations have. */
function routeByElement(
  service: ServiceTable,
  text: string,
  settings: ServerSettings,
): Route | Refusal {
  const element = firstElement(service, text, settings, soap11Version, (message) => ({
    refused: faultAnswer(soap11Version, {
      code: 'Server',
      message: `${rootUnknown} ---> ${message}`,
    }),
  }));
  if ('refused' in element) return element;
  const { local, namespace, version, key } = element;
  return (
    service.byElement.get(key) ??
    refuse(version, `The request element <${local} xmlns='${namespace}'> was not recognized.`)
  );
}

/** SOAP 1.2 without an action that is known. */
function routeByBody(
  service: ServiceTable,
  guess: SoapVersion,
  type: ContentType,
  text: string,
  settings: ServerSettings,
): Route | Refusal {
  const element = firstElement(service, text, settings, guess, (message, version) => ({
    refused: faultAnswer(version, processFault(message)),
  }));
  if ('refused' in element) return element;
  const message =
    type.action === undefined
      ? noAction
      : `Unable to handle request. The action '${type.action}' was not recognized.`;
  return service.byElement.get(element.key) ?? refuse(element.version, message);
}

function firstElement(
  service: ServiceTable,
  text: string,
  { reader: options }: ServerSettings,
  guess: SoapVersion,
  unreadable: (message: string, version: SoapVersion) => Refusal,
): BodyElement | Refusal {
  let version = guess;
  try {
    const reader = new XmlReader(text, options);
    const found = enterRoot(reader);
    if (found === undefined || !speaks(service, found)) return mismatch(service, reader.namespace);
    version = found;
    const part = skipToBody(reader, version);
    if (part !== 'body') return unreadable(missing(part), version);
    if (reader.nextTag() !== START) return { version, key: '', namespace: '', local: '' };
    const { namespace, local } = reader;
    return { version, key: `{${namespace}}${local}`, namespace, local };
  } catch (error) {
    const message = error instanceof XmlError ? error.describe() : 'The message cannot be read.';
    return unreadable(message, version);
  }
}
