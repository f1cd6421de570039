import type { Expression } from '../src/plan/print/node.ts';
import type { ContractPlan } from '../src/plan/result/plan.ts';

export type NamedExpressions = ReadonlyMap<string, Expression>;

export function messageFunctions(operations: ContractPlan['operations']): NamedExpressions;
export function runtimeNames(functions: NamedExpressions): readonly string[];
export function functionsObject(functions: NamedExpressions): string;
export function functionsModule(plan: Pick<ContractPlan, 'operations'>, runtime: string): string;
