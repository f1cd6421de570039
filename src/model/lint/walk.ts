import type { Span } from '../../diagnostics/source-file.ts';
import type {
  AttributeUse,
  ComplexType,
  ElementDeclaration,
  Particle,
  SchemaType,
} from '../schema.ts';
import type {
  LinkedService,
  MessagePart,
  ServiceInterface,
  ServiceModel,
  ServiceOperation,
  SoapMessage,
} from '../service-model.ts';

/** An operation with what it belongs to. */
export interface OperationInContext {
  readonly service: LinkedService;
  readonly interface: ServiceInterface;
  readonly operation: ServiceOperation;
}

/** A name on the wire and where it stands. */
export interface NameUse {
  readonly name: string;
  /** What it is a name of, such as `parameter of GetExamTable`. */
  readonly owner: string;
  readonly span?: Span | undefined;
}

/** Names listed in one finding. */
const maximumNames = 10;

/** Names in single quotes; of many, the first ones and how many there are beside them. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, maximumNames).map((name) => `'${name}'`);
  const rest = names.length - shown.length;
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ');
}

/** Every operation of a service, in document order. */
export function operationsIn(service: LinkedService): readonly ServiceOperation[] {
  return service.interfaces.flatMap((one) => one.operations);
}

/** Every operation of a contract, in document order. */
export function operationsOf(model: ServiceModel): readonly OperationInContext[] {
  return model.services.flatMap((service) =>
    service.interfaces.flatMap((one) =>
      one.operations.map((operation) => ({ service, interface: one, operation })),
    ),
  );
}

/** Elements that stand directly in a content model, whatever the nesting of its groups. */
export function elementsOf(particle: Particle | undefined): readonly ElementDeclaration[] {
  const found: ElementDeclaration[] = [];
  const waiting: Particle[] = particle === undefined ? [] : [particle];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at.kind === 'element') found.push(at.element);
    else if (at.kind === 'model') waiting.push(...[...at.particles].reverse());
  }
  return found;
}

/** Names of what a message carries: the children of a wrapper, else the parts. */
export function parametersOf(message: SoapMessage | undefined): readonly ParameterName[] {
  if (message === undefined) return [];
  const wrapper = message.wrapped ? message.parts[0]?.element?.type : undefined;
  if (wrapper?.kind === 'complex') {
    return elementsOf(wrapper.particle).map(({ name, span }) => ({ name: name.localName, span }));
  }
  return message.parts.map(partName);
}

/** A parameter's name on the wire. */
export interface ParameterName {
  readonly name: string;
  readonly span?: Span | undefined;
}

/** The name under which a part travels. */
export function partName({ name, element, span }: MessagePart): ParameterName {
  return { name: element?.name.localName ?? name, span };
}

/** Names of services. */
export function serviceNames(model: ServiceModel): readonly NameUse[] {
  return model.services.map(({ name, span }) => ({ name, owner: 'the contract', span }));
}

/** Names of operations. */
export function operationNames(model: ServiceModel): readonly NameUse[] {
  return operationsOf(model).map(({ service, operation: { name, span } }) => ({
    name,
    owner: service.name,
    span,
  }));
}

/** Names of parameters and results, each once for an operation. */
export function parameterNames(model: ServiceModel): readonly NameUse[] {
  const uses = createUses();
  for (const { operation } of operationsOf(model)) {
    const { name, soap11, soap12, httpGet, httpPost } = operation;
    for (const soap of [soap11, soap12]) {
      for (const one of parametersOf(soap?.input)) uses.add(one, name);
      for (const one of parametersOf(soap?.output)) {
        if (one.name !== `${name}Result`) uses.add(one, name);
      }
    }
    for (const http of [httpGet, httpPost]) {
      for (const part of http?.parameters ?? []) uses.add(partName(part), name);
    }
  }
  return uses.all();
}

/**
 * Names of the fields and attributes of named types, each once for a type. Those of items of arrays are left out: nobody chose
 * them, and nobody sees them but on the wire.
 */
export function fieldNames(model: ServiceModel): readonly NameUse[] {
  const uses = createUses();
  for (const type of model.types) {
    if (type.kind !== 'complex' || type.name === undefined || isArray(type)) continue;
    const owner = type.name.localName;
    for (const { name, span } of [...elementsOf(type.ownParticle), ...type.ownAttributes]) {
      uses.add({ name: name.localName, span }, owner);
    }
  }
  return uses.all();
}

/** A type with one repeated element and nothing else, as ASMX makes one for each array. */
function isArray({ ownParticle, ownAttributes }: ComplexType): boolean {
  let only = ownParticle;
  while (only?.kind === 'model' && only.particles.length === 1) [only] = only.particles;
  return only?.kind === 'element' && only.occurs.max > 1 && ownAttributes.length === 0;
}

function createUses(): {
  add(use: ParameterName, owner: string): void;
  all(): readonly NameUse[];
} {
  const uses = new Map<string, NameUse>();
  return {
    add({ name, span }, owner) {
      const key = `${owner}\0${name}`;
      if (!uses.has(key)) uses.set(key, { name, owner, span });
    },
    all: () => [...uses.values()],
  };
}

/** Every type that an operation can put on the wire. */
export function reachedTypes(model: ServiceModel): ReadonlySet<SchemaType> {
  const reached = new Set<SchemaType>();
  const waiting: SchemaType[] = [];
  for (const { operation } of operationsOf(model)) {
    for (const { element, type } of partsOf(operation)) {
      for (const one of [element, ...(element?.substitutes ?? [])]) {
        if (one !== undefined) waiting.push(one.type);
      }
      if (type !== undefined) waiting.push(type);
    }
  }
  for (let type = waiting.pop(); type !== undefined; type = waiting.pop()) {
    if (reached.has(type)) continue;
    reached.add(type);
    waiting.push(...typesIn(type));
  }
  return reached;
}

function partsOf(operation: ServiceOperation): readonly MessagePart[] {
  const parts: MessagePart[] = [];
  for (const soap of [operation.soap11, operation.soap12]) {
    for (const message of [soap?.input, soap?.output]) {
      parts.push(...(message?.parts ?? []));
      for (const header of message?.headers ?? []) parts.push(header.part);
    }
    for (const fault of soap?.faults ?? []) parts.push(fault.part);
  }
  for (const http of [operation.httpGet, operation.httpPost]) {
    parts.push(...(http?.parameters ?? []));
    if (http?.result !== undefined) parts.push(http.result);
  }
  return parts;
}

/** Types a type mentions; derived ones count, since `xsi:type` may name them. */
function typesIn(type: SchemaType): readonly SchemaType[] {
  if (type.kind === 'simple') {
    return [type.base, type.item, ...(type.members ?? [])].filter((one) => one !== undefined);
  }
  return complexParts(type).filter((one) => one !== undefined);
}

function complexParts(type: ComplexType): readonly (SchemaType | undefined)[] {
  const elements = elementsOf(type.particle).flatMap((one) => [one, ...one.substitutes]);
  return [
    type.base,
    type.simpleContent,
    type.soapArray?.item,
    ...type.derived,
    ...elements.map((one) => one.type),
    ...type.attributes.map((one: AttributeUse) => one.type),
  ];
}
