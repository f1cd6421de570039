import { suggest } from '../../diagnostics/suggest.ts';
import { sampleSimple } from '../../model/sample/sample-simple.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import type { SimpleType } from '../../model/xsd/schema.ts';
import { contractMessages } from '../../plan/messages/contract-messages.ts';
import { operationFields, withNestedFields } from '../../plan/messages/nested-fields.ts';
import { allOperations } from '../contract/operation-lookup.ts';
import { CliError } from '../terminal/cli-error.ts';

/**
 * Texts to replace redacted ones, by lower-case name: samples of types that do not allow every
 * text.
 */
export type Substitutes = ReadonlyMap<string, string>;

/**
 * Checks the names of `--redact`, because a misspelt one would let secrets through. A name may only
 * be unknown if an operation writes its answer itself, which the contract does not describe.
 *
 * @throws {CliError} for a name that no parameter and no field has
 */
export function checkRedactedNames(
  names: readonly string[],
  models: readonly ServiceModel[],
): Substitutes {
  const known = new Map<string, string>();
  const substitutes = new Map<string, string>();
  const operations = models.flatMap(allOperations).map(({ operation }) => operation);
  const fields = models.flatMap((model) => {
    const messages = contractMessages(model);
    return allOperations(model).flatMap(({ operation }) => operationFields(messages.of(operation)));
  });
  for (const { property, wireName = property, value } of withNestedFields(fields)) {
    const item = value.kind === 'array' ? value.item.value : value;
    for (const name of [property, wireName]) {
      known.set(name.toLowerCase(), name);
      if (item.kind !== 'simple' || takesAnyText(item.source)) continue;
      substitutes.set(name.toLowerCase(), sampleSimple(item.source, { name, ordinal: 0 }));
    }
  }
  const unknown = names.find((name) => !known.has(name.toLowerCase()));
  if (unknown === undefined || operations.some(({ written }) => written !== undefined)) {
    return substitutes;
  }
  const near = suggest(unknown, known.values());
  throw new CliError(
    `no parameter and no field is called '${unknown}', so nothing would be redacted`,
    near === undefined ? 'asmx-gen inspect shows the names.' : `Did you mean '${near}'?`,
  );
}

function takesAnyText({ builtin, facets, variety }: SimpleType): boolean {
  const free = Object.values(facets).every((facet) => facet === undefined);
  return variety === 'atomic' && free && (builtin === undefined || builtin === 'string');
}
