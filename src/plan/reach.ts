import type {
  ComplexType,
  ElementDeclaration,
  ModelParticle,
  Particle,
  SchemaType,
} from '../model/schema.ts';
import type {
  HttpOperation,
  MessagePart,
  ServiceOperation,
  SoapMessage,
  SoapOperation,
} from '../model/service-model.ts';
import { isAnyType, isRepeatedGroup, isSchemaElement, simplified } from './particles.ts';
import { findTextTypes, type TextTypes } from './text-types.ts';

/** A repeated group, and the type whose content it is part of. */
export interface ReachedGroup {
  readonly particle: ModelParticle;
  readonly owner: ComplexType;
  /** Name of the first element in it. */
  readonly first: string;
}

/** What of a schema the chosen operations use, in the order they come upon it. */
export interface Reach {
  readonly types: ReadonlySet<SchemaType>;
  /** Complex types that some element or part has, so that an `xsi:type` may stand there. */
  readonly placed: ReadonlySet<ComplexType>;
  /** Elements of content models that others can stand in for. */
  readonly heads: ReadonlySet<ElementDeclaration>;
  readonly groups: readonly ReachedGroup[];
  /** Namespace an anonymous type belongs to: that of the element or type around it. */
  readonly namespaces: ReadonlyMap<SchemaType, string>;
  /** Whether some message has SOAP encoding. */
  readonly encoded: boolean;
  /** Types that stand in messages with SOAP encoding alone, where members say their types (SOAP 1.1 section 5.1). */
  readonly encodedTypes: ReadonlySet<SchemaType>;
  /** Complex types that can stand in for simple ones. */
  readonly textTypes: TextTypes;
}

/**
 * Walks from operations to every type they use; descendants of a type used at a place are used as well.
 *
 * @param others types wanted whether or not an operation uses them
 * @param named types of the contract, of which some can stand in for simple ones
 */
export function reachTypes(
  operations: readonly ServiceOperation[],
  others: readonly SchemaType[] = [],
  named: readonly SchemaType[] = [],
): Reach {
  const textTypes = findTextTypes(named);
  const types = new Set<SchemaType>();
  const placed = new Set<ComplexType>();
  const heads = new Set<ElementDeclaration>();
  const groups: ReachedGroup[] = [];
  const groupsSeen = new Set<ModelParticle>();
  const namespaces = new Map<SchemaType, string>();
  // a list instead of recursion: chains of types can be longer than the stack
  const open: { readonly type: SchemaType; readonly namespace: string }[] = [];

  function visit(type: SchemaType, namespace: string): void {
    if (types.has(type)) return;
    types.add(type);
    const own = type.name?.namespace ?? namespace;
    namespaces.set(type, own);
    open.push({ type, namespace: own });
  }

  function place(type: SchemaType, namespace: string): void {
    visit(type, namespace);
    if (type.kind === 'simple') {
      for (const one of textTypes.get(type) ?? []) visit(one, namespace);
      return;
    }
    if (placed.has(type) || isAnyType(type)) return;
    placed.add(type);
    if (type.derived.length === 0) return;
    const below = new Set(type.derived);
    // a set gives what is added meanwhile, too
    for (const next of below) {
      if (next.name !== undefined) visit(next, namespace);
      for (const one of next.derived) below.add(one);
    }
  }

  function walk(type: SchemaType, namespace: string): void {
    if (type.kind === 'simple') {
      if (type.item !== undefined) visit(type.item, namespace);
      for (const member of type.members ?? []) visit(member, namespace);
      return;
    }
    if (isAnyType(type)) return;
    if (type.base !== undefined) visit(type.base, namespace);
    if (type.simpleContent !== undefined) visit(type.simpleContent, namespace);
    if (type.soapArray !== undefined) place(type.soapArray.item, namespace);
    for (const use of type.attributes) visit(use.type, namespace);
    if (type.particle !== undefined) walkParticle(type.particle, type, namespace);
  }

  function walkAll(): void {
    // walking one may add others behind it
    for (const { type, namespace } of open) walk(type, namespace);
    open.length = 0;
  }

  function walkParticle(particle: Particle, owner: ComplexType, namespace: string): void {
    if (particle.kind === 'any') return;
    if (particle.kind === 'element') {
      const { element } = particle;
      if (isSchemaElement(element)) return;
      place(element.type, element.name.namespace === '' ? namespace : element.name.namespace);
      if (element.substitutes.length > 0) {
        heads.add(element);
        for (const other of element.substitutes) place(other.type, other.name.namespace);
      }
      return;
    }
    const only = simplified(particle);
    if (isRepeatedGroup(only) && !groupsSeen.has(only)) {
      groupsSeen.add(only);
      groups.push({ particle: only, owner, first: firstElement(only) });
    }
    for (const inner of particle.particles) walkParticle(inner, owner, namespace);
  }

  function part(message: MessagePart | undefined): void {
    if (message?.element !== undefined) {
      const { name, type } = message.element;
      place(type, name.namespace);
    }
    if (message?.type !== undefined) place(message.type, '');
  }

  function soapMessage(message: SoapMessage | undefined): void {
    if (message === undefined) return;
    for (const one of message.parts) part(one);
    for (const header of message.headers) part(header.part);
    for (const { declared } of message.attachments) {
      if (declared?.element !== undefined) part(declared);
    }
  }

  function soapOperation(soap: SoapOperation | undefined): void {
    if (soap === undefined) return;
    soapMessage(soap.input);
    soapMessage(soap.output);
    for (const fault of soap.faults) part(fault.part);
  }

  function httpOperation(http: HttpOperation | undefined): void {
    if (http === undefined) return;
    for (const parameter of http.parameters) part(parameter);
    part(http.result);
  }

  for (const operation of operations) {
    soapOperation(operation.soap11);
    soapOperation(operation.soap12);
    httpOperation(operation.httpGet);
    httpOperation(operation.httpPost);
    walkAll();
  }
  for (const type of others) place(type, type.name?.namespace ?? '');
  walkAll();
  const encoded = operations.some(({ soap11, soap12 }) => isEncoded(soap11) || isEncoded(soap12));
  const encodedTypes = encoded
    ? without(types, reachTypes(operations.map(literalPart), others, named))
    : [];
  return {
    types,
    placed,
    heads,
    groups,
    namespaces,
    encoded,
    encodedTypes: new Set(encodedTypes),
    textTypes,
  };
}

function without(types: ReadonlySet<SchemaType>, others: Reach): readonly SchemaType[] {
  return [...types].filter((type) => !others.types.has(type));
}

/** An operation as far as it has no SOAP encoding. */
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

/** Name of the first element in a particle, for names that come from context. */
export function firstElement(particle: Particle): string {
  if (particle.kind === 'element') return particle.element.name.localName;
  if (particle.kind === 'any') return 'any';
  for (const inner of particle.particles) {
    const name = firstElement(inner);
    if (name !== '') return name;
  }
  return '';
}
