import type { Diagnostic, DiagnosticSink, Span } from '../../diagnostics/diagnostic.ts';
import type {
  Binding,
  Contract,
  Definitions,
  Message,
  PortType,
  Service,
} from '../../model/wsdl.ts';
import { type QName, qnameKey } from '../../model/xml.ts';
import type { SchemaDocument, TypeSyntax } from '../../model/xsd/schema-document.ts';
import { type Component, orderedComponents } from './schema.ts';

/** {@link createServiceParts} for one service. */
export function onlyService(definitions: Definitions, service: string): Definitions {
  return createServiceParts(definitions)(service);
}

/**
 * Returns the definitions of one service: with the bindings, portTypes and messages it uses, and
 * all schemas. Definitions with one service are returned unchanged. The time for each service is
 * proportional to its size.
 */
export function createServiceParts(definitions: Definitions): (service: string) => Definitions {
  const bindingsOf = picker(definitions.bindings);
  const portTypesOf = picker(definitions.portTypes);
  const messagesOf = picker(definitions.messages);
  const servicesOf = new Map<string, Service[]>();
  for (const one of definitions.services) {
    const same = servicesOf.get(one.name);
    if (same === undefined) servicesOf.set(one.name, [one]);
    else same.push(one);
  }
  return (service) => {
    const services = servicesOf.get(service) ?? [];
    if (services.length === definitions.services.length) return definitions;
    const ports = services.flatMap((one) => one.ports);
    const bindings = bindingsOf(ports.map((port) => port.binding.name));
    const portTypes = portTypesOf(bindings.map((one) => one.portType.name));
    const messages = messagesOf(messageNames(portTypes, bindings));
    return { ...definitions, services, bindings, portTypes, messages };
  };
}

/** Finds constructs by name, in the order of the document. */
function picker<T extends { readonly name: QName }>(
  all: readonly T[],
): (names: readonly QName[]) => readonly T[] {
  const positions = new Map<string, number[]>();
  for (const [index, { name }] of all.entries()) {
    const same = positions.get(qnameKey(name));
    if (same === undefined) positions.set(qnameKey(name), [index]);
    else same.push(index);
  }
  return (names) =>
    [...new Set(names.map(qnameKey))]
      .flatMap((key) => positions.get(key) ?? [])
      .sort((a, b) => a - b)
      .flatMap((index) => all[index] ?? []);
}

/** Names of the messages that portTypes and bindings refer to. */
function messageNames(
  portTypes: readonly PortType[],
  bindings: readonly Binding[],
): readonly QName[] {
  const abstract = portTypes
    .flatMap((one) => one.operations)
    .flatMap(({ input, output, faults }) => [input, output, ...faults]);
  const headers = bindings
    .flatMap((one) => one.operations)
    .flatMap(({ input, output }) => [...(input?.headers ?? []), ...(output?.headers ?? [])])
    .flatMap((header) => [header, ...header.faults]);
  return [...abstract, ...headers].flatMap((one) => (one === undefined ? [] : [one.message.name]));
}

/**
 * The definitions with some operations of portTypes and bindings, and the messages and schema
 * components they use. Overloads stay together.
 *
 * @param keeps whether to keep the operations of a name
 */
export function onlyOperations(
  definitions: Definitions,
  keeps: (name: string) => boolean,
): Definitions {
  const portTypes = definitions.portTypes.map((portType) => ({
    ...portType,
    operations: portType.operations.filter((one) => keeps(one.name)),
  }));
  const bindings = definitions.bindings.map((binding) => ({
    ...binding,
    operations: binding.operations.filter((one) => keeps(one.name)),
  }));
  const messages = picker(definitions.messages)(messageNames(portTypes, bindings));
  const schemas = withoutUnusedComponents(definitions.schemas, messages);
  return { ...definitions, schemas, messages, portTypes, bindings };
}

/**
 * The schemas without the components that no message needs. A message needs everything that it
 * refers to, at any depth, and possible replacements: derived types, members of a substitution
 * group, and the elements and attributes that a strict wildcard allows. Schemas with redefinitions
 * stay whole.
 */
function withoutUnusedComponents(
  schemas: readonly SchemaDocument[],
  messages: readonly Message[],
): readonly SchemaDocument[] {
  if (schemas.some((one) => one.redefinitions.length > 0)) return schemas;
  const used = usedComponents(schemas, messages);
  const kept = schemas.flatMap((schema): readonly SchemaDocument[] => {
    const only = <T extends Component>(all: readonly T[]): readonly T[] =>
      all.filter((one) => used.has(one));
    const { elements, attributes, types, groups, attributeGroups } = schema;
    const all = [elements, attributes, types, groups, attributeGroups].flat();
    if (all.length > 0 && !all.some((one) => used.has(one))) return [];
    return [
      {
        ...schema,
        elements: only(elements),
        attributes: only(attributes),
        types: only(types),
        groups: only(groups),
        attributeGroups: only(attributeGroups),
      },
    ];
  });
  const before = new Set(schemas.map((one) => one.targetNamespace));
  const after = new Set(kept.map((one) => one.targetNamespace));
  return kept.map((schema) => ({
    ...schema,
    imports: schema.imports.filter(({ namespace: one }) => !before.has(one) || after.has(one)),
  }));
}

/** A reference to a component. */
interface Mention {
  readonly name: QName;
  /** Whether it is the base of a type, which other derived types do not replace. */
  readonly isBase: boolean;
}

function usedComponents(
  schemas: readonly SchemaDocument[],
  messages: readonly Message[],
): ReadonlySet<Component> {
  const { named, replacing, global } = indexOf(schemas);
  const used = new Set<Component>();
  const placed = new Set<string>();
  let isOpen = false;
  const mention = ({ name, isBase }: Mention): void => {
    const key = qnameKey(name);
    for (const one of named.get(key) ?? []) used.add(one);
    if (isBase || placed.has(key)) return;
    placed.add(key);
    for (const one of replacing.get(key) ?? []) place(one);
  };
  const place = (component: Component): void => {
    used.add(component);
    if (component.name !== undefined) mention({ name: component.name, isBase: false });
  };
  const open = (): void => {
    if (!isOpen) for (const one of global) place(one);
    isOpen = true;
  };
  for (const one of messages) findMentions(one.parts, mention, open);
  // The loop also visits items added to the set meanwhile.
  for (const one of used) findMentions(one, mention, open);
  return used;
}

interface ComponentIndex {
  /** Components by name, which several kinds may share. */
  readonly named: ReadonlyMap<string, readonly Component[]>;
  /** Possible replacements of a type or an element, by its name. */
  readonly replacing: ReadonlyMap<string, readonly Component[]>;
  /** Components that strict wildcards allow. */
  readonly global: readonly Component[];
}

function indexOf(schemas: readonly SchemaDocument[]): ComponentIndex {
  const named = new Map<string, Component[]>();
  const replacing = new Map<string, Component[]>();
  const add = (map: Map<string, Component[]>, name: QName, one: Component): void => {
    const known = map.get(qnameKey(name));
    if (known === undefined) map.set(qnameKey(name), [one]);
    else known.push(one);
  };
  for (const one of schemas.flatMap(orderedComponents)) {
    if (one.name !== undefined) add(named, one.name, one);
    if (one.kind === 'complexType' && one.derivation !== undefined) {
      add(replacing, one.derivation.base.name, one);
    } else if (one.kind === 'element' && one.substitutionGroup !== undefined) {
      add(replacing, one.substitutionGroup.name, one);
    }
  }
  return {
    named,
    replacing,
    global: schemas.flatMap((one) => [...one.elements, ...one.attributes]),
  };
}

/** Reports the references in a piece of syntax, and its strict wildcards. */
function findMentions(
  syntax: unknown,
  mention: (one: Mention) => void,
  open: () => void,
  isBase = false,
): void {
  if (Array.isArray(syntax)) {
    for (const one of syntax) findMentions(one, mention, open);
    return;
  }
  if (typeof syntax !== 'object' || syntax === null) return;
  if ('processContents' in syntax && syntax.processContents === 'strict') open();
  // Declarations have a kind, references have none.
  if ('name' in syntax && isQName(syntax.name) && !('kind' in syntax)) {
    mention({ name: syntax.name, isBase });
    return;
  }
  for (const [key, value] of Object.entries(syntax)) {
    if (key !== 'span') findMentions(value, mention, open, key === 'base');
  }
}

function isQName(value: unknown): value is QName {
  return typeof value === 'object' && value !== null && 'localName' in value;
}

/**
 * All definitions of a contract as one document with one target namespace and unique names. Equal
 * declarations of two services are merged.
 *
 * @param sink receives an error for each name that two services use for different things
 * @returns `undefined` if there is such a name
 */
export function mergeDefinitions(
  { definitions, name, documentation }: Contract,
  sink: DiagnosticSink,
): Definitions | undefined {
  const [first, ...others] = definitions;
  if (first === undefined) return undefined;
  const clashes: Diagnostic[] = [];
  for (const second of others) {
    if (second.targetNamespace === first.targetNamespace) continue;
    clashes.push(
      clash(
        { from: first, item: first },
        { from: second, item: second },
        'have different namespaces, and a WSDL has one',
      ),
    );
  }
  const join: Join = (what, all) => {
    const found = new Map<string, (typeof all)[number]>();
    for (const one of all) {
      const { name } = one.item;
      const known = found.get(qnameKey(name));
      if (known === undefined) {
        found.set(qnameKey(name), one);
      } else if (!sameSyntax(known.item, one.item)) {
        const difference = `both declare ${what} '${name.localName}', and differently`;
        clashes.push(clash(known, one, difference));
      }
    }
    return [...found.values()].map(({ item }) => item);
  };
  const merged: Definitions = {
    ...first,
    name,
    documentation,
    schemas: mergeSchemas(definitions, join),
    messages: join(
      'message',
      eachOf(definitions, (one) => one.messages),
    ),
    portTypes: join(
      'portType',
      eachOf(definitions, (one) => one.portTypes),
    ),
    bindings: join(
      'binding',
      eachOf(definitions, (one) => one.bindings),
    ),
    services: definitions.flatMap((one) => one.services),
  };
  clashes.forEach(sink.report);
  return clashes.length === 0 ? merged : undefined;
}

/** A construct and its definitions. */
interface Found<T> {
  readonly from: Definitions;
  readonly item: T;
}

/** Joins constructs of one kind, keeping the first of each name. */
type Join = <T extends { readonly name: QName; readonly span: Span }>(
  what: string,
  all: readonly Found<T>[],
) => readonly T[];

type Spanned = Found<{ readonly span: Span }>;

function clash(first: Spanned, second: Spanned, difference: string): Diagnostic {
  const [one = '', other = ''] = [first, second].map(({ from }) => from.services[0]?.name);
  return {
    code: 'ASMX2002',
    severity: 'error',
    message: `services '${one}' and '${other}' ${difference}`,
    span: second.item.span,
    help: `Write one service at a time: --service ${other}`,
    related: [{ message: 'the other one', span: first.item.span }],
  };
}

function mergeSchemas(definitions: readonly Definitions[], join: Join): readonly SchemaDocument[] {
  // Documents read from files keep their schemas separate, because several may share a namespace.
  if (definitions.length < 2) return definitions.flatMap((one) => one.schemas);
  const byNamespace = new Map<string, Found<SchemaDocument>[]>();
  for (const found of eachOf(definitions, (one) => one.schemas)) {
    const known = byNamespace.get(found.item.targetNamespace);
    if (known === undefined) byNamespace.set(found.item.targetNamespace, [found]);
    else known.push(found);
  }
  return [...byNamespace.values()].flatMap((same) => {
    const within = <T>(pick: (schema: SchemaDocument) => readonly T[]): readonly Found<T>[] =>
      same.flatMap(({ from, item }) => pick(item).map((one) => ({ from, item: one })));
    return same.slice(0, 1).map(({ item }) => ({
      ...item,
      imports: same.flatMap((one) => one.item.imports),
      elements: join(
        'element',
        within(({ elements }) => elements),
      ),
      types: join(
        'type',
        within(({ types }) => types.filter(hasName)),
      ),
    }));
  });
}

/** What definitions have of a kind, with where it is from. */
function eachOf<T>(
  definitions: readonly Definitions[],
  pick: (definitions: Definitions) => readonly T[],
): readonly Found<T>[] {
  return definitions.flatMap((from) => pick(from).map((item) => ({ from, item })));
}

function hasName(type: TypeSyntax): type is TypeSyntax & { readonly name: QName } {
  return type.name !== undefined;
}

/**
 * Whether two pieces of syntax are equal, apart from their positions. Absent equals `undefined`.
 */
export function sameSyntax(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = a as Readonly<Record<string, unknown>>;
  const right = b as Readonly<Record<string, unknown>>;
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  for (const key of keys) {
    if (key !== 'span' && !sameSyntax(left[key], right[key])) return false;
  }
  return true;
}
