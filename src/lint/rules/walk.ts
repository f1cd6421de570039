import type { Span } from '../../diagnostics/source-file.ts';
import type {
  LinkedService,
  ServiceInterface,
  ServiceModel,
  ServiceOperation,
} from '../../model/wsdl/service-model.ts';
import { bindingKinds } from '../../model/wsdl/service-operations.ts';
import type { ComplexType, ElementDeclaration, Particle } from '../../model/xsd/schema.ts';
import type { ContractMessages } from '../../plan/messages/contract-messages.ts';
import type { MessageField } from '../../plan/messages/message-field.ts';
import { messagesOver } from '../../plan/messages/operation-messages.ts';

/** An operation with its service and interface. */
export interface OperationInContext {
  readonly service: LinkedService;
  readonly interface: ServiceInterface;
  readonly operation: ServiceOperation;
}

/** A name on the wire, with its position. */
export interface NameUse {
  readonly name: string;
  /** What it names, such as `parameter of GetExamTable`. */
  readonly owner: string;
  readonly span?: Span | undefined;
}

/** Maximum number of names listed in one finding. */
const maximumNames = 10;

/** Names in single quotes. Of many, only the first ones and the number of others. */
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

/** Elements directly in a content model, including those in nested groups. */
export function elementsOf(particle: Particle | undefined): readonly ElementDeclaration[] {
  const found: ElementDeclaration[] = [];
  const waiting: Particle[] = particle === undefined ? [] : [particle];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at.kind === 'element') found.push(at.element);
    else if (at.kind === 'model') waiting.push(...[...at.particles].reverse());
  }
  return found;
}

/** A name on the wire. */
export interface WireName {
  readonly name: string;
  readonly span?: Span | undefined;
}

/**
 * Names on the wire of properties. A property of several elements, or of none, has no such name.
 */
export function namesOnWire(fields: readonly MessageField[]): readonly WireName[] {
  return fields.flatMap(({ wireName, span }) =>
    wireName === undefined ? [] : [{ name: wireName, span }],
  );
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

/** Names of parameters and results, once for each operation. */
export function parameterNames(
  model: ServiceModel,
  { shaper }: ContractMessages,
): readonly NameUse[] {
  const uses = createUses();
  for (const { operation } of operationsOf(model)) {
    for (const kind of bindingKinds) {
      const messages = messagesOver(operation, kind, shaper);
      const { input, output } = messages ?? {};
      const isSoap = kind === 'soap11' || kind === 'soap12';
      // the name of a single result is not chosen by anyone
      const results = isSoap && output?.body.kind !== 'unwrapped' ? output?.fields : undefined;
      for (const one of namesOnWire([...(input?.fields ?? []), ...(results ?? [])])) {
        uses.add(one, operation.name);
      }
    }
  }
  return uses.all();
}

/**
 * Names of the fields and attributes of named types, once for each type. Without those of array
 * items, which are not chosen by anyone and visible only on the wire.
 */
export function fieldNames(model: ServiceModel): readonly NameUse[] {
  const uses = createUses();
  for (const type of model.types) {
    if (type.kind !== 'complex' || type.name === undefined || isArray(type)) continue;
    const owner = type.name.localName;
    for (const { name, span } of [...type.ownAttributes, ...elementsOf(type.ownParticle)]) {
      uses.add({ name: name.localName, span }, owner);
    }
  }
  return uses.all();
}

/** A type with one repeated element and nothing else, as ASMX generates for each array. */
function isArray({ ownParticle, ownAttributes }: ComplexType): boolean {
  let only = ownParticle;
  while (only?.kind === 'model' && only.particles.length === 1) [only] = only.particles;
  return only?.kind === 'element' && only.occurs.max > 1 && ownAttributes.length === 0;
}

function createUses(): {
  add(use: WireName, owner: string): void;
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
