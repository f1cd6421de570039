import type { QName } from '../../model/common/qname.ts';
import { createComponentNames } from './component-names.ts';
import { type JsonObject, jsonObject } from './json.ts';

/** Schemas that others refer to. */
export interface Components {
  /** Reference to the schema of `key`, which is created the first time. */
  reference(key: object, preferred: QName, create: () => JsonObject): JsonObject;
  /** All schemas by name. */
  all(): JsonObject;
}

/** Starts an empty set of components. */
export function createComponents(): Components {
  const nameOf = createComponentNames();
  const schemas = new Map<string, JsonObject>();
  return {
    reference(key, preferred, create) {
      const name = nameOf(key, preferred);
      if (!schemas.has(name)) {
        // A schema may refer to itself, so its name is registered before it is complete.
        schemas.set(name, {});
        schemas.set(name, create());
      }
      return { $ref: `#/components/schemas/${name}` };
    },
    all: () => jsonObject(schemas),
  };
}
