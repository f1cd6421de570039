import type { BindingKind } from '../model/wsdl.ts';
import { camelName } from '../names/identifiers.ts';
import {
  type ContractNames,
  facetOf,
  handlerArguments,
  handlerParameters,
  identityParameter,
  mockNames,
  type Subject,
  sessionParameter,
  stateParameter,
  subjectsOf,
} from '../plan/contract-names.ts';
import {
  attachmentNames,
  createImports,
  functionEntries,
  type ImportNotes,
  keepNotes,
  localSpecifier,
  type ModuleImports,
  objectOf,
  relativeEnding,
  runtimeClauses,
  sidesOf,
  valueNode,
} from '../plan/imports.ts';
import {
  handlerDocumentation,
  handlerTypeArguments,
  mayStream,
  serviceDocumentation,
} from '../plan/operation-docs.ts';
import type {
  ContractPlan,
  HandlerMember,
  HandlersPlan,
  InterfacePlan,
  OperationPlan,
  ScriptPlan,
  ServicePlan,
} from '../plan/result.ts';
import { kebabName, planFileNames } from '../plan/settings.ts';
import {
  commentText,
  docContent,
  type InterfaceView,
  interfaceView,
  type ModuleClause,
  moduleClauses,
  namedEntry,
  type PropertyView,
  propertyView,
  stringLiteral,
  stringNode,
} from '../print/encode.ts';
import {
  fits,
  indentation,
  laidOut,
  parameterList,
  typeArguments,
  typeParameters,
} from '../print/layout.ts';
import { array, arrow, call, type Expression, entry, object } from '../print/node.ts';
import { announcedFor } from './operations.ts';

/** Data for `server.hbs`. */
interface ServerView {
  readonly imports: readonly ModuleClause[];
  /**
   * Specifier of the documentation, as a string literal; `undefined` without target `docs`. It is
   * loaded on the first request for it.
   */
  readonly documentation: string | undefined;
  /**
   * Interfaces of handlers, in the order of the services; that of the whole contract comes last.
   */
  readonly interfaces: readonly InterfaceView[];
  /** Functions `create…`, in the same order. */
  readonly factories: readonly ServerFactoryView[];
  /** Functions that connect handlers to their operations. */
  readonly routes: readonly RoutesView[];
}

/** `create…Server`. */
interface ServerFactoryView {
  readonly doc: string;
  /** Its name, with its type parameters. */
  readonly name: string;
  /** Its parameters in parentheses. */
  readonly parameters: string;
  /** The call that creates the server. */
  readonly result: string;
}

/** Plans `server.ts`. */
export function planServerView(contract: ContractPlan, names: ContractNames): ServerView {
  const imports = createImports(contract);
  for (const name of ['IdentityOf', 'Route', 'Server', 'ServerOptions'])
    imports.type('runtime', name);
  imports.value('runtime', 'createServer');
  const documented = contract.options.targets.includes('docs');
  if (documented) imports.value('runtime', 'createDocuments');
  const shared = contract.options.targets.includes('soap');
  const interfaces: InterfaceView[] = [];
  const routes: RoutesView[] = [];

  for (const service of contract.services) {
    for (const one of service.interfaces) {
      const content = planServerMembers(one, names, imports, contract.scripts);
      const main = one === service.interfaces[0];
      interfaces.push(planHandlersInterface(service, one, names, content));
      routes.push(planRoutes(service, one, names, { ...content, exported: shared && main }));
    }
  }

  const subjects = subjectsOf(contract, names);
  const whole = subjects.find(({ service }) => service === undefined);
  if (whole !== undefined) {
    const doc = docContent([`What you implement to serve ${whole.label}.`]);
    const members = contract.services.map((service) => {
      const { handlers } = facetOf(names.services, service);
      const lines = serviceDocumentation(service);
      return handlersProperty(lines, service.property, handlers);
    });
    interfaces.push(handlersView(doc, whole.own.handlers, members));
    const parts = contract.services.map((service) => ({
      routes: facetOf(names.services, service).routes,
      handlers: `handlers.${service.property}`,
    }));
    routes.push({ ...routesView(whole.own, [], shared), result: spreadRoutes(parts) });
  }
  if (routes.some(({ result }) => result === undefined)) imports.type('runtime', 'Routes');
  const specifier = stringLiteral(localSpecifier(contract.options, 'docs'));
  return {
    imports: imports.clauses(),
    documentation: documented ? specifier : undefined,
    interfaces,
    factories: subjects.map((one) => planFactory(one, documented)),
    routes,
  };
}

function planFactory({ own, label }: Subject, documented: boolean): ServerFactoryView {
  const { createServer: name, handlers, routes } = own;
  const types = typeParameters({
    before: `export function ${name}`,
    items: [`${stateParameter} = unknown`, '$Security = never', `${sessionParameter} = undefined`],
    after: '(',
  });
  const documents = documented ? [call('createDocuments', 'documentation')] : [];
  const items = [`${routes}(handlers)`, 'options', ...documents];
  return {
    doc: docContent([
      `Creates a server of ${label}.`,
      '',
      '@example',
      `const server = ${name}(handlers);`,
      "createServer(server.listener).listen(8080); // createServer of 'node:http'",
    ]),
    name: name + types,
    parameters: parameterList({
      before: types.includes('\n') ? '>' : `export function ${name}${types}`,
      items: [
        handlersParameter(handlers, [stateParameter, 'IdentityOf<$Security>', sessionParameter]),
        `options: ServerOptions<${stateParameter}, $Security, ${sessionParameter}> = {}`,
      ],
      after: ': Server {',
    }),
    result: laidOut('return', call('createServer', ...items), ';', 1).slice('return '.length, -1),
  };
}

/** Plans the handlers of an interface. */
function planServerMembers(
  plan: InterfacePlan,
  names: ContractNames,
  imports: ImportNotes,
  scripts: ContractPlan['scripts'],
): HandlersContent {
  return {
    members: plan.operations.map((operation) => {
      const { method } = operation;
      const type = imports.type('runtime', mayStream(operation) ? 'StreamingHandler' : 'Handler');
      const items = handlerTypeArguments(operation, names, imports);
      const before = `readonly ${method}: ${type}`;
      const given = typeArguments({ before, items, after: ';', indent: 1 });
      return propertyView(handlerDocumentation(operation), method, type + given);
    }),
    routes: plan.operations.map((one) =>
      laidOut('', operationRoute(one, scripts.get(one), imports, handlerCall(one.method)), ',', 2),
    ),
  };
}

/** The runtime's names for the protocols of a server. */
const protocols: Readonly<Record<BindingKind, string>> = {
  soap11: 'soap11Server',
  soap12: 'soap12Server',
  httpGet: 'httpGetServer',
  httpPost: 'httpPostServer',
};

/** The runtime's name for the protocol of an operation. */
function serverProtocol(operation: OperationPlan, kind: BindingKind): string {
  if (announcedFor(operation, kind) === undefined) return protocols[kind];
  return kind === 'soap11' ? 'addressedSoap11Server' : 'addressedSoap12Server';
}

/**
 * The route of an operation as an object; for a program that uses it itself without its handler.
 *
 * @param handler the function that calls it
 */
export function operationRoute(
  operation: OperationPlan,
  script: ScriptPlan | undefined,
  notes: ImportNotes = keepNotes(),
  handler?: Expression,
): Expression {
  const names = operation.bindings.map((kind) => serverProtocol(operation, kind));
  const all = script === undefined ? names : ['scriptServer', 'scriptProxyServer', ...names];
  return objectOf(
    entry('operation', valueNode(notes, 'operations', operation.descriptor)),
    entry('server', array(all.map((name) => valueNode(notes, 'runtime', name)))),
    entry('codec', serverFunctions(operation, notes)),
    script && entry('script', scriptObject(script, notes)),
    handler && entry('handler', handler),
  );
}

/** What a server reads and writes the messages of an operation with. */
function serverFunctions(plan: OperationPlan, notes: ImportNotes): Expression {
  const { readRequest, writeResponse, attachResponse } = plan.functions;
  const { readForm, readDocument, writeResult, stream } = plan.functions;
  const references = plan.encoded && writeResponse !== undefined;
  const records = mayStream(plan);
  const http = { attachResponse, readForm, readDocument, writeResult };
  const entries = [
    ...functionEntries({ readRequest, writeResponse }, notes),
    ...(references ? [entry('encode', valueNode(notes, 'runtime', 'writeReferences'))] : []),
    ...(plan.inputHeaders.some((one) => one.encoded)
      ? [entry('readHeaders', valueNode(notes, 'runtime', 'readEncodedHeaders'))]
      : []),
    ...attachmentNames('inputAttachments', plan.inputAttachments),
    ...(plan.mtom.response ? [entry('mtom', valueNode(notes, 'runtime', 'mtom'))] : []),
    ...(plan.byteStreams.request
      ? [entry('receiveParts', valueNode(notes, 'runtime', 'receiveParts'))]
      : []),
    ...(plan.byteStreams.response
      ? [entry('sendStreams', valueNode(notes, 'runtime', 'sendStreams'))]
      : []),
    ...functionEntries(http, notes),
    ...(records ? [entry('records', valueNode(notes, 'runtime', 'recordSender'))] : []),
    ...functionEntries({ writeRecord: stream?.writeRecord }, notes),
    ...contentTypeEntry(plan),
  ];
  return object(entries, true);
}

/** The messages of an operation that scripts may call. */
function scriptObject({ input, output, get }: ScriptPlan, notes: ImportNotes): Expression {
  return object([
    ...functionEntries({ input, output }, notes),
    ...(get ? [entry('get', true)] : []),
  ]);
}

/** The content type of a handler's result, if that is not XML and the contract has one. */
function contentTypeEntry({ operation }: OperationPlan): readonly Expression[] {
  const output = (operation.httpGet ?? operation.httpPost)?.output;
  const type = output?.kind === 'mimeContent' ? output.type : undefined;
  if (operation.written === undefined || type === undefined || type.includes('*')) return [];
  return [entry('contentType', stringNode(type))];
}

/** Called as a method, so that handlers may be an instance of a class. */
function handlerCall(method: string): Expression {
  return arrow('(input, context)', `handlers.${method}(input, context)`);
}

/** A function that connects handlers to their operations. */
interface RoutesView {
  readonly doc: string;
  /** Whether `soap.ts` imports it. */
  readonly exported: boolean;
  readonly name: string;
  /** Its parameters in parentheses. */
  readonly parameters: string;
  /**
   * If there are only routes of other functions, as for a contract: the array of them. Else
   * `undefined`.
   */
  readonly result: string | undefined;
  /** Routes as objects, in the order of the contract: an operation and its handler. */
  readonly routes: readonly string[];
  /** Calls whose routes follow, for further ports. */
  readonly spread: readonly string[];
}

/** The handlers of an interface: in it and in the function that connects them. */
interface HandlersContent {
  readonly members: readonly PropertyView[];
  readonly routes: RoutesView['routes'];
}

/**
 * The interface for the handlers of a service's interface. Those of other interfaces are in
 * sub-objects of the first.
 */
function planHandlersInterface(
  service: ServicePlan,
  plan: InterfacePlan,
  names: ContractNames,
  { members }: HandlersContent,
): InterfaceView {
  const main = plan === service.interfaces[0];
  const subject = main
    ? `service \`${commentText(service.service.name)}\``
    : `port \`${commentText(plan.interface.name)}\``;
  const objects = (main ? service.interfaces.slice(1) : []).map((other) =>
    handlersProperty(
      [`Operations of port \`${commentText(other.interface.name)}\`.`],
      other.property,
      facetOf(names.interfaces, other).handlers,
    ),
  );
  const doc = docContent([
    `What you implement to serve ${subject}: a function for each operation.`,
    `\`${stateParameter}\` is what the \`context\` option makes of a request,`,
    `\`${identityParameter}\` what the \`security\` option finds out of its sender,`,
    `\`${sessionParameter}\` what the \`sessions\` option keeps for them.`,
  ]);
  const { handlers } = facetOf(names.interfaces, plan);
  return handlersView(doc, handlers, [...members, ...objects]);
}

/** A property with handlers of their own. */
function handlersProperty(lines: readonly string[], name: string, handlers: string): PropertyView {
  const before = `readonly ${name}: ${handlers}`;
  const types = typeArguments({ before, items: handlerParameters, after: ';', indent: 1 });
  return propertyView(lines, name, handlers + types);
}

/** The parameter of a function that takes handlers. */
function handlersParameter(handlers: string, items: readonly string[]): string {
  const before = `handlers: ${handlers}`;
  return before + typeArguments({ before, items, after: ',', indent: 1 });
}

/** An interface of handlers with its content. */
function handlersView(doc: string, name: string, members: readonly PropertyView[]): InterfaceView {
  const parameters = typeParameters({
    before: `export interface ${name}`,
    items: handlerParameters.map((one) => `${one} = unknown`),
    after: ' {',
  });
  return interfaceView(doc, name + parameters, members);
}

/** The content of the function of routes, and whether `soap.ts` needs it. */
interface RoutesContent extends Pick<HandlersContent, 'routes'> {
  readonly exported: boolean;
}

/** The function that creates the routes of {@link planHandlersInterface}. */
function planRoutes(
  service: ServicePlan,
  plan: InterfacePlan,
  names: ContractNames,
  { routes, exported }: RoutesContent,
): RoutesView {
  const own = facetOf(names.interfaces, plan);
  const others = (plan === service.interfaces[0] ? service.interfaces.slice(1) : []).map(
    (other) => ({
      routes: facetOf(names.interfaces, other).routes,
      handlers: `handlers.${other.property}`,
    }),
  );
  return {
    ...routesView(own, routes, exported),
    spread: others.map((other) => spreadLine(other).slice(3, -1)),
  };
}

/** A function with nothing but its own routes. */
function routesView(
  own: { readonly handlers: string; readonly routes: string },
  routes: RoutesView['routes'],
  exported: boolean,
): RoutesView {
  return {
    doc: docContent([`Ties \`${own.handlers}\` to their operations.`]),
    exported,
    name: own.routes,
    parameters: parameterList({
      before: `${exported ? 'export ' : ''}function ${own.routes}${handlerArguments}`,
      items: [handlersParameter(own.handlers, handlerParameters)],
      after: ': readonly Route[] {',
    }),
    result: undefined,
    routes,
    spread: [],
  };
}

/** Routes for handlers, returned by another function. */
interface SpreadRoutes {
  readonly routes: string;
  readonly handlers: string;
}

/** Routes of several functions, on one line if they fit, else one function on each. */
function spreadRoutes(parts: readonly SpreadRoutes[]): string {
  const items = parts.map(({ routes, handlers }) => `...${routes}(${handlers})`);
  const flat = `[${items.join(', ')}]`;
  if (fits(`return ${flat};`, 1)) return flat;
  const lines = parts.map((part) => `${indentation(2)}${spreadLine(part)}\n`);
  return `[\n${lines.join('')}${indentation(1)}]`;
}

function spreadLine({ routes, handlers }: SpreadRoutes): string {
  return laidOut('', call(`...${routes}`, handlers), ',', 2);
}

/** Data for `handlers.hbs`: the initial content of the file. */
interface HandlersFileView {
  readonly imports: readonly ModuleClause[];
  readonly doc: string;
  /** Name of the constant. */
  readonly name: string;
  /** The interface to implement; absent in JavaScript, where `doc` mentions it. */
  readonly type: string | undefined;
  /** A handler for each operation, or the handlers of a port that differs from the first. */
  readonly handlers: readonly HandlerMember[];
}

/** Plans the handlers file of each service: its required and its initial content. */
export function planHandlers(
  contract: ContractPlan,
  names: ContractNames,
): readonly HandlersPlan[] {
  const { options, services } = contract;
  if (!options.targets.includes('handlers')) return [];
  const files = planFileNames(services.map((one) => kebabName(one.service.name) || 'service'));
  const usable = [...files.values()];
  const module = `${options.handlersFrom ?? '.'}/index${relativeEnding(options)}`;
  return services.map((service, index) => {
    const own = facetOf(names.services, service);
    const members = membersOf(service);
    const isScript = options.emit === 'js';
    const doc = docContent([
      `Handlers of service \`${commentText(service.service.name)}\`.`,
      'This file is yours: asmx-gen adds a stub of each new operation ' +
        'and leaves everything else as it is.',
      ...(isScript
        ? ['', `@type {import(${commentText(stringLiteral(module))}).${own.handlers}}`]
        : []),
    ]);
    const types = isScript ? [] : [own.handlers];
    const view: HandlersFileView = {
      imports: moduleClauses({ types, values: ['notImplemented'] }, module),
      doc,
      name: `${camelName(service.name)}Handlers`,
      type: isScript ? undefined : own.handlers,
      handlers: members,
    };
    return {
      path: `${usable[index] ?? 'service'}.${isScript ? 'js' : 'ts'}`,
      service: service.service.name,
      interface: own.handlers,
      factory: own.createServer,
      module,
      members,
      view,
    };
  });
}

function membersOf(service: ServicePlan): readonly HandlerMember[] {
  const [main, ...others] = service.interfaces;
  return [
    ...(main?.operations ?? []).map(({ method }) => ({ name: method })),
    ...others.map((other) => ({
      name: other.property,
      members: other.operations.map(({ method }) => ({ name: method })),
    })),
  ];
}

/** Data for `testing.hbs`. */
interface TestingView {
  readonly imports: readonly ModuleClause[];
  /** Schemas of results by name of the descriptor; none without client and server. */
  readonly results: readonly string[];
  /** Functions `createMock…`; none without target `server`. */
  readonly mocks: readonly MockView[];
}

/** `createMock…Server`. */
interface MockView {
  readonly doc: string;
  readonly name: string;
  /** Its parameters in parentheses. */
  readonly parameters: string;
  /** The call that creates the server. */
  readonly result: string;
}

/** Plans `testing.ts`, for the tests of callers and servers. */
export function planTestingView(contract: ContractPlan, names: ContractNames): TestingView {
  const { client, server } = sidesOf(contract.options);
  const imports = createImports(contract);
  const output = (operation: OperationPlan): string =>
    imports.value('schemas', contract.operationSchemas.get(operation)?.output ?? '');
  const results = contract.operations.map((operation) => {
    imports.value('operations', operation.descriptor);
    return laidOut('', namedEntry(operation.descriptor, output(operation)), ',', 1);
  });
  const mocks = server ? planMocks(contract, names, imports, output) : [];
  const types = ['ResultSchemas', 'SampleOptions', 'SampleSource'];
  const mockTypes = ['MockHandlers', 'MockServer', 'ServerOptions'];
  const values = [
    ...(server ? ['createMock'] : []),
    ...(client || server ? ['resultSchemas'] : []),
    'sampleFrom',
  ];
  return {
    imports: [
      ...runtimeClauses(contract, 'testing', {
        types: server ? [...types, ...mockTypes] : types,
        values,
      }),
      ...(client || server ? imports.clauses() : []),
    ],
    results: client || server ? results : [],
    mocks,
  };
}

function planMocks(
  contract: ContractPlan,
  names: ContractNames,
  imports: ModuleImports,
  output: (operation: OperationPlan) => string,
): readonly MockView[] {
  const given = mockNames(contract, names);
  const mock = ({ own, label }: Subject, results: Expression): MockView => {
    const { createServer, handlers } = own;
    const name = given.get(own) ?? '';
    imports.type('server', handlers);
    const create = imports.value('server', createServer);
    return {
      doc: docContent([
        `Creates a server of ${label} that records its calls.`,
        '',
        '@param handlers Operations without one answer with samples.',
      ]),
      name,
      parameters: parameterList({
        before: `export function ${name}`,
        items: [`handlers: MockHandlers<${handlers}> = {}`, 'options: ServerOptions = {}'],
        after: ': MockServer {',
      }),
      result: laidOut('return', call('createMock', create, results, 'handlers', 'options'), ';', 1),
    };
  };
  const all = (): Expression => {
    const entries = contract.services.map((service) =>
      namedEntry(service.property, serviceResults(service, output)),
    );
    return object(entries, true);
  };
  return subjectsOf(contract, names).map((one) =>
    mock(one, one.service === undefined ? all() : serviceResults(one.service, output)),
  );
}

/** Schemas of the results of a service by method, in the structure of its handlers. */
function serviceResults(
  { interfaces }: ServicePlan,
  output: (operation: OperationPlan) => string,
): Expression {
  const entries = interfaces.map(({ operations }) =>
    operations.map((operation) => namedEntry(operation.method, output(operation))),
  );
  const [main = [], ...others] = entries;
  const ports = others.map((one, index) =>
    namedEntry(interfaces[index + 1]?.property ?? '', object(one, true)),
  );
  return object([...main, ...ports], true);
}
