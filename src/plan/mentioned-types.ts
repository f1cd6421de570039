import type { TypeNode } from './print/node.ts';
import { namesFrom } from './print/used-names.ts';
import type {
  ContractPlan,
  OperationPlan,
  PayloadPlan,
  PlanOptions,
  Target,
} from './result/plan.ts';
import type { PlannedSchemas } from './type-schemas/plan-schemas.ts';

/** Declarations that operations, descriptions and schemas use. */
export function mentioned(
  operations: readonly OperationPlan[],
  { codecs, schemas, elements }: PlannedSchemas & Pick<ContractPlan, 'elements'>,
  options: PlanOptions,
): ReadonlySet<string> {
  const names = new Set<string>(readBy(operations, options));
  const addName = (name: string): unknown => names.add(name);
  const addType = (type: TypeNode): void => namesFrom('types', type.names).forEach(addName);
  for (const { typeNames } of schemas) typeNames.forEach(addName);
  for (const { type, readType } of elements) [type, readType].forEach(addType);
  for (const operation of operations) {
    operation.inputNames.forEach(addName);
    operation.outputNames.forEach(addName);
    for (const { type } of payloadsOf(operation)) addType(type);
  }
  for (const codec of codecs) {
    for (const { from, name } of codec.names)
      if (from === 'types' || from === 'typesValue') names.add(name);
  }
  return names;
}

/** Targets whose files mention only what is written. */
const typeTargets: readonly Target[] = ['types', 'wsdl', 'docs', 'schemas'];

/** Declarations that operations use for what is read, by client or server. */
function readBy(operations: readonly OperationPlan[], { targets }: PlanOptions): readonly string[] {
  if (targets.every((one) => typeTargets.includes(one))) return [];
  const types = operations.flatMap((one) => [
    ...(one.inputRead === undefined ? [] : [one.inputRead]),
    ...[one.outputRead, ...payloadsOf(one).map(({ readType }) => readType)],
    ...(one.codecs.stream === undefined ? [] : [one.codecs.stream.readType]),
  ]);
  return types.flatMap(({ names }) => namesFrom('types', names));
}

function payloadsOf(operation: OperationPlan): readonly PayloadPlan[] {
  return [...operation.faults, ...operation.inputHeaders, ...operation.outputHeaders];
}
