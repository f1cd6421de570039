/**
 * Names that declarations of a contract cannot have: globals that generated files use, and exports
 * of the runtime's index, because a generated `index.ts` exports both. A test keeps the second list
 * complete.
 */
const globals = [
  ...['Array', 'ArrayLike', 'AsyncIterable', 'BigInt', 'Boolean', 'Date', 'Error', 'Exclude'],
  ...['Extract', 'Function', 'Infinity', 'Iterable', 'JSON', 'Map', 'Math', 'NaN', 'NonNullable'],
  ...['NoInfer', 'Number', 'Object', 'Omit', 'Parameters', 'Partial', 'Pick', 'Promise'],
  ...['PromiseLike', 'Proxy', 'Readonly', 'ReadonlyArray', 'ReadonlyMap', 'ReadonlySet', 'Record'],
  ...[
    'ReadableStream',
    'Reflect',
    'RegExp',
    'Request',
    'Required',
    'Response',
    'ReturnType',
    'Set',
    'String',
  ],
  ...['Symbol', 'Uint8Array', 'WeakMap', 'WeakSet', 'Awaited', 'Iterator', 'Generator', '_'],
];

/** Exports of `src/runtime/index.ts`. */
const runtimeNames: readonly string[] = [
  ...[
    'AnyOf',
    'AsmxError',
    'AtMostOneOf',
    'AsmxErrorCode',
    'AsmxErrorDetails',
    'BindingName',
    'CallOptions',
    'Caller',
  ],
  ...[
    'ClientDefaults',
    'ClientFunctions',
    'ClientInterceptor',
    'ClientOptions',
    'Context',
    'CookieJar',
    'Deviation',
  ],
  ...['BasicCredentials', 'ClientCertificate', 'IdentityOf', 'NonceStore', 'SecurityRequest'],
  ...['CertificateFiles', 'TokenSource', 'UsernameTokenSettings'],
  ...['AddressingOptions', 'AddressingRules', 'EndpointReference'],
  ...['ServerSecurities', 'ServerSecurity', 'UsernameIdentity', 'UsernameTokenRules'],
  ...['ClientTraceEvent', 'ServerTraceEvent', 'SessionStore', 'Sessions', 'SessionsOptions'],
  ...['ShadowDifference', 'ShadowOptions'],
  ...['DataSetChange', 'DataSetColumnDetails', 'DataSetColumnType', 'DataSetColumns'],
  'DataSetDescription',
  ...['DataSetInput', 'DataSetOf', 'DataSetRelation', 'DataSetRow', 'DataSetTables'],
  ...['DataSetValue', 'ReadDataSet', 'WrittenDataSet', 'readDataSet', 'writeDataSet'],
  ...['AnswerEvent', 'CloseOptions', 'CorsOptions', 'HttpError', 'RawMessage'],
  'DocumentAnswer',
  ...['DocumentRequest', 'Documentation', 'ElementName', 'FaultDescriptor', 'FetchFunction'],
  ...['FetchHandler', 'FetchInit', 'FetchRequest', 'FetchResponse', 'Handler', 'HandlerResult'],
  ...['HeaderDescriptor', 'HeaderValues', 'HeadersOption', 'HttpCodec', 'JsonValue', 'NoInput'],
  ...['LambdaAnswer', 'LambdaEvent'],
  ...['NodeListener', 'NodeRequest', 'NodeResponse', 'NtlmCredentials', 'Operation'],
  'OperationMethod',
  ...['OperationMethodWithoutInput', 'OperationTypes', 'OperationWithFaults', 'ParityOptions'],
  ...[
    'PlatformResponse',
    'PlatformSignal',
    'PreparedRequest',
    'RawAnswer',
    'RawResult',
    'RetryOptions',
    'Route',
    'Routes',
  ],
  ...['Server', 'ServerCall', 'ServerInterceptor', 'ServerLimits', 'ServerOptions'],
  ...['SentAttachment', 'ServerProtocol', 'SoapCodec', 'SoapHeaderAttributes'],
  ...[
    'StreamOptions',
    'RecordStep',
    'StreamCodec',
    'StreamingOperation',
    'StreamingMethod',
    'StreamingMethodWithoutInput',
    'Records',
    'StreamingHandler',
    'SoapFault',
    'SoapFaultCode',
    'SoapFaultInit',
    'SoapSecurity',
    'TlsOptions',
    'WrittenKind',
  ],
  ...['XmlAttribute', 'XmlElement', 'XmlNode', 'XmlReader', 'FormReader', 'OneOf', 'RecordStep'],
  'AnyBranch',
  ...['LexicalScope', 'LinearPattern', 'QNameScope'],
  ...['Records', 'StreamCodec', 'StreamOptions', 'StreamingHandler', 'StreamingMethod'],
  ...['StreamingMethodWithoutInput', 'StreamingOperation'],
];

/** Exports of only `src/runtime/type.ts` that start with a capital letter, like types. */
const descriptionNames = [
  ...[
    'ArrayType',
    'AttachedParts',
    'AttachmentPart',
    'ContractNames',
    'HeadElements',
    'ID',
    'IDREF',
  ],
  ...['FormParameters', 'HttpResult', 'MessageType', 'ObjectType', 'SimpleType'],
];

/** Declarations of `soap.ts`, and its imports from `src/runtime/soap-package.ts`. */
const soapNames = [
  ...['SoapClientOptions', 'SoapListenOptions', 'SoapHttpServer'],
  ...['SoapPackageClientOptions', 'SoapPackageServerOptions'],
];

/** Imports of `schemas.ts` from `src/runtime/schema.ts`. */
const schemaNames = ['SchemaKeywords', 'TypeSchema'];

/** Imports of `testing.ts` from `src/runtime/testing.ts`, and exports of the index. */
const testingNames = [
  ...['MockCall', 'MockHandlers', 'MockServer', 'ResultSchemas', 'SampleOptions', 'SampleSource'],
];

/** Imports of `gateway.ts` from `src/runtime/gateway.ts`, and exports of the index. */
const gatewayNames = ['Gateway', 'GatewayHook', 'GatewayOperation', 'GatewayOptions'];

/** Imports of `mcp.ts` from `src/runtime/mcp.ts`, and exports of the index. */
const mcpNames = ['Mcp', 'McpCall', 'McpOptions'];

/** Identifiers that no declaration of the contract gets. */
export const reservedTypeNames: ReadonlySet<string> = new Set([
  ...globals,
  ...runtimeNames,
  ...descriptionNames,
  ...soapNames,
  ...schemaNames,
  ...testingNames,
  ...gatewayNames,
  ...mcpNames,
]);

/**
 * Names that no method, service or port gets on clients and handlers: `await` would call the first,
 * `JSON.stringify` the second, and every object has the others.
 */
export const reservedMethodNames: ReadonlySet<string> = new Set([
  ...['then', 'toJSON'],
  ...['constructor', 'hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable', 'toLocaleString'],
  ...['toString', 'valueOf', '__proto__', '__defineGetter__', '__defineSetter__'],
  ...['__lookupGetter__', '__lookupSetter__'],
]);

/**
 * Words that cannot be variables in a module (ECMA-262 section 12.7.2), and those that would hide
 * what examples call.
 */
export const reservedWords: ReadonlySet<string> = new Set([
  ...['arguments', 'await', 'break', 'case', 'catch', 'class', 'const', 'continue', 'debugger'],
  ...['default', 'delete', 'do', 'else', 'enum', 'eval', 'export', 'extends', 'false', 'finally'],
  ...['for', 'function', 'if', 'implements', 'import', 'in', 'instanceof', 'interface', 'let'],
  ...['new', 'null', 'package', 'private', 'protected', 'public', 'return', 'static', 'super'],
  ...['switch', 'this', 'throw', 'true', 'try', 'typeof', 'undefined', 'var', 'void', 'while'],
  ...['with', 'yield', 'client', 'record', 'console'],
]);
