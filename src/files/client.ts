import { createFreeName } from '../names/identifiers.ts';
import {
  type ContractNames,
  type FacetNames,
  facetOf,
  operationsOf,
  type Subject,
  stateParameter,
  subjectsOf,
} from '../plan/contract-names.ts';
import { createImports, type ImportNotes, type ModuleImports } from '../plan/imports.ts';
import {
  demandDocumentation,
  methodDocumentation,
  methodTypeArguments,
  serviceDocumentation,
} from '../plan/operation-docs.ts';
import type {
  ContractPlan,
  InterfacePlan,
  OperationPlan,
  PayloadPlan,
  ServicePlan,
} from '../plan/result.ts';
import {
  commentLines,
  commentText,
  docContent,
  type InterfaceView,
  interfaceView,
  type ModuleClause,
  type PropertyView,
  propertyKey,
  propertyView,
  stringLiteral,
} from '../print/encode.ts';
import { laidOut, parameterList, typeArguments } from '../print/layout.ts';
import {
  array,
  call,
  type Expression,
  type Given,
  namesFrom,
  object,
  text,
  unionOf,
} from '../print/node.ts';

/** Data for `soap.hbs`. */
interface SoapView {
  readonly imports: readonly ModuleClause[];
  /**
   * Value of the constant `baseUrl`, starting with a space or line break; `undefined` if the
   * contract has none.
   */
  readonly baseUrl: string | undefined;
  /** A client and a server for each service, and for the whole contract if it has several. */
  readonly factories: readonly SoapFactoriesView[];
}

/** The functions of a service or contract. */
interface SoapFactoriesView {
  /** Function that creates a client. */
  readonly client: SoapClientView;
  /** Function that starts a server. */
  readonly server: SoapServerView;
}

/** `create…SoapClient`. */
interface SoapClientView {
  readonly doc: string;
  readonly name: string;
  /** Its parameters in parentheses. */
  readonly parameters: string;
  /** The interface of its result. */
  readonly client: string;
  /** Array of the descriptors. */
  readonly operations: string;
  /** Expression that creates the caller. */
  readonly caller: string;
  /** For the whole contract: the properties of its client. Else `undefined`. */
  readonly services: readonly AssignmentView[] | undefined;
  /** Function that creates the client of a service. */
  readonly methods: string;
}

/** `listen…`. */
interface SoapServerView {
  readonly doc: string;
  readonly name: string;
  /** Its parameters in parentheses. */
  readonly parameters: string;
  /** Type of its result. */
  readonly returns: string;
  /** Function that connects the handlers to their operations. */
  readonly routes: string;
  /** Expression of its result. */
  readonly result: string;
}

/** Common input of the factories. */
interface Factories {
  readonly contract: ContractPlan;
  readonly names: ContractNames;
  readonly imports: ModuleImports;
  /** A free name, as close as possible to the preferred one. */
  readonly freeName: (preferred: string) => string;
}

/**
 * Plans `soap.ts`: factories with the `soap` package for the same clients and servers as in
 * `client.ts` and `server.ts`. Taken names are replaced by the general rule. Services without a
 * SOAP binding have none.
 */
export function planSoapView(contract: ContractPlan, names: ContractNames): SoapView {
  const imports = createImports(contract);
  imports.type('soapPackage', 'SoapPackageClientOptions');
  imports.type('soapPackage', 'SoapPackageServerOptions');
  // the runtime's function, whose name a service might use
  const free = createFreeName(new Set([...names.taken, 'listenWithSoapPackage']));
  const freeName = (preferred: string): string => free(preferred, 'Package', '');
  const factories = soapSubjects(contract, names).map((subject) => ({
    client: planClient({ contract, names, imports, freeName }, subject),
    server: planServer({ contract, names, imports, freeName }, subject),
  }));
  if (factories.length > 0) {
    imports.type('soapPackage', 'AnyOperation');
    imports.value('soapPackage', 'createSoapPackageCaller');
    imports.value('soapPackage', 'listenWithSoapPackage');
    imports.value('docs', 'documentation');
  }
  const { baseUrl } = contract;
  return {
    imports: imports.clauses(),
    baseUrl: baseUrl === undefined || factories.length === 0 ? undefined : baseUrlValue(baseUrl),
    factories,
  };
}

/** Services with a SOAP binding, and the contract if it has several, with operations over SOAP. */
function soapSubjects(contract: ContractPlan, names: ContractNames): readonly Subject[] {
  return subjectsOf(contract, names).flatMap((subject) => {
    const operations = subject.operations.filter(
      ({ operation: { soap11, soap12 } }) => (soap11 ?? soap12) !== undefined,
    );
    return operations.length === 0 ? [] : [{ ...subject, operations }];
  });
}

function planClient(
  { contract, names, imports, freeName }: Factories,
  { own, label, operations, service }: Subject,
): SoapClientView {
  const name = freeName(own.createClient.replace(/Client(?!.*Client)/, 'SoapClient'));
  const client = imports.type('client', own.client);
  const descriptors = operations.map((one) => imports.value('operations', one.descriptor));
  // in an array literal TypeScript compares operations with one another: hundreds are too many
  const list = call('Array.of<AnyOperation>', ...descriptors);
  const head = 'const operations =';
  const defaults = contract.baseUrl === undefined ? '{}' : '{ baseUrl }';
  return {
    doc: docContent([
      `Creates a client of ${label} on the \`soap\` package:`,
      `the same as \`${own.createClient}\` makes, over SOAP alone.`,
      '',
      '@example',
      `const client = ${name}({ baseUrl: 'https://example.org' });`,
    ]),
    name,
    parameters: parameterList({
      before: `export function ${name}`,
      items: ['options: SoapClientOptions = {}'],
      after: `: ${client} {`,
    }),
    client,
    operations: laidOut(head, list, ';', 1).slice(head.length + 1, -1),
    caller: `createSoapPackageCaller(soap.createClientAsync, operations, options, ${defaults})`,
    services:
      service === undefined
        ? contract.services.map((one) => {
            const methods = imports.value('client', facetOf(names.services, one).methods);
            return portObject(one.property, methods);
          })
        : undefined,
    methods: service === undefined ? '' : imports.value('client', own.methods),
  };
}

/**
 * A contract's factory returns the package's servers in the order of the services, a service's its
 * only one.
 */
function planServer(
  { imports, freeName }: Factories,
  { own, label, service }: Subject,
): SoapServerView {
  const name = freeName(own.createServer.replace(/^create(.*)Server/, 'listen$1'));
  const several = service === undefined;
  const returns = several ? 'readonly soap.Server[]' : 'soap.Server';
  return {
    doc: docContent([
      `Serves ${label} with \`listen\` of the \`soap\` package:`,
      `the same handlers as \`${own.createServer}\` takes, over SOAP alone.`,
      several
        ? "Gives the package's servers in the order of the services."
        : "Gives the package's server.",
      '',
      '@example',
      'const server = createServer().listen(8080); // createServer of `node:http`',
      `${name}(server, handlers);`,
    ]),
    name,
    parameters: parameterList({
      before: `export function ${name}<${stateParameter} = unknown>`,
      items: [
        'server: SoapHttpServer',
        `handlers: ${imports.type('server', own.handlers)}<${stateParameter}>`,
        `options: SoapListenOptions<${stateParameter}> = {}`,
      ],
      after: `: ${returns} {`,
    }),
    returns,
    routes: imports.value('server', own.routes),
    result: several ? 'servers' : 'servers[0]',
  };
}

/** Data for `client.hbs`. */
interface ClientView {
  readonly imports: readonly ModuleClause[];
  /**
   * Value of the constant `baseUrl`, starting with a space or line break; `undefined` if the
   * contract has none.
   */
  readonly baseUrl: string | undefined;
  /**
   * Value of the constant `soapHeaders`, names of all headers of requests, in the same form;
   * `undefined` if there are none.
   */
  readonly soapHeaders: string | undefined;
  /** Interfaces of clients, in the order of the services; that of the whole contract comes last. */
  readonly interfaces: readonly InterfaceView[];
  /** Functions `create…`, in the same order. */
  readonly factories: readonly FactoryView[];
  /** Functions that create the objects of the interfaces. */
  readonly methods: readonly MethodsView[];
}

/** `create…Client`. */
interface FactoryView {
  readonly doc: string;
  readonly name: string;
  /** Its parameters in parentheses. */
  readonly parameters: string;
  /** The interface of its result. */
  readonly client: string;
  /** Expression that creates the caller. */
  readonly caller: string;
  /** For the whole contract: the properties of its client. Else `undefined`. */
  readonly services: readonly AssignmentView[] | undefined;
  /** For a service: the call that creates its client. Else empty. */
  readonly result: string;
}

/** The client of all services of a contract. */
interface WholeClient {
  readonly own: FacetNames;
  readonly subject: string;
  readonly type: InterfaceView;
  readonly factory: FactoryView;
}

/** Plans `client.ts`. */
export function planClientView(contract: ContractPlan, names: ContractNames): ClientView {
  const imports = createImports(contract);
  const contentOf = onceEach((plan) => planClientMembers(plan, names, imports));
  imports.type('runtime', 'Caller');
  imports.type('runtime', 'ClientOptions');
  imports.value('runtime', 'createCaller');
  const { services, baseUrl } = contract;
  const shared = contract.options.targets.includes('soap');
  const soapHeaders = headerNames(contract.operations);
  const defaults = [
    ...(baseUrl === undefined ? [] : ['baseUrl']),
    ...(soapHeaders.length === 0 ? [] : ['soapHeaders']),
  ];
  const caller = call('createCaller', 'options', object(defaults.map((one) => text(one)))).flat;
  const whole = names.contract && wholeClient(contract, names, names.contract, caller);
  const headers = (own: FacetNames, of: string, all: readonly OperationPlan[]): InterfaceView[] => {
    const name = names.soapHeaders.get(own);
    return name === undefined ? [] : [clientSoapHeaders(name, of, all, imports)];
  };
  const interfaces = services.flatMap((service) => [
    ...headers(facetOf(names.services, service), serviceText(service), operationsOf(service)),
    ...planClientInterfaces(service, names, contentOf),
  ]);
  if (whole !== undefined) {
    interfaces.push(...headers(whole.own, whole.subject, contract.operations), whole.type);
  }
  const factories = services.map((service): FactoryView => {
    const own = facetOf(names.services, service);
    const result = laidOut('return', call(own.methods, text(caller)), ';', 1);
    const start = factoryStart(own, names, aboutFactory(serviceText(service), [service]), caller);
    return { ...start, result: result.slice('return '.length, -1) };
  });
  return {
    // complete only now
    imports: imports.clauses(),
    baseUrl: baseUrl === undefined ? undefined : baseUrlValue(baseUrl),
    soapHeaders:
      soapHeaders.length === 0 ? undefined : constantValue('soapHeaders', array(soapHeaders)),
    interfaces,
    factories: whole === undefined ? factories : [...factories, whole.factory],
    methods: services.flatMap((service) => planClientMethods(service, names, contentOf, shared)),
  };
}

/** The value of the constant `baseUrl`, starting with a space or line break. */
function baseUrlValue(baseUrl: string): string {
  return constantValue('baseUrl', text(stringLiteral(baseUrl)));
}

function constantValue(name: string, value: Expression): string {
  const head = `const ${name} =`;
  return laidOut(head, value, ';', 0).slice(head.length, -1);
}

/** String literals of the names of all headers of requests. */
function headerNames(operations: readonly OperationPlan[]): readonly string[] {
  const names = operations.flatMap(({ inputHeaders }) => inputHeaders.map(({ name }) => name));
  return [...new Set(names)].map(stringLiteral);
}

function serviceText({ service }: ServicePlan): string {
  return `service \`${commentText(service.name)}\``;
}

/** The client of a whole contract: an object of services. */
function wholeClient(
  { model, services }: ContractPlan,
  names: ContractNames,
  own: FacetNames,
  caller: string,
): WholeClient {
  const subject = `services of contract \`${commentText(model.name)}\``;
  const { documentation } = model;
  const about = documentation === undefined ? [] : [...commentLines(documentation), ''];
  const members = services.map((service) => {
    const { client } = facetOf(names.services, service);
    return propertyView(serviceDocumentation(service), service.property, client);
  });
  const doc = docContent([...about, `All ${subject}.`]);
  return {
    own,
    subject,
    type: interfaceView(doc, own.client, members),
    factory: {
      ...factoryStart(own, names, aboutFactory(`all ${subject}`, services), caller),
      services: services.map((service) =>
        portObject(service.property, facetOf(names.services, service).methods),
      ),
    },
  };
}

/** The first lines of the comment of a factory. */
function aboutFactory(subject: string, services: readonly ServicePlan[]): readonly string[] {
  return [`Creates a client of ${subject}.`, ...demandDocumentation(services)];
}

function factoryStart(
  own: FacetNames,
  names: ContractNames,
  about: readonly string[],
  caller: string,
): FactoryView {
  const { createClient: name, client } = own;
  const headers = names.soapHeaders.get(own);
  const options = headers === undefined ? 'ClientOptions' : `ClientOptions<${headers}>`;
  return {
    doc: docContent([
      ...about,
      '',
      '@example',
      `const client = ${name}({ baseUrl: 'https://example.org' });`,
    ]),
    name,
    parameters: parameterList({
      before: `export function ${name}`,
      items: [`options: ${options} = {}`],
      after: `: ${client} {`,
    }),
    client,
    caller,
    services: undefined,
    result: '',
  };
}

/** Memoizes the content, which both the interface and the function use. */
function onceEach(content: ContentOf): ContentOf {
  const known = new Map<InterfacePlan, InterfaceContent>();
  return (plan) => {
    const found = known.get(plan) ?? content(plan);
    known.set(plan, found);
    return found;
  };
}

/** Plans the methods of an interface. */
function planClientMembers(
  plan: InterfacePlan,
  names: ContractNames,
  imports: ImportNotes,
): InterfaceContent {
  return {
    members: plan.operations.map((operation) => {
      const type = methodType(operation, names, imports);
      return propertyView(methodDocumentation(operation), operation.method, type);
    }),
    methods: plan.operations.map((operation) => methodOf(operation, imports)),
  };
}

function methodType(plan: OperationPlan, names: ContractNames, imports: ImportNotes): string {
  const kind = plan.functions.stream === undefined ? 'OperationMethod' : 'StreamingMethod';
  const type = plan.inputType === undefined ? `${kind}WithoutInput` : kind;
  const items = methodTypeArguments(plan, names, imports);
  const before = `readonly ${plan.method}: ${imports.type('runtime', type)}`;
  return type + typeArguments({ before, items, after: ';', indent: 1 });
}

/** What calls an operation: the client's caller, with what streams of bytes need. */
function callerOf(
  { byteStreams: { request, response } }: OperationPlan,
  imports: ImportNotes,
): Given {
  const reading = response ? call(imports.value('runtime', 'openCaller'), 'caller') : 'caller';
  return request ? call(imports.value('runtime', 'endingStreams'), reading) : reading;
}

function methodOf(operation: OperationPlan, imports: ImportNotes): AssignmentView {
  const { method: name, descriptor } = operation;
  const kind = operation.functions.stream === undefined ? 'createMethod' : 'createStreamingMethod';
  const create = operation.inputType === undefined ? `${kind}WithoutInput` : kind;
  const value = call(
    imports.value('runtime', create),
    callerOf(operation, imports),
    imports.value('operations', descriptor),
  );
  return { name, value: propertyValue(name, value, 2) };
}

/** Maximum number of operations named in a comment. */
const mostNamed = 3;

/** A function that binds the operations of an interface to a caller. */
interface MethodsView {
  readonly doc: string;
  /** Whether `soap.ts` imports it. */
  readonly exported: boolean;
  readonly name: string;
  /** Its parameters in parentheses. */
  readonly parameters: string;
  /** The interface of its result. */
  readonly client: string;
  /**
   * For a service with several ports: the call that creates the object of the first one, assigned
   * to the variable `main`. Else `undefined`.
   */
  readonly main: string | undefined;
  /** Methods, and objects of ports. */
  readonly properties: readonly AssignmentView[];
}

/** A property of an object literal. */
interface AssignmentView {
  readonly name: string;
  /** The text after the colon, starting with a space or line break. */
  readonly value: string;
}

/** The operations of an interface: in it and in the function that creates its object. */
interface InterfaceContent {
  readonly members: readonly PropertyView[];
  readonly methods: readonly AssignmentView[];
}

type ContentOf = (plan: InterfacePlan) => InterfaceContent;

/** An interface, and the function that creates its object. */
interface OperationHolder {
  readonly client: string;
  readonly methods: string;
}

/**
 * Interfaces of a service's client, usually one. With several, each is a sub-object, and the client
 * itself also has the operations of the first.
 */
function planClientInterfaces(
  service: ServicePlan,
  names: ContractNames,
  contentOf: ContentOf,
): readonly InterfaceView[] {
  const [main, ...others] = service.interfaces;
  if (main === undefined) return [];
  const own = facetOf(names.services, service).client;
  const first = names.mainPorts.get(service);
  const doc = docContent([
    ...serviceDocumentation(service),
    '',
    'Methods throw `SoapFault` when the service answers with a fault, and `AsmxError`, whose',
    '`code` says why, when a call fails in any other way.',
  ]);
  if (first === undefined) return [interfaceView(doc, own, contentOf(main).members)];
  const serviceName = commentText(service.service.name);
  const port = (plan: InterfacePlan, client: string): InterfaceView => {
    const text = `Operations of port ${portName(plan)} of service \`${serviceName}\`.`;
    return interfaceView(docContent([text]), client, contentOf(plan).members);
  };
  const members = [
    propertyView(
      [`Operations of port ${portName(main)}, which are on the client itself as well.`],
      first.property,
      first.client,
    ),
    ...others.map((other) =>
      propertyView(
        [`Operations of port ${portName(other)}.`],
        other.property,
        facetOf(names.interfaces, other).client,
      ),
    ),
  ];
  return [
    port(main, first.client),
    interfaceView(doc, own, members, first.client),
    ...others.map((other) => port(other, facetOf(names.interfaces, other).client)),
  ];
}

function portName(plan: InterfacePlan): string {
  return `\`${commentText(plan.interface.name)}\``;
}

/**
 * The functions that create the objects of {@link planClientInterfaces}.
 *
 * @param exported Whether `soap.ts` needs that of the service.
 */
function planClientMethods(
  service: ServicePlan,
  names: ContractNames,
  contentOf: ContentOf,
  exported: boolean,
): readonly MethodsView[] {
  const [main, ...others] = service.interfaces;
  if (main === undefined) return [];
  const own = facetOf(names.services, service);
  const first = names.mainPorts.get(service);
  if (first === undefined) return [methodsView(own, contentOf(main), exported)];
  const objects = others.map((other) =>
    portObject(other.property, facetOf(names.interfaces, other).methods),
  );
  const whole: MethodsView = {
    ...methodsView(own, { methods: [] }, exported),
    main: `${first.methods}(caller)`,
    properties: [{ name: first.property, value: ' main' }, ...objects],
  };
  return [
    whole,
    methodsView(first, contentOf(main)),
    ...others.map((other) => methodsView(facetOf(names.interfaces, other), contentOf(other))),
  ];
}

/** The value of a property, starting with a space or line break. */
function propertyValue(key: string, value: Expression, indent: number): string {
  return laidOut(`${key}:`, value, ',', indent).slice(key.length + 1, -1);
}

/** A property with the object of a port or service. */
function portObject(name: string, methods: string): AssignmentView {
  return { name, value: propertyValue(name, call(methods, 'caller'), 2) };
}

/** The function that creates an object of an interface. */
function methodsView(
  { client, methods: name }: OperationHolder,
  { methods }: Pick<InterfaceContent, 'methods'>,
  exported = false,
): MethodsView {
  return {
    doc: docContent([`Binds the operations of \`${client}\` to a caller.`]),
    exported,
    name,
    parameters: parameterList({
      before: `${exported ? 'export ' : ''}function ${name}`,
      items: ['caller: Caller'],
      after: `: ${client} {`,
    }),
    client,
    main: undefined,
    properties: methods,
  };
}

/**
 * The interface of the SOAP headers that a client can have for all its calls: each part that its
 * operations declare, with all its types.
 */
function clientSoapHeaders(
  name: string,
  subject: string,
  operations: readonly OperationPlan[],
  imports: ImportNotes,
): InterfaceView {
  const parts = new Map<string, { headers: PayloadPlan[]; owners: OperationPlan[] }>();
  for (const operation of operations) {
    for (const header of operation.inputHeaders) {
      const part = parts.get(header.name) ?? { headers: [], owners: [] };
      part.headers.push(header);
      part.owners.push(operation);
      parts.set(header.name, part);
    }
  }
  const members = [...parts].map(([part, { headers, owners }]) => {
    const type = unionOf(headers.map((header) => header.type));
    for (const one of namesFrom('types', type.names)) imports.type('types', one);
    return propertyView([carriers(owners, operations)], propertyKey(part), type.flat);
  });
  const doc = docContent([`SOAP headers of requests of ${subject}, by part name.`]);
  return interfaceView(doc, name, members);
}

/** Lists the operations that have a header. */
function carriers(owners: readonly OperationPlan[], all: readonly OperationPlan[]): string {
  if (owners.length === all.length) return 'Of every operation.';
  const named = owners.slice(0, owners.length > mostNamed ? mostNamed - 1 : mostNamed);
  const words = named.map(({ operation }) => `\`${commentText(operation.name)}\``);
  const more = owners.length - named.length;
  const last = more > 0 ? `${more} more` : words.pop();
  return `Of ${words.length === 0 ? '' : `${words.join(', ')} and `}${last}.`;
}
