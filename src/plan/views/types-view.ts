import type { DeclarationPlan, DeclarationView } from '../declarations/declaration-plan.ts';
import { type ModuleClause, moduleClauses } from '../print/module-clauses.ts';
import type { ContractPlan, FilePlan } from '../result/plan.ts';
import { usesGlobalTemporal } from '../scope/own-type.ts';
import { type FileContent, planDeclarationFiles } from './declaration-files.ts';
import { mentionedNames, runtimeClauses } from './module-imports.ts';
import { linesOf } from './split-files.ts';

/** Data for `types.hbs`. */
export interface TypesView {
  /** TypeScript's library with the global Temporal, if types refer to it. */
  readonly library: string | undefined;
  readonly imports: readonly ModuleClause[];
  /** Parts of the file, if there are very many types. It then has nothing else. */
  readonly exports: readonly ModuleClause[];
  /** Interfaces and aliases, in the order of the contract. */
  readonly declarations: readonly DeclarationView[];
}

/** Plans `types.ts`, and its parts in a large contract. */
export function planTypesFiles(contract: ContractPlan): readonly FilePlan[] {
  const view = (content: FileContent<DeclarationPlan>): TypesView => ({
    library: usesGlobalTemporal(contract.options.types) ? 'esnext.temporal' : undefined,
    imports: importsOf(content, contract),
    exports: content.exports,
    declarations: content.items,
  });
  const typeOnly = contract.types.every((one) => one.values === undefined);
  const uses = (items: readonly DeclarationPlan[]): readonly string[] =>
    mentionedNames(items, (one) => one.uses);
  const file = { name: 'types', typeOnly, lines: declarationLines, uses, view } as const;
  return planDeclarationFiles(contract.types, file, contract.options);
}

function importsOf(
  { items, elsewhere }: FileContent<DeclarationPlan>,
  contract: ContractPlan,
): readonly ModuleClause[] {
  const types = mentionedNames(items, (one) => one.runtimeTypes);
  return [
    ...runtimeClauses(contract, 'runtime', { types }),
    ...elsewhere.flatMap((one) => moduleClauses({ types: one.names }, one.from)),
  ];
}

function declarationLines({ doc, values, type, members }: DeclarationPlan): number {
  if (values !== undefined) return linesOf(doc) + linesOf(values) + 4;
  if (type !== undefined) return linesOf(doc) + linesOf(type) - 1;
  return linesOf(doc) + (members === '' ? 1 : linesOf(members) + 1);
}
