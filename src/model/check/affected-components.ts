import type { Defect } from '../defects/defect.ts';
import type { Defects } from '../defects/defects.ts';
import type { Components } from '../link/link-context.ts';
import type { BindingKind } from '../wsdl/definitions.ts';
import type { MessagePart, ServiceOperation } from '../wsdl/service-model.ts';
import type { ElementDeclaration, Particle, SchemaType } from '../xsd/schema.ts';

type Component = SchemaType | ElementDeclaration;

/** Every type and global element that has a defect, or needs one that has, with the defect. */
export function affectedComponents(
  components: Components,
  defects: Defects,
): ReadonlyMap<object, Defect> {
  const reached = new Map<object, Defect>(defects.affected);
  if (reached.size === 0) return reached;
  const usedBy = new Map<Component, Component[]>();
  const note = (user: Component, used: Component): void => {
    const users = usedBy.get(used);
    if (users === undefined) usedBy.set(used, [user]);
    else users.push(user);
  };
  for (const type of components.types.values()) visitType(type, (used) => note(type, used));
  for (const element of components.elements.values()) note(element, element.type);
  const queue = [...reached.entries()];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const [component, defect] = next;
    for (const user of usedBy.get(component as Component) ?? []) {
      if (reached.has(user)) continue;
      reached.set(user, defect);
      queue.push([user, defect]);
    }
  }
  return reached;
}

/** Calls `use` for every component a type needs. */
function visitType(type: SchemaType, use: (used: Component) => void): void {
  if (type.base !== undefined) use(type.base);
  if (type.kind === 'simple') {
    if (type.item !== undefined) use(type.item);
    for (const member of type.members ?? []) use(member);
    return;
  }
  if (type.simpleContent !== undefined) use(type.simpleContent);
  if (type.soapArray !== undefined) use(type.soapArray.item);
  for (const attribute of type.attributes) use(attribute.type);
  if (type.particle !== undefined) visitParticle(type.particle, use);
}

function visitParticle(particle: Particle, use: (used: Component) => void): void {
  if (particle.kind === 'model') {
    for (const child of particle.particles) visitParticle(child, use);
  } else if (particle.kind === 'element') {
    use(particle.element);
    use(particle.element.type);
  }
}

/** The defect that affects an operation over a binding, if any. */
export function defectOver(
  operation: ServiceOperation,
  kind: BindingKind,
  affected: ReadonlyMap<object, Defect>,
): Defect | undefined {
  const own = affected.get(operation) ?? affected.get(operation[kind] ?? operation);
  if (own !== undefined) return own;
  for (const part of partsOf(operation, kind)) {
    const component = part.element ?? part.type;
    if (component === undefined) continue;
    const defect = affected.get(component) ?? (part.element && affected.get(part.element.type));
    if (defect !== undefined) return defect;
  }
  return undefined;
}

/** Every part of every message of an operation over a binding. */
function* partsOf(operation: ServiceOperation, kind: BindingKind): Iterable<MessagePart> {
  if (kind === 'httpGet' || kind === 'httpPost') {
    const http = operation[kind];
    if (http === undefined) return;
    yield* http.parameters;
    if (http.result !== undefined) yield http.result;
    return;
  }
  const soap = operation[kind];
  if (soap === undefined) return;
  for (const message of [soap.input, soap.output]) {
    if (message === undefined) continue;
    yield* message.parts;
    for (const header of message.headers) {
      yield header.part;
      yield* header.faults;
    }
    for (const { declared } of message.attachments) {
      if (declared !== undefined) yield declared;
    }
  }
  for (const fault of soap.faults) yield fault.part;
}
