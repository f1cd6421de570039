import type { DeclarationPlan } from '../declarations/declaration-plan.ts';
import { exportAll, type ModuleClause, type ModuleNames } from '../print/module-clauses.ts';
import { elementFunctions } from '../result/element-plan.ts';
import type { ContractPlan } from '../result/plan.ts';
import { dataSetTypes, dataSetValues } from '../scope/data-sets.ts';
import type { ContractNames, FacetNames } from './contract-names.ts';
import { gatewayExports, mcpExports, publicFacets, schemaExports } from './index-exports.ts';
import { localSpecifier, namedClauses, runtimeClauses } from './module-imports.ts';

/** Data for `index.hbs`: named re-exports. */
export interface IndexView {
  readonly exports: readonly ModuleClause[];
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
  'ntlm',
  'retry',
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
const soapClientValues = ['clientAddressing', 'clientAttachments', 'usernameToken'];
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

/**
 * Plans `index.ts`. It lists every name, so that conflicts are noticed and bundlers see what is
 * used.
 */
export function planIndexView(contract: ContractPlan, names: ContractNames): IndexView {
  const { targets } = contract.options;
  const client = targets.includes('client');
  const server = targets.includes('server');
  const facets = facetsOf(names);
  const payloads = [...names.operations.values()].flatMap((one) => [
    ...new Set(Object.values(one).filter((name: string | undefined) => name !== undefined)),
  ]);
  return {
    exports: [
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
    ],
  };
}

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
function facetsOf(names: ContractNames): readonly FacetNames[] {
  return [...new Set([...publicFacets(names), ...names.interfaces.values()])];
}
