import { exportedConstant } from '../describe/context/constant.ts';
import { inOrder, isUsedAtOnce } from '../describe/in-order.ts';
import { importedTemporal } from '../describe/simple/own-functions.ts';
import { type ModuleClause, moduleClauses } from '../print/module-clauses.ts';
import { UsedNames } from '../print/used-names.ts';
import type { ConstantPlan, ConstantView, ContractPlan, FilePlan } from '../result/plan.ts';
import { ownTypeUse } from '../scope/own-type.ts';
import type { TypeMapping } from '../scope/shape-options.ts';
import {
  type DeclarationFile,
  type FileContent,
  planDeclarationFiles,
} from './declaration-files.ts';
import { namedClauses, runtimeClauses } from './module-imports.ts';
import { linesOf } from './split-files.ts';
import { usedConstants } from './used-functions.ts';

/** Data for `descriptions.hbs`. */
export interface DescriptionsView {
  readonly imports: readonly ModuleClause[];
  /** Parts of the file, if there are very many codecs. It then has nothing else. */
  readonly exports: readonly ModuleClause[];
  /** Namespaces, types, messages, and the functions that read and write these. */
  readonly constants: readonly ConstantView[];
}

/** Plans `descriptions.ts`, and its parts in a large contract. */
export function planDescriptionsFiles(contract: ContractPlan): readonly FilePlan[] {
  const view = ({ items, isPart, ...content }: FileContent<ConstantPlan>): DescriptionsView => ({
    imports: importsOf({ items, isPart, ...content }, contract),
    exports: content.exports,
    constants: isPart ? inOrder(items).map(exportedConstant) : inOrder(items),
  });
  const uses = (items: readonly ConstantPlan[]): readonly string[] =>
    namesIn(items).from('descriptions');
  const lines = ({ value }: ConstantPlan): number => linesOf(value);
  const file: DeclarationFile<ConstantPlan> = {
    name: 'descriptions',
    typeOnly: false,
    lines,
    uses,
    isUsedAtOnce,
    view,
  };
  return planDeclarationFiles(usedConstants(contract), file, contract.options);
}

function namesIn(codecs: readonly ConstantPlan[]): UsedNames {
  const used = new UsedNames();
  for (const { names } of codecs) used.add(names);
  return used;
}

function importsOf(
  { items, elsewhere }: FileContent<ConstantPlan>,
  contract: ContractPlan,
): readonly ModuleClause[] {
  const { options } = contract;
  const used = namesIn(items);
  const names = { types: used.from('runtimeType'), values: used.from('runtime') };
  const values = new Set(used.from('typesValue'));
  const named = used.from('types');
  const types = values.size === 0 ? named : named.filter((one) => !values.has(one));
  return [
    ...runtimeClauses(contract, 'type', names),
    ...namedClauses(contract, 'types', { types, values: [...values] }),
    ...elsewhere.flatMap((one) => moduleClauses({ values: one.names }, one.from)),
    ...ownTypeClauses(options.types, used.from('own')),
  ];
}

/** Imports of the user's functions and of Temporal, under names that the contract does not use. */
function ownTypeClauses(
  { own = {}, temporal }: TypeMapping,
  used: readonly string[],
): readonly ModuleClause[] {
  const modules = new Map<string, string[]>();
  for (const [key, type] of Object.entries(own)) {
    const { parse, format } = ownTypeUse(key, type);
    const names = modules.get(type.import) ?? [];
    if (used.includes(parse)) names.push(`${type.parse} as ${parse}`);
    if (used.includes(format)) names.push(`${type.format} as ${format}`);
    modules.set(type.import, names);
  }
  if (temporal !== undefined && used.includes(importedTemporal)) {
    const names = modules.get(temporal) ?? [];
    modules.set(temporal, [...names, `Temporal as ${importedTemporal}`]);
  }
  return [...modules].flatMap(([module, values]) => moduleClauses({ values }, module));
}
