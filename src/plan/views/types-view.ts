import { importDeclarations } from '../layout.ts';
import type { ContractPlan } from '../plan.ts';
import { runtimeSpecifier } from './module-imports.ts';

/** What `types.hbs` places. */
export interface TypesView {
  readonly imports: readonly string[];
  /** Complete declarations. */
  readonly declarations: readonly string[];
}

/** Plans `types.ts`. */
export function planTypesView(contract: ContractPlan): TypesView {
  const types = contract.types.flatMap((one) => one.runtimeTypes);
  return {
    imports: importDeclarations({ types }, runtimeSpecifier(contract.options, 'runtime')),
    declarations: contract.types.map((one) => one.text),
  };
}
