import type { ContractPlan } from '../src/plan/result.ts';
import type { Expression } from '../src/print/node.ts';

export type NamedExpressions = ReadonlyMap<string, Expression>;

export function messageFunctions(operations: ContractPlan['operations']): NamedExpressions;
export function runtimeNames(functions: NamedExpressions): readonly string[];
export function functionsObject(functions: NamedExpressions): string;
export function functionsModule(plan: Pick<ContractPlan, 'operations'>, runtime: string): string;
