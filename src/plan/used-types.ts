import { replacements } from '../model/link/context.ts';
import type {
  HttpOperation,
  MessagePart,
  ServiceModel,
  ServiceOperation,
  SoapMessage,
  SoapOperation,
} from '../model/services.ts';
import { type HttpContent, isXmlType } from '../model/wsdl.ts';
import { namespaces } from '../model/xml.ts';
import type {
  ComplexType,
  ElementDeclaration,
  ModelParticle,
  Particle,
  SchemaType,
  WildcardParticle,
} from '../model/xsd/schema.ts';
import type { DescribedDataSet } from '../model/xsd/schema-document.ts';
import { isNamedAnyType, isRepeatedGroup, isSchemaElement, simplified } from './content-shape.ts';
import type { ChosenOperation, DataSetSetting, ShapeOptions } from './settings.ts';

/** Whether the request is an XML document. */
export function isDocument({ input }: HttpOperation): boolean {
  return isXml(input);
}

/** Whether the answer is an XML document with a declared element as its root. */
export function answersDocument({ output, result }: HttpOperation): boolean {
  return output.kind === 'mimeXml' || (isXml(output) && result?.element !== undefined);
}

function isXml(content: HttpContent): boolean {
  return (
    content.kind === 'mimeXml' || (content.kind === 'mimeContent' && isXmlType(content.type ?? ''))
  );
}

/** A member of a message that may be a stream: an element, or the part itself. */
interface StreamMember {
  /** Its name in the contract. */
  readonly name: string;
  readonly member: ElementDeclaration | MessagePart;
}

/** The members that the configuration makes streams of bytes. */
export function findStreams(
  model: ServiceModel,
  chosen: readonly ChosenOperation[],
  streams: readonly string[],
): ReadonlySet<object> {
  const found = new Set<object>();
  if (streams.length === 0) return found;
  const wanted = new Set(streams);
  const isShared = sharedTypes(model);
  for (const { service, operation } of chosen) {
    for (const { name, member } of streamMembers(operation, isShared)) {
      const keys = operationNames(operation).map((own) => `${service.name}.${own}.${name}`);
      if (keys.some((key) => wanted.has(key))) found.add(member);
    }
  }
  return found;
}

/** Names that `streams` can have for a contract, and all operations of it. */
export function streamNames(model: ServiceModel): {
  readonly members: ReadonlySet<string>;
  readonly operations: ReadonlySet<string>;
} {
  const members = new Set<string>();
  const operations = new Set<string>();
  const isShared = sharedTypes(model);
  for (const { name, interfaces } of model.services) {
    for (const operation of interfaces.flatMap((one) => one.operations)) {
      for (const own of operationNames(operation)) {
        operations.add(`${name}.${own}`);
        for (const one of streamMembers(operation, isShared)) {
          members.add(`${name}.${own}.${one.name}`);
        }
      }
    }
  }
  return { members, operations };
}

function operationNames({ name, messageName }: ServiceOperation): readonly string[] {
  return name === messageName ? [name] : [name, messageName];
}

/** Members of requests and answers over SOAP that may be streams. */
function streamMembers(
  { soap11, soap12, oneWay }: ServiceOperation,
  isShared: (type: ComplexType) => boolean,
): readonly StreamMember[] {
  const soap = soap11 ?? soap12;
  const messages = [soap?.input, oneWay ? undefined : soap?.output];
  return messages.flatMap((message) => (message ? membersOf(message, isShared) : []));
}

/** Messages with SOAP encoding or attachments have none. */
function membersOf(
  { use, parts, rpcWrapper, attachments }: SoapMessage,
  isShared: (type: ComplexType) => boolean,
): readonly StreamMember[] {
  if (use === 'encoded' || attachments.length > 0) return [];
  return parts.flatMap((part): readonly StreamMember[] => {
    const { element } = part;
    const type = element?.type ?? part.type;
    if (type === undefined) return [];
    if (type.kind === 'simple') {
      const isPlain = isBytes(type) && element?.fixed === undefined;
      return isPlain ? [{ name: element?.name.localName ?? part.name, member: part }] : [];
    }
    // members of a part that is a property are no members of the message
    if (element === undefined || rpcWrapper !== undefined || parts.length > 1) return [];
    // in other places of the type, it would be a stream, too
    if (type.particle === undefined || isShared(type)) return [];
    return elementsOf(simplified(type.particle)).map((member) => ({
      name: member.name.localName,
      member,
    }));
  });
}

/** Elements that occur once at most. */
function elementsOf(particle: Particle): readonly ElementDeclaration[] {
  if (particle.occurs.max > 1 || particle.kind === 'any') return [];
  if (particle.kind === 'model') return particle.particles.flatMap(elementsOf);
  const { element } = particle;
  const isGiven = element.fixed !== undefined || Boolean(element.default);
  const isOwn = !element.global && element.substitutes.length === 0;
  return isOwn && !isGiven && isBytes(element.type) ? [element] : [];
}

function isBytes(type: SchemaType): boolean {
  return type.kind === 'simple' && type.variety === 'atomic' && type.builtin === 'base64Binary';
}

/** Gives whether several elements have a type, or others derive from it. */
function sharedTypes({ elements, types }: ServiceModel): (type: ComplexType) => boolean {
  const places = new Map<SchemaType, number>();
  const seen = new Set<SchemaType>();
  const note = (type: SchemaType): void => {
    places.set(type, (places.get(type) ?? 0) + 1);
    visit(type);
  };
  const walk = (particle: Particle): void => {
    if (particle.kind === 'model') particle.particles.forEach(walk);
    else if (particle.kind === 'element') note(particle.element.type);
  };
  const visit = (type: SchemaType): void => {
    if (type.kind !== 'complex' || seen.has(type)) return;
    seen.add(type);
    if (type.particle !== undefined) walk(type.particle);
  };
  for (const { type } of elements) note(type);
  for (const type of types) visit(type);
  return (type) =>
    (places.get(type) ?? 0) > 1 || type.base !== undefined || type.derived.length > 0;
}

/** The rows of a DataSet in a contract, as far as they are known. */
export interface DataSetRows {
  /** Types that contain it. */
  readonly types: ComplexType[];
  /** Its name in the names of declarations. */
  readonly word: string;
  /** What its schema says: in the contract, or in a file. */
  readonly description: DescribedDataSet | undefined;
  /** Names of row types, by table. */
  readonly rowTypes: Readonly<Record<string, string>>;
}

/** The setting of an operation, by the names that it may have. */
function settingOf(
  { service, operation }: ChosenOperation,
  { dataSets = {} }: ShapeOptions,
): DataSetSetting | undefined {
  const keys = [operation.name, operation.messageName].map((name) => `${service.name}.${name}`);
  const key = keys.find((one) => Object.hasOwn(dataSets, one));
  return key === undefined ? undefined : dataSets[key];
}

/**
 * Finds the DataSets whose rows are known, by their schemas or by the configuration. A type that
 * operations with different rows share has none, such as the result of HTTP GET.
 */
export function findDataSetRows(
  chosen: readonly ChosenOperation[],
  known: TypedDataSets,
  options: ShapeOptions,
): readonly DataSetRows[] {
  // most contracts describe no DataSet, and each operation uses most of their types
  if (known.size === 0 && Object.keys(options.dataSets ?? {}).length === 0) return [];
  const found = new Map<string, DataSetRows>();
  const keys = new Map<ComplexType, string>();
  for (const one of chosen) {
    const setting = settingOf(one, options);
    for (const type of findUsedTypes([one.operation]).types) {
      if (type.kind !== 'complex' || !isDataSet(type, known)) continue;
      const description = setting?.description ?? dataSetIn(type, known);
      const { rowTypes = {} } = setting ?? {};
      const isKnown = description !== undefined || setting !== undefined;
      // sets with the same schema and the same names are one
      const key = isKnown ? JSON.stringify([description ?? one.base, rowTypes]) : '';
      keys.set(type, (keys.get(type) ?? key) === key ? key : '');
      const word = description?.name ?? one.base;
      if (isKnown && !found.has(key)) found.set(key, { types: [], word, description, rowTypes });
    }
  }
  for (const [type, key] of keys) found.get(key)?.types.push(type);
  return [...found.values()].filter(({ types }) => types.length > 0);
}

/** Where messages of an operation may have a DataSet. */
interface DataSetPlaces {
  readonly hasDataSet: boolean;
  /** Namespaces of wildcards for one namespace, where a typed DataSet without its schema may be. */
  readonly wildcards: readonly string[];
}

/** Where operations of a contract have DataSets, by `Service.Operation`. */
export function dataSetOperations(model: ServiceModel): ReadonlyMap<string, DataSetPlaces> {
  const known = typedDataSets(model);
  const found = new Map<string, DataSetPlaces>();
  for (const { name, interfaces } of model.services) {
    for (const operation of interfaces.flatMap((one) => one.operations)) {
      const types = [...findUsedTypes([operation]).types].filter((type) => type.kind === 'complex');
      const places: DataSetPlaces = {
        hasDataSet: types.some((type) => isDataSet(type, known)),
        wildcards: types.flatMap(({ particle }) => (particle && wildcardNamespace(particle)) ?? []),
      };
      for (const own of [operation.name, operation.messageName])
        found.set(`${name}.${own}`, places);
    }
  }
  return found;
}

const diffgram = 'urn:schemas-microsoft-com:xml-diffgram-v1';

/** The DataSets that schemas of a contract describe, by namespace. */
export type TypedDataSets = ReadonlyMap<string, DescribedDataSet>;

/**
 * Finds the DataSets that schemas of a contract describe, and those of schema files that the
 * configuration names: some contracts have a wildcard for a namespace without its schema.
 */
export function typedDataSets(
  { elements }: ServiceModel,
  settings: ShapeOptions['dataSets'] = {},
): TypedDataSets {
  const given = Object.values(settings).flatMap(({ description }) =>
    description === undefined || description.namespace === '' ? [] : [description],
  );
  return new Map([
    ...given.map((one) => [one.namespace, one] as const),
    ...elements.flatMap(({ name, dataSet }) =>
      dataSet === undefined ? [] : [[name.namespace, dataSet] as const],
    ),
  ]);
}

/**
 * The typed DataSet that a content model stands for: a wildcard for the namespace that its schema
 * has. Messages contain the schema and the diffgram there, which are in other namespaces.
 */
export function typedDataSet(
  particle: Particle,
  known: TypedDataSets,
): DescribedDataSet | undefined {
  const namespace = wildcardNamespace(particle);
  return namespace === undefined ? undefined : known.get(namespace);
}

/** The namespace of a content model that is a wildcard for one. */
function wildcardNamespace(particle: Particle): string | undefined {
  const only = simplified(particle);
  if (only.kind !== 'any' || only.wildcard.allowed.kind !== 'list') return undefined;
  const [namespace, ...others] = only.wildcard.allowed.namespaces;
  return others.length > 0 ? undefined : namespace;
}

/**
 * What is known of the DataSet in a type. A typed DataTable has the namespace of its DataSet as the
 * value of an attribute.
 */
function dataSetIn(
  { particle, attributes }: ComplexType,
  known: TypedDataSets,
): DescribedDataSet | undefined {
  const typed = particle && typedDataSet(particle, known);
  const namespace = attributes.find(({ name }) => name.localName === 'namespace')?.fixed;
  return typed ?? (namespace === undefined ? undefined : known.get(namespace));
}

/** What messages contain of a typed DataSet. Some servers leave the schema out. */
export const typedContent: Particle = {
  kind: 'model',
  compositor: 'sequence',
  occurs: { min: 1, max: 1 },
  particles: [only(namespaces.xsd, 0), only(diffgram, 1)],
};

function only(namespace: string, min: number): WildcardParticle {
  const wildcard = {
    allowed: { kind: 'list', namespaces: [namespace] },
    processContents: 'lax',
  } as const;
  return { kind: 'any', wildcard, occurs: { min, max: 1 } };
}

/**
 * Whether a type is that of a DataSet or DataTable: a schema, then a diffgram or anything, or a
 * typed DataSet.
 */
function isDataSet({ particle }: ComplexType, known: TypedDataSets): boolean {
  if (particle === undefined) return false;
  return isUntypedDataSet(particle) || typedDataSet(particle, known) !== undefined;
}

/** Whether types in use include a DataSet or DataTable. */
export function hasDataSets({ used, dataSets }: DataSetScope): boolean {
  return [...used.types].some((type) => type.kind === 'complex' && isDataSet(type, dataSets));
}

/** The types in use, and the DataSets of the contract. */
interface DataSetScope {
  readonly used: UsedTypes;
  readonly dataSets: TypedDataSets;
}

/** Whether a content model is that of a DataSet or DataTable without a schema in the contract. */
export function isUntypedDataSet(content: Particle): boolean {
  const model = simplified(content);
  if (model.kind !== 'model' || model.particles.length !== 2) return false;
  const [schema, rows] = model.particles;
  if (schema === undefined || rows?.kind !== 'any') return false;
  if (schema.kind === 'element') return schema.element.name.namespace === namespaces.xsd;
  return allows(schema, namespaces.xsd) && allows(rows, diffgram);
}

function allows(particle: Particle, namespace: string): boolean {
  if (particle.kind !== 'any' || particle.wildcard.allowed.kind !== 'list') return false;
  return particle.wildcard.allowed.namespaces.includes(namespace);
}

/** A repeated group, and the type whose content it belongs to. */
export interface UsedGroup {
  readonly particle: ModelParticle;
  readonly owner: ComplexType;
  /** Name of the first element in it. */
  readonly first: string;
}

/** The components that the chosen operations use, in order of discovery. */
export interface UsedTypes {
  readonly types: ReadonlySet<SchemaType>;
  /** Complex types of elements or parts, for which an `xsi:type` is possible. */
  readonly placed: ReadonlySet<ComplexType>;
  /** Types of elements that are in the content of other elements, or of themselves. */
  readonly contained: ReadonlySet<SchemaType>;
  /** Types that can replace others by `xsi:type`, or be replaced, at some place. */
  readonly families: ReadonlySet<ComplexType>;
  /** Elements of content models that others can substitute. */
  readonly heads: ReadonlySet<ElementDeclaration>;
  readonly groups: readonly UsedGroup[];
  /** Whether some element may be nil. */
  readonly nillable: boolean;
  /** Namespace of an anonymous type: that of the element or type around it. */
  readonly namespaces: ReadonlyMap<SchemaType, string>;
  /** Whether some message uses SOAP encoding. */
  readonly encoded: boolean;
  /**
   * Types used only in messages with SOAP encoding, in which members have an `xsi:type` (SOAP 1.1
   * section 5.1).
   */
  readonly encodedTypes: ReadonlySet<SchemaType>;
}

/**
 * Finds every type that operations use. For a type used at a place, the types derived from it are
 * used, too.
 *
 * @param others types and elements to include whether or not an operation uses them
 */
export function findUsedTypes(
  operations: readonly ServiceOperation[],
  others: readonly UsedComponent[] = [],
): UsedTypes {
  const walk = new TypeWalk();
  for (const operation of operations) {
    for (const part of partsOf(operation)) walk.part(part);
    walk.finish();
  }
  for (const one of others) walk.part(one);
  walk.finish();
  const { types, placed, contained, families, heads, groups, nillable, namespaces } = walk;
  const encoded = operations.some(({ soap11, soap12 }) => isEncoded(soap11) || isEncoded(soap12));
  const encodedTypes = encoded
    ? without(types, findUsedTypes(operations.map(literalPart), others))
    : [];
  return {
    types,
    placed,
    contained,
    families,
    heads,
    groups,
    nillable,
    namespaces,
    encoded,
    encodedTypes: new Set(encodedTypes),
  };
}

/** A type, or an element with its type. */
type UsedComponent = Pick<MessagePart, 'element' | 'type'>;

/** Visits types and records what they use. */
class TypeWalk {
  readonly types = new Set<SchemaType>();
  readonly placed = new Set<ComplexType>();
  readonly contained = new Set<SchemaType>();
  readonly families = new Set<ComplexType>();
  readonly heads = new Set<ElementDeclaration>();
  readonly groups: UsedGroup[] = [];
  readonly namespaces = new Map<SchemaType, string>();
  nillable = false;
  private readonly groupsSeen = new Set<ModelParticle>();
  // a list instead of recursion, because chains of types can be deeper than the stack
  private readonly open: { readonly type: SchemaType; readonly namespace: string }[] = [];

  /** Records the element or type of a message part. */
  part({ element, type }: UsedComponent): void {
    if (element !== undefined) this.element(element, element.name.namespace);
    if (type !== undefined) this.place(type, '');
  }

  private element({ type, nillable }: ElementDeclaration, namespace: string): void {
    this.nillable ||= nillable;
    this.place(type, namespace);
  }

  /** Records an element in the content of another. */
  private contain(element: ElementDeclaration, namespace: string): void {
    this.contained.add(element.type);
    this.element(element, namespace);
  }

  /** Records the type of an element or part. */
  place(type: SchemaType, namespace: string): void {
    this.visit(type, namespace);
    if (type.kind === 'simple' || this.placed.has(type) || isNamedAnyType(type)) return;
    this.placed.add(type);
    this.placeFamily(type, namespace);
  }

  /** Visits the types that may replace one. Their own unions are declared, too. */
  private placeFamily(type: ComplexType, namespace: string): void {
    const open = [type];
    for (const one of open) {
      const others = replacements(one);
      if (others.length > 0) this.families.add(one);
      for (const next of others) {
        if (this.families.has(next)) continue;
        this.families.add(next);
        this.visit(next, namespace);
        open.push(next);
      }
    }
  }

  /** Visits the recorded types. */
  finish(): void {
    // a visit may append others
    for (const { type, namespace } of this.open) this.walk(type, namespace);
    this.open.length = 0;
  }

  private visit(type: SchemaType, namespace: string): void {
    if (this.types.has(type)) return;
    this.types.add(type);
    const own = type.name?.namespace ?? namespace;
    this.namespaces.set(type, own);
    this.open.push({ type, namespace: own });
  }

  private walk(type: SchemaType, namespace: string): void {
    if (type.kind === 'simple') {
      if (type.item !== undefined) this.visit(type.item, namespace);
      for (const member of type.members ?? []) this.visit(member, namespace);
      return;
    }
    if (isNamedAnyType(type)) return;
    if (type.base !== undefined) this.visit(type.base, namespace);
    if (type.simpleContent !== undefined) this.visit(type.simpleContent, namespace);
    if (type.soapArray !== undefined) this.place(type.soapArray.item, namespace);
    for (const use of type.attributes) this.visit(use.type, namespace);
    if (type.particle !== undefined) this.walkParticle(type.particle, type, namespace);
  }

  private walkParticle(particle: Particle, owner: ComplexType, namespace: string): void {
    if (particle.kind === 'any') return;
    if (particle.kind === 'element') {
      const { element } = particle;
      if (isSchemaElement(element)) return;
      this.contain(element, element.name.namespace === '' ? namespace : element.name.namespace);
      if (element.substitutes.length > 0) {
        this.heads.add(element);
        for (const other of element.substitutes) this.contain(other, other.name.namespace);
      }
      return;
    }
    const only = simplified(particle);
    if (isRepeatedGroup(only) && !this.groupsSeen.has(only)) {
      this.groupsSeen.add(only);
      this.groups.push({ particle: only, owner, first: firstElement(only) });
    }
    for (const inner of particle.particles) this.walkParticle(inner, owner, namespace);
  }
}

/** Parts of all messages of an operation, including its faults and headers. */
function* partsOf({ soap11, soap12, httpGet, httpPost }: ServiceOperation): Generator<MessagePart> {
  for (const soap of [soap11, soap12]) {
    for (const message of [soap?.input, soap?.output]) yield* partsOfMessage(message);
    for (const { part } of soap?.faults ?? []) if (part !== undefined) yield part;
  }
  for (const http of [httpGet, httpPost]) {
    yield* http?.parameters ?? [];
    if (http?.result !== undefined) yield http.result;
  }
}

function* partsOfMessage(message: SoapMessage | undefined): Generator<MessagePart> {
  if (message === undefined) return;
  yield* message.parts;
  for (const { part } of message.headers) if (part !== undefined) yield part;
  for (const { declared } of message.attachments) {
    if (declared?.element !== undefined) yield declared;
  }
}

function without(types: ReadonlySet<SchemaType>, others: UsedTypes): readonly SchemaType[] {
  return [...types].filter((type) => !others.types.has(type));
}

/** An operation without its messages in SOAP encoding. */
function literalPart(operation: ServiceOperation): ServiceOperation {
  const { soap11, soap12 } = operation;
  return {
    ...operation,
    soap11: isEncoded(soap11) ? undefined : soap11,
    soap12: isEncoded(soap12) ? undefined : soap12,
  };
}

function isEncoded(soap: SoapOperation | undefined): boolean {
  return soap?.input.use === 'encoded' || soap?.output?.use === 'encoded';
}

/** Name of the first element in a particle, for names derived from context. */
function firstElement(particle: Particle): string {
  if (particle.kind === 'element') return particle.element.name.localName;
  if (particle.kind === 'any') return 'any';
  for (const inner of particle.particles) {
    const name = firstElement(inner);
    if (name !== '') return name;
  }
  return '';
}
