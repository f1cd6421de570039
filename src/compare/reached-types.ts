import type { ElementDeclaration, Particle, SchemaType } from '../model/schema.ts';
import type { MessagePart, ServiceModel, ServiceOperation } from '../model/service-model.ts';

/** Every type an operation of the contract can carry. */
export function reachedTypes(model: ServiceModel): ReadonlySet<SchemaType> {
  const reached = new Set<SchemaType>();
  const declared = new Set<SchemaType>();
  const elements = new Set<ElementDeclaration>();
  const queue: SchemaType[] = [];
  const visit = (type: SchemaType | undefined): void => {
    if (type === undefined) return;
    if (type.kind === 'complex' && !declared.has(type)) {
      declared.add(type);
      type.derived.forEach(visit);
    }
    visitContent(type);
  };
  // a base type gives its content alone: what else derives from it cannot stand there
  const visitContent = (type: SchemaType | undefined): void => {
    if (type === undefined || reached.has(type)) return;
    reached.add(type);
    queue.push(type);
  };
  const visitElement = (element: ElementDeclaration): void => {
    if (elements.has(element)) return;
    elements.add(element);
    visit(element.type);
    element.substitutes.forEach(visitElement);
  };
  const visitParticle = (particle: Particle | undefined): void => {
    if (particle?.kind === 'element') visitElement(particle.element);
    else if (particle?.kind === 'model') particle.particles.forEach(visitParticle);
  };
  for (const { element, type } of partsOf(model)) {
    if (element !== undefined) visitElement(element);
    visit(type);
  }
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    visitContent(next.base);
    if (next.kind === 'simple') {
      visit(next.item);
      next.members?.forEach(visit);
      continue;
    }
    visit(next.simpleContent);
    visit(next.soapArray?.item);
    for (const attribute of next.attributes) visit(attribute.type);
    visitParticle(next.particle);
  }
  return reached;
}

function partsOf(model: ServiceModel): readonly MessagePart[] {
  return model.services.flatMap((service) =>
    service.interfaces.flatMap((one) => one.operations.flatMap(partsOfOperation)),
  );
}

function partsOfOperation(operation: ServiceOperation): readonly MessagePart[] {
  const soap = [operation.soap11, operation.soap12].flatMap((one) => {
    if (one === undefined) return [];
    const messages = one.output === undefined ? [one.input] : [one.input, one.output];
    return [
      ...messages.flatMap(({ parts, headers }) => [
        ...parts,
        ...headers.flatMap((header) => [header.part, ...header.faults]),
      ]),
      ...one.faults.map(({ part }) => part),
    ];
  });
  const http = [operation.httpGet, operation.httpPost].flatMap((one) => {
    if (one === undefined) return [];
    return one.result === undefined ? one.parameters : [...one.parameters, one.result];
  });
  return [...soap, ...http];
}
