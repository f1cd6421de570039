import { suggest } from '../../diagnostics/suggest.ts';
import { sampleSimple } from '../../model/sample/sample-simple.ts';
import type { SchemaType, SimpleType } from '../../model/schema.ts';
import type { ServiceModel } from '../../model/service-model.ts';
import { CliError } from '../cli-error.ts';
import { arrayItem, type Field, fieldsOf, inputFields, outputFields } from '../fields.ts';
import { allOperations } from '../operation-lookup.ts';

/** Texts that may stand for redacted ones, by name in lower case: samples of types that do not allow every text. */
export type Substitutes = ReadonlyMap<string, string>;

/**
 * Checks the names of `--redact`: a misspelt one would let through what it was to keep out. Only where an operation writes its answer
 * itself, which the contract says nothing of, may a name be unknown.
 *
 * @throws {CliError} for a name that no parameter and no field has
 */
export function checkRedactedNames(names: readonly string[], model: ServiceModel): Substitutes {
  const operations = allOperations(model).map(({ operation }) => operation);
  const known = new Map<string, string>();
  const substitutes = new Map<string, string>();
  const seen = new Set<SchemaType>();
  const open: Field[] = operations.flatMap((one) => [...inputFields(one), ...outputFields(one)]);
  for (const { name, type } of open) {
    const lower = name.toLowerCase();
    known.set(lower, name);
    const item = arrayItem(type)?.element.type;
    const simple = [type, item].find((one) => one?.kind === 'simple');
    if (simple?.kind === 'simple' && !takesAnyText(simple)) {
      const sample = sampleSimple(simple, { name, ordinal: 0 });
      // where it is put in, no prefix of a QName's namespace is declared
      substitutes.set(lower, sample.replace(/^\{.*\}/, ''));
    }
    if (type.kind === 'simple' || seen.has(type)) continue;
    seen.add(type);
    open.push(...[type, ...type.derived].flatMap(fieldsOf));
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
