import type { Mutable } from '../common/mutable.ts';
import type { Defect } from '../defects/defect.ts';
import type { Defects } from '../defects/defects.ts';
import type { Components } from '../link/link-context.ts';
import type { LinkedService, ServiceInterface } from '../wsdl/service-model.ts';
import type { ComplexType, ElementDeclaration, SchemaType } from '../xsd/schema.ts';
import { affectedComponents, defectOf } from './affected-components.ts';

/** The parts of a contract that no defect affects. */
export interface Remains {
  readonly services: readonly LinkedService[];
  readonly types: readonly SchemaType[];
  readonly elements: readonly ElementDeclaration[];
  /** Number of operations left out. */
  readonly leftOut?: number | undefined;
}

/**
 * Leaves out what a defect affects: operations with a warning each, types and elements without,
 * because nothing uses them then.
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
  const operations = whole.operations.filter((operation) => {
    const defect = defectOf(operation, affected);
    if (defect === undefined) return true;
    const text = `${defect.message.charAt(0).toLowerCase()}${defect.message.slice(1)}`;
    defects.warn({
      code: defect.code,
      message: `Operation '${service.name}.${operation.name}' is left out: ${text}`,
      span: operation.span,
      leftOut: true,
      related: defect.span === undefined ? [] : [{ message: 'the defect', span: defect.span }],
    });
    return false;
  });
  return { ...whole, operations };
}
