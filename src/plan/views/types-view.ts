import type { DeclarationPlan } from '../declarations/declaration-plan.ts';
import { importDeclarations } from '../print/layout.ts';
import type { ContractPlan, FilePlan } from '../result/plan.ts';
import {
  localSpecifier,
  mentionedNames,
  relativeEnding,
  runtimeImports,
} from './module-imports.ts';
import { splitFiles } from './split-files.ts';

/** What `types.hbs` places. */
export interface TypesView {
  readonly imports: readonly string[];
  /** Complete declarations. */
  readonly declarations: readonly string[];
}

function viewOf(
  contract: ContractPlan,
  declarations: readonly DeclarationPlan[],
  elsewhere: readonly string[],
): TypesView {
  const { options } = contract;
  const types = mentionedNames(declarations, (one) => one.runtimeTypes);
  return {
    imports: [
      ...runtimeImports(contract, 'runtime', { types }),
      ...importDeclarations({ types: elsewhere }, localSpecifier(options, 'types')),
    ],
    declarations: declarations.map((one) => one.text),
  };
}

/** Plans `types.ts` as one file. */
export function planTypesView(contract: ContractPlan): TypesView {
  return viewOf(contract, contract.types, []);
}

/** Plans `types.ts`, of a large contract with the files it re-exports. */
export function planTypesFiles(contract: ContractPlan): readonly FilePlan[] {
  const parts = splitFiles(contract.types);
  if (parts === undefined) {
    return [{ path: 'types.ts', template: 'types', view: planTypesView(contract) }];
  }
  const ending = relativeEnding(contract.options);
  const exports = parts.map(({ suffix }) => `export type * from './types-${suffix}${ending}';`);
  return [
    ...parts.map(({ suffix, items }): FilePlan => {
      const own = new Set(items.map((one) => one.name));
      const used = new Set(mentionedNames(items, (one) => one.uses));
      const elsewhere = [...used].filter((name) => !own.has(name));
      return {
        path: `types-${suffix}.ts`,
        template: 'types',
        view: viewOf(contract, items, elsewhere),
      };
    }),
    { path: 'types.ts', template: 'types', view: { imports: exports, declarations: [] } },
  ];
}
