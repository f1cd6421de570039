import { type Check, issuesOf } from './issues.ts';
import { jsonSchemaOf } from './json-schema.ts';
import type { SchemaKeywords, TypeSchema } from './node.ts';

/**
 * Creates the schema of a type.
 *
 * @param describe Called once, when the description is first needed, because types may contain
 *   each other.
 */
export function createSchema<T>(
  name: string,
  check: Check,
  describe: () => SchemaKeywords,
): TypeSchema<T> {
  let node: SchemaKeywords | undefined;
  const schema: TypeSchema<T> = {
    name,
    get node() {
      node ??= describe();
      return node;
    },
    '~standard': {
      version: 1,
      vendor: 'asmx-gen',
      validate: (value) => {
        const issues = issuesOf(check, value);
        return issues.length === 0 ? { value: value as T } : { issues };
      },
      jsonSchema: {
        input: ({ target }) => jsonSchemaOf(schema, target),
        output: ({ target }) => jsonSchemaOf(schema, target),
      },
    },
  };
  return schema;
}
