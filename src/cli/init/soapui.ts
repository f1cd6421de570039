import { basename } from 'node:path';
import {
  collectRequests,
  headerLine,
  isPlainValue,
  isSecretName,
  plainLine,
  type SampleRequest,
  Variables,
  writeHttp,
} from '../../convert/requests.ts';
import { createDiagnosticBag, type DiagnosticBag } from '../../diagnostics/diagnostic.ts';
import type { EvaluatedContract } from '../../evaluate.ts';
import { linkContract } from '../../model/link.ts';
import type { ServiceModel } from '../../model/services.ts';
import type { OperationPlan } from '../../plan/result.ts';
import { kebabName } from '../../plan/settings.ts';
import { loadContract } from '../../read/contract.ts';
import { withoutExtension } from '../../read/host.ts';
import { createCaller } from '../../runtime/client/call.ts';
import type { ServerInterceptor } from '../../runtime/server/options.ts';
import {
  forward,
  giveAnswer,
  optionsOf,
  type RecordedCall,
} from '../../runtime/shadow/recording.ts';
import { captureElement } from '../../runtime/xml/capture.ts';
import { XmlError, XSI_NAMESPACE } from '../../runtime/xml/errors.ts';
import { XmlReader } from '../../runtime/xml/reader.ts';
import { writeXmlElement, type XmlElement } from '../../runtime/xml/writer.ts';
import { contractCode } from '../contract/code.ts';
import { recordedText } from '../serve/recording.ts';
import { sampleHandlers } from '../serve/run.ts';
import { type Console, exitCodeOf, reportDiagnostics } from '../terminal/console.ts';
import type { ExitCode } from '../terminal/exit.ts';
import { CliError } from '../terminal/failure.ts';
import {
  configForService,
  type InitCommandOptions,
  layOut,
  type PlannedFile,
  type Said,
  specsFolder,
  writePlanned,
} from './files.ts';

/**
 * Takes the contract of a SoapUI project, with its mock responses as a recording for `serve` and
 * its requests as a `.http` file.
 *
 * @throws {CliError} the project holds no WSDL, or several and only one name
 */
export async function initFromSoapUi(
  path: string,
  text: string,
  options: InitCommandOptions,
  console: Console,
): Promise<ExitCode> {
  const project = readSoapUiProject(path, text);
  const groups = interfacesByWsdl(project.interfaces);
  if (groups.size === 0) throw new CliError(`${path} holds no WSDL`, whereElse(project));
  const planned: (PlannedFile | Said)[] = [];
  const taken = new Set<string>();
  for (const [root, interfaces] of groups) {
    const name = freeName(options.name ?? nameOf(root, project.name), taken);
    const cached = await readCached(root, interfaces, name);
    await reportDiagnostics(cached.bag.diagnostics, { ...console, reporter: 'text' });
    if (cached.model === undefined) return exitCodeOf(cached.bag.diagnostics);
    planned.push(...cached.files);
    planned.push(...(await recordingOf(cached, project, name, console)));
    const input = cached.files[0]?.path ?? '';
    // of several contracts the first gets a configuration
    if (taken.size === 1) planned.push(...(await configForService({ input, name }, options)));
    else planned.push({ said: `for the configuration: { "input": "${input}" }` });
  }
  planned.push(...withoutPlaceIn(project).map(lineOf));
  return writePlanned([...requestsOf(project), ...planned], console);
}

async function recordingOf(
  { model, interfaces }: CachedContract,
  project: SoapUiProject,
  name: string,
  console: Console,
): Promise<readonly (PlannedFile | Said)[]> {
  if (model === undefined || project.mocks.length === 0) return [];
  const made = await recordMocks(model, interfaces, project, console);
  if (made === undefined) return [];
  const said = made.leftOut.map(lineOf);
  if (made.calls.length === 0) return said;
  const path = `${specsFolder}/${name}.recording.jsonl`;
  return [recordingFile(path, model.name, made.calls), ...said];
}

/** A line of a terminal: names of a project may hold anything. */
function lineOf(sentence: string): Said {
  return { said: plainLine(sentence) };
}

function recordingFile(path: string, name: string, calls: readonly RecordedCall[]): PlannedFile {
  return { path, data: recordedText(name, calls), said: `wrote ${path}, for serve --replay` };
}

function requestsOf(project: SoapUiProject): readonly (PlannedFile | Said)[] {
  const { text, withheld, notes } = httpRequests(project);
  const said = notes.map(lineOf);
  if (text === undefined) return said;
  const path = `${specsFolder}/${kebabName(project.name) || 'requests'}.http`;
  const secrets = { said: `left out of ${path}, because they are secrets: ${withheld.join(', ')}` };
  return [{ path, data: text }, ...(withheld.length > 0 ? [secrets] : []), ...said];
}

/** What of a project has no place: interfaces, and mocks of what is not in it. */
function withoutPlaceIn({ interfaces, mocks, leftOut }: SoapUiProject): readonly string[] {
  const known = new Set(interfaces.map(({ name }) => name));
  const strangers = mocks.filter((one) => !known.has(one.interface));
  const uncached = interfaces.filter(({ parts }) => parts.length === 0);
  return [
    ...leftOut,
    ...uncached.map(
      ({ name, definition }) => `the interface '${name}' is left out: its WSDL is ${definition}`,
    ),
    ...strangers.map(
      ({ service, operation, name }) =>
        `${service}.${operation} '${name}' is left out: its interface is not in the project`,
    ),
  ];
}

function whereElse({ interfaces }: SoapUiProject): string {
  const [first] = interfaces.map(({ definition }) => definition).filter((one) => one !== '');
  if (first === undefined) return 'Only SOAP interfaces have a contract.';
  return `Its WSDL is elsewhere: asmx-gen init ${first.replace(/^file:\/*(?=[A-Za-z]:)/, '')}`;
}

function nameOf(root: string, project: string): string {
  const stem = withoutExtension(basename(root.replace(/[?#].*$/, '').replace(/\\/g, '/')));
  return stem.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '') || kebabName(project);
}

function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let count = 2; taken.has(free.toLowerCase()); count += 1) free = `${name}-${count}`;
  taken.add(free.toLowerCase());
  return free;
}

/** A contract that a project holds, with the interfaces that are its bindings. */
interface CachedContract {
  readonly interfaces: readonly ProjectInterface[];
  /** Absent if it has errors. */
  readonly model: ServiceModel | undefined;
  readonly bag: DiagnosticBag;
  /** Copies of its documents below `specs/`, the WSDL first. */
  readonly files: readonly PlannedFile[];
}

/** The interfaces of each WSDL, by its URL. Interfaces without documents are left out. */
function interfacesByWsdl(
  interfaces: readonly ProjectInterface[],
): ReadonlyMap<string, readonly ProjectInterface[]> {
  const found = new Map<string, ProjectInterface[]>();
  for (const one of interfaces) {
    if (one.parts.length === 0) continue;
    const root = one.root === '' ? (one.parts[0]?.url ?? '') : one.root;
    const known = found.get(root);
    if (known === undefined) found.set(root, [one]);
    else known.push(one);
  }
  return found;
}

/**
 * Reads a contract from the documents of a project, without access to the Web or to files.
 *
 * @param name of its files
 */
export async function readCached(
  root: string,
  interfaces: readonly ProjectInterface[],
  name: string,
): Promise<CachedContract> {
  const parts = new Map<string, Uint8Array>();
  for (const { url, text } of interfaces.flatMap((one) => one.parts)) {
    const address = addressOf(url);
    // interfaces of one WSDL repeat its documents
    if (!parts.has(address)) parts.set(address, new TextEncoder().encode(text.trim()));
  }
  const entry = addressOf(root);
  const bag = createDiagnosticBag();
  const host = {
    readFile: () => undefined,
    fetch: async (url: string) => {
      const body = parts.get(url);
      return { status: body === undefined ? 404 : 200, body: body ?? new Uint8Array() };
    },
  };
  const allowHosts = [...parts.keys(), entry].map((url) => new URL(url).host);
  const loaded = await loadContract(entry, host, bag, { allowHosts });
  const model = loaded.contract && linkContract(loaded.contract, bag);
  const documents = { documents: loaded.fetched, links: loaded.links };
  return {
    interfaces,
    model: bag.failed ? undefined : model,
    bag,
    files: layOut(documents, name, loaded.entry).map(({ path, data }) => ({ path, data })),
  };
}

/** A URL for a document: its own, or one by which documents from files find each other. */
function addressOf(url: string): string {
  if (/^https?:/i.test(url) && URL.canParse(url)) return new URL(url).href;
  const path = url.replace(/^file:\/*/i, '').replace(/\\/g, '/');
  return new URL(`http://soapui.invalid/${path.replace(/[?#]/g, '-')}`).href;
}

/** Calls of a recording, and what could not become one. */
interface MockRecording {
  readonly calls: readonly RecordedCall[];
  /** A sentence for each. */
  readonly leftOut: readonly string[];
}

/**
 * Makes a call of each mock response: the request that its operation has is read by a generated
 * server, and the response by a generated client.
 *
 * @returns `undefined`, reported, if the contract cannot be generated
 */
export async function recordMocks(
  model: ServiceModel,
  interfaces: readonly ProjectInterface[],
  project: SoapUiProject,
  console: Console,
): Promise<MockRecording | undefined> {
  const code = await contractCode(model, console, { targets: ['client', 'server'], only: [] });
  if (code === undefined) return undefined;
  const calls: RecordedCall[] = [];
  const leftOut: string[] = [];
  const owners = new Map(interfaces.map((one) => [one.name, one]));
  const plans = plansByBinding(code.plan.operations);
  const budget = propertyBudget(project.characters);
  const expanded = expandedRequests(project, budget);
  const requests = usableRequests(expanded);
  const open = openUses(expanded);
  for (const mock of project.mocks) {
    const own = owners.get(mock.interface);
    if (own === undefined) continue;
    const label = `${mock.service}.${mock.operation} '${mock.name}'`;
    const plan =
      plans.get(JSON.stringify([own.binding, mock.operation])) ??
      plans.get(JSON.stringify(['', mock.operation]));
    const request = requests.get(placeOf(mock));
    const envelope = withProperties(mock.envelope, mock.scope, budget);
    if (plan === undefined || request === undefined || isOpen(envelope)) {
      const reason = whyNone(plan, request, envelope, open.get(placeOf(mock)));
      leftOut.push(`${label} is left out: ${reason}`);
      continue;
    }
    const made = await recordMock(code, plan, { mock: { ...mock, envelope }, request, own });
    if (typeof made === 'string') leftOut.push(`${label} is left out: ${made}`);
    else calls.push(made);
  }
  return { calls, leftOut };
}

/** Operations by binding and name; by the name alone the first of it. */
function plansByBinding(operations: readonly OperationPlan[]): ReadonlyMap<string, OperationPlan> {
  const found = new Map<string, OperationPlan>();
  for (const one of [...operations].reverse()) {
    const { name, soap11, soap12 } = one.operation;
    const bindings = [soap11, soap12].flatMap((soap) => soap?.port.binding.localName ?? []);
    for (const binding of ['', ...bindings]) found.set(JSON.stringify([binding, name]), one);
  }
  return found;
}

/** Requests with the values of their properties, but for secrets. */
function expandedRequests(
  { requests }: SoapUiProject,
  budget: PropertyBudget,
): readonly ProjectRequest[] {
  return requests
    .map((one) => ({
      ...one,
      envelope: withProperties(one.envelope, one.scope, budget, isSecretName),
    }))
    .filter(({ envelope }) => envelope !== '');
}

/** The first request of each operation that needs no other property. */
function usableRequests(expanded: readonly ProjectRequest[]): ReadonlyMap<string, ProjectRequest> {
  const usable = expanded.filter(({ envelope }) => !isOpen(envelope));
  return new Map(usable.reverse().map((one) => [placeOf(one), one]));
}

/** The first property without a value that requests of an operation use. */
function openUses(expanded: readonly ProjectRequest[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const one of expanded) {
    const place = placeOf(one);
    const [use] = found.has(place) ? [] : (one.envelope.match(propertyUse) ?? []);
    if (use !== undefined) found.set(place, use);
  }
  return found;
}

/** Whether a message has properties without a value, which scripts set. */
function isOpen(envelope: string): boolean {
  return envelope.search(propertyUse) >= 0;
}

function whyNone(
  plan: OperationPlan | undefined,
  request: ProjectRequest | undefined,
  envelope: string,
  open: string | undefined,
): string {
  if (plan === undefined) return 'the contract lacks the operation';
  const [use] = envelope.match(propertyUse) ?? [];
  if (request !== undefined) return `no property of the project is ${use}`;
  return open === undefined
    ? 'it has no request'
    : `its requests need ${open}, which is a secret or has no value`;
}

function placeOf(one: Pick<ProjectRequest, 'interface' | 'operation'>): string {
  return JSON.stringify([one.interface, one.operation]);
}

interface Exchange {
  readonly mock: MockResponse;
  readonly request: ProjectRequest;
  readonly own: ProjectInterface;
}

/** The call, or why there is none. */
async function recordMock(
  code: EvaluatedContract,
  plan: OperationPlan,
  { mock, request, own }: Exchange,
): Promise<RecordedCall | string> {
  const type = own.isSoap12 ? 'application/soap+xml' : 'text/xml';
  const answer = async (): Promise<Response> =>
    new Response(mock.envelope, {
      status: mock.status,
      headers: { 'Content-Type': `${type}; charset=utf-8` },
    });
  const caller = createCaller({ baseUrl: 'http://localhost', fetch: answer }, {});
  let found: RecordedCall | undefined;
  let failure = 'its request cannot be read';
  const interceptor: ServerInterceptor = async (call) => {
    const { operation, input, context } = call;
    for (const header of context.unknownHeaders) context.understood(header);
    try {
      const forwarded = await forward(caller, operation, input, optionsOf(call));
      const { service, name } = operation;
      const { binding } = context;
      found = { service, operation: name, binding, parameters: input, answer: forwarded.answer };
    } catch (error) {
      failure = `its response cannot be read: ${error instanceof Error ? error.message : error}`;
      throw error;
    }
    return giveAnswer(found.answer, call);
  };
  const server = code.createServer(sampleHandlers(code), { interceptors: [interceptor] });
  await server.fetch(
    new Request(`http://localhost${plan.service.path}`, {
      method: 'POST',
      headers: soapHeadersOf(own, request.operation),
      body: request.envelope,
    }),
  );
  return found ?? failure;
}

/** Values of properties by their use, `#Project#host`: those of the nearest owner come first. */
type PropertyScope = readonly ReadonlyMap<string, string>[];

/**
 * Characters that the properties of a project may still stand for. Values may use each other, and
 * a long one may be used often.
 */
interface PropertyBudget {
  left: number;
}

/** What a project of so many characters gets: more than a person writes, and in proportion. */
function propertyBudget(characters: number): PropertyBudget {
  return { left: 100_000 + 10 * characters };
}

/** A use of a property: `${#Project#host}`. */
const propertyUse: RegExp = /\$\{([^{}]*)\}/g;

/** The value of a property as it is written, in which others may be used. */
function rawValue(use: string, scope: PropertyScope): string | undefined {
  return scope.find((one) => one.has(use.trim()))?.get(use.trim());
}

/**
 * A text with the values of its properties, in which others have their values, too. Those without
 * one stay as they are: scripts set them.
 *
 * @param isLeft tells of properties that are left, too
 */
function withProperties(
  text: string,
  scope: PropertyScope,
  budget: PropertyBudget,
  isLeft: (use: string) => boolean = () => false,
): string {
  const expand = (part: string, depth: number): string =>
    part.replace(propertyUse, (whole, use: string) => {
      const value = rawValue(use, scope);
      if (value === undefined || isLeft(use.trim()) || depth === 0) return whole;
      budget.left -= value.length;
      return budget.left < 0 ? whole : expand(value, depth - 1);
    });
  return expand(text, 5);
}

/** A `.http` file, and what it does not contain. */
interface HttpRequests {
  /** Absent without requests. */
  readonly text: string | undefined;
  /** Names of variables that are secrets. */
  readonly withheld: readonly string[];
  /** A sentence for each request that is left out or changed. */
  readonly notes: readonly string[];
}

/** Headers of a SOAP request as SoapUI sends them. */
function soapHeadersOf(
  { isSoap12, actions }: ProjectInterface,
  operation: string,
): Readonly<Record<string, string>> {
  const action = actions.get(operation) ?? '';
  if (!isSoap12) return { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${action}"` };
  const parameter = action === '' ? '' : `; action="${action}"`;
  return { 'Content-Type': `application/soap+xml; charset=utf-8${parameter}` };
}

/**
 * The requests of a project. Properties become variables. The values of those that are secrets by
 * their name, and passwords, are left empty. A request that HTTP cannot carry is left out.
 */
export function httpRequests(project: SoapUiProject): HttpRequests {
  const { name, interfaces, requests } = project;
  const texts = new PropertyTexts(propertyBudget(project.characters));
  const notes: string[] = [];
  const owners = new Map(interfaces.map((one) => [one.name, one]));
  const found = requests.flatMap((request): readonly SampleRequest[] => {
    const own = owners.get(request.interface);
    if (own === undefined || request.envelope === '') return [];
    const label = `the request '${request.name}' of ${request.interface}.${request.operation}`;
    const flaw = flawOf(request, own);
    if (flaw !== undefined) {
      notes.push(
        `${label} is left out: ${flaw} cannot be sent, because of a line break or the like`,
      );
      return [];
    }
    const sample = sampleOf(request, own, texts);
    for (const [header, value] of Object.entries(sample.headers)) {
      if (headerLine(value) !== value.replace(/\0(\w+)\0/g, '{{$1}}')) {
        notes.push(`${header} of ${label} has braces, and is written as ${headerLine(value)}`);
      }
    }
    return [sample];
  });
  if (found.length === 0) return { text: undefined, withheld: [], notes };
  const collected = collectRequests(name, found, texts.variables);
  const withheld = collected.variables.filter((one) => one.isSecret).map((one) => one.name);
  const shown = collected.variables.map((one) => (one.isSecret ? { ...one, value: '' } : one));
  return { text: writeHttp({ ...collected, variables: shown }), withheld, notes };
}

function sampleOf(
  request: ProjectRequest,
  own: ProjectInterface,
  texts: PropertyTexts,
): SampleRequest {
  const { endpoint, scope, username } = request;
  const password = username === undefined ? '' : texts.variables.use('password', '');
  return {
    service: request.interface,
    operation: request.operation,
    binding: own.isSoap12 ? 'SOAP 1.2' : 'SOAP 1.1',
    documentation: request.name,
    method: 'POST',
    url: texts.of(endpoint, scope) || 'http://localhost',
    headers: {
      ...soapHeadersOf(own, request.operation),
      ...(username === undefined ? {} : { Authorization: `Basic ${username} ${password}` }),
    },
    body: texts.of(request.envelope, scope),
  };
}

/** What of a request HTTP cannot carry. */
function flawOf(request: ProjectRequest, { actions }: ProjectInterface): string | undefined {
  if (/[\s\p{Cc}]/u.test(request.endpoint.replace(propertyUse, ''))) return 'its address';
  if (/\p{Cc}/u.test(actions.get(request.operation) ?? '')) return 'its SOAP action';
  return /\p{Cc}/u.test(request.username ?? '') ? 'its user name' : undefined;
}

/**
 * Texts whose properties are variables. The value of one that no reader would take as it is
 * replaces it.
 */
class PropertyTexts {
  readonly variables: Variables = new Variables();
  readonly #budget: PropertyBudget;
  /** What replaces a property, by its use and its value: one may be long, and used often. */
  readonly #known = new Map<string, Map<string, string>>();

  constructor(budget: PropertyBudget) {
    this.#budget = budget;
  }

  of(text: string, scope: PropertyScope): string {
    return text.replace(propertyUse, (whole: string, use: string) => {
      if (this.#budget.left < 0) return whole;
      const raw = rawValue(use, scope) ?? '';
      const known = this.#known.get(use)?.get(raw);
      const made = known ?? this.#textOf(use, withProperties(raw, scope, this.#budget));
      if (known === undefined && !raw.includes('${')) {
        this.#known.set(use, (this.#known.get(use) ?? new Map<string, string>()).set(raw, made));
      }
      this.#budget.left -= made.length;
      return this.#budget.left < 0 ? whole : made;
    });
  }

  #textOf(use: string, value: string): string {
    const [owner, own] = namesOf(use);
    if (!isPlainValue(value) && !isSecretName(own)) return value;
    const numbered = (name: string, count: number): string =>
      `${owner}${count === 2 ? '' : count - 1}_${name}`;
    return this.variables.use(own, value, numbered);
  }
}

/**
 * Names of a property and its owner. The owner comes first where another property, or the same
 * of another test case, has another value.
 */
function namesOf(use: string): readonly [owner: string, own: string] {
  const parts = use.split('#').filter((one) => one.trim() !== '');
  const [owner = '', own = ''] = [parts.slice(0, -1).join('_'), parts.at(-1) ?? 'value'].map(
    (one) => one.trim().replace(/[^A-Za-z0-9_]+/g, '_') || 'value',
  );
  return [owner, own];
}

/** Namespace of SoapUI's projects. */
const namespace = 'http://eviware.com/soapui/config';

/** A document that a project holds. */
interface CachedPart {
  readonly url: string;
  readonly text: string;
}

/** A request that a project holds. */
interface ProjectRequest {
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
interface ProjectInterface {
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
interface MockResponse {
  readonly service: string;
  readonly name: string;
  readonly interface: string;
  readonly operation: string;
  readonly status: number;
  readonly envelope: string;
  readonly scope: PropertyScope;
}

/** What a SoapUI project says. */
interface SoapUiProject {
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
