import type { Mutable } from '../common/mutable.ts';
import type { Defect } from '../defects/defect.ts';
import type { Defects } from '../defects/defects.ts';
import type { Components } from '../link/link-context.ts';
import type { BindingKind } from '../wsdl/definitions.ts';
import type { LinkedService, ServiceInterface, ServiceOperation } from '../wsdl/service-model.ts';
import type { ComplexType, ElementDeclaration, SchemaType } from '../xsd/schema.ts';
import { affectedComponents, defectOver } from './affected-components.ts';

/** The parts of a contract that no defect affects. */
export interface Remains {
  readonly services: readonly LinkedService[];
  readonly types: readonly SchemaType[];
  readonly elements: readonly ElementDeclaration[];
  /** Number of operations left out. */
  readonly leftOut?: number | undefined;
}

/**
 * Leaves out what a defect affects: operations with a warning each, over all bindings or those
 * alone that have the defect; types and elements without, because nothing uses them then.
 */
export function leaveOutDefective(all: Remains, components: Components, defects: Defects): Remains {
  const affected = affectedComponents(components, defects);
  if (affected.size === 0) return all;
  const sound = (component: object): boolean => !affected.has(component);
  const services = all.services
    .filter(sound)
    .map((service) => ({
      ...service,
      interfaces: service.interfaces.map((one) => soundPart(service, one, affected, defects)),
    }))
    .filter((service) => service.interfaces.some((one) => one.operations.length > 0));
  for (const type of all.types) {
    if (type.kind === 'complex') {
      (type as Mutable<ComplexType>).derived = type.derived.filter(sound);
    }
  }
  for (const element of all.elements) {
    (element as Mutable<ElementDeclaration>).substitutes = element.substitutes.filter(sound);
  }
  return {
    services,
    types: all.types.filter(sound),
    elements: all.elements.filter(sound),
    leftOut: countOperations(all.services) - countOperations(services),
  };
}

/** Number of operations of all services. */
export function countOperations(services: readonly LinkedService[]): number {
  return services.flatMap((one) => one.interfaces.flatMap(({ operations }) => operations)).length;
}

function soundPart(
  service: LinkedService,
  whole: ServiceInterface,
  affected: ReadonlyMap<object, Defect>,
  defects: Defects,
): ServiceInterface {
  const operations = whole.operations.flatMap((operation): readonly ServiceOperation[] => {
    const used = bindingKinds.filter((kind) => operation[kind] !== undefined);
    const found = used.map((kind) => [kind, defectOver(operation, kind, affected)] as const);
    const broken = found.filter(([, defect]) => defect !== undefined);
    const [[, first] = []] = broken;
    const own = used.length === 0 ? affected.get(operation) : first;
    if (own === undefined) return [operation];
    const isAll = broken.length === used.length;
    const left = isAll
      ? 'out'
      : `out over ${broken.map(([kind]) => bindingWords[kind]).join(', ')}`;
    const text = `${own.message.charAt(0).toLowerCase()}${own.message.slice(1)}`;
    defects.warn({
      code: own.code,
      message: `Operation '${service.name}.${operation.name}' is left ${left}: ${text}`,
      span: operation.span,
      leftOut: true,
      related: own.span === undefined ? [] : [{ message: 'the defect', span: own.span }],
    });
    if (isAll) return [];
    const gone = Object.fromEntries(broken.map(([kind]) => [kind, undefined]));
    return [{ ...operation, ...gone }];
  });
  return { ...whole, operations };
}

/** Bindings in words. */
const bindingWords: Readonly<Record<BindingKind, string>> = {
  soap11: 'SOAP 1.1',
  soap12: 'SOAP 1.2',
  httpGet: 'HTTP GET',
  httpPost: 'HTTP POST',
};
const bindingKinds = Object.keys(bindingWords) as readonly BindingKind[];
