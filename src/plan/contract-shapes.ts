import type { Diagnostic, DiagnosticSink } from '../diagnostics/diagnostic.ts';
import { replacements } from '../model/link/context.ts';
import { rankOf } from '../model/link/schema.ts';
import type { ServiceInterface, ServiceModel, SoapMessage } from '../model/services.ts';
import { namespaces, type QName, qnameKey } from '../model/xml.ts';
import type {
  ComplexType,
  ElementDeclaration,
  ModelParticle,
  SchemaType,
  SimpleType,
} from '../model/xsd/schema.ts';
import type { Occurs } from '../model/xsd/schema-document.ts';
import {
  assignNames,
  type NameRequest,
  pascalName,
  reservedMethodNames,
  reservedTypeNames,
} from '../names/identifiers.ts';
import { isIdentifier } from '../print/encode.ts';
import {
  arrayItem,
  buildContent,
  type ContentContext,
  createPropertyTable,
  inherited,
  isNamedAnyType,
  isSchemaElement,
} from './content-shape.ts';
import { ComplexShape } from './object-shape.ts';
import {
  type ChosenOperation,
  chooseOperations,
  isBuiltinType,
  keysOf,
  type OwnTypeUse,
  ownTypeUse,
  renamed,
  type ShapeOptions,
  type TypeMapping,
  temporalClasses,
} from './settings.ts';
import {
  type ArrayShape,
  type ContentField,
  type ContentNode,
  fieldsOf,
  type GroupShape,
  type HeadShape,
  type ObjectShape,
  type PlaceShape,
  type SimpleShape,
  streamShape,
  type ValueShape,
} from './shape.ts';
import {
  atomicType,
  builtinOf,
  type EnumerationMember,
  enumerationMembers,
  type Shaper,
  simpleShape,
  usualType,
} from './simple-shape.ts';
import {
  findStreams,
  findUsedTypes,
  type TypedDataSets,
  typedDataSets,
  type UsedGroup,
  type UsedTypes,
} from './used-types.ts';

/** Names and shapes of a contract, from which messages, types and descriptions are planned. */
interface PlannedShapes extends PlannedNames {
  readonly chosen: readonly ChosenOperation[];
  readonly shaper: Shaper;
}

/**
 * The own type that the configuration maps a simple type to: by an entry for itself, otherwise by
 * that of the nearest type it restricts. Entries of built-in types do not apply to other built-in
 * types.
 */
function ownTypeOf(type: SimpleType, types: TypeMapping): OwnTypeUse | undefined {
  const { own = {}, temporal } = types;
  for (let one: SimpleType | undefined = type; one !== undefined; one = one.base) {
    const key = keysOf(one).find((key) => Object.hasOwn(own, key));
    const found = key === undefined ? undefined : own[key];
    if (key !== undefined && found !== undefined) return ownTypeUse(key, found);
    if (isBuiltinType(one)) {
      const builtin = one.builtin ?? '';
      const isTemporal = isTemporalName(builtin) && types[builtin] === 'Temporal';
      return isTemporal ? { kind: 'temporal', builtin, module: temporal } : undefined;
    }
  }
  return undefined;
}

function isTemporalName(builtin: string): builtin is keyof typeof temporalClasses {
  return Object.hasOwn(temporalClasses, builtin);
}

/**
 * Reports operations of one interface that would become the same method, and renames to names with
 * a meaning on every object.
 */
function checkMethods(operations: readonly ChosenOperation[], sink: DiagnosticSink): void {
  const seen = new Map<ServiceInterface, Map<string, ChosenOperation>>();
  for (const chosen of operations) {
    if (reservedMethodNames.has(chosen.method)) sink.report(reservedRename(chosen));
    const methods = seen.get(chosen.interface) ?? new Map<string, ChosenOperation>();
    seen.set(chosen.interface, methods);
    const other = methods.get(chosen.method);
    if (other === undefined) {
      methods.set(chosen.method, chosen);
      continue;
    }
    const { method, operation, service } = chosen;
    const pair = `'${other.operation.messageName}' and '${operation.messageName}'`;
    const naming = `{ '${service.name}.${operation.messageName}': '${method}2' }`;
    sink.report({
      code: 'ASMX4001',
      severity: 'error',
      message: `Operations ${pair} of '${service.name}' would both be the method '${method}'`,
      span: operation.span,
      help: `Give one another name in the configuration: naming: ${naming}`,
      related: [{ message: 'The other one is here', span: other.operation.span }],
    });
  }
}

/** Only a name chosen by the user can be a reserved one. */
function reservedRename({ service, operation, method }: ChosenOperation): Diagnostic {
  const name = `${service.name}.${operation.messageName}`;
  const meaning =
    method === 'then'
      ? 'await would call it'
      : method === 'toJSON'
        ? 'JSON.stringify would call it'
        : 'every object has it already';
  return {
    code: 'ASMX5002',
    severity: 'error',
    message: `'${method}' cannot be the name of operation '${name}': ${meaning}`,
    span: operation.span,
    help: `Give it another name in the configuration: naming: { '${name}': '${method}Operation' }`,
  };
}

/** Types of the contract that the configuration names as types of rows. */
function configuredRowTypes(
  { types }: ServiceModel,
  { dataSets = {} }: ShapeOptions,
): readonly SchemaType[] {
  const names = new Set(Object.values(dataSets).flatMap(({ rowTypes }) => Object.values(rowTypes)));
  return types.filter(({ kind, name }) => kind === 'complex' && isOneOf(names, name));
}

function isOneOf(names: ReadonlySet<string>, name: SchemaType['name']): boolean {
  return name !== undefined && (names.has(name.localName) || names.has(qnameKey(name)));
}

/**
 * Names the chosen operations of a contract and all that they use. In a contract without
 * operations, names its types.
 */
export function planShapes(
  model: ServiceModel,
  options: ShapeOptions,
  sink: DiagnosticSink,
): PlannedShapes {
  const chosen = chooseOperations(model, options);
  checkMethods(chosen, sink);
  const typesAlone = chosen.length === 0 && options.only.length === 0;
  const used = findUsedTypes(
    chosen.map((one) => one.operation),
    typesAlone
      ? [
          ...model.types.map((type) => ({ type })),
          ...model.elements.map((element) => ({ element })),
        ]
      : configuredRowTypes(model, options).map((type) => ({ type })),
  );
  const planned = planShapeNames({ model, operations: chosen, used, options }, sink);
  const shaper = new ContractShaper(options, used, planned.names, {
    dataSets: typedDataSets(model, options.dataSets),
    streams: findStreams(model, chosen, options.streams ?? []),
  });
  return { ...planned, chosen, shaper };
}

/** A group that may occur more than once. Its content is planned on demand. */
class RepeatedGroup implements GroupShape {
  readonly name: string;
  readonly compositor: GroupShape['compositor'];
  readonly max: number;
  readonly namespace: string;
  readonly #particle: ModelParticle;
  readonly #owner: ComplexType | undefined;
  readonly #shaper: Shaper;
  #content: ContentNode | undefined;
  #fields: readonly ContentField[] | undefined;

  constructor(particle: ModelParticle, owner: ComplexType | undefined, shaper: Shaper) {
    this.name = shaper.nameOf(particle);
    this.compositor = particle.compositor === 'choice' ? 'choice' : 'sequence';
    this.max = particle.occurs.max;
    this.namespace = owner === undefined ? '' : shaper.namespaceOf(owner);
    this.#particle = particle;
    this.#owner = owner;
    this.#shaper = shaper;
  }

  get content(): ContentNode {
    const once: ModelParticle = { ...this.#particle, occurs: { min: 1, max: 1 } };
    const context = this.#shaper.contentOf(this.#owner);
    this.#content ??= buildContent(once, createPropertyTable(), context);
    return this.#content;
  }

  get fields(): readonly ContentField[] {
    this.#fields ??= fieldsOf(this.content);
    return this.#fields;
  }

  get scope(): string {
    return this.#owner === undefined ? '' : this.#shaper.object(this.#owner).scope;
  }
}

const anyElement: ValueShape = { kind: 'xml' };

/** The place of an element. Its value is computed on demand, because types form cycles. */
class ElementPlace implements PlaceShape {
  readonly element: ElementDeclaration;
  readonly #given: ElementDeclaration;
  readonly #shaper: Shaper;
  readonly #isEncoded: boolean;
  #value: ValueShape | undefined;

  /** @param isEncoded whether it is an accessor of SOAP encoding */
  constructor(element: ElementDeclaration, shaper: Shaper, isEncoded: boolean) {
    // members that are local to their type have no namespace there (SOAP 1.1, section 5.1)
    this.element = isEncoded && !element.global ? unqualified(element) : element;
    this.#given = element;
    this.#shaper = shaper;
    this.#isEncoded = isEncoded;
  }

  get value(): ValueShape {
    const given = this.#given;
    this.#value ??= isSchemaElement(given) ? anyElement : this.#valueOf(given);
    return this.#value;
  }

  #valueOf(element: ElementDeclaration): ValueShape {
    const value = this.#shaper.value(element.type);
    return this.#shaper.isStream(element) ? streamShape(value) : value;
  }

  get nillable(): boolean {
    return this.#mayBeNil || this.isAccessor;
  }

  get isAccessor(): boolean {
    return this.#isEncoded && !this.#mayBeNil && mayBeNull(this.value);
  }

  /** An element with a fixed value is never nil (XML Schema part 1 section 3.3.4, clause 3.2.2). */
  get #mayBeNil(): boolean {
    return this.element.nillable && this.element.fixed === undefined;
  }
}

function unqualified(element: ElementDeclaration): ElementDeclaration {
  const { namespace, localName } = element.name;
  return namespace === '' ? element : { ...element, name: { namespace: '', localName } };
}

/** Whether a value may be null in SOAP encoding: all but numbers and booleans. */
export function mayBeNull(value: ValueShape): boolean {
  if (value.kind !== 'simple' || value.source.variety !== 'atomic') return true;
  const { atomic, source } = value;
  // a user's own type stands for one of the contract
  const type = atomic === 'own' ? usualType(builtinOf(source)) : atomic;
  return type !== 'number' && type !== 'bigint' && type !== 'boolean';
}

/** Name of a type that no operation uses, for which nothing is generated. */
function spelledName(component: { readonly name?: QName | undefined }): string {
  return component.name?.localName ?? 'Unnamed';
}

/** A memoized function. */
function remembering<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, { readonly value: Value }>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before.value;
    const value = find(key);
    known.set(key, { value });
    return value;
  };
}

/** What is known of types and members before they have shapes. */
interface KnownMembers {
  readonly dataSets: TypedDataSets;
  /** Elements and parts of messages that are streams of bytes. */
  readonly streams: ReadonlySet<object>;
}

/** Number of types derived from a type, and itself, by local name. */
function localNamesBelow(root: ComplexType): ReadonlyMap<string, number> {
  const all = new Set([root]);
  for (const { derived } of all) for (const one of derived) all.add(one);
  const counts = new Map<string, number>();
  for (const { name } of all) {
    if (name !== undefined) counts.set(name.localName, (counts.get(name.localName) ?? 0) + 1);
  }
  return counts;
}

/** The shapes of one contract. */
class ContractShaper implements Shaper {
  readonly options: ShapeOptions;
  readonly used: UsedTypes;
  /** What plans contents, and those of types with SOAP encoding. */
  readonly #contents: Readonly<Record<'literal' | 'encoded', ContentContext>>;
  readonly dataSets: TypedDataSets;
  readonly #streams: ReadonlySet<object>;
  readonly #names: ReadonlyMap<object, string>;
  /** Copies of types with own types, without those. */
  readonly #wired = new Map<object, SimpleType>();

  constructor(
    options: ShapeOptions,
    used: UsedTypes,
    names: ReadonlyMap<object, string>,
    { dataSets, streams }: KnownMembers,
  ) {
    this.options = options;
    this.used = used;
    this.#names = names;
    this.dataSets = dataSets;
    this.#streams = streams;
    const owners = new Map(used.groups.map(({ particle, owner }) => [particle, owner]));
    const content = {
      headOf: remembering((element: ElementDeclaration) => this.#head(element)),
      groupOf: remembering(
        (particle: ModelParticle): GroupShape =>
          new RepeatedGroup(particle, owners.get(particle), this),
      ),
    };
    this.#contents = {
      literal: { ...content, placeOf: this.place },
      encoded: { ...content, placeOf: this.accessor },
    };
  }

  contentOf(owner: ComplexType | undefined): ContentContext {
    return this.#contents[this.#isEncoded(owner) ? 'encoded' : 'literal'];
  }

  #isEncoded(type: ComplexType | undefined): boolean {
    return type !== undefined && this.used.encodedTypes.has(type);
  }

  readonly value: (type: SchemaType) => ValueShape = remembering((type) =>
    type.kind === 'simple' ? simpleShape(type, this) : this.#complex(type),
  );

  readonly members: (type: SimpleType) => readonly EnumerationMember[] | undefined = remembering(
    (type) => enumerationMembers(type, atomicType(type, this)),
  );

  readonly object: (type: ComplexType) => ObjectShape = remembering(
    (type) => new ComplexShape(type, this),
  );

  readonly place: (element: ElementDeclaration) => PlaceShape = remembering(
    (element) => new ElementPlace(element, this, false),
  );

  readonly accessor: (element: ElementDeclaration) => PlaceShape = remembering(
    (element) => new ElementPlace(element, this, true),
  );

  readonly namesBelow: (root: ComplexType) => ReadonlyMap<string, number> =
    remembering(localNamesBelow);

  readonly own: (type: SimpleType) => OwnTypeUse | undefined = remembering((type) =>
    this.#names.has(type) ? ownTypeOf(type, this.options.types) : undefined,
  );

  readonly wire: (type: SimpleType) => SimpleType = remembering((type) => {
    const wire = { ...type };
    this.#wired.set(wire, type);
    return wire;
  });

  isWire(type: SimpleType): boolean {
    return this.#wired.has(type);
  }

  isStream(member: object): boolean {
    return this.#streams.has(member);
  }

  nameOf(component: object): string {
    return this.#names.get(this.#wired.get(component) ?? component) ?? spelledName(component);
  }

  namespaceOf(type: SchemaType): string {
    const known = this.#wired.get(type) ?? type;
    return type.name?.namespace ?? this.used.namespaces.get(known) ?? '';
  }

  simple(type: SimpleType): SimpleShape {
    const shape = this.value(type);
    return shape.kind === 'simple' ? shape : simpleShape(type, this);
  }

  #complex(type: ComplexType): ValueShape {
    if (isNamedAnyType(type)) return { kind: 'xml' };
    const item = arrayItem(type, this.options);
    if (item !== undefined) return this.#array(type, item.element, item.occurs);
    if (type.soapArray !== undefined) return this.#array(type, soapItem(type), undefined);
    return this.object(type);
  }

  /** A SOAP array has no occurrence limits. */
  #array(type: ComplexType, item: ElementDeclaration, occurs: Occurs | undefined): ArrayShape {
    const soap = occurs === undefined;
    const place = this.#isEncoded(type) ? this.accessor : this.place;
    return {
      kind: 'array',
      source: type,
      name: this.nameOf(type),
      get item() {
        return place(item);
      },
      min: occurs?.min ?? 0,
      max: occurs?.max ?? Number.POSITIVE_INFINITY,
      soap,
      rank: soap && type.soapArray !== undefined ? rankOf(type.soapArray) : 1,
      scope: soap ? '' : place(item).element.name.namespace,
    };
  }

  #head(element: ElementDeclaration): HeadShape {
    const elements = element.abstract ? element.substitutes : [element, ...element.substitutes];
    const locals = elements.map(({ name }) => name.localName);
    const counts = new Map<string, number>();
    for (const local of locals) counts.set(local, (counts.get(local) ?? 0) + 1);
    const alternatives = elements.map((one) => {
      const { namespace, localName } = one.name;
      const isPlain = counts.get(localName) === 1 && !inherited.has(localName);
      const key = isPlain ? localName : `{${namespace}}${localName}`;
      return { key, place: this.place(one) };
    });
    return { name: this.nameOf(element), element, alternatives };
  }
}

/**
 * The items of a SOAP array as an unqualified element named `item`. SOAP 1.1 (section 5.4.2) allows
 * any name.
 */
function soapItem(type: ComplexType): ElementDeclaration {
  return {
    name: { namespace: '', localName: 'item' },
    global: false,
    type: type.soapArray?.item ?? type,
    nillable: false,
    abstract: false,
    substitutes: [],
  };
}

/** Keys of the names of an operation's messages. */
interface MessageKeys {
  readonly input: object;
  readonly output: object;
  readonly descriptor: object;
}

/** Identifiers of all declarations, by component. docs/naming.md has the rules. */
interface PlannedNames {
  readonly names: ReadonlyMap<object, string>;
  readonly messages: ReadonlyMap<ChosenOperation, MessageKeys>;
}

/** Ranks: who keeps a name that several prefer. */
const rank = {
  renamed: 0,
  target: 1,
  message: 2,
  other: 3,
  derived: 4,
  anonymous: 5,
  operation: 6,
};

/** What to name, and the settings for it. */
interface NamedScope {
  readonly model: ServiceModel;
  readonly operations: readonly ChosenOperation[];
  readonly used: UsedTypes;
  readonly options: ShapeOptions;
}

/** Operations whose messages the types belong to. */
type Owners = ReadonlyMap<SchemaType, MessageOwner>;

/** Names every type, message and descriptor of the chosen operations. */
export function planShapeNames(scope: NamedScope, sink: DiagnosticSink): PlannedNames {
  const { used, operations } = scope;
  const owners = messageOwners(operations);
  const messages = new Map<ChosenOperation, MessageKeys>(
    operations.map((one) => [one, { input: {}, output: {}, descriptor: {} }]),
  );
  const requests = [
    ...[...used.types].flatMap((type) => typeRequests(type, scope, owners, sink)),
    ...[...used.heads].map(substitutesRequest),
    ...used.groups.map((group) => groupRequest(group, used, owners)),
    ...[...messages].flatMap(([one, keys]) => operationRequests(one, keys)),
  ];
  return { names: assignNames(requests, new Set(reservedTypeNames)), messages };
}

/** The name of a type, and the name for the fields it shares with derived types. */
function typeRequests(
  type: SchemaType,
  scope: NamedScope,
  owners: Owners,
  sink: DiagnosticSink,
): readonly NameRequest[] {
  const request = typeRequest(type, scope, owners, sink);
  if (request === undefined) return [];
  if (type.kind !== 'complex' || replacements(type).length === 0) return [request];
  const fields = {
    ...request,
    id: type.derived,
    preferred: `${request.preferred}Base`,
    spelling: '',
    rank: rank.derived,
    suffix: 'Fields',
  };
  return [request, fields];
}

/** The union of an element's substitutes. */
function substitutesRequest(element: ElementDeclaration): NameRequest {
  const { namespace, localName } = element.name;
  return {
    id: element,
    preferred: `${pascalName(localName)}Element`,
    spelling: localName,
    rank: rank.derived,
    suffix: 'Substitutes',
    namespace,
    key: `element ${qnameKey(element.name)}`,
  };
}

function groupRequest(group: UsedGroup, used: UsedTypes, owners: Owners): NameRequest {
  const { particle, owner, first } = group;
  const name = preferredName(owner, owners);
  const word = particle.compositor === 'choice' ? 'Choice' : 'Sequence';
  return {
    id: particle,
    preferred: name + word,
    spelling: '',
    rank: rank.derived,
    suffix: `Of${pascalName(first)}`,
    namespace: used.namespaces.get(owner) ?? '',
    key: `group ${name} ${first}`,
  };
}

function operationRequests(chosen: ChosenOperation, keys: MessageKeys): readonly NameRequest[] {
  const { base, service, operation } = chosen;
  const key = `${service.name}.${base}`;
  const message = {
    spelling: '',
    rank: rank.message,
    suffix: 'Message',
    namespace: service.namespace,
  };
  return [
    { ...message, id: keys.input, preferred: `${base}Input`, key: `in ${key}` },
    { ...message, id: keys.output, preferred: `${base}Output`, key: `out ${key}` },
    {
      id: keys.descriptor,
      preferred: base,
      spelling: operation.messageName,
      rank: rank.operation,
      suffix: 'Operation',
      namespace: service.namespace,
      key: `operation ${key}`,
    },
  ];
}

/** The operation whose message a type is, if it belongs to only one. */
interface MessageOwner {
  readonly base: string;
  /** `Input` or `Output`, followed by `Body` if the message also has attachments. */
  readonly direction: string;
}

function messageOwners(operations: readonly ChosenOperation[]): Owners {
  const owners = new Map<SchemaType, MessageOwner>();
  const shared = new Set<SchemaType>();
  for (const { operation, base } of operations) {
    const soap = operation.soap11 ?? operation.soap12;
    own(soap?.input, base, 'Input');
    own(soap?.output, base, 'Output');
  }
  for (const type of shared) owners.delete(type);
  return owners;

  function own(message: SoapMessage | undefined, base: string, direction: string): void {
    if (message?.parts.length !== 1 || message.rpcWrapper !== undefined) return;
    const type = message.parts[0]?.element?.type;
    if (type?.kind !== 'complex') return;
    if (owners.has(type)) shared.add(type);
    const isWhole = message.attachments.length === 0;
    owners.set(type, { base, direction: isWhole ? direction : `${direction}Body` });
  }
}

/** The name a type would have if there were no others. */
function preferredName(type: SchemaType, owners: Owners): string {
  const owner = owners.get(type);
  if (type.name === undefined) {
    if (owner !== undefined) return owner.base + owner.direction;
    return type.context.map(pascalName).join('') || 'Anonymous';
  }
  const plain = pascalName(type.name.localName);
  // a wrapper type with the name of its operation leaves that name to the operation's descriptor
  return owner !== undefined && owner.base === plain ? owner.base + owner.direction : plain;
}

function typeRequest(
  type: SchemaType,
  { model, used, options }: NamedScope,
  owners: Owners,
  sink: DiagnosticSink,
): NameRequest | undefined {
  if (type.kind === 'complex' && isNamedAnyType(type)) return undefined;
  if (isUnnamedBuiltin(type, options)) return undefined;
  const namespace = used.namespaces.get(type) ?? '';
  const preferred = preferredName(type, owners);
  const { name } = type;
  const key = name === undefined ? `in ${type.context.join('/')} {${namespace}}` : qnameKey(name);
  const renamed = name === undefined ? undefined : renameOf(type, options);
  if (renamed !== undefined) {
    if (isIdentifier(renamed) && pascalName(renamed) === renamed) {
      return {
        id: type,
        preferred: renamed,
        spelling: renamed,
        rank: rank.renamed,
        suffix: 'Type',
        namespace,
        key,
      };
    }
    sink.report({
      code: 'ASMX5002',
      severity: 'error',
      message:
        `'${renamed}' cannot be the name of type '${name?.localName}': ` +
        "it is not an identifier that starts with a capital letter and has no '$'",
      span: type.span,
    });
  }
  return {
    id: type,
    preferred: preferred,
    spelling: name?.localName ?? '',
    rank: typeRank(type, namespace === model.namespace, preferred, owners),
    suffix: 'Type',
    namespace,
    key,
  };
}

function typeRank(type: SchemaType, target: boolean, preferred: string, owners: Owners): number {
  const owner = owners.get(type);
  if (owner !== undefined && preferred === owner.base + owner.direction) return rank.message - 0.5;
  if (type.name === undefined) return rank.anonymous;
  return target ? rank.target : rank.other;
}

function renameOf(type: SchemaType, options: ShapeOptions): string | undefined {
  if (type.name === undefined) return undefined;
  return renamed(options, qnameKey(type.name)) ?? renamed(options, type.name.localName);
}

/** Built-in types have no declarations, except those mapped to users' own types. */
function isUnnamedBuiltin(type: SchemaType, { types }: ShapeOptions): boolean {
  if (type.kind !== 'simple' || type.variety !== 'atomic' || !isBuiltin(type)) return false;
  return ownTypeOf(type, types) === undefined;
}

function isBuiltin(type: SchemaType): boolean {
  const namespace = type.name?.namespace;
  return (
    namespace === namespaces.xsd ||
    (namespace === namespaces.microsoftTypes && type.span === undefined)
  );
}
