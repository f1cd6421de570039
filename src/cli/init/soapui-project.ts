import { captureElement } from '../../runtime/xml/capture.ts';
import type { XmlElement } from '../../runtime/xml/element.ts';
import { XmlReader } from '../../runtime/xml/reader.ts';
import { XmlError } from '../../runtime/xml/xml-error.ts';
import { CliError } from '../terminal/cli-error.ts';

/** Namespace of SoapUI's projects. */
const namespace = 'http://eviware.com/soapui/config';

/** A document that a project holds. */
export interface CachedPart {
  readonly url: string;
  readonly text: string;
}

/** A request that a project holds. */
export interface ProjectRequest {
  readonly name: string;
  readonly interface: string;
  readonly operation: string;
  readonly endpoint: string;
  readonly envelope: string;
  /** User name of its credentials, if it has some. */
  readonly username: string | undefined;
}

/** An interface: a binding of a WSDL. */
export interface ProjectInterface {
  readonly name: string;
  readonly isSoap12: boolean;
  /** URL or path of the WSDL. */
  readonly definition: string;
  /** URL of the WSDL among the parts. */
  readonly root: string;
  readonly parts: readonly CachedPart[];
  /** SOAP actions by operation. */
  readonly actions: ReadonlyMap<string, string>;
}

/** A canned answer. */
export interface MockResponse {
  readonly service: string;
  readonly name: string;
  readonly interface: string;
  readonly operation: string;
  readonly status: number;
  readonly envelope: string;
}

/** What a SoapUI project says. */
export interface SoapUiProject {
  readonly name: string;
  readonly interfaces: readonly ProjectInterface[];
  /** Requests of operations, then those of test steps. */
  readonly requests: readonly ProjectRequest[];
  readonly mocks: readonly MockResponse[];
  /** Values of properties by their use: `#Project#host`. */
  readonly properties: ReadonlyMap<string, string>;
}

/** Whether a text is a SoapUI project, by its first element. */
export function isSoapUiProject(text: string): boolean {
  const start = text.slice(0, 10_000).replace(/<!--[\s\S]*?-->|<\?[^>]*\?>/g, '');
  return /^\ufeff?\s*<(?:[\w.-]+:)?soapui-project[\s>]/.test(start);
}

/**
 * Reads a SoapUI project.
 *
 * @throws {CliError} it is not well-formed, or encrypted
 */
export function readSoapUiProject(path: string, text: string): SoapUiProject {
  const root = parse(path, text);
  const name = attribute(root, 'name') ?? 'project';
  if (all(root, 'encryptedContent').length > 0) {
    throw new CliError(`${path} is encrypted`, 'Save the project without a password in SoapUI.');
  }
  const interfaces = all(root, 'interface').filter((one) => attribute(one, 'type') !== 'rest');
  const suites = all(root, 'testSuite');
  const cases = suites.flatMap((one) => all(one, 'testCase'));
  return {
    name,
    interfaces: interfaces.map(readInterface),
    requests: [...interfaces.flatMap(callsOf), ...cases.flatMap(stepsOf)],
    mocks: all(root, 'mockService').flatMap(mocksOf),
    properties: new Map([
      ...propertiesOf(root, 'Project'),
      ...suites.flatMap((one) => propertiesOf(one, 'TestSuite')),
      ...cases.flatMap((one) => propertiesOf(one, 'TestCase')),
    ]),
  };
}

function parse(path: string, text: string): XmlElement {
  try {
    const reader = new XmlReader(text);
    reader.nextTag();
    return captureElement(reader);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    const place = error.located ? `${path}:${error.line}:${error.column}` : path;
    throw new CliError(`${place}: ${error.message}`, 'Save the project again in SoapUI.');
  }
}

function readInterface(element: XmlElement): ProjectInterface {
  const cache = first(element, 'definitionCache');
  const operations = all(element, 'operation');
  return {
    name: attribute(element, 'name') ?? '',
    isSoap12: attribute(element, 'soapVersion') === '1_2',
    definition: attribute(element, 'definition') ?? '',
    root: (cache && attribute(cache, 'rootPart')) ?? '',
    parts: (cache === undefined ? [] : all(cache, 'part')).map((part) => ({
      url: textOf(part, 'url').trim(),
      text: textOf(part, 'content'),
    })),
    actions: new Map(
      operations.map((one) => [attribute(one, 'name') ?? '', attribute(one, 'action') ?? '']),
    ),
  };
}

/** Requests of the operations of an interface. */
function callsOf(element: XmlElement): readonly ProjectRequest[] {
  const own = attribute(element, 'name') ?? '';
  return all(element, 'operation').flatMap((operation) =>
    all(operation, 'call').map((call) =>
      requestOf(call, own, attribute(operation, 'name') ?? '', attribute(call, 'name') ?? ''),
    ),
  );
}

/** Requests of the steps of a test case. */
function stepsOf(element: XmlElement): readonly ProjectRequest[] {
  return all(element, 'testStep').flatMap((step) => {
    const config = first(step, 'config');
    const request = config && first(config, 'request');
    if (config === undefined || request === undefined) return [];
    const name = `${attribute(element, 'name') ?? ''}: ${attribute(step, 'name') ?? ''}`;
    const operation = textOf(config, 'operation').trim();
    return operation === ''
      ? []
      : [requestOf(request, textOf(config, 'interface').trim(), operation, name)];
  });
}

function requestOf(
  element: XmlElement,
  own: string,
  operation: string,
  name: string,
): ProjectRequest {
  const credentials = first(element, 'credentials');
  const username = credentials === undefined ? '' : textOf(credentials, 'username').trim();
  return {
    name,
    interface: own,
    operation,
    endpoint: textOf(element, 'endpoint').trim(),
    envelope: envelopeOf(element, 'request'),
    username: username === '' ? undefined : username,
  };
}

function mocksOf(element: XmlElement): readonly MockResponse[] {
  return all(element, 'mockOperation').flatMap((operation) =>
    all(operation, 'response').map((response) => ({
      service: attribute(element, 'name') ?? '',
      name: attribute(response, 'name') ?? '',
      interface: attribute(operation, 'interface') ?? '',
      operation: attribute(operation, 'operation') ?? attribute(operation, 'name') ?? '',
      status: Number(attribute(response, 'httpResponseStatus') ?? '200') || 200,
      envelope: envelopeOf(response, 'responseContent'),
    })),
  );
}

function propertiesOf(element: XmlElement, owner: string): readonly (readonly [string, string])[] {
  const list = first(element, 'properties');
  return (list === undefined ? [] : all(list, 'property')).map(
    (one) => [`#${owner}#${textOf(one, 'name').trim()}`, textOf(one, 'value')] as const,
  );
}

function all({ children = [] }: XmlElement, name: string): readonly XmlElement[] {
  return children.filter(
    (one): one is XmlElement =>
      typeof one !== 'string' && one.name === name && one.namespace === namespace,
  );
}

function first(element: XmlElement, name: string): XmlElement | undefined {
  return all(element, name)[0];
}

function attribute({ attributes = [] }: XmlElement, name: string): string | undefined {
  return attributes.find((one) => one.name === name && (one.namespace ?? '') === '')?.value;
}

/** A message. SoapUI writes a carriage return at the end of a line as two characters. */
function envelopeOf(element: XmlElement, name: string): string {
  return textOf(element, name).replace(/\\r$/gm, '').trim();
}

/** Text of a child; empty if there is none. */
function textOf(element: XmlElement, name: string): string {
  const texts = first(element, name)?.children ?? [];
  return texts.filter((one) => typeof one === 'string').join('');
}
