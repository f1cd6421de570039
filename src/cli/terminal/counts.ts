import { clock } from '../../diagnostics/clock.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';

/** A number with its noun: `1 service`, `2 services`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A number of operations, and of those left out: `3 operations (1 left out)`. */
function operationsText(count: number, leftOut: number): string {
  return `${counted(count, 'operation')}${leftOut > 0 ? ` (${leftOut} left out)` : ''}`;
}

/** Numbers of what a contract has. A plain XML Schema has only elements and types. */
export type ContentCounts =
  | { readonly services: number; readonly operations: number; readonly leftOut: number }
  | { readonly elements: number; readonly types: number };

/** What contracts have: `2 services, 3 operations`, for plain XML Schemas `4 elements, 5 types`. */
export function contentText(contracts: readonly ContentCounts[]): string {
  const total = { services: 0, operations: 0, leftOut: 0, elements: 0, types: 0 };
  for (const counts of contracts) {
    for (const [key, count] of Object.entries(counts)) total[key as keyof typeof total] += count;
  }
  const hasServices = contracts.some((one) => 'services' in one);
  const hasSchemas = contracts.some((one) => 'elements' in one);
  return [
    ...(hasServices
      ? [counted(total.services, 'service'), operationsText(total.operations, total.leftOut)]
      : []),
    ...(hasSchemas ? [counted(total.elements, 'element'), counted(total.types, 'type')] : []),
  ].join(', ');
}

/** The counts of a plain XML Schema; `undefined` for another contract. */
export function schemaCounts({
  isSchema,
  elements,
  types,
}: ServiceModel): ContentCounts | undefined {
  return isSchema && { elements: elements.length, types: types.length };
}

/** Seconds since a moment of `clock()`, such as `0.4 s`. */
export function secondsSince(start: number): string {
  return `${((clock() - start) / 1000).toFixed(1)} s`;
}
