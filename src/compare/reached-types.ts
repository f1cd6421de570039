import type { SchemaType } from '../model/schema.ts';
import type { ServiceModel } from '../model/service-model.ts';
import { reachTypes } from '../plan/reach.ts';

/** Every type an operation of the contract can carry. */
export function reachedTypes(model: ServiceModel): ReadonlySet<SchemaType> {
  const operations = model.services.flatMap((service) =>
    service.interfaces.flatMap((one) => one.operations),
  );
  return reachTypes(operations).types;
}
