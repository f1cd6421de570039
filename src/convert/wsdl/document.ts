import { inRedefiningOrder } from '../../model/link/context.ts';
import { addressingOf, policyAddressingNamespaces } from '../../model/policy.ts';
import { actionsOf, type MessageActions } from '../../model/services.ts';
import type {
  Binding,
  BindingMessage,
  BindingOperation,
  Definitions,
  HttpContent,
  Message,
  OperationFault,
  OperationMessage,
  Port,
  PortType,
  PortTypeOperation,
  Service,
  SoapBody,
  SoapHeader,
} from '../../model/wsdl.ts';
import {
  indentedText,
  type MarkupElement,
  namespaces,
  type QName,
  qnameKey,
  type Reference,
  sameQName,
} from '../../model/xml.ts';
import { qnameSyntax } from '../../model/xsd/schema.ts';
import type {
  AttributeGroupSyntax,
  GroupSyntax,
  ParticleSyntax,
  SchemaDocument,
  TypeSyntax,
} from '../../model/xsd/schema-document.ts';
import { createFreeName, namespaceWord } from '../../names/identifiers.ts';
import { onlyService } from './definitions.ts';
import { type Component, writeSchema } from './schema.ts';
import {
  attributeMarkup,
  contractAttributes,
  createMarkupWriter,
  escapeXmlAttribute,
  keptSpace,
  type LocalNames,
  type Prefixes,
  type WsdlScope,
} from './scope.ts';

/**
 * Placeholder for the address of a port until a request shows it. XML does not allow this
 * character, so no contract contains it.
 */
export const addressPlaceholder: string = '\0';

interface WsdlOptions {
  /**
   * Address to write for every port; the runtime replaces `addressPlaceholder`. By default each
   * port keeps its own address.
   */
  readonly address?: string | undefined;
  /**
   * Whether to write attributes in a namespace of our own, for what only the YAML notation can
   * express. Off by default.
   */
  readonly extensions?: boolean | undefined;
  /** With `extensions`: the contract's base URL. An address alone does not show where it ends. */
  readonly baseUrl?: string | undefined;
}

/** XML declaration of a document, on a line of its own. */
export const documentDeclaration: string = '<?xml version="1.0" encoding="utf-8"?>';

/**
 * Writes a WSDL 1.1 document like ASMX's own: prefixes, order, attribute order and indentation.
 * Lines end in LF; nothing follows the last tag.
 *
 * @param service the service to write, without what only other services use; by default all
 */
export function writeWsdl(
  definitions: Definitions,
  service: string | undefined,
  options: WsdlOptions = {},
): string {
  const whole = service === undefined ? definitions : onlyService(definitions, service);
  return wsdlText(wsdlAt(whole, options)(({ address }) => options.address ?? address));
}

/** The text of a document. */
export function wsdlText(root: MarkupElement): string {
  return `${documentDeclaration}\n${indentedText([root])}`;
}

/** Gives the address to write for a port; the port has none without one. */
export type PortAddress = (port: Port) => string | undefined;

/**
 * Constructs may come from imports of several namespaces, but one document has only one. Names of
 * other namespaces move to the target namespace. If a name is taken there, a word of its own
 * namespace is appended. No message contains these names.
 */
function localNames(
  { targetNamespace }: Definitions,
  constructs: readonly { readonly name: QName }[],
  prefixes: Prefixes,
): LocalNames {
  const local = new Map<string, string>();
  const names = constructs.map((one) => one.name);
  const own = names.filter(({ namespace }) => namespace === targetNamespace);
  const freeName = createFreeName(new Set(own.map(({ localName }) => localName)));
  for (const name of names) {
    if (name.namespace === targetNamespace) continue;
    // Identifiers may have `$`, names in XML may not.
    const word = namespaceWord(name.namespace).replaceAll('$', '_');
    local.set(qnameKey(name), freeName(name.localName, word, ''));
  }
  return {
    name: (name) => local.get(qnameKey(name)) ?? name.localName,
    reference(name) {
      const localName = local.get(qnameKey(name));
      return prefixes.name(
        localName === undefined ? name : { namespace: targetNamespace, localName },
      );
    },
  };
}

/** `wsdl:documentation`, which declares the prefix again, as in ASMX; nothing without a text. */
function writeDocumentation(scope: WsdlScope, documentation: string | undefined): void {
  if (documentation === undefined) return;
  const declaration = attributeMarkup('xmlns:wsdl', namespaces.wsdl);
  const kept = keptSpace(scope, documentation);
  scope.out.textElement('wsdl:documentation', declaration + kept, documentation);
}

/**
 * Declarations of every ASMX document, used or not, in its order. Numbered prefixes follow
 * `soap12`, then come `http` and `tns`. Clients of gSOAP send SOAP 1.2 where they see its prefix,
 * so a document without such a binding does not declare it.
 */
function leadingOf({ bindings }: Definitions): readonly (readonly [string, string])[] {
  const encoding: readonly [string, string] = ['soapenc', namespaces.soapEncoding11];
  const hasSoap12 = bindings.some(({ kind }) => kind === 'soap12');
  return hasSoap12 ? [encoding, ['soap12', namespaces.wsdlSoap12]] : [encoding];
}

const trailing: readonly (readonly [string, string])[] = [
  ['mime', namespaces.wsdlMime],
  ['tm', 'http://microsoft.com/wsdl/mime/textMatching/'],
  ['s', namespaces.xsd],
  ['soap', namespaces.wsdlSoap11],
];

/**
 * Chooses the prefixes of a document: ASMX's fixed ones, then `s` with the index of a namespace's
 * schema, where that of the service is 0. Namespaces without a schema get the next numbers.
 */
function choosePrefixes(definitions: Definitions): Prefixes {
  const { targetNamespace, schemas } = definitions;
  const leading = leadingOf(definitions);
  const http: readonly [string, string] = ['http', namespaces.wsdlHttp];
  const byNamespace = new Map<string, string>([
    ['', ''],
    [namespaces.xml, 'xml'],
    [namespaces.wsdl, 'wsdl'],
  ]);
  for (const [prefix, namespace] of [...leading, http, ...trailing]) {
    byNamespace.set(namespace, prefix);
  }
  const target: (readonly [string, string])[] = [];
  if (!byNamespace.has(targetNamespace)) {
    byNamespace.set(targetNamespace, 'tns');
    target.push(['tns', targetNamespace]);
  }
  const numbered: (readonly [string, string])[] = [];
  function add(namespace: string, prefix: string): string {
    byNamespace.set(namespace, prefix);
    numbered.push([prefix, namespace]);
    return prefix;
  }
  for (const [at, schema] of schemas.entries()) {
    if (!byNamespace.has(schema.targetNamespace)) add(schema.targetNamespace, `s${at}`);
  }
  let next = Math.max(1, schemas.length);
  let used = new Set<string>();
  let values = new Map<string, string>();
  const write = ({ namespace, localName }: QName, to?: Map<string, string>): string => {
    const prefix = byNamespace.get(namespace) ?? add(namespace, `s${next++}`);
    to?.set(prefix, namespace);
    return prefix === '' ? localName : `${prefix}:${localName}`;
  };
  return {
    name(name) {
      used.add(name.namespace);
      return write(name);
    },
    value: (name) => write(name, values),
    takeValues() {
      const taken = [...values].filter(([prefix]) => prefix !== '' && prefix !== 'xml');
      values = new Map();
      return declarationsOf(taken.sort(([a], [b]) => (a < b ? -1 : 1)));
    },
    takeUsed() {
      const taken = used;
      used = new Set();
      return taken;
    },
    declarations() {
      return declarationsOf([...leading, ...numbered, http, ...target, ...trailing]);
    },
  };
}

function declarationsOf(all: readonly (readonly [string, string])[]): string {
  return all.map(([prefix, namespace]) => attributeMarkup(`xmlns:${prefix}`, namespace)).join('');
}

type Redefinable = TypeSyntax | GroupSyntax | AttributeGroupSyntax;

/** The lists of a schema that redefinitions change. */
type Lists = Record<'types' | 'groups' | 'attributeGroups', Redefinable[]>;

/** The position of a component. */
interface Place {
  readonly list: Redefinable[];
  readonly index: number;
}

/**
 * Equivalent definitions without `xs:redefine` (XML Schema part 1 section 4.2.2), which needs a
 * second file. A redefined component gets the name `<Name>Redefined`, which the redefinition uses
 * instead of its own name.
 */
export function withoutRedefinitions(definitions: Definitions): Definitions {
  const redefining = inRedefiningOrder(definitions.schemas);
  if (redefining.length === 0) return definitions;
  const drafts = new Map<SchemaDocument, Lists>();
  const places = new Map<string, Place[]>();
  for (const schema of definitions.schemas) {
    const { types, groups, attributeGroups } = schema;
    const lists = { types: [...types], groups: [...groups], attributeGroups: [...attributeGroups] };
    drafts.set(schema, lists);
    for (const list of Object.values(lists)) {
      for (const [index, { name, kind }] of list.entries()) {
        if (name !== undefined) notePlace(places, placeKey(kind, name), { list, index });
      }
    }
  }
  const freeName = createFreeName(takenNames(drafts.values()));
  for (const document of redefining) {
    for (const redefinition of document.redefinitions) {
      const { name } = redefinition;
      const lists = drafts.get(document);
      if (name === undefined || lists === undefined) continue;
      const localName = freeName(name.localName, 'Schema', 'Redefined');
      redefine(lists, places, redefinition, { from: name, to: { ...name, localName } });
    }
  }
  const schemas = definitions.schemas.map((one) => ({
    ...one,
    ...(drafts.get(one) as unknown as Pick<SchemaDocument, keyof Lists>),
    redefinitions: [],
  }));
  return { ...definitions, schemas };
}

function takenNames(drafts: Iterable<Lists>): Set<string> {
  const taken = new Set<string>();
  for (const lists of drafts) {
    for (const { name } of Object.values(lists).flat()) taken.add(name?.localName ?? '');
  }
  return taken;
}

/** Renames a redefined component, and adds the redefinition to its schema. */
function redefine(
  lists: Lists,
  places: Map<string, Place[]>,
  redefinition: Redefinable,
  { from, to }: { readonly from: QName; readonly to: QName },
): void {
  const key = placeKey(redefinition.kind, from);
  for (const { list, index } of places.get(key) ?? []) {
    list[index] = { ...(list[index] ?? redefinition), name: to };
  }
  const refer = (reference: Reference): Reference =>
    sameQName(reference.name, from) ? { ...reference, name: to } : reference;
  const list = lists[listOf(redefinition.kind)];
  places.set(key, [{ list, index: list.length }]);
  list.push(referring(redefinition, refer));
}

function notePlace(places: Map<string, Place[]>, key: string, place: Place): void {
  const known = places.get(key);
  if (known === undefined) places.set(key, [place]);
  else known.push(place);
}

function placeKey(kind: Redefinable['kind'], name: QName): string {
  return `${listOf(kind)} ${qnameKey(name)}`;
}

function listOf(kind: Redefinable['kind']): keyof Lists {
  if (kind === 'group') return 'groups';
  return kind === 'attributeGroup' ? 'attributeGroups' : 'types';
}

/** The redefinition, with references to itself changed to the component it redefines. */
function referring(
  component: Redefinable,
  refer: (reference: Reference) => Reference,
): Redefinable {
  switch (component.kind) {
    case 'group':
      return { ...component, particle: particleReferring(component.particle, refer) };
    case 'attributeGroup':
      return {
        ...component,
        attributes: component.attributes.map((one) =>
          one.kind === 'attributeGroupRef' ? { ...one, ref: refer(one.ref) } : one,
        ),
      };
    case 'simpleType': {
      const { variety } = component;
      if (variety.kind !== 'restriction' || variety.base === undefined) return component;
      return { ...component, variety: { ...variety, base: refer(variety.base) } };
    }
    case 'complexType': {
      const { derivation } = component;
      if (derivation === undefined) return component;
      return { ...component, derivation: { ...derivation, base: refer(derivation.base) } };
    }
  }
}

function particleReferring(
  particle: ParticleSyntax,
  refer: (reference: Reference) => Reference,
): ParticleSyntax {
  if (particle.kind === 'groupRef') return { ...particle, ref: refer(particle.ref) };
  if (particle.kind !== 'model') return particle;
  return {
    ...particle,
    particles: particle.particles.map((one) => particleReferring(one, refer)),
  };
}

/** Creates the elements of a document. Only those of its services depend on the addresses. */
export function wsdlAt(
  definitions: Definitions,
  options: WsdlOptions = {},
): (addressOf: PortAddress) => MarkupElement {
  // Without standard schemas that the reader added. Importers know them, too.
  const schemas = definitions.schemas.filter((schema) => schema.builtin !== true);
  const single = withoutRedefinitions({ ...definitions, schemas });
  const chosen = { ...single, schemas: withoutRepetitions(single.schemas) };
  const out = createMarkupWriter();
  const prefixes = choosePrefixes(chosen);
  const scope: WsdlScope = {
    out,
    prefixes,
    definitions: chosen,
    messages: localNames(chosen, chosen.messages, prefixes),
    portTypes: localNames(chosen, chosen.portTypes, prefixes),
    bindings: localNames(chosen, chosen.bindings, prefixes),
    byName: {
      bindings: byName(chosen.bindings),
      portTypes: byName(chosen.portTypes),
      messages: byName(chosen.messages),
    },
    xmlResults: xmlResults(chosen),
    extensions: options.extensions ?? false,
  };
  writeDocumentation(scope, chosen.documentation);
  writeTypes(scope);
  for (const message of chosen.messages) writeMessage(scope, message);
  for (const portType of chosen.portTypes) writePortType(scope, portType);
  for (const binding of chosen.bindings) writeBinding(scope, binding);
  return (addressOf) => {
    const services = createMarkupWriter();
    for (const one of chosen.services) writeService({ ...scope, out: services }, one, addressOf);
    // Only now are the prefixes of the document known.
    const attributes =
      prefixes.declarations() +
      attributeMarkup('name', chosen.name) +
      attributeMarkup('targetNamespace', chosen.targetNamespace || undefined) +
      attributeMarkup('xmlns:wsdl', namespaces.wsdl) +
      contractAttributes(scope, { baseUrl: options.baseUrl });
    const name = 'wsdl:definitions';
    return { name, tag: name + attributes, children: [...out.elements, ...services.elements] };
  };
}

/**
 * Schemas without the components that an earlier one declares, too. Readers take such a repetition
 * from two files, but not from one document.
 */
function withoutRepetitions(schemas: readonly SchemaDocument[]): readonly SchemaDocument[] {
  const seen = new Set<string>();
  const firsts = <T extends Component>(kind: string, all: readonly T[]): readonly T[] =>
    all.filter(({ name }) => {
      const { size } = seen;
      return name === undefined || seen.add(`${kind} ${qnameKey(name)}`).size > size;
    });
  return schemas.map((one) => ({
    ...one,
    elements: firsts('element', one.elements),
    attributes: firsts('attribute', one.attributes),
    types: firsts('type', one.types),
    groups: firsts('group', one.groups),
    attributeGroups: firsts('attributeGroup', one.attributeGroups),
  }));
}

/** `wsdl:types` (WSDL 1.1 section 2.2). */
function writeTypes({ out, prefixes, definitions: { schemas }, extensions }: WsdlScope): void {
  out.element('wsdl:types', '', () => {
    const present = new Set(schemas.map((schema) => schema.targetNamespace));
    const qnames = qnameSyntax(schemas);
    for (const schema of schemas) {
      writeSchema({ out, prefixes, schema, qnames, extensions }, present);
    }
  });
}

/** Constructs by the keys of their names. The first of each name counts. */
function byName<T extends { readonly name: QName }>(all: readonly T[]): ReadonlyMap<string, T> {
  return new Map(all.toReversed().map((one) => [qnameKey(one.name), one]));
}

/** `wsdl:service` with its ports (WSDL 1.1 sections 2.6 and 2.7). */
function writeService(scope: WsdlScope, service: Service, addressOf: PortAddress): void {
  const { out } = scope;
  out.element('wsdl:service', attributeMarkup('name', service.name), () => {
    writeDocumentation(scope, service.documentation);
    for (const port of service.ports) {
      const binding = scope.bindings.reference(port.binding.name);
      out.element(
        'wsdl:port',
        attributeMarkup('name', port.name) + attributeMarkup('binding', binding),
        () => {
          writeDocumentation(scope, port.documentation);
          writeAddress(scope, port, addressOf(port));
        },
      );
    }
  });
}

function writeAddress(scope: WsdlScope, port: Port, location: string | undefined): void {
  if (location === undefined) return;
  // Escaping would replace the placeholder.
  const value = location === addressPlaceholder ? location : escapeXmlAttribute(location);
  scope.out.element(`${addressPrefix(scope, port)}:address`, ` location="${value}"`);
}

function addressPrefix(scope: WsdlScope, port: Port): string {
  switch (scope.byName.bindings.get(qnameKey(port.binding.name))?.kind) {
    case 'httpGet':
    case 'httpPost':
      return 'http';
    case 'soap12':
      return 'soap12';
    default:
      return 'soap';
  }
}

/** `wsdl:message` (WSDL 1.1 section 2.3). */
function writeMessage(scope: WsdlScope, message: Message): void {
  const { out, prefixes, messages } = scope;
  const any = scope.xmlResults.has(qnameKey(message.name));
  out.element('wsdl:message', attributeMarkup('name', messages.name(message.name)), () => {
    writeDocumentation(scope, message.documentation);
    for (const part of message.parts) {
      const type = any && isAnyType(part.type) ? undefined : part.type;
      const attributes =
        contractAttributes(scope, {
          type: part.notation,
          optional: part.optional === true ? 'true' : undefined,
        }) +
        attributeMarkup('name', part.name) +
        attributeMarkup('element', part.element && prefixes.name(part.element.name)) +
        attributeMarkup('type', type && prefixes.name(type.name));
      out.element('wsdl:part', attributes, () => writeDocumentation(scope, part.documentation));
    }
  });
}

function isAnyType(type: Reference | undefined): boolean {
  return type?.name.localName === 'anyType' && type.name.namespace === namespaces.xsd;
}

/** `wsdl:portType` (WSDL 1.1 section 2.4). */
function writePortType(scope: WsdlScope, portType: PortType): void {
  const name = scope.portTypes.name(portType.name);
  scope.out.element('wsdl:portType', attributeMarkup('name', name), () => {
    writeDocumentation(scope, portType.documentation);
    const actionsOf = announcedActions(scope, portType);
    for (const operation of portType.operations) {
      writeOperation(scope, operation, actionsOf?.(operation));
    }
  });
}

/**
 * What gives the actions of an operation's messages, if a binding of SOAP announces WS-Addressing.
 * WCF does not know the default pattern of those of faults.
 */
function announcedActions(
  { definitions: { bindings, services } }: WsdlScope,
  portType: PortType,
): ((operation: PortTypeOperation) => MessageActions) | undefined {
  const key = qnameKey(portType.name);
  const ports = services.flatMap((service) => service.ports);
  const announcing = bindings.find((binding) => {
    if (!binding.kind.startsWith('soap') || qnameKey(binding.portType.name) !== key) return false;
    const own = ports.filter((port) => qnameKey(port.binding.name) === qnameKey(binding.name));
    const subjects = [binding, portType, ...own];
    return addressingOf(subjects.flatMap(({ policies = [] }) => policies)) !== undefined;
  });
  if (announcing === undefined) return undefined;
  const keyOf = (name: string, input: string | undefined): string => JSON.stringify([name, input]);
  const bound = new Map<string, BindingOperation>();
  for (const one of announcing.operations) {
    // without a name of its own it is bound to whatever the operation's input is called
    const named = one.inputName === undefined ? one.name : keyOf(one.name, one.inputName);
    if (!bound.has(named)) bound.set(named, one);
  }
  return (operation) => {
    const named = bound.get(keyOf(operation.name, operation.input?.name));
    const { soapAction } = named ?? bound.get(operation.name) ?? {};
    return actionsOf(portType.name, operation, soapAction);
  };
}

function writeOperation(
  scope: WsdlScope,
  operation: PortTypeOperation,
  actions: MessageActions | undefined,
): void {
  const { parameterOrder } = operation;
  const attributes =
    // What it writes straight to the HTTP response, which ASMX's WSDL cannot express.
    contractAttributes(scope, { written: operation.written }) +
    attributeMarkup('name', operation.name) +
    attributeMarkup(
      'parameterOrder',
      parameterOrder?.length ? parameterOrder.join(' ') : undefined,
    );
  scope.out.element('wsdl:operation', attributes, () => {
    writeDocumentation(scope, operation.documentation);
    const write = (tag: string, one: OperationMessage | OperationFault, action?: string): void =>
      writeDirection(scope, tag, { ...one, action: one.action ?? action });
    const { input, output, faults } = operation;
    if (input !== undefined) write('wsdl:input', input, actions?.input);
    if (output !== undefined) write('wsdl:output', output, actions?.output);
    for (const fault of faults) write('wsdl:fault', fault, actions?.faults.get(fault.name));
  });
}

function writeDirection(
  scope: WsdlScope,
  element: string,
  direction: OperationMessage | OperationFault,
): void {
  const attributes =
    attributeMarkup('name', direction.name) +
    attributeMarkup('message', scope.messages.reference(direction.message.name)) +
    attributeMarkup('xmlns:wsam', direction.action && policyAddressingNamespaces[0]) +
    attributeMarkup('wsam:Action', direction.action);
  scope.out.element(element, attributes, () => writeDocumentation(scope, direction.documentation));
}

/** `wsdl:binding` with its SOAP or HTTP extensions (WSDL 1.1 sections 2.5, 3, 4 and 5). */
function writeBinding(scope: WsdlScope, binding: Binding): void {
  const { out, bindings, portTypes } = scope;
  const operations = describedOperations(scope, binding);
  const attributes =
    attributeMarkup('name', bindings.name(binding.name)) +
    attributeMarkup('type', portTypes.reference(binding.portType.name));
  out.element('wsdl:binding', attributes, () => {
    writeDocumentation(scope, binding.documentation);
    if (binding.kind === 'httpGet' || binding.kind === 'httpPost') {
      out.element(
        'http:binding',
        attributeMarkup('verb', binding.kind === 'httpGet' ? 'GET' : 'POST'),
      );
      for (const operation of operations) writeHttpOperation(scope, operation);
      return;
    }
    const soap = binding.kind === 'soap11' ? 'soap' : 'soap12';
    out.element(
      `${soap}:binding`,
      attributeMarkup('transport', binding.transport) + attributeMarkup('style', styleOf(binding)),
    );
    const needing = needingSoapAction(scope, binding);
    for (const operation of operations) {
      writeSoapOperation(scope, soap, named(scope, binding, operation), needing.has(operation));
    }
  });
}

/**
 * Gives an rpc operation the namespace of its binding, if the binding moves into the target
 * namespace of the one document: its wrapper keeps that namespace.
 */
function named(
  { definitions }: WsdlScope,
  { name: { namespace } }: Binding,
  operation: BindingOperation,
): BindingOperation {
  if (operation.style !== 'rpc' || namespace === definitions.targetNamespace) return operation;
  const message = (one: BindingMessage | undefined): BindingMessage | undefined =>
    one?.body === undefined || one.body.namespace !== undefined
      ? one
      : { ...one, body: { ...one.body, namespace } };
  return { ...operation, input: message(operation.input), output: message(operation.output) };
}

/**
 * Operations of a binding, without those that the reader left out of the portType, such as
 * notifications.
 */
function describedOperations(scope: WsdlScope, binding: Binding): readonly BindingOperation[] {
  const leftOut = new Set(scope.byName.portTypes.get(qnameKey(binding.portType.name))?.leftOut);
  return binding.operations.filter((one) => !leftOut.has(one.name));
}

/**
 * `rpc` if all operations have that style; otherwise ASMX omits the attribute, which means
 * `document`.
 */
function styleOf(binding: Binding): string | undefined {
  const { operations } = binding;
  return operations.length > 0 && operations.every((one) => one.style === 'rpc')
    ? 'rpc'
    : undefined;
}

function writeSoapOperation(
  scope: WsdlScope,
  soap: string,
  operation: BindingOperation,
  needsAction: boolean,
): void {
  const { out } = scope;
  const required = operation.soapActionRequired ?? (needsAction || undefined);
  out.element('wsdl:operation', attributeMarkup('name', operation.name), () => {
    writeDocumentation(scope, operation.documentation);
    out.element(
      `${soap}:operation`,
      attributeMarkup('soapAction', operation.soapAction) +
        attributeMarkup('style', operation.style) +
        attributeMarkup('soapActionRequired', required === undefined ? undefined : `${required}`),
    );
    writeDirections(scope, operation, (message) => writeSoapMessage(scope, soap, message));
    for (const fault of operation.faults) {
      out.element('wsdl:fault', attributeMarkup('name', fault.name), () => {
        out.element(
          `${soap}:fault`,
          attributeMarkup('use', fault.use) +
            attributeMarkup('name', fault.name) +
            attributeMarkup('namespace', fault.namespace),
        );
      });
    }
  });
}

/** `wsdl:input` and `wsdl:output` around their messages. */
function writeDirections(
  { out }: WsdlScope,
  { input, output, inputName, outputName }: BindingOperation,
  write: (message: BindingMessage) => void,
): void {
  if (input !== undefined) {
    out.element('wsdl:input', attributeMarkup('name', inputName), () => write(input));
  }
  if (output !== undefined) {
    out.element('wsdl:output', attributeMarkup('name', outputName), () => write(output));
  }
}

/**
 * Body and headers; with attachments, all inside `mime:multipartRelated` (WSDL 1.1 section 5.3).
 */
function writeSoapMessage(scope: WsdlScope, soap: string, message: BindingMessage): void {
  const { out } = scope;
  const root = (): void => {
    if (message.body !== undefined) writeBody(scope, soap, message.body);
    for (const header of message.headers) writeHeader(scope, soap, header);
  };
  if (message.attachments.length === 0) {
    root();
    return;
  }
  out.element('mime:multipartRelated', '', () => {
    out.element('mime:part', '', root);
    for (const { part, types } of message.attachments) {
      out.element('mime:part', '', () => {
        for (const type of types) {
          out.element(
            'mime:content',
            attributeMarkup('part', part) + attributeMarkup('type', type),
          );
        }
      });
    }
  });
}

function writeBody(scope: WsdlScope, soap: string, body: SoapBody): void {
  scope.out.element(
    `${soap}:body`,
    attributeMarkup('use', body.use) +
      attributeMarkup('namespace', body.namespace) +
      attributeMarkup('encodingStyle', body.encodingStyle) +
      attributeMarkup('parts', body.parts?.join(' ')),
  );
}

function writeHeader(scope: WsdlScope, soap: string, header: SoapHeader): void {
  const { out, messages } = scope;
  const attributes =
    attributeMarkup('wsdl:required', header.required ? 'true' : undefined) +
    attributeMarkup('message', messages.reference(header.message.name)) +
    attributeMarkup('part', header.part) +
    attributeMarkup('use', header.use) +
    attributeMarkup('encodingStyle', header.encodingStyle) +
    attributeMarkup('namespace', header.namespace);
  out.element(`${soap}:header`, attributes, () => {
    for (const fault of header.faults) {
      out.element(
        `${soap}:headerfault`,
        attributeMarkup('message', messages.reference(fault.message.name)) +
          attributeMarkup('part', fault.part) +
          attributeMarkup('use', fault.use) +
          attributeMarkup('namespace', fault.namespace),
      );
    }
  });
}

function writeHttpOperation(scope: WsdlScope, operation: BindingOperation): void {
  const { out } = scope;
  out.element('wsdl:operation', attributeMarkup('name', operation.name), () => {
    writeDocumentation(scope, operation.documentation);
    out.element('http:operation', attributeMarkup('location', operation.location));
    writeDirections(scope, operation, (message) => writeHttp(scope, message));
  });
}

function writeHttp(scope: WsdlScope, message: BindingMessage): void {
  const { out } = scope;
  const content: HttpContent = message.http ?? { kind: 'none' };
  switch (content.kind) {
    case 'urlEncoded':
    case 'urlReplacement':
      out.element(`http:${content.kind}`);
      break;
    case 'form':
      out.element('mime:content', attributeMarkup('type', 'application/x-www-form-urlencoded'));
      break;
    case 'mimeXml':
      out.element('mime:mimeXml', attributeMarkup('part', content.part));
      break;
    case 'mimeContent':
      out.element(
        'mime:content',
        attributeMarkup('part', content.part) + attributeMarkup('type', content.type),
      );
      break;
    case 'none':
      break;
  }
}

/**
 * Operations of a SOAP 1.2 binding whose bodies start with the same element as another's. ASMX
 * marks them `soapActionRequired="true"`. A bare message with several parts or none counts as
 * empty.
 */
function needingSoapAction(
  { definitions, byName }: Pick<WsdlScope, 'definitions' | 'byName'>,
  binding: Binding,
): ReadonlySet<BindingOperation> {
  if (binding.kind !== 'soap12') return new Set();
  const operations = byName.portTypes.get(qnameKey(binding.portType.name))?.operations ?? [];
  // Of several overloads, the one with the input's name, otherwise the first.
  const declared = new Map<string, PortTypeOperation>();
  for (const one of operations.toReversed()) {
    declared.set(overloadKey(one.name, one.input?.name), one);
    declared.set(one.name, one);
  }
  const byElement = new Map<string, BindingOperation[]>();
  for (const operation of binding.operations) {
    const key =
      operation.style === 'rpc'
        ? `{${operation.input?.body?.namespace ?? definitions.targetNamespace}}${operation.name}`
        : requestElement(
            operation,
            declared.get(overloadKey(operation.name, operation.inputName)) ??
              declared.get(operation.name),
            byName.messages,
          );
    const same = byElement.get(key);
    if (same === undefined) byElement.set(key, [operation]);
    else same.push(operation);
  }
  return new Set([...byElement.values()].filter((same) => same.length > 1).flat());
}

/** Names contain no space, so keys are unique. */
function overloadKey(name: string, input: string | undefined): string {
  return `${name} ${input ?? ''}`;
}

/**
 * Expanded name of the body element of a document style request; empty unless there is exactly one.
 */
function requestElement(
  operation: BindingOperation,
  declared: PortTypeOperation | undefined,
  messages: ReadonlyMap<string, Message>,
): string {
  const name = declared?.input?.message.name;
  const message = name && messages.get(qnameKey(name));
  const listed = operation.input?.body?.parts;
  const parts = message?.parts.filter((part) => listed?.includes(part.name) ?? true) ?? [];
  const [only] = parts;
  return parts.length === 1 && only?.element !== undefined ? qnameKey(only.element.name) : '';
}

/**
 * Keys of the messages with arbitrary XML as the answer of an HTTP binding (`mime:content` of a
 * result). ASMX gives their part neither element nor type.
 */
function xmlResults(definitions: Definitions): ReadonlySet<string> {
  const portTypes = new Map(definitions.portTypes.map((one) => [qnameKey(one.name), one]));
  const found = new Set<string>();
  for (const binding of definitions.bindings) {
    const declared = portTypes.get(qnameKey(binding.portType.name))?.operations ?? [];
    const xml = new Set(
      binding.operations
        .filter((one) => one.output?.http?.kind === 'mimeContent')
        .map((one) => one.name),
    );
    for (const { name, output } of declared) {
      if (output !== undefined && xml.has(name)) found.add(qnameKey(output.message.name));
    }
  }
  return found;
}
