import { replacements } from '../../model/link/derivation.ts';
import type {
  MessagePart,
  ServiceOperation,
  SoapMessage,
  SoapOperation,
} from '../../model/wsdl/service-model.ts';
import type {
  ComplexType,
  ElementDeclaration,
  ModelParticle,
  Particle,
  SchemaType,
} from '../../model/xsd/schema.ts';
import { isAnyType, isRepeatedGroup, isSchemaElement, simplified } from './particles.ts';

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
export type UsedComponent = Pick<MessagePart, 'element' | 'type'>;

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
    if (type.kind === 'simple' || this.placed.has(type) || isAnyType(type)) return;
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
    if (isAnyType(type)) return;
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
