import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import type { SchemaType } from '../../model/xsd/schema.ts';
import { reachTypes } from '../../plan/scope/reachable-types.ts';

/** Every type an operation of the contract can carry. */
export function reachedTypes(model: ServiceModel): ReadonlySet<SchemaType> {
  const operations = model.services.flatMap((service) =>
    service.interfaces.flatMap((one) => one.operations),
  );
  return reachTypes(operations).types;
}
