/**
 * Returns a free name: subject and suffix, with the kind of the subject between them if that is
 * taken.
 */
export type FreeName = (subject: string, kind: string, suffix: string) => string;

/**
 * Creates names by a fixed rule instead of a counter, so that a name does not change when something
 * unrelated is added: `OrderClient`, otherwise `OrderServiceClient`, otherwise that with five
 * letters derived from it. Only names that are equal even so are counted.
 *
 * @param taken names that are taken; new names are added
 */
export function createFreeName(taken: Set<string>): FreeName {
  const counted = createCounted(taken);
  return (subject, kind, suffix) => {
    let free = `${subject}${suffix}`;
    if (taken.has(free)) free = `${subject}${kind}${suffix}`;
    if (taken.has(free)) free = counted(free + shortHash(free));
    taken.add(free);
    return free;
  };
}

/** Gives a name that is free, or with the first number from 2 that makes it so. */
function createCounted(taken: ReadonlySet<string>): (name: string) => string {
  const counts = new Map<string, number>();
  return (name) => {
    let count = counts.get(name) ?? 1;
    const free = (): string => (count === 1 ? name : `${name}${count}`);
    while (taken.has(free())) count += 1;
    counts.set(name, count);
    return free();
  };
}

/** A request for a unique identifier. */
export interface NameRequest {
  /** The key of its name in the result. */
  readonly id: object;
  /** The preferred identifier. */
  readonly preferred: string;
  /** Its local name. If several prefer one identifier, the one spelled like it keeps it. */
  readonly spelling: string;
  /** Priority: a lower rank keeps its name against higher ones. */
  readonly rank: number;
  /** Appended if the preferred name is taken. */
  readonly suffix: string;
  readonly namespace: string;
  /** Distinguishes components that are otherwise equal: QName, or names from the outside in. */
  readonly key: string;
}

/**
 * Candidates for a name, best first. Each is computed only if the one before is taken. All are
 * derived from the component itself, so that nothing else in the contract changes them.
 */
const candidates: readonly ((request: NameRequest) => string)[] = [
  ({ preferred }) => preferred,
  ({ preferred, suffix }) => `${preferred}${suffix}`,
  ({ preferred, namespace }) => `${preferred}${namespaceWord(namespace)}`,
  ({ preferred, suffix, namespace }) => `${preferred}${namespaceWord(namespace)}${suffix}`,
  ({ preferred, key }) => `${preferred}${shortHash(key)}`,
  ({ preferred, suffix, key }) => `${preferred}${suffix}${shortHash(`${key}#`)}`,
];

/**
 * Gives every request a unique identifier. Requests of a lower rank choose first. Among those of
 * one rank, a candidate that two prefer is given to neither, unless exactly one of them is spelled
 * like it. The order of the requests does not matter.
 *
 * @param taken Identifiers that are taken; new ones are added.
 */
export function assignNames(
  requests: readonly NameRequest[],
  taken: Set<string>,
): Map<object, string> {
  const names = new Map<object, string>();
  const ranks = [...new Set(requests.map((request) => request.rank))].sort((a, b) => a - b);
  for (const rank of ranks) {
    let open = requests.filter((request) => request.rank === rank);
    for (const candidateOf of candidates) {
      if (open.length === 0) break;
      const wanting = new Map<string, NameRequest | NameRequest[]>();
      for (const request of open) {
        const candidate = candidateOf(request);
        const other = wanting.get(candidate);
        if (other === undefined) wanting.set(candidate, request);
        else if (Array.isArray(other)) other.push(request);
        else wanting.set(candidate, [other, request]);
      }
      wanting.forEach((one, candidate) => {
        if (taken.has(candidate)) return;
        const winner = Array.isArray(one) ? winnerOf(one, candidate) : one;
        if (winner === undefined) return;
        names.set(winner.id, candidate);
        taken.add(candidate);
      });
      open = open.filter((request) => !names.has(request.id));
    }
    // two components with one key are a duplicate declaration, which link has reported, or services
    // of one name in descriptions of devices
    const counted = createCounted(taken);
    for (const request of open) {
      const name = counted(`${candidates.at(-1)?.(request) ?? request.preferred}_`);
      names.set(request.id, name);
      taken.add(name);
    }
  }
  return names;
}

function winnerOf(requests: readonly NameRequest[], candidate: string): NameRequest | undefined {
  const spelled = requests.filter((request) => request.spelling === candidate);
  return spelled.length === 1 ? spelled[0] : undefined;
}

/**
 * Converts names of the contract to identifiers with a closed alphabet. ASCII letters, digits and
 * `_` stay, and so do letters of other scripts that are identifier characters in every version of
 * Unicode that TypeScript knows, and have no decomposition. Everything else is dropped, and the
 * next letter becomes upper case. `$` is dropped, too: it marks the names that generated code adds.
 */

const wordStart = /^[\p{ID_Start}_]/u;
const invalid = /[^\p{ID_Continue}\u200c\u200d]+/u;

/** Decodes .NET's `_xNNNN_` escapes (`XmlConvert.EncodeName`). */
function decodeXmlName(name: string): string {
  return name.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function raiseFirst(text: string): string {
  const first = text.codePointAt(0);
  if (first === undefined) return '';
  const letter = String.fromCodePoint(first);
  const raised = letter.toUpperCase();
  if (raised === letter) return text;
  // some letters become several in upper case; they stay unchanged
  return (raised.length === letter.length ? raised : letter) + text.slice(letter.length);
}

function lowerFirst(text: string): string {
  const first = text.codePointAt(0);
  if (first === undefined) return '';
  const letter = String.fromCodePoint(first);
  const lowered = letter.toLowerCase();
  if (lowered === letter) return text;
  return (lowered.length === letter.length ? lowered : letter) + text.slice(letter.length);
}

/** Matches nearly all names: nothing to drop or decode, and valid identifiers everywhere. */
const ordinary = /^[A-Za-z][A-Za-z0-9]*$/;
/** Names from which nothing is dropped. */
const whole = /^\w+$/;

/** Identifier characters of a name. The letter after dropped ones becomes upper case. */
function clean(name: string): string {
  if (whole.test(name) && !name.includes('_x')) return name;
  return decodeXmlName(name)
    .split(invalid)
    .filter((part) => part !== '')
    .map((part, index) => (index === 0 ? part : raiseFirst(part)))
    .join('');
}

/** Name of a type, interface or constant, with its first letter in upper case. */
export function pascalName(name: string): string {
  if (ordinary.test(name)) return raiseFirst(name);
  const text = raiseFirst(clean(name));
  return wordStart.test(text) ? text : `_${text}`;
}

/**
 * Name of a method, or of a property for a service or operation, with its first letter in lower
 * case.
 */
export function camelName(name: string): string {
  if (ordinary.test(name)) return lowerFirst(name);
  const text = lowerFirst(clean(name));
  return wordStart.test(text) ? text : `_${text}`;
}

/** A name as spelled, without characters that identifiers do not allow. */
export function identifierName(name: string): string {
  const text = clean(name);
  return wordStart.test(text) ? text : `_${text}`;
}

/** Words of a URI that do not describe what it names. */
const idle: ReadonlySet<string> = new Set([
  ...['http', 'https', 'urn', 'www', 'com', 'org', 'net', 'edu', 'gov', 'info', 'index', 'html'],
  ...['schemas', 'schema', 'xsd', 'xml', 'wsdl', 'soap', 'service', 'services', 'types', 'type'],
  ...['asmx', 'svc', 'ws', 'api', 'ns', 'namespace', 'namespaces'],
]);

/** A cache of namespace words: a contract has few namespaces, each used many times. */
const words = new Map<string, string>();

/**
 * Short name of a namespace: its last descriptive segment, such as `Common` for
 * `http://example.org/common/v1`.
 */
export function namespaceWord(uri: string): string {
  const known = words.get(uri);
  if (known !== undefined) return known;
  const word = tellingWord(uri);
  words.set(uri, word);
  return word;
}

function tellingWord(uri: string): string {
  const segments = uri.split(/[/:#?&=]+/).filter((segment) => segment !== '');
  for (const segment of segments.toReversed()) {
    if (/^v?[\d._-]+$/i.test(segment)) continue;
    const words = segment.split(/[.\s_-]+/).filter((word) => word !== '');
    const telling = words.filter((word) => !idle.has(word.toLowerCase()) && !/^\d+$/.test(word));
    const name = pascalName(telling.map(raiseFirst).join(''));
    if (telling.length > 0 && name !== '_') return name;
  }
  return 'NoNamespace';
}

/**
 * Five letters derived from a text, the same on every machine (FNV-1a): the last resort for
 * conflicting names.
 */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  let letters = '';
  for (let count = 0; count < 5; count += 1) {
    letters += String.fromCharCode(97 + (hash % 26));
    hash = Math.floor(hash / 26);
  }
  return raiseFirst(letters);
}

/**
 * A name as the key of an OpenAPI component, which may only have ASCII letters and digits, `.`, `_`
 * and `-`. Letters lose their accents, and other characters become `_`, so different names may
 * become equal.
 */
export function componentName(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}+/gu, '');
  return plain.replace(/[^A-Za-z0-9._-]/gu, '_') || '_';
}

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
  ...['MockCall', 'MockControl', 'MockControlCall', 'MockControlOptions', 'MockHandlers'],
  ...['MockServer', 'ResultSchemas', 'SampleOptions', 'SampleSource'],
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
