import { captureElement } from '../../runtime/xml/capture.ts';
import type { XmlElement } from '../../runtime/xml/element.ts';
import { writeXmlElement } from '../../runtime/xml/element.ts';
import { XmlReader } from '../../runtime/xml/reader.ts';
import { XSI_NAMESPACE } from '../../runtime/xml/tokens.ts';
import { XmlError } from '../../runtime/xml/xml-error.ts';
import { CliError } from '../terminal/cli-error.ts';
import type { PropertyScope } from './soapui-properties.ts';

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
  /** User name of its credentials for Basic authentication, if it has some. */
  readonly username: string | undefined;
  readonly scope: PropertyScope;
}

/** An interface: a binding of a WSDL. */
export interface ProjectInterface {
  readonly name: string;
  readonly isSoap12: boolean;
  /** Local name of its binding; empty if the project does not say it. */
  readonly binding: string;
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
  readonly scope: PropertyScope;
}

/** What a SoapUI project says. */
export interface SoapUiProject {
  readonly name: string;
  /** Length of its text. */
  readonly characters: number;
  readonly interfaces: readonly ProjectInterface[];
  /** Requests of operations, then those of test steps. */
  readonly requests: readonly ProjectRequest[];
  readonly mocks: readonly MockResponse[];
  /** What of it has no place here: a sentence for each. */
  readonly leftOut: readonly string[];
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
  const interfaces = all(root, 'interface').filter((one) => !isRest(one));
  const scope = [propertiesOf(root, 'Project')];
  const steps = all(root, 'testSuite').flatMap((suite) => {
    const inSuite = [propertiesOf(suite, 'TestSuite'), ...scope];
    return all(suite, 'testCase').flatMap((one) =>
      stepsOf(one, [propertiesOf(one, 'TestCase'), ...inSuite]),
    );
  });
  return {
    name,
    characters: text.length,
    interfaces: interfaces.map(readInterface),
    requests: [...interfaces.flatMap((one) => callsOf(one, scope)), ...steps],
    mocks: all(root, 'mockService').flatMap((one) => mocksOf(one, scope)),
    leftOut: leftOutOf(root),
  };
}

function isRest(element: XmlElement): boolean {
  return attribute(element, 'type') === 'rest' || xsiType(element).endsWith('RestService');
}

/** What is no SOAP, and what has several answers but no order of them. */
function leftOutOf(root: XmlElement): readonly string[] {
  const named = (one: XmlElement): string => `'${attribute(one, 'name') ?? ''}'`;
  const rest = all(root, 'interface').filter(isRest);
  const operations = all(root, 'mockService').flatMap((one) => all(one, 'mockOperation'));
  const chosen = operations.filter(
    (one) => all(one, 'response').length > 1 && !inOrder.includes(dispatchOf(one)),
  );
  return [
    ...rest.map((one) => `the REST interface ${named(one)} is left out`),
    ...all(root, 'restMockService').map((one) => `the REST mock ${named(one)} is left out`),
    ...chosen.map(
      (one) =>
        `the responses of the mock operation ${named(one)} come in their order, not by ` +
        `${dispatchOf(one)}`,
    ),
  ];
}

/** Ways of choosing a response that a recording has, too. */
const inOrder: readonly string[] = ['', 'SEQUENCE'];

function dispatchOf(operation: XmlElement): string {
  return textOf(operation, 'dispatchStyle').trim();
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
    binding: (attribute(element, 'bindingName') ?? '').replace(/^\{[^}]*\}/, ''),
    definition: attribute(element, 'definition') ?? '',
    root: (cache && attribute(cache, 'rootPart')) ?? '',
    parts: (cache === undefined ? [] : all(cache, 'part')).map((part) => ({
      url: textOf(part, 'url').trim(),
      text: documentOf(part),
    })),
    actions: new Map(
      operations.map((one) => [attribute(one, 'name') ?? '', attribute(one, 'action') ?? '']),
    ),
  };
}

/** A document of a cache: its text or, in old projects, its elements. */
function documentOf(part: XmlElement): string {
  const nodes = first(part, 'content')?.children ?? [];
  const [root] = nodes.filter((one) => typeof one !== 'string');
  return root === undefined ? textOf(part, 'content') : writeXmlElement(root, '');
}

/** Requests of the operations of an interface. */
function callsOf(element: XmlElement, scope: PropertyScope): readonly ProjectRequest[] {
  const own = attribute(element, 'name') ?? '';
  return all(element, 'operation').flatMap((operation) =>
    all(operation, 'call').map((call) => {
      const name = attribute(call, 'name') ?? '';
      return requestOf(call, {
        name,
        interface: own,
        operation: attribute(operation, 'name') ?? '',
        scope,
      });
    }),
  );
}

/** Requests of the steps of a test case. */
function stepsOf(element: XmlElement, scope: PropertyScope): readonly ProjectRequest[] {
  return all(element, 'testStep').flatMap((step) => {
    const config = first(step, 'config');
    const request = config && first(config, 'request');
    if (config === undefined || request === undefined) return [];
    const name = `${attribute(element, 'name') ?? ''}: ${attribute(step, 'name') ?? ''}`;
    const operation = textOf(config, 'operation').trim();
    const own = textOf(config, 'interface').trim();
    return operation === '' ? [] : [requestOf(request, { name, interface: own, operation, scope })];
  });
}

function requestOf(
  element: XmlElement,
  place: Pick<ProjectRequest, 'name' | 'interface' | 'operation' | 'scope'>,
): ProjectRequest {
  const credentials = first(element, 'credentials');
  const isBasic = credentials !== undefined && !otherLogin.test(textOf(credentials, 'authType'));
  const username = isBasic ? textOf(credentials, 'username').trim() : '';
  return {
    ...place,
    endpoint: textOf(element, 'endpoint').trim(),
    envelope: envelopeOf(element, 'request'),
    username: username === '' ? undefined : username,
  };
}

/** Kinds of authentication that no header with a password is. */
const otherLogin = /NTLM|SPNEGO|Kerberos|OAuth/i;

function mocksOf(element: XmlElement, project: PropertyScope): readonly MockResponse[] {
  const scope = [propertiesOf(element, 'MockService'), ...project];
  return all(element, 'mockOperation').flatMap((operation) =>
    all(operation, 'response').map((response) => ({
      service: attribute(element, 'name') ?? '',
      name: attribute(response, 'name') ?? '',
      interface: attribute(operation, 'interface') ?? '',
      operation: attribute(operation, 'operation') ?? attribute(operation, 'name') ?? '',
      status: Number(attribute(response, 'httpResponseStatus') ?? '200') || 200,
      envelope: envelopeOf(response, 'responseContent'),
      scope,
    })),
  );
}

function propertiesOf(element: XmlElement, owner: string): ReadonlyMap<string, string> {
  const list = first(element, 'properties');
  return new Map(
    (list === undefined ? [] : all(list, 'property')).map((one) => [
      `#${owner}#${textOf(one, 'name').trim()}`,
      textOf(one, 'value'),
    ]),
  );
}

function xsiType({ attributes = [] }: XmlElement): string {
  return (
    attributes.find((one) => one.name === 'type' && one.namespace === XSI_NAMESPACE)?.value ?? ''
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
