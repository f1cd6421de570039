import { positionAt } from '../diagnostics/diagnostic.ts';
import {
  bindingsOf,
  demandText,
  type HeaderPart,
  type HttpOperation,
  type LinkedService,
  type MessagePart,
  portPath,
  type ServiceInterface,
  type ServiceModel,
  type ServiceOperation,
  type SoapMessage,
  type SoapOperation,
  serviceDemands,
} from '../model/services.ts';
import type { BindingKind } from '../model/wsdl.ts';
import { qnameKey } from '../model/xml.ts';
import type {
  AttributeUse,
  ComplexType,
  ElementDeclaration,
  Facets,
  Particle,
  SchemaType,
  SimpleType,
  Wildcard,
} from '../model/xsd/schema.ts';
import {
  annotationOf,
  type IdentityConstraint,
  type Occurs,
} from '../model/xsd/schema-document.ts';
import {
  type ContractMessages,
  contractMessages,
  type OperationMessages,
  type PayloadShape,
  resultOf,
  signatureOf,
  typesOf,
  typesReached,
} from '../plan/messages.ts';
import { type SettingName, type SettingValue, securityPlans } from '../plan/security.ts';
import type { Shaper } from '../plan/simple-shape.ts';
import {
  fieldsOfObject,
  fieldTypeWord,
  type MessageField,
  simpleTypeWord,
  typeWord,
} from '../plan/type-text.ts';
import { openConfigured } from './contract/configured.ts';
import { type FoundOperation, findOperation } from './contract/model.ts';
import type { ContractCommandOptions } from './contract/options.ts';
import { createConsole } from './terminal/console.ts';
import { type ExitCode, exitCodes } from './terminal/exit.ts';
import { dataTerminal, writeData } from './terminal/streams.ts';
import { type Colours, coloursFor, logText } from './terminal/text.ts';

/**
 * Runs `asmx-gen inspect`: prints the contract, or one operation of it, as text or JSON.
 *
 * @throws {CliError} for an unknown operation
 */
export async function runInspect(
  path: string,
  name: string | undefined,
  options: InspectCommandOptions,
): Promise<ExitCode> {
  const console = createConsole(options);
  const opened = await openConfigured(path, options, console);
  if (opened.model === undefined) return opened.exitCode;
  const { model, settings } = opened;
  if (options.policies === true) {
    await writeData(securityText(model));
    return exitCodes.fine;
  }
  const found = name === undefined ? undefined : findOperation(model, name, settings.naming);
  const { types, arrays, naming } = settings;
  const messages = contractMessages(model, { types, arrays, renames: naming, only: [] });
  const shown: Shown = { model, messages, found, types: options.types === true };
  if (options.json === true) {
    await writeData(`${JSON.stringify(jsonOf(shown), null, 2)}\n`);
    return exitCodes.fine;
  }
  const text = shownText(shown, coloursFor(dataTerminal(), options.color));
  await writeData(options.reporter === 'github' ? logText(text) : text);
  return exitCodes.fine;
}

/** The parts of a contract to show. */
interface Shown {
  readonly model: ServiceModel;
  readonly messages: ContractMessages;
  /** An operation; absent for the whole contract. */
  readonly found: FoundOperation | undefined;
  /** The types instead of the operations. */
  readonly types: boolean;
}

function shownText({ model, messages, found, types }: Shown, colours: Colours): string {
  if (types) {
    const { shaper } = messages;
    const shown =
      found === undefined
        ? typesOf(model, shaper)
        : typesReached(messages.of(found.operation), shaper);
    return typeList(shown, shaper, colours);
  }
  return found === undefined
    ? modelTree(model, messages, colours)
    : operationDetail(model, found, messages.of(found.operation), colours);
}

function jsonOf({ model, messages, found, types }: Shown): Json {
  if (types) {
    const chosen =
      found === undefined
        ? model.types
        : typesReached(messages.of(found.operation), messages.shaper);
    return { format: modelFormat, types: chosen.map(typeJson) };
  }
  if (found === undefined) return modelJson(model, messages);
  return {
    service: found.service.name,
    ...operationJson(found.operation, messages.of(found.operation)),
  };
}

/** Options of `inspect`. */
export interface InspectCommandOptions extends ContractCommandOptions {
  readonly json?: boolean | undefined;
  readonly types?: boolean | undefined;
  readonly policies?: boolean | undefined;
}

/**
 * What policies ask of clients, as a file for `call --security`: names of files and of variables
 * stand for what only the caller has.
 */
function securityText({ services }: ServiceModel): string {
  const parts = services.flatMap((service) =>
    securityPlans(service).map(({ binding, steps, unmet }) =>
      [
        `# ${service.name} over ${binding}`,
        ...unmet.map(({ text, instead = '' }) => `# not possible: ${text}: ${instead}`),
        ...steps.flatMap(({ name, first, settings }) => [
          `${name}:`,
          ...(first === undefined ? [] : [`  assertion: ${settingText(first)}`]),
          ...settings.map(([key, value]) => `  ${key}: ${settingText(value)}`),
        ]),
      ].join('\n'),
    ),
  );
  const [first, ...others] = parts;
  if (first === undefined) {
    return '# the policies of the contract ask for no tokens, signatures or encryption\n';
  }
  // a file holds one document, so that only one of them counts
  const rest = others.map((one) => one.replace(/^(?!#)/gm, '# '));
  return `${[first, ...rest].join('\n\n')}\n`;
}

function settingText(value: SettingValue): string {
  if (typeof value === 'object' && 'setting' in value) return settingPlaces[value.setting];
  if (typeof value !== 'object' || !('members' in value)) return JSON.stringify(value);
  return `{ ${value.members.map(([key, one]) => `${key}: ${settingText(one)}`).join(', ')} }`;
}

/** Where what the caller has may be found. */
const settingPlaces: Readonly<Record<SettingName, string>> = {
  username: 'env:SERVICE_USER',
  password: 'env:SERVICE_PASSWORD',
  key: 'client.key',
  cert: 'client.pem',
  serviceCert: 'service.pem',
  trust: 'service.pem',
  tlsKey: 'tls.key',
  tlsCert: 'tls.pem',
  assertion: 'assertion.xml',
  sts: 'https://sts.example.org/',
  credentials: '{ usernameToken: { username: env:STS_USER, password: env:STS_PASSWORD } }',
  appliesTo: 'https://service.example.org/',
  signature: 'rsa-sha1 # WCF and others: rsa-sha256',
};

/** The whole contract as a tree: services with path and bindings, operations with signatures. */
function modelTree(model: ServiceModel, messages: ContractMessages, colours: Colours): string {
  const lines = [
    colours.bold(model.name),
    `  namespace  ${model.namespace}`,
    ...(model.baseUrl === undefined ? [] : [`  base URL   ${model.baseUrl}`]),
    ...model.files.slice(0, 1).map((file) => `  contract   ${file.path}`),
  ];
  if (model.isSchema) lines.push('', ...elementLines(model, messages));
  for (const service of model.services) lines.push('', ...serviceLines(service, messages, colours));
  return `${lines.join('\n')}\n`;
}

/** Global elements of a plain XML Schema with their types. */
function elementLines({ elements }: ServiceModel, { shaper }: ContractMessages): readonly string[] {
  const width = Math.max(0, ...elements.map(({ name }) => name.localName.length));
  return elements.map((element) => {
    const { name, abstract, nillable } = element;
    const marks = `${nillable ? ' | null' : ''}${abstract ? '  abstract' : ''}`;
    const type = typeWord(shaper.value(element.type));
    return `  ${name.localName.padEnd(width)}  ${type}${marks}`;
  });
}

function serviceLines(
  service: LinkedService,
  messages: ContractMessages,
  colours: Colours,
): readonly string[] {
  const [main, ...others] = service.interfaces;
  const head = `${colours.bold(service.name)}  ${service.path}`;
  if (main === undefined) return [head];
  const demands = demandLines(service, colours);
  if (others.length === 0) {
    return [
      `${head}  ${colours.dim(portKinds(main))}`,
      ...demands,
      ...operationLines(main, messages, '', colours),
    ];
  }
  const lines = [head, ...demands];
  for (const [index, one] of service.interfaces.entries()) {
    const last = index === service.interfaces.length - 1;
    const branch = last ? '└─' : '├─';
    lines.push(`${branch} ${colours.bold(one.name)}  ${colours.dim(portKinds(one))}`);
    lines.push(...operationLines(one, messages, last ? '   ' : '│  ', colours));
  }
  return lines;
}

/** What the policies of a service demand, and how to meet it. */
function demandLines(service: LinkedService, colours: Colours): readonly string[] {
  return serviceDemands(service).map((demand) => {
    const { option, instead } = demand;
    const how = instead === undefined ? option : `not supported: ${instead}`;
    const more = how === undefined ? '' : `  ${colours.dim(how)}`;
    return `│  demands ${demandText(demand)}${more}`;
  });
}

function portKinds(one: ServiceInterface): string {
  return [...new Set(one.ports.map((port) => port.kind))].join(' ');
}

function operationLines(
  one: ServiceInterface,
  messages: ContractMessages,
  indent: string,
  colours: Colours,
): readonly string[] {
  const all = new Set(one.ports.map((port) => port.kind)).size;
  return one.operations.map((operation, index) => {
    const branch = index === one.operations.length - 1 ? '└─' : '├─';
    const signature = signatureOf(operation, messages.of(operation));
    return `${indent}${branch} ${signature}${fewer(operation, all, colours)}`;
  });
}

/** The bindings of an operation, if the service has more. */
function fewer(operation: ServiceOperation, all: number, colours: Colours): string {
  const bindings = bindingsOf(operation);
  return bindings.length === all ? '' : `  ${colours.dim(bindings.join(' '))}`;
}

/**
 * One operation with all details: documentation, address, bindings, fields, headers, faults, and
 * position.
 */
function operationDetail(
  model: ServiceModel,
  { service, operation }: FoundOperation,
  messages: OperationMessages,
  colours: Colours,
): string {
  const soap = operation.soap11 ?? operation.soap12;
  const { file, start } = operation.span;
  const { line, column } = positionAt(file, start);
  const facts: [string, string][] = [
    ...addresses(model, { service, operation }),
    ['bindings', bindingsOf(operation).join(', ')],
  ];
  if (soap !== undefined) {
    facts.push(['SOAPAction', `"${soap.action}"`], ['style', `${soap.style}/${soap.input.use}`]);
  }
  facts.push(['defined', `${file.path}:${line}:${column}`]);
  const lines = [`${colours.bold(service.name)}.${signatureOf(operation, messages)}`];
  for (const text of (operation.documentation ?? '').split('\n')) {
    if (text.trim() !== '') lines.push(`  ${text.trim()}`);
  }
  lines.push('', ...facts.map(([name, value]) => `  ${name.padEnd(10)}  ${value}`));
  const { input, output, inputHeaders, outputHeaders, faults } = messages;
  lines.push(...section('input', input.fields, colours));
  lines.push(...section('output', output.fields, colours, resultOf(operation, messages)));
  lines.push(...payloads('request headers', inputHeaders, colours));
  lines.push(...payloads('response headers', outputHeaders, colours));
  lines.push(...payloads('faults', faults, colours));
  return `${lines.join('\n')}\n`;
}

function section(
  title: string,
  fields: readonly MessageField[],
  colours: Colours,
  empty = 'none',
): readonly string[] {
  if (fields.length === 0) return ['', `  ${colours.bold(title)}  ${empty}`];
  const name = Math.max(...fields.map((field) => field.property.length));
  const type = Math.max(...fields.map((field) => fieldTypeWord(field).length));
  return [
    '',
    `  ${colours.bold(title)}`,
    ...fields.map((field) => {
      const words = (field.documentation ?? '').replace(/\s+/g, ' ').trim();
      const columns = [field.property.padEnd(name), fieldTypeWord(field).padEnd(type), words];
      return `    ${columns.join('  ')}`.trimEnd();
    }),
  ];
}

function payloads(
  title: string,
  all: readonly PayloadShape[],
  colours: Colours,
): readonly string[] {
  if (all.length === 0) return [];
  return [
    '',
    `  ${colours.bold(title)}`,
    ...all.map(({ name, place, required, only }) => {
      const over = only === undefined ? '' : `  only ${only}`;
      return `    ${name}  ${typeWord(place.value)}${required ? '  required' : ''}${over}`;
    }),
  ];
}

/** The address of an operation. If its bindings have several, each is followed by its bindings. */
function addresses(
  { baseUrl = '' }: ServiceModel,
  { service, operation }: FoundOperation,
): [string, string][] {
  const byPath = new Map<string, BindingKind[]>();
  for (const kind of bindingsOf(operation)) {
    const path = portPath(service, operation[kind]?.port);
    byPath.set(path, [...(byPath.get(path) ?? []), kind]);
  }
  return [...byPath].map(([path, kinds]) => {
    const of = byPath.size > 1 ? ` (${kinds.join(', ')})` : '';
    return ['address', baseUrl + path + of];
  });
}

/** Types in the YAML notation, one block each. */
function typeList(types: readonly SchemaType[], shaper: Shaper, colours: Colours): string {
  if (types.length === 0) return 'only types of XML Schema\n';
  const blocks = types.map((type) =>
    type.kind === 'simple'
      ? simpleLine(type, shaper, colours)
      : complexBlock(type, shaper, colours),
  );
  return `${blocks.join('\n\n')}\n`;
}

function simpleLine(type: SimpleType, shaper: Shaper, colours: Colours): string {
  const name = colours.bold(typeWord(shaper.simple(type)));
  const { enumeration, patterns } = type.facets;
  if (enumeration !== undefined) {
    return `${name}  ${enumeration.map(({ value }) => value).join(' | ')}`;
  }
  const pattern = patterns?.at(-1)?.map((one) => `/${one}/`);
  return `${name}  ${[varietyWord(type), ...(pattern ?? [])].join(' ')}`;
}

function varietyWord({ variety, builtin, item, members }: SimpleType): string {
  if (variety === 'list' && item !== undefined) return `list of ${simpleTypeWord(item)}`;
  if (variety === 'union') return (members ?? []).map(simpleTypeWord).join(' | ');
  return builtin ?? variety;
}

function complexBlock(type: ComplexType, shaper: Shaper, colours: Colours): string {
  const object = shaper.object(type);
  const { base, derivation = 'extension' } = type;
  const marks = [
    ...(type.abstract ? ['abstract'] : []),
    ...(base === undefined ? [] : [`${derivation} of ${typeWord(shaper.value(base))}`]),
  ];
  const head = [colours.bold(object.name), colours.dim(marks.join(', '))];
  const fields = fieldsOfObject(object);
  const width = Math.max(0, ...fields.map(({ property }) => property.length));
  const rows = fields.map((field) => `  ${field.property.padEnd(width)}  ${fieldTypeWord(field)}`);
  return [head.join('  ').trimEnd(), ...rows].join('\n');
}

/** Version of the JSON form. New keys do not change it; a changed meaning of a key increases it. */
const modelFormat = 1;

/**
 * The linked model as plain JSON data, described in docs/reference/model-json.md. In the order of
 * the contract; absent values are omitted; types and global elements are referred to as
 * `{namespace}name`.
 */
export function modelJson(model: ServiceModel, messages: ContractMessages): Json {
  return {
    format: modelFormat,
    name: model.name,
    namespace: model.namespace,
    baseUrl: model.baseUrl,
    documentation: model.documentation,
    files: model.files.map((file) => file.path),
    services: model.services.map((service) => serviceJson(service, messages)),
    elements: model.elements.map(elementJson),
    types: model.types.map(typeJson),
  };
}

function serviceJson(service: LinkedService, messages: ContractMessages): Json {
  return {
    name: service.name,
    namespace: service.namespace,
    path: service.path,
    documentation: service.documentation,
    ports: service.ports.map((port) => ({
      name: port.name,
      kind: port.kind,
      binding: qnameKey(port.binding),
      portType: qnameKey(port.portType),
      address: port.address,
      path: port.path,
    })),
    demands: demandsJson(service),
    interfaces: service.interfaces.map((one) => ({
      name: one.name,
      ports: one.ports.map((port) => port.name),
      operations: one.operations.map((operation) =>
        operationJson(operation, messages.of(operation)),
      ),
    })),
  };
}

/** What the policies of a service demand; absent if there are none. */
function demandsJson(service: LinkedService): Json | undefined {
  const demands = serviceDemands(service);
  if (demands.length === 0) return undefined;
  return demands.map(({ text, option, instead, isChoice, bindings }) => ({
    text,
    option,
    instead,
    choice: isChoice,
    bindings: bindings && [...bindings],
  }));
}

/** One operation as JSON data. */
function operationJson(
  operation: ServiceOperation,
  { input, output }: OperationMessages,
): JsonObject {
  const { soap11, soap12, httpGet, httpPost } = operation;
  return {
    name: operation.name,
    messageName: operation.messageName,
    documentation: operation.documentation,
    oneWay: operation.oneWay,
    written: operation.written,
    input: { properties: input.fields.map(fieldJson) },
    output: { kind: output.kind, properties: output.fields.map(fieldJson) },
    soap11: soap11 && soapJson(soap11),
    soap12: soap12 && soapJson(soap12),
    httpGet: httpGet && httpJson(httpGet),
    httpPost: httpPost && httpJson(httpPost),
  };
}

/** A property of generated code. */
function fieldJson(field: MessageField): Json {
  const { property, wireName, value, optional, repeated, nillable } = field;
  return { name: property, wireName, type: typeWord(value), optional, repeated, nillable };
}

function soapJson(soap: SoapOperation): Json {
  return {
    port: soap.port.name,
    action: soap.action,
    actions: actionsJson(soap),
    style: soap.style,
    input: messageJson(soap.input),
    output: soap.output && messageJson(soap.output),
    faults: soap.faults.map((fault) => ({
      name: fault.name,
      documentation: fault.documentation,
      part: partJson(fault.part),
    })),
  };
}

/** Actions of WS-Addressing. */
function actionsJson({ actions }: SoapOperation): Json {
  const { input, output, faults } = actions;
  return { input, output, faults: faults.size === 0 ? undefined : Object.fromEntries(faults) };
}

function messageJson(message: SoapMessage): Json {
  return {
    use: message.use,
    rpcWrapper: message.rpcWrapper && qnameKey(message.rpcWrapper),
    parts: message.parts.map(partJson),
    headers: message.headers.map(headerJson),
    attachments: message.attachments.map(({ part, types }) => ({ part, types: [...types] })),
  };
}

function headerJson(header: HeaderPart): Json {
  const { use, namespace, required } = header;
  return { ...partJson(header.part), use, namespace, required };
}

function partJson(part: MessagePart): { readonly [name: string]: Json } {
  return {
    name: part.name,
    element: part.element && qnameKey(part.element.name),
    type: part.type && typeReference(part.type),
    optional: part.optional,
    documentation: part.documentation,
  };
}

function httpJson(http: HttpOperation): Json {
  return {
    port: http.port.name,
    location: http.location,
    input: { ...http.input },
    parameters: http.parameters.map(partJson),
    output: { ...http.output },
    result: http.result && partJson(http.result),
  };
}

/** JSON data. Keys with the value `undefined` are omitted when it is written. */
type Json =
  | string
  | number
  | boolean
  | undefined
  | readonly Json[]
  | { readonly [name: string]: Json };

/** A JSON object. */
type JsonObject = { readonly [name: string]: Json };

/** A named type by its name, an anonymous one with all details. */
function typeReference(type: SchemaType): Json {
  return type.name === undefined ? typeJson(type) : qnameKey(type.name);
}

/** A type with all details. */
function typeJson(type: SchemaType): Json {
  return type.kind === 'simple' ? simpleJson(type) : complexJson(type);
}

function simpleJson(type: SimpleType): Json {
  return {
    kind: type.kind,
    name: type.name && qnameKey(type.name),
    ...annotationOf(type),
    variety: type.variety,
    builtin: type.builtin,
    base: type.base && typeReference(type.base),
    item: type.item && typeReference(type.item),
    members: type.members?.map(typeReference),
    facets: facetsJson(type.facets),
    final: type.final && [...type.final],
  };
}

function facetsJson(facets: Facets): Json {
  const { enumeration, patterns, ...others } = facets;
  const values = {
    enumeration: enumeration?.map((one) => ({ value: one.value, ...annotationOf(one) })),
    patterns: patterns?.map((step) => [...step]),
    ...others,
  };
  return Object.values(values).every((value) => value === undefined) ? undefined : values;
}

function complexJson(type: ComplexType): Json {
  return {
    kind: type.kind,
    name: type.name && qnameKey(type.name),
    ...annotationOf(type),
    abstract: type.abstract,
    mixed: type.mixed,
    block: type.block && [...type.block],
    final: type.final && [...type.final],
    base: type.base && typeReference(type.base),
    derivation: type.derivation,
    simpleContent: type.simpleContent && typeReference(type.simpleContent),
    content: type.particle && particleJson(type.particle),
    attributes: type.attributes.map(attributeJson),
    anyAttribute: type.anyAttribute && wildcardJson(type.anyAttribute),
    soapArray: type.soapArray && {
      item: typeReference(type.soapArray.item),
      dimensions: type.soapArray.dimensions,
    },
  };
}

function attributeJson(attribute: AttributeUse): Json {
  return {
    name: qnameKey(attribute.name),
    type: typeReference(attribute.type),
    required: attribute.required,
    default: attribute.default,
    fixed: attribute.fixed,
    ...annotationOf(attribute),
  };
}

/** A global element with all details. */
function elementJson(element: ElementDeclaration): JsonObject {
  return {
    name: qnameKey(element.name),
    type: typeReference(element.type),
    nillable: element.nillable,
    default: element.default,
    fixed: element.fixed,
    abstract: element.abstract,
    block: element.block && [...element.block],
    final: element.final && [...element.final],
    constraints: element.constraints?.map(constraintJson),
    substitutes: element.substitutes.map(({ name }) => qnameKey(name)),
    ...annotationOf(element),
  };
}

function constraintJson({ kind, name, selector, fields, refer }: IdentityConstraint): Json {
  return { kind, name, selector, fields: [...fields], refer: refer && qnameKey(refer.name) };
}

function particleJson(particle: Particle): Json {
  const occurs = occursJson(particle.occurs);
  switch (particle.kind) {
    case 'any':
      return { kind: 'any', ...occurs, ...wildcardJson(particle.wildcard) };
    case 'model':
      return {
        kind: particle.compositor,
        ...occurs,
        group: particle.groupName && qnameKey(particle.groupName),
        particles: particle.particles.map(particleJson),
      };
    case 'element': {
      const { element } = particle;
      if (element.global) {
        const name = qnameKey(element.name);
        return { kind: 'element', ...occurs, element: name, ...particle.reference };
      }
      return { kind: 'element', ...occurs, ...elementJson(element) };
    }
  }
}

/** `max` is omitted if it is unbounded, for which JSON has no number. */
function occursJson({ min, max }: Occurs): JsonObject {
  return Number.isFinite(max) ? { min, max } : { min, unbounded: true };
}

function wildcardJson({ allowed, processContents }: Wildcard): JsonObject {
  switch (allowed.kind) {
    case 'any':
      return { namespaces: 'any', processContents };
    case 'other':
      return { namespaces: 'other', than: allowed.than, processContents };
    case 'list':
      return { namespaces: [...allowed.namespaces], processContents };
  }
}
