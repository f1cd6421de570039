import { demandText, serviceDemands } from '../model/services.ts';
import { camelName, createFreeName, pascalName } from '../names/identifiers.ts';
import {
  type FacetNames,
  type FactorySubject,
  type FileNames,
  facetOf,
  operationsOf,
  stateParameter,
  subjectsOf,
} from '../plan/contract-names.ts';
import {
  createImports,
  type ImportNotes,
  type ModuleImports,
  runtimeClauses,
} from '../plan/imports.ts';
import {
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
  type SecurityPlan,
  type SecurityStep,
  type SettingName,
  type SettingValue,
  securityPlans,
} from '../plan/security.ts';
import {
  aliasView,
  constantView,
  type DeclarationView,
  type FileView,
  fileView,
  functionView,
  type InterfaceMember,
  interfaceView,
} from '../print/declaration.ts';
import {
  commentLines,
  commentText,
  importAll,
  type ModuleClause,
  propertyKey,
  stringLiteral,
  stringNode,
} from '../print/encode.ts';
import { laidOut, typeArguments } from '../print/layout.ts';
import {
  arrayNode,
  call,
  callWith,
  type Expression,
  entry,
  type Given,
  memberNode,
  namesFrom,
  node,
  objectNode,
  textNode,
  unionOf,
} from '../print/node.ts';

/** Common input of the factories. */
interface Factories {
  readonly contract: ContractPlan;
  readonly names: FileNames;
  readonly imports: ModuleImports;
  /** A free name, as close as possible to the preferred one. */
  readonly freeName: (preferred: string) => string;
}

/**
 * Plans `soap.ts`: factories with the `soap` package for the same clients and servers as in
 * `client.ts` and `server.ts`. Taken names are replaced by the general rule. Services without a
 * SOAP binding have none.
 */
export function planSoapFile(contract: ContractPlan, names: FileNames): FileView {
  const imports = createImports(contract);
  imports.type('soapPackage', 'SoapPackageClientOptions');
  imports.type('soapPackage', 'SoapPackageServerOptions');
  // the runtime's function, whose name a service might use
  const free = createFreeName(new Set([...names.taken, 'listenWithSoapPackage']));
  const freeName = (preferred: string): string => free(preferred, 'Package', '');
  const factories = soapSubjects(contract, names).flatMap((subject) => [
    soapClient({ contract, names, imports, freeName }, subject),
    soapServer({ contract, names, imports, freeName }, subject),
  ]);
  const hasFactories = factories.length > 0;
  if (hasFactories) {
    imports.type('soapPackage', 'AnyOperation');
    imports.value('soapPackage', 'createSoapPackageCaller');
    imports.value('soapPackage', 'listenWithSoapPackage');
    imports.value('docs', 'documentation');
  }
  const { baseUrl } = contract;
  return fileView(
    [importAll('soap', 'soap', false), ...imports.clauses()],
    [
      ...soapTypes,
      ...(hasFactories && baseUrl !== undefined ? [baseUrlConstant(baseUrl)] : []),
      ...factories,
    ],
  );
}

const soapTypes: readonly DeclarationView[] = [
  aliasView(
    [
      'Options of a client on the `soap` package: `soap` is passed to `createClientAsync`, ' +
        '`configure`',
      'is called with each client it creates. `binding` is `soap11` or `soap12`.',
    ],
    'SoapClientOptions',
    ' SoapPackageClientOptions<soap.IOptions, soap.Client>',
  ),
  {
    alias: {
      // one line, which is too long for a comment of one line
      doc:
        '\n * Options of a server on the `soap` package: those of the generated server, ' +
        'and `soap` for `listen`.\n ',
      name: 'SoapListenOptions<$State = unknown>',
      type: ' SoapPackageServerOptions<\n  soap.IServerOptions,\n  $State\n>',
    },
  },
  aliasView(
    ['The argument of `listen`: a server of node:http or node:https, or an Express application.'],
    'SoapHttpServer',
    ' Parameters<typeof soap.listen>[0]',
  ),
];

/** Services with a SOAP binding, and the contract if it has several, with operations over SOAP. */
function soapSubjects(contract: ContractPlan, names: FileNames): readonly FactorySubject[] {
  return subjectsOf(contract, names).flatMap((subject) => {
    const operations = subject.operations.filter(
      ({ operation: { soap11, soap12 } }) => (soap11 ?? soap12) !== undefined,
    );
    return operations.length === 0 ? [] : [{ ...subject, operations }];
  });
}

function soapClient(
  { contract, names, imports, freeName }: Factories,
  { own, label, operations, service }: FactorySubject,
): DeclarationView {
  const name = freeName(own.createClient.replace(/Client(?!.*Client)/, 'SoapClient'));
  const client = imports.type('client', own.client);
  const descriptors = operations.map((one) => imports.value('operations', one.descriptor));
  // in an array literal TypeScript compares operations with one another: hundreds are too many
  const list = call('Array.of<AnyOperation>', ...descriptors);
  const laid = laidOut('const operations =', list, ';', 1);
  const defaults = contract.baseUrl === undefined ? '{}' : '{ baseUrl }';
  const given = ['soap.createClientAsync', 'operations', 'options', defaults];
  return functionView({
    doc: [
      `Creates a client of ${label} on the \`soap\` package:`,
      `the same as \`${own.createClient}\` makes, over SOAP alone.`,
      '',
      '@example',
      `const client = ${name}({ baseUrl: 'https://example.org' });`,
    ],
    name,
    parameters: ['options: SoapClientOptions = {}'],
    type: client,
    statements: [laid, `const caller = ${call('createSoapPackageCaller', ...given).flat};`],
    result:
      service === undefined
        ? portObjects(contract.services, (one) => {
            const methods = imports.value('client', facetOf(names.services, one).methods);
            return methods;
          })
        : call(imports.value('client', own.methods), 'caller'),
  });
}

/**
 * A contract's factory returns the package's servers in the order of the services, a service's its
 * only one.
 */
function soapServer(
  { imports, freeName }: Factories,
  { own, label, service }: FactorySubject,
): DeclarationView {
  const name = freeName(own.createServer.replace(/^create(.*)Server/, 'listen$1'));
  const several = service === undefined;
  const routes = imports.value('server', own.routes);
  return functionView({
    doc: [
      `Serves ${label} with \`listen\` of the \`soap\` package:`,
      `the same handlers as \`${own.createServer}\` takes, over SOAP alone.`,
      several
        ? "Gives the package's servers in the order of the services."
        : "Gives the package's server.",
      '',
      '@example',
      'const server = createServer().listen(8080); // createServer of `node:http`',
      `${name}(server, handlers);`,
    ],
    name,
    types: `<${stateParameter} = unknown>`,
    parameters: [
      'server: SoapHttpServer',
      `handlers: ${imports.type('server', own.handlers)}<${stateParameter}>`,
      `options: SoapListenOptions<${stateParameter}> = {}`,
    ],
    type: several ? 'readonly soap.Server[]' : 'soap.Server',
    statements: [
      `const routes = ${routes}(handlers);`,
      'const listen = (own: soap.IServerOptions): soap.Server => soap.listen(server, own);',
      'const servers = listenWithSoapPackage(listen, routes, options, documentation);',
    ],
    result: several ? 'servers' : 'servers[0]',
  });
}

/** The client of all services of a contract. */
interface WholeClient {
  readonly own: FacetNames;
  readonly subject: string;
  readonly type: DeclarationView;
  readonly factory: DeclarationView;
}

/** The files of a client, by their templates. */
export function* planClientFiles(
  contract: ContractPlan,
  names: FileNames,
): Generator<readonly [template: string, view: FileView]> {
  yield ['client', planClientFile(contract, names)];
  const security = planSecurityFile(contract, names);
  if (security !== undefined) yield ['security', security];
}

/** Plans `client.ts`. */
function planClientFile(contract: ContractPlan, names: FileNames): FileView {
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
  const caller = call(
    'createCaller',
    'options',
    objectNode(defaults.map((one) => textNode(one))),
  ).flat;
  const whole = names.contract && wholeClient(contract, names, names.contract, caller);
  const headers = (own: FacetNames, of: string, all: readonly OperationPlan[]) => {
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
  const factories = services.map((service) => {
    const own = facetOf(names.services, service);
    const about = aboutFactory(serviceText(service), [service]);
    return factory(own, names, about, { result: call(own.methods, textNode(caller)) });
  });
  const doc = ['Names of the SOAP headers that operations declare.'];
  const methods = services.flatMap((one) => planClientMethods(one, names, contentOf, shared));
  // complete only now
  return fileView(imports.clauses(), [
    ...(baseUrl === undefined ? [] : [baseUrlConstant(baseUrl)]),
    ...(soapHeaders.length === 0
      ? []
      : [constantView({ doc, name: 'soapHeaders', value: arrayNode(soapHeaders) })]),
    ...interfaces,
    ...factories,
    ...(whole === undefined ? [] : [whole.factory]),
    ...methods,
  ]);
}

function baseUrlConstant(baseUrl: string): DeclarationView {
  const doc = ['The base URL in the contract; `baseUrl` in the options of a client replaces it.'];
  return constantView({ doc, name: 'baseUrl', value: textNode(stringLiteral(baseUrl)) });
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
  names: FileNames,
  own: FacetNames,
  caller: string,
): WholeClient {
  const subject = `services of contract \`${commentText(model.name)}\``;
  const { documentation } = model;
  const about = documentation === undefined ? [] : [...commentLines(documentation), ''];
  const members = services.map((one): InterfaceMember => {
    const type = facetOf(names.services, one).client;
    return { doc: serviceDocumentation(one), name: one.property, type };
  });
  return {
    own,
    subject,
    type: interfaceView([...about, `All ${subject}.`], own.client, members),
    factory: factory(own, names, aboutFactory(`all ${subject}`, services), {
      statements: [`const caller = ${caller};`],
      result: portObjects(services, (one) => facetOf(names.services, one).methods),
    }),
  };
}

/** Doc comment lines about what the policies of services demand of a client; none without any. */
function demandDocumentation(services: readonly ServicePlan[]): readonly string[] {
  const lines = services.flatMap(({ service }) =>
    serviceDemands(service).map((demand) => {
      const { option, instead } = demand;
      const how = instead === undefined ? option && `\`${option}\`` : 'not supported';
      return `- ${commentText(demandText(demand))}${how === undefined ? '' : `: ${how}`}`;
    }),
  );
  if (lines.length === 0) return [];
  const composed = services.some(({ service }) => securityPlans(service).length > 0);
  const more = composed ? ['', 'A function of `security.ts` composes the option `security`.'] : [];
  return ['', 'The contract demands', ...new Set(lines), ...more];
}

/** The first lines of the comment of a factory. */
function aboutFactory(subject: string, services: readonly ServicePlan[]): readonly string[] {
  return [`Creates a client of ${subject}.`, ...demandDocumentation(services)];
}

function factory(
  own: FacetNames,
  names: FileNames,
  about: readonly string[],
  body: { readonly statements?: readonly string[]; readonly result: Expression },
): DeclarationView {
  const { createClient: name, client } = own;
  const headers = names.soapHeaders.get(own);
  const options = headers === undefined ? 'ClientOptions' : `ClientOptions<${headers}>`;
  return functionView({
    doc: [...about, '', '@example', `const client = ${name}({ baseUrl: 'https://example.org' });`],
    name,
    parameters: [`options: ${options} = {}`],
    type: client,
    ...body,
  });
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
  names: FileNames,
  imports: ImportNotes,
): InterfaceContent {
  return {
    members: plan.operations.map((operation) => ({
      doc: methodDocumentation(operation),
      name: operation.method,
      type: methodType(operation, names, imports),
    })),
    methods: plan.operations.map((operation) => methodOf(operation, imports)),
  };
}

function methodType(plan: OperationPlan, names: FileNames, imports: ImportNotes): string {
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

function methodOf(operation: OperationPlan, imports: ImportNotes): Expression {
  const { method: name, descriptor } = operation;
  const kind = operation.functions.stream === undefined ? 'createMethod' : 'createStreamingMethod';
  const create = operation.inputType === undefined ? `${kind}WithoutInput` : kind;
  const value = call(
    imports.value('runtime', create),
    callerOf(operation, imports),
    imports.value('operations', descriptor),
  );
  return entry(name, value);
}

/** Maximum number of operations named in a comment. */
const mostNamed = 3;

/** The operations of an interface: in it and in the function that creates its object. */
interface InterfaceContent {
  readonly members: readonly InterfaceMember[];
  readonly methods: readonly Expression[];
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
  names: FileNames,
  contentOf: ContentOf,
): readonly DeclarationView[] {
  const [main, ...others] = service.interfaces;
  if (main === undefined) return [];
  const own = facetOf(names.services, service).client;
  const first = names.mainPorts.get(service);
  const doc = [
    ...serviceDocumentation(service),
    '',
    'Methods throw `SoapFault` when the service answers with a fault, and `AsmxError`, whose',
    '`code` says why, when a call fails in any other way.',
  ];
  if (first === undefined) return [interfaceView(doc, own, contentOf(main).members)];
  const serviceName = commentText(service.service.name);
  const port = (plan: InterfacePlan, client: string): DeclarationView => {
    const text = `Operations of port ${portName(plan)} of service \`${serviceName}\`.`;
    return interfaceView([text], client, contentOf(plan).members);
  };
  const members = [
    {
      doc: [`Operations of port ${portName(main)}, which are on the client itself as well.`],
      name: first.property,
      type: first.client,
    },
    ...others.map((other) => ({
      doc: [`Operations of port ${portName(other)}.`],
      name: other.property,
      type: facetOf(names.interfaces, other).client,
    })),
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
  names: FileNames,
  contentOf: ContentOf,
  exported: boolean,
): readonly DeclarationView[] {
  const [main, ...others] = service.interfaces;
  if (main === undefined) return [];
  const own = facetOf(names.services, service);
  const first = names.mainPorts.get(service);
  if (first === undefined) return [methodsFunction(own, contentOf(main).methods, exported)];
  const objects = others.map((other) =>
    entry(other.property, call(facetOf(names.interfaces, other).methods, 'caller')),
  );
  return [
    methodsFunction(
      own,
      [textNode('...main'), entry(first.property, 'main'), ...objects],
      exported,
      [`const main = ${first.methods}(caller);`],
    ),
    methodsFunction(first, contentOf(main).methods),
    ...others.map((other) =>
      methodsFunction(facetOf(names.interfaces, other), contentOf(other).methods),
    ),
  ];
}

/** An object with the client of each service. */
function portObjects(
  services: readonly ServicePlan[],
  methodsOf: (service: ServicePlan) => string,
): Expression {
  return objectNode(
    services.map((one) => entry(one.property, call(methodsOf(one), 'caller'))),
    true,
  );
}

/** The function that creates an object of an interface. */
function methodsFunction(
  { client, methods: name }: OperationHolder,
  properties: readonly Expression[],
  exported = false,
  statements: readonly string[] = [],
): DeclarationView {
  return functionView({
    doc: [`Binds the operations of \`${client}\` to a caller.`],
    exported,
    name,
    parameters: ['caller: Caller'],
    type: client,
    statements,
    result: objectNode(properties, true),
  });
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
): DeclarationView {
  const parts = new Map<string, { headers: PayloadPlan[]; owners: OperationPlan[] }>();
  for (const operation of operations) {
    for (const header of operation.inputHeaders) {
      const part = parts.get(header.name) ?? { headers: [], owners: [] };
      part.headers.push(header);
      part.owners.push(operation);
      parts.set(header.name, part);
    }
  }
  const members = [...parts].map(([part, { headers, owners }]): InterfaceMember => {
    const type = unionOf(headers.map((header) => header.type));
    for (const one of namesFrom('types', type.names)) imports.type('types', one);
    return { doc: [carriers(owners, operations)], name: propertyKey(part), type: type.flat };
  });
  return interfaceView([`SOAP headers of requests of ${subject}, by part name.`], name, members);
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

/** One function, for one SOAP port of a service or for all. */
interface Composer {
  readonly service: ServicePlan;
  readonly plan: SecurityPlan;
  readonly name: string;
  readonly settings: string;
  /** The factory of its client. */
  readonly createClient: string;
  /** The bindings for which it is. */
  readonly bindings: readonly string[];
}

/**
 * Plans `security.ts`: for each service whose policies ask for it, a function that composes the
 * option `security` of its client. `undefined` if no service has such policies.
 */
function planSecurityFile(contract: ContractPlan, names: FileNames): FileView | undefined {
  const composers = composersOf(contract, names);
  if (composers.length === 0) return undefined;
  const steps = composers.flatMap(({ plan }) => plan.steps);
  const imported = (from: SecurityStep['from']): readonly string[] =>
    steps.filter((one) => one.from === from).map(({ name }) => name);
  return fileView(
    [
      ...runtimeClauses(contract, 'runtime', {
        types: ['SoapSecurity'],
        values: imported('runtime'),
      }),
      ...(imported('wss').length === 0 ? [] : [wssImport(contract.options)]),
    ],
    composers.flatMap((one) => [settingsView(one), composerView(one)]),
  );
}

/**
 * The entry for WS-Security is never vendored. Whoever does not use it need not install it, and
 * compiles the folder without it.
 */
function wssImport({ runtime }: ContractPlan['options']): ModuleClause {
  const clause = importAll(wssAlias, 'asmx-gen-runtime/wss', false);
  if (runtime === 'package') return clause;
  return {
    ...clause,
    comment: '// @ts-ignore: this file alone needs the package, beside the folder',
  };
}

/** Names of the contract have no `$`. */
const wssAlias = '$wss';

function composersOf(contract: ContractPlan, names: FileNames): readonly Composer[] {
  const free = createFreeName(new Set(names.taken));
  return contract.services.flatMap((service) => {
    const plans = securityPlans(service.service);
    const different = plans.filter(
      (plan, index) => plans.findIndex((one) => isSame(one, plan)) === index,
    );
    return different.map((plan, index): Composer => {
      const subject = index === 0 ? service.name : `${service.name}${pascalName(plan.binding)}`;
      return {
        service,
        plan,
        name: free(camelName(subject), 'Service', 'Security'),
        settings: free(subject, 'Service', 'SecuritySettings'),
        createClient: facetOf(names.services, service).createClient,
        bindings: plans.filter((one) => isSame(one, plan)).map(({ binding }) => binding),
      };
    });
  });
}

function isSame(one: SecurityPlan, other: SecurityPlan): boolean {
  return JSON.stringify(one.steps) === JSON.stringify(other.steps);
}

/** What the caller gives, in the order in which the steps need it. */
function settingsOf({ steps }: SecurityPlan): readonly SettingName[] {
  const namesIn = (value: SettingValue): readonly SettingName[] => {
    if (typeof value !== 'object') return [];
    if ('members' in value) return value.members.flatMap(([, one]) => namesIn(one));
    return 'setting' in value ? [value.setting] : [];
  };
  const values = steps.flatMap(({ first, settings }) => [
    ...(first === undefined ? [] : [first]),
    ...settings.map(([, value]) => value),
  ]);
  return [...new Set(values.flatMap(namesIn))];
}

/** A setting as a member of an interface. */
interface SettingType {
  readonly doc: string;
  readonly type: string;
  readonly isOptional?: boolean;
}

const certificates = { type: `${wssAlias}.Certificates` };

const settingTypes: Readonly<Record<SettingName, SettingType>> = {
  username: { doc: 'Name of the user.', type: 'string' },
  password: { doc: 'Password of the user.', type: 'string' },
  key: {
    doc: 'The private key of the client, in PEM or as an object of node:crypto.',
    type: `${wssAlias}.SignerSettings['key']`,
  },
  cert: { doc: 'Its X.509 certificate, in PEM or as an object.', ...certificates },
  serviceCert: {
    doc: 'The certificate of the service, for which requests are encrypted.',
    ...certificates,
  },
  trust: {
    doc: 'Certificates of the service, or of an authority, that sign answers.',
    type: `${wssAlias}.Trust`,
  },
  tlsKey: { doc: 'The private key of the client for TLS, in PEM.', type: 'string' },
  tlsCert: { doc: 'Its certificate, in PEM.', type: 'string' },
  assertion: {
    doc: 'The SAML assertion, or a function that gets one.',
    type: 'string | (() => string | PromiseLike<string>)',
  },
  sts: {
    doc: 'The token service: its URL, or options of a client with it.',
    type: `${wssAlias}.IssuedTokenSettings['sts']`,
  },
  credentials: {
    doc: 'What signs in there, such as `usernameToken({ username, password })`.',
    type: `${wssAlias}.IssuedTokenSettings['credentials']`,
  },
  appliesTo: { doc: 'The address of the service that the token is for.', type: 'string' },
  signature: {
    doc:
      'The algorithm of signatures. Default `rsa-sha1`, as WS-SecurityPolicy says; WCF and ' +
      'others take `rsa-sha256` for such a suite.',
    type: `${wssAlias}.SignatureName | undefined`,
    isOptional: true,
  },
};

function settingsView({ service, plan, settings, name }: Composer): DeclarationView {
  return interfaceView(
    [`What \`${name}\` needs for service \`${commentText(service.service.name)}\`.`],
    settings,
    settingsOf(plan).map((one) => ({
      doc: commentLines(settingTypes[one].doc),
      name: settingTypes[one].isOptional ? `${one}?` : one,
      type: settingTypes[one].type,
    })),
  );
}

function composerView(composer: Composer): DeclarationView {
  const { service, plan, name, settings, createClient, bindings } = composer;
  const own = settingsOf(plan).filter((one) => !settingTypes[one].isOptional);
  const title = commentText(service.service.name);
  const over = bindings.map((one) => (one === 'soap11' ? 'SOAP 1.1' : 'SOAP 1.2')).join(' and ');
  const notes = plan.unmet.map(({ text, instead, place }) => {
    const why = instead === undefined ? '' : `: ${instead}`;
    return `- ${commentText(`${place} ${text}${why}`)}`;
  });
  return functionView({
    doc: [
      `What policies of service \`${title}\` ask of a client over ${over},`,
      'for its option `security`.',
      ...(plan.isTls ? ['They want TLS, too: `baseUrl` begins with https.'] : []),
      ...(notes.length === 0 ? [] : ['', 'It does not do', ...notes]),
      '',
      '@example',
      `const client = ${createClient}({ security: ${name}({ ${own.join(', ')} }) });`,
    ],
    name,
    parameters: [`settings: ${settings}`],
    type: 'readonly SoapSecurity[]',
    result: arrayNode(plan.steps.map(stepNode)),
  });
}

function stepNode({ from, name, first, settings }: SecurityStep): Expression {
  const called = from === 'wss' ? `${wssAlias}.${name}` : name;
  const own = settings.length === 0 ? [] : [valueNode({ members: settings })];
  return callWith(called, first === undefined ? own : [valueNode(first), ...own]);
}

function valueNode(value: SettingValue): Expression {
  if (typeof value === 'string') return stringNode(value);
  if (typeof value !== 'object') return node(value);
  if ('setting' in value) {
    const { setting, usual } = value;
    const member = memberNode('settings', setting);
    return usual === undefined ? member : textNode(`${member.flat} ?? ${stringLiteral(usual)}`);
  }
  if ('members' in value)
    return objectNode(value.members.map(([key, one]) => entry(key, valueNode(one))));
  return arrayNode(value.map(stringNode));
}
