import type {
  MessagePart,
  ServiceModel,
  ServiceOperation,
  SoapMessage,
} from '../../model/wsdl/service-model.ts';
import type {
  ComplexType,
  ElementDeclaration,
  Particle,
  SchemaType,
} from '../../model/xsd/schema.ts';
import type { ChosenOperation } from './operations.ts';
import { simplified } from './particles.ts';

/** A member of a message that may be a stream: an element, or the part itself. */
export interface StreamMember {
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
