import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import type { SchemaType } from '../../model/xsd/schema.ts';
import { findUsedTypes } from '../../plan/scope/used-types.ts';

/** Every type that messages or documents of the contract can contain. */
export function typesInMessages(model: ServiceModel): ReadonlySet<SchemaType> {
  const operations = model.services.flatMap((service) =>
    service.interfaces.flatMap((one) => one.operations),
  );
  const documents = model.isSchema ? model.elements.map((element) => ({ element })) : [];
  return findUsedTypes(operations, documents).types;
}
