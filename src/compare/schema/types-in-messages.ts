import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import type { SchemaType } from '../../model/xsd/schema.ts';
import { findUsedTypes } from '../../plan/scope/used-types.ts';

/** Every type an operation of the contract can carry. */
export function typesInMessages(model: ServiceModel): ReadonlySet<SchemaType> {
  const operations = model.services.flatMap((service) =>
    service.interfaces.flatMap((one) => one.operations),
  );
  return findUsedTypes(operations).types;
}
