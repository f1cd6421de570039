import { type FacetNames, type FileNames, mockNames, planNames } from '../plan/contract-names.ts';
import type { DeclarationPlan } from '../plan/declarations.ts';
import { localSpecifier, namedClauses, runtimeClauses } from '../plan/imports.ts';
import {
  type ContractPlan,
  type CopyPlan,
  type ElementPlan,
  type FilePlan,
  type GenerationPlan,
  hasDoors,
  hasSchemas,
  type PlanOptions,
  type Target,
} from '../plan/result.ts';
import { planFileNames } from '../plan/settings.ts';
import { type FileView, fileView } from '../print/declaration.ts';
import {
  commentText,
  exportAll,
  headerLines,
  type ModuleClause,
  type ModuleNames,
} from '../print/encode.ts';
import { planClientFiles, planSoapFile } from './client.ts';
import {
  planDescriptionsFiles,
  planElementsFiles,
  planSchemasFiles,
  planTypesFiles,
} from './declarations.ts';
import { planDocumentation } from './documentation.ts';
import { planDoorsFile, planGatewayFile, planMcpFile } from './gateway.ts';
import { planOperationsFiles } from './operations.ts';
import { licensedRuntime } from './runtime.ts';
import { planHandlers, planServerFile, planTestingFile } from './server.ts';

/** The header of every generated file. */
interface HeaderView {
  /** Path of the contract, relative to the output folder. */
  readonly contract: string;
  /** Further lines of the configuration. */
  readonly lines: readonly string[];
}

/**
 * Decides the files of a contract, in the order in which they build on each other. `client` and
 * `server` include types, descriptions and descriptors, whether or not `types` is a target; `soap`
 * includes everything it needs, `handlers` the server, `gateway` and `mcp` the client if
 * there is no server.
 */
export function planFiles(requested: ContractPlan): GenerationPlan {
  const contract = withImpliedTargets(requested);
  const { options } = contract;
  const header = planHeader(options);
  const runs = options.targets.includes('client') || options.targets.includes('server');
  const checks = hasSchemas(options);
  const typed = runs || checks || options.targets.includes('types');
  const names = planNames(contract);
  function* files(): Generator<FilePlan> {
    if (typed) yield* planTypesFiles(contract);
    const reads = contract.elements.length > 0;
    if (runs || checks || reads) yield* planDescriptionsFiles(contract);
    if (reads) yield* planElementsFiles(contract);
    if (checks) yield* planSchemasFiles(contract);
    if (options.targets.includes('schemas')) {
      yield single('testing', planTestingFile(contract, names));
    }
    if (runs) yield* planOperationsFiles(contract, names);
    if (options.targets.includes('client')) {
      for (const [template, view] of planClientFiles(contract, names)) {
        yield single(template, view);
      }
    }
    if (options.targets.includes('server')) yield single('server', planServerFile(contract, names));
    yield* planDoorFiles(contract, names);
    yield* withSafeNames(contract, planDocumentation(contract));
    if (options.targets.includes('soap')) yield single('soap', planSoapFile(contract, names));
    if (typed) yield single('index', planIndexFile(contract, names));
  }
  return {
    contract,
    files: withHeader(files(), header),
    copies: options.runtime === 'vendor' ? runtimeCopies(contract, header) : [],
    handlers: planHandlers(contract, names),
  };
}

/** Files for callers that never see XML. */
function* planDoorFiles(contract: ContractPlan, names: FileNames): Generator<FilePlan> {
  const { options } = contract;
  if (hasDoors(options)) yield single('doors', planDoorsFile(contract, names));
  if (options.targets.includes('gateway')) {
    yield single('gateway', planGatewayFile(contract, names));
  }
  if (options.targets.includes('mcp')) yield single('mcp', planMcpFile(contract, names));
}

/** The only file of its template. */
function single(template: string, view: FileView): FilePlan {
  return { path: `${template}.ts`, template, view };
}

function* withHeader(files: Iterable<FilePlan>, header: HeaderView): Generator<FilePlan> {
  for (const file of files) yield { ...file, view: { ...file.view, header } };
}

/** Targets that other targets need. */
const implied: Readonly<Partial<Record<Target, readonly Target[]>>> = {
  soap: ['client', 'server', 'docs'],
  handlers: ['server'],
};

/** Without operations there is nothing to call, serve or describe, so only types remain. */
function withImpliedTargets(contract: ContractPlan): ContractPlan {
  const given = contract.options.targets;
  const own = new Set(given.flatMap((one) => [one, ...(implied[one] ?? [])]));
  // a gateway is in front of one of them
  if (hasDoors({ targets: [...own] }) && !own.has('server')) own.add('client');
  const all = [...own];
  const typed = all.filter(
    (one) => one === 'types' || (contract.model.isSchema && one === 'schemas'),
  );
  const targets = contract.operations.length > 0 ? all : typed;
  if (targets.length === given.length) return contract;
  return { ...contract, options: { ...contract.options, targets } };
}

/** Contract text in a line comment: one line, without characters that end or hide it. */
function planHeader(options: PlanOptions): HeaderView {
  return { contract: commentText(options.contractPath), lines: headerLines(options) };
}

/** Files of the runtime that the generated ones import, directly or not. */
function* runtimeCopies(
  { options, runtimeNames }: ContractPlan,
  header: HeaderView,
): Generator<CopyPlan> {
  yield* licensedRuntime(runtimeNames, options, [`Contract: ${header.contract}`, ...header.lines]);
}

/** Files named after services, with names that are valid on every system. */
function withSafeNames(contract: ContractPlan, files: readonly FilePlan[]): readonly FilePlan[] {
  const safe = planFileNames(contract.services.map((service) => service.service.name));
  return files.map((file) => {
    const [, name = ''] = /^wsdl\/(.*)\.wsdl$/.exec(file.path) ?? [];
    const usable = safe.get(name);
    return usable === undefined ? file : { ...file, path: `wsdl/${usable}.wsdl` };
  });
}

/** Runtime types for operations with records, of contracts that have some. */
const streamTypes = [
  'StreamingHandler',
  'StreamingMethod',
  'StreamingMethodWithoutInput',
  'StreamingOperation',
];

/** Runtime types for users of a client. */
const clientTypes = [
  'CallOptions',
  'Caller',
  'CertificateFiles',
  'ClientFunctions',
  'ClientInterceptor',
  'ClientOptions',
  'ClientTraceEvent',
  'CookieJar',
  'Deviation',
  'FetchFunction',
  'NtlmCredentials',
  'OperationMethod',
  'OperationMethodWithoutInput',
  'PreparedRequest',
  'RawResult',
  'RetryOptions',
  'SoapSecurity',
  'TokenSource',
];

/** Runtime types for implementers of a server. */
const serverTypes = [
  'AnswerEvent',
  'ClientCertificate',
  'CloseOptions',
  'Context',
  'CorsOptions',
  'FetchHandler',
  'FetchRequest',
  'Handler',
  'HandlerResult',
  'IdentityOf',
  'LambdaAnswer',
  'LambdaEvent',
  'NodeListener',
  'NodeRequest',
  'RawMessage',
  'SecurityRequest',
  'Server',
  'ServerCall',
  'ServerInterceptor',
  'ServerLimits',
  'ServerOptions',
  'ServerSecurities',
  'ServerSecurity',
  'ServerTraceEvent',
  'SessionStore',
  'Sessions',
  'SessionsOptions',
];

/** Runtime functions for users of a client. */
const clientValues = [
  'basic',
  'bearer',
  'clientCertificate',
  'clientChannel',
  'cookieJar',
  'createCaller',
  'followRedirects',
  'ntlm',
  'retry',
  'withDeviations',
];

/** Runtime functions for implementers of a server. */
const serverValues = [
  'HttpError',
  'fault',
  'lambdaHandler',
  'notImplemented',
  'serverChannel',
  'sessions',
  'verifyBasic',
  'verifyBearer',
  'verifyClientCertificate',
];

/** Those for messages of SOAP. */
const soapServerTypes = ['AddressingRules', 'NonceStore', 'UsernameIdentity', 'UsernameTokenRules'];
const soapServerValues = ['serverAddressing', 'verifyUsernameToken'];
const soapClientTypes = ['AddressingOptions', 'EndpointReference', 'UsernameTokenSettings'];
const soapClientValues = [
  'clientAddressing',
  'clientAttachments',
  'clientSoapHeaders',
  'usernameToken',
];
/** Those for messages of SOAP on both sides. */
const soapTypes = ['SentAttachment', 'SoapHeaderAttributes'];
const soapValues = ['soapHeader'];

/** Functions between XML and elements, for wildcards, details of faults and SOAP headers. */
const xmlValues = ['parseXml', 'writeXml'];

/** Runtime types for both. */
const sharedTypes = [
  'AsmxErrorCode',
  'BasicCredentials',
  'BindingName',
  'JsonValue',
  'NoInput',
  'Operation',
  'RawAnswer',
  'SoapFaultCode',
  'SoapFaultInit',
  'XmlAttribute',
  'XmlElement',
  'XmlNode',
];

/** Names of the functions of all elements. */
function elementFunctions(elements: readonly ElementPlan[]): readonly string[] {
  return elements.flatMap(({ name }) => [`read${name}`, `write${name}`]);
}

/**
 * Plans `index.ts`. It lists every name, so that conflicts are noticed and bundlers see what is
 * used.
 */
export function planIndexFile(contract: ContractPlan, names: FileNames): FileView {
  const { targets } = contract.options;
  const client = targets.includes('client');
  const server = targets.includes('server');
  const facets = facetsOf(names);
  const payloads = [...names.operations.values()].flatMap((one) => [
    ...new Set(Object.values(one).filter((name: string | undefined) => name !== undefined)),
  ]);
  const exports = [
    ...typeExports(contract),
    ...namedClauses(contract, 'elements', { values: elementFunctions(contract.elements) }),
    ...(client || server
      ? namedClauses(contract, 'operations', {
          types: payloads,
          values: contract.operations.map((one) => one.descriptor),
        })
      : []),
    ...(client
      ? namedClauses(contract, 'client', {
          types: [
            ...facets.map((one) => one.client),
            ...[...names.mainPorts.values()].map((one) => one.client),
            ...names.soapHeaders.values(),
          ],
          values: publicFacets(names).map((one) => one.createClient),
        })
      : []),
    ...(server
      ? namedClauses(contract, 'server', {
          types: facets.map((one) => one.handlers),
          values: publicFacets(names).map((one) => one.createServer),
        })
      : []),
    ...runtimeClauses(contract, 'runtime', namesOfRuntime(contract)),
    ...schemaExports(contract, names),
    ...gatewayExports(contract, names),
    ...mcpExports(contract, names),
  ];
  return fileView([], [], { exports });
}

/** Runtime types for contracts with DataSets, and functions. */
const dataSetTypes: readonly string[] = [
  'ReadDataSet',
  'DataSetChange',
  'DataSetColumnDetails',
  'DataSetColumns',
  'DataSetColumnType',
  'DataSetDescription',
  'DataSetInput',
  'DataSetOf',
  'DataSetRelation',
  'DataSetRow',
  'DataSetTables',
  'DataSetValue',
  'WrittenDataSet',
];

const dataSetValues: readonly string[] = ['readDataSet', 'writeDataSet'];

/** Runtime names for users. Types alone need only the ones that they use. */
function namesOfRuntime(contract: ContractPlan): ModuleNames {
  const { options, operations, elements, runtimeNames, hasDataSets } = contract;
  const client = options.targets.includes('client');
  const server = options.targets.includes('server');
  const reads = elements.length > 0;
  const mentioned = runtimeNames.from('runtime');
  if (!client && !server) {
    const own = reads ? ['AsmxErrorCode', 'XmlElement', 'XmlNode', 'XmlAttribute'] : [];
    return {
      types: [...new Set([...own, ...mentioned])],
      values: reads ? ['AsmxError', 'isAsmxError', ...xmlValues] : [],
    };
  }
  const hasSoap = operations.some(({ bindings }) => bindings.some((one) => one.startsWith('soap')));
  return {
    types: [
      ...sharedTypes,
      ...[...mentioned].filter((name) => streamTypes.includes(name)),
      ...(hasSoap ? soapTypes : []),
      ...(client ? clientTypes : []),
      ...(client && hasSoap ? soapClientTypes : []),
      ...(server ? serverTypes : []),
      ...(server && hasSoap ? soapServerTypes : []),
      ...(client && server ? ['ShadowDifference', 'ShadowOptions'] : []),
      ...(hasDataSets ? dataSetTypes : []),
    ],
    values: [
      'AsmxError',
      'SoapFault',
      'isAsmxError',
      'isFault',
      ...(client && server ? ['createShadow'] : []),
      ...(hasSoap || mentioned.has('XmlElement') || reads ? xmlValues : []),
      ...(hasDataSets ? dataSetValues : []),
      ...(hasSoap ? soapValues : []),
      ...(client ? clientValues : []),
      ...(client && hasSoap ? soapClientValues : []),
      ...(server ? serverValues : []),
      ...(server && hasSoap ? soapServerValues : []),
    ],
  };
}

/** From this many types on, they are not listed: the file would be too long for an editor. */
const mostNamed = 15_000;

/** All types: listed by name, or with a star if there are too many. That file has nothing else. */
function typeExports(contract: ContractPlan): readonly ModuleClause[] {
  const constants = contract.types.filter((one) => one.values !== undefined);
  if (contract.types.length > mostNamed) {
    return [exportAll(localSpecifier(contract.options, 'types'), constants.length === 0)];
  }
  const types = contract.types.filter((one) => one.values === undefined);
  const names = (list: readonly DeclarationPlan[]): readonly string[] =>
    list.map(({ name }) => name);
  return namedClauses(contract, 'types', { types: names(types), values: names(constants) });
}

/** These, and the sub-objects of services. */
function facetsOf(names: FileNames): readonly FacetNames[] {
  return [...new Set([...publicFacets(names), ...names.interfaces.values()])];
}

/** Schemas, and exports for tests. */
function schemaExports(contract: ContractPlan, names: FileNames): readonly ModuleClause[] {
  const { options, schemas } = contract;
  if (!hasSchemas(options)) return [];
  const isKit = options.targets.includes('schemas');
  const server = options.targets.includes('server');
  const mocks = server ? [...mockNames(contract, names).values()] : [];
  const isCalled = server || options.targets.includes('client');
  const hasControl = isCalled && contract.operations.length > 0;
  const kit = ['sample', ...(hasControl ? ['createControl'] : [])];
  return [
    ...namedClauses(contract, 'schemas', { values: schemas.map((one) => one.name) }),
    ...(isKit ? namedClauses(contract, 'testing', { values: [...kit, ...mocks] }) : []),
    ...runtimeClauses(contract, 'schema', { values: ['fromJson', 'toJson'] }),
    ...(isKit
      ? runtimeClauses(contract, 'testing', {
          types: [
            ...(hasControl ? ['MockControl', 'MockControlCall', 'MockControlOptions'] : []),
            ...(server ? ['MockCall', 'MockServer'] : []),
          ],
          values: server ? ['mswResolver'] : [],
        })
      : []),
  ];
}

/** Gateways, their hooks, and what users need of the runtime. */
function gatewayExports(contract: ContractPlan, names: FileNames): readonly ModuleClause[] {
  const { options } = contract;
  if (!options.targets.includes('gateway')) return [];
  const facets = publicFacets(names);
  return [
    ...namedClauses(contract, 'gateway', {
      types: facets.map((one) => one.gatewayHooks),
      values: facets.map((one) => one.createGateway),
    }),
    ...runtimeClauses(contract, 'gateway', { types: ['Gateway', 'GatewayHook', 'GatewayOptions'] }),
    ...(options.targets.includes('server')
      ? []
      : runtimeClauses(contract, 'runtime', {
          types: ['FetchRequest', 'NodeRequest'],
          values: ['HttpError'],
        })),
  ];
}

/** MCP servers, and what users need of the runtime. */
function mcpExports(contract: ContractPlan, names: FileNames): readonly ModuleClause[] {
  if (!contract.options.targets.includes('mcp')) return [];
  return [
    ...namedClauses(contract, 'mcp', { values: publicFacets(names).map((one) => one.createMcp) }),
    ...runtimeClauses(contract, 'mcp', { types: ['Mcp', 'McpCall', 'McpOptions'] }),
  ];
}

/** Clients and servers with factories: services, and the contract if it has several. */
function publicFacets(names: FileNames): readonly FacetNames[] {
  const services = [...names.services.values()];
  return names.contract === undefined ? services : [...services, names.contract];
}
