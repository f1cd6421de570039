import type { BindingKind } from '../model/wsdl.ts';
import { camelName } from '../names/identifiers.ts';
import {
  type FactorySubject,
  type FileNames,
  facetOf,
  identityParameter,
  mockNames,
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
  constantView,
  type DeclarationView,
  type FileView,
  fileView,
  functionView,
  type InterfaceMember,
  interfaceView,
  printedConstant,
} from '../print/declaration.ts';
import {
  commentText,
  moduleClauses,
  namedEntry,
  stringLiteral,
  stringNode,
} from '../print/encode.ts';
import { laidOut, typeArguments, typeParameters } from '../print/layout.ts';
import {
  arrayNode,
  arrow,
  call,
  type Expression,
  entry,
  objectNode,
  textNode,
  wrappedNode,
} from '../print/node.ts';
import { announcedFor } from './operations.ts';

/** Plans `server.ts`. */
export function planServerFile(contract: ContractPlan, names: FileNames): FileView {
  const imports = createImports(contract);
  for (const name of ['IdentityOf', 'Route', 'Server', 'ServerOptions'])
    imports.type('runtime', name);
  imports.value('runtime', 'createServer');
  const documented = contract.options.targets.includes('docs');
  if (documented) imports.value('runtime', 'createDocuments');
  const shared = contract.options.targets.includes('soap');
  const interfaces: DeclarationView[] = [];
  const routes: DeclarationView[] = [];

  for (const service of contract.services) {
    for (const one of service.interfaces) {
      const content = planServerMembers(one, names, imports, contract.scripts);
      const main = one === service.interfaces[0];
      interfaces.push(planHandlersInterface(service, one, names, content));
      routes.push(interfaceRoutes(service, one, names, { ...content, exported: shared && main }));
    }
  }

  const subjects = subjectsOf(contract, names);
  const whole = subjects.find(({ service }) => service === undefined);
  if (whole !== undefined) {
    const doc = [`What you implement to serve ${whole.label}.`];
    const members = contract.services.map((service) => {
      const { handlers } = facetOf(names.services, service);
      const lines = serviceDocumentation(service);
      return handlersProperty(lines, service.property, handlers);
    });
    interfaces.push(handlersView(doc, whole.own.handlers, members));
    const parts = contract.services.map((service) =>
      spreadRoutes(facetOf(names.services, service).routes, service.property),
    );
    routes.push(routesFunction(whole.own, arrayNode(parts), shared));
  }
  if (contract.services.length > 0) imports.type('runtime', 'Routes');
  const specifier = stringLiteral(localSpecifier(contract.options, 'docs'));
  const loading = printedConstant({
    doc: ['WSDL and help pages: loaded on the first request that asks for them.'],
    exported: false,
    name: 'documentation',
    type: undefined,
    value: ` () => import(${specifier})`,
  });
  return fileView(imports.clauses(), [
    ...(documented ? [loading] : []),
    ...interfaces,
    ...subjects.map((one) => serverFactory(one, documented)),
    ...routes,
  ]);
}

function serverFactory({ own, label }: FactorySubject, documented: boolean): DeclarationView {
  const { createServer: name, handlers, routes } = own;
  const types = typeParameters({
    before: `export function ${name}`,
    items: [`${stateParameter} = unknown`, '$Security = never', `${sessionParameter} = undefined`],
    after: '(',
  });
  const documents = documented ? [call('createDocuments', 'documentation')] : [];
  const parameters = [stateParameter, 'IdentityOf<$Security>', sessionParameter];
  return functionView({
    doc: [
      `Creates a server of ${label}.`,
      '',
      '@example',
      `const server = ${name}(handlers);`,
      "createServer(server.listener).listen(8080); // createServer of 'node:http'",
    ],
    name,
    types,
    parameters: [
      handlersParameter(handlers, parameters),
      `options: ServerOptions<${stateParameter}, $Security, ${sessionParameter}> = {}`,
    ],
    type: 'Server',
    result: call('createServer', `${routes}(handlers)`, 'options', ...documents),
  });
}

/** Plans the handlers of an interface. */
function planServerMembers(
  plan: InterfacePlan,
  names: FileNames,
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
      return { doc: handlerDocumentation(operation), name: method, type: type + given };
    }),
    routes: plan.operations.map((one) => planRoute(one, scripts.get(one), imports)),
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

/** The route of an operation. */
function planRoute(
  operation: OperationPlan,
  script: ScriptPlan | undefined,
  notes: ImportNotes,
): Expression {
  // called as a method, so that handlers may be an instance of a class
  const handler = textNode(`handlers.${operation.method}(input, context)`);
  const handled = entry('handler', arrow('(input, context)', handler));
  return objectNode([...routeEntries(operation, script, notes), handled], true);
}

/** A route without its handler, for a program that uses it itself. */
export function operationRoute(operation: OperationPlan, script?: ScriptPlan): Expression {
  return objectNode(routeEntries(operation, script, keepNotes()));
}

/** The properties of a route that do not depend on its handler. */
function routeEntries(
  operation: OperationPlan,
  script: ScriptPlan | undefined,
  notes: ImportNotes,
): readonly Expression[] {
  const names = operation.bindings.map((kind) => serverProtocol(operation, kind));
  const all = script === undefined ? names : ['scriptServer', 'scriptProxyServer', ...names];
  return [
    entry('operation', valueNode(notes, 'operations', operation.descriptor)),
    entry('server', arrayNode(all.map((name) => valueNode(notes, 'runtime', name)))),
    entry('codec', serverFunctions(operation, notes)),
    ...(script === undefined ? [] : [entry('script', scriptObject(script, notes))]),
  ];
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
  return objectNode(entries, true);
}

/** The messages of an operation that scripts may call. */
function scriptObject({ input, output, get }: ScriptPlan, notes: ImportNotes): Expression {
  return objectNode([
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

/** The handlers of an interface: in it and in the function that connects them. */
interface HandlersContent {
  readonly members: readonly InterfaceMember[];
  readonly routes: readonly Expression[];
}

/**
 * The interface for the handlers of a service's interface. Those of other interfaces are in
 * sub-objects of the first.
 */
function planHandlersInterface(
  service: ServicePlan,
  plan: InterfacePlan,
  names: FileNames,
  { members }: HandlersContent,
): DeclarationView {
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
  const doc = [
    `What you implement to serve ${subject}: a function for each operation.`,
    `\`${stateParameter}\` is what the \`context\` option makes of a request,`,
    `\`${identityParameter}\` what the \`security\` option finds out of its sender,`,
    `\`${sessionParameter}\` what the \`sessions\` option keeps for them.`,
  ];
  const { handlers } = facetOf(names.interfaces, plan);
  return handlersView(doc, handlers, [...members, ...objects]);
}

/** The type parameters of interfaces of handlers. */
const handlerParameters: readonly string[] = [stateParameter, identityParameter, sessionParameter];

/** The type arguments of interfaces of handlers, by these parameters. */
const handlerArguments: string = `<${handlerParameters.join(', ')}>`;

/** A property with handlers of their own. */
function handlersProperty(doc: readonly string[], name: string, handlers: string): InterfaceMember {
  const before = `readonly ${name}: ${handlers}`;
  const types = typeArguments({ before, items: handlerParameters, after: ';', indent: 1 });
  return { doc, name, type: handlers + types };
}

/** The parameter of a function that takes handlers. */
function handlersParameter(handlers: string, items: readonly string[]): string {
  const before = `handlers: ${handlers}`;
  return before + typeArguments({ before, items, after: ',', indent: 1 });
}

/** An interface of handlers with its content. */
function handlersView(
  doc: readonly string[],
  name: string,
  members: readonly InterfaceMember[],
): DeclarationView {
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
function interfaceRoutes(
  service: ServicePlan,
  plan: InterfacePlan,
  names: FileNames,
  { routes, exported }: RoutesContent,
): DeclarationView {
  const others = (plan === service.interfaces[0] ? service.interfaces.slice(1) : []).map((other) =>
    spreadRoutes(facetOf(names.interfaces, other).routes, other.property),
  );
  const result = wrappedNode('', arrayNode([...routes, ...others]), ' satisfies Routes');
  return routesFunction(facetOf(names.interfaces, plan), result, exported);
}

function routesFunction(
  { handlers, routes: name }: { readonly handlers: string; readonly routes: string },
  result: Expression,
  exported: boolean,
): DeclarationView {
  return functionView({
    doc: [`Ties \`${handlers}\` to their operations.`],
    exported,
    name,
    types: handlerArguments,
    parameters: [handlersParameter(handlers, handlerParameters)],
    type: 'readonly Route[]',
    result,
  });
}

/** The routes of handlers that are a property, which another function returns. */
function spreadRoutes(routes: string, property: string): Expression {
  return call(`...${routes}`, `handlers.${property}`);
}

/** Plans the handlers file of each service: its required and its initial content. */
export function planHandlers(contract: ContractPlan, names: FileNames): readonly HandlersPlan[] {
  const { options, services } = contract;
  if (!options.targets.includes('handlers')) return [];
  const files = planFileNames(services.map((one) => kebabName(one.service.name) || 'service'));
  const usable = [...files.values()];
  const module = `${options.handlersFrom ?? '.'}/index${relativeEnding(options)}`;
  return services.map((service, index) => {
    const own = facetOf(names.services, service);
    const members = membersOf(service);
    const isScript = options.emit === 'js';
    const doc = [
      `Handlers of service \`${commentText(service.service.name)}\`.`,
      'This file is yours: asmx-gen adds a stub of each new operation ' +
        'and leaves everything else as it is.',
      ...(isScript
        ? ['', `@type {import(${commentText(stringLiteral(module))}).${own.handlers}}`]
        : []),
    ];
    const types = isScript ? [] : [own.handlers];
    const constant = constantView({
      doc,
      exported: true,
      name: `${camelName(service.name)}Handlers`,
      type: isScript ? undefined : own.handlers,
      value: handlersObject(members),
    });
    const imported = moduleClauses({ types, values: ['notImplemented'] }, module);
    return {
      path: `${usable[index] ?? 'service'}.${isScript ? 'js' : 'ts'}`,
      service: service.service.name,
      interface: own.handlers,
      factory: own.createServer,
      module,
      members,
      view: fileView(imported, [constant]),
    };
  });
}

/** Handlers that are not implemented, those of further ports in objects of their own. */
function handlersObject(members: readonly HandlerMember[]): Expression {
  const entries = members.map((one) =>
    entry(one.name, one.members === undefined ? 'notImplemented' : handlersObject(one.members)),
  );
  return objectNode(entries, true);
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

/** Plans `testing.ts`, for the tests of callers and servers. */
export function planTestingFile(contract: ContractPlan, names: FileNames): FileView {
  const { client, server } = sidesOf(contract.options);
  const imports = createImports(contract);
  const schemaOf = (operation: OperationPlan, of: 'input' | 'output'): string =>
    imports.value('schemas', contract.operationSchemas.get(operation)?.[of] ?? '');
  const output = (operation: OperationPlan): string => schemaOf(operation, 'output');
  const hasOperations = contract.operations.length > 0 && (client || server);
  const schemas = (name: string, doc: string, of: 'input' | 'output'): DeclarationView => {
    const lines = contract.operations.map((operation) => {
      imports.value('operations', operation.descriptor);
      const entry = namedEntry(operation.descriptor, schemaOf(operation, of));
      return `  ${laidOut('', entry, ',', 1)}\n`;
    });
    const value = hasOperations ? `resultSchemas($operations, {\n${lines.join('')}})` : 'new Map()';
    const type = 'ResultSchemas';
    return printedConstant({
      doc: [doc],
      exported: false,
      name,
      type,
      value: ` /* @__PURE__ */ ${value}`,
    });
  };
  const results = schemas('results', 'Schemas of the results of operations.', 'output');
  const inputs = hasOperations
    ? [schemas('inputs', 'Schemas of the inputs of operations.', 'input')]
    : [];
  const mocks = server ? planMocks(contract, names, imports, output) : [];
  const types = ['ResultSchemas', 'SampleOptions', 'SampleSource'];
  const controlTypes = hasOperations ? ['MockControl', 'MockControlOptions'] : [];
  const mockTypes = server ? ['MockHandlers', 'MockServer', 'ServerOptions'] : [];
  const values = [
    ...(hasOperations ? ['controlOf'] : []),
    ...(server ? ['createMock'] : []),
    ...(client || server ? ['resultSchemas'] : []),
    'sampleFrom',
  ];
  return fileView(
    [
      ...runtimeClauses(contract, 'testing', {
        types: [...controlTypes, ...mockTypes, ...types].sort(),
        values,
      }),
      ...(client || server ? imports.clauses() : []),
    ],
    [results, ...inputs, sampleFunction, ...mocks, ...(hasOperations ? [controlFunction] : [])],
  );
}

const controlFunction: DeclarationView = functionView({
  doc: [
    'Steers an `asmx-gen serve --control` of this contract in another process.',
    '',
    '@param options Its address or socket, and its token.',
  ],
  name: 'createControl',
  parameters: ['options: MockControlOptions'],
  type: 'MockControl',
  result: 'controlOf(inputs, results, options)',
});

const sampleFunction: DeclarationView = functionView({
  doc: [
    'A valid value of a type, or a valid result of an operation; the same for the same seed.',
    '',
    '@throws RangeError the type requires a value of itself',
  ],
  name: 'sample',
  types: '<T>',
  parameters: ['source: SampleSource<T>', 'options?: SampleOptions'],
  type: 'T',
  result: 'sampleFrom(results, source, options)',
});

function planMocks(
  contract: ContractPlan,
  names: FileNames,
  imports: ModuleImports,
  output: (operation: OperationPlan) => string,
): readonly DeclarationView[] {
  const given = mockNames(contract, names);
  const mock = ({ own, label }: FactorySubject, results: Expression): DeclarationView => {
    const { createServer, handlers } = own;
    const name = given.get(own) ?? '';
    imports.type('server', handlers);
    const create = imports.value('server', createServer);
    return functionView({
      doc: [
        `Creates a server of ${label} that records its calls.`,
        '',
        '@param handlers Operations without one answer with samples.',
      ],
      name,
      parameters: [`handlers: MockHandlers<${handlers}> = {}`, 'options: ServerOptions = {}'],
      type: 'MockServer',
      result: call('createMock', create, results, 'handlers', 'options'),
    });
  };
  const all = (): Expression => {
    const entries = contract.services.map((service) =>
      namedEntry(service.property, serviceResults(service, output)),
    );
    return objectNode(entries, true);
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
    namedEntry(interfaces[index + 1]?.property ?? '', objectNode(one, true)),
  );
  return objectNode([...main, ...ports], true);
}
