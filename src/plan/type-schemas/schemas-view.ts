import { stringLiteral } from '../print/encode.ts';
import { laidOut } from '../print/lay-out.ts';
import type { ModuleClause } from '../print/module-clauses.ts';
import { call } from '../print/node.ts';
import { namesFrom } from '../print/used-names.ts';
import type { ContractPlan, FilePlan } from '../result/plan.ts';
import type { SchemaPlan } from '../result/type-schema-plan.ts';
import { type FileContent, planDeclarationFiles } from '../views/declaration-files.ts';
import {
  localClauses,
  mentionedNames,
  namedClauses,
  runtimeClauses,
} from '../views/module-imports.ts';
import { linesOf } from '../views/split-files.ts';
import { acceptingNames } from './operation-schema.ts';

/** Data for `schemas.hbs`. */
export interface SchemasView {
  readonly imports: readonly ModuleClause[];
  /** Parts of the file, if there are very many schemas. It then has nothing else. */
  readonly exports: readonly ModuleClause[];
  /** In the order of the operations, then of the types. */
  readonly schemas: readonly SchemaView[];
}

/** A schema. */
export interface SchemaView {
  readonly doc: string;
  /** The declaration of the constant. */
  readonly constant: string;
}

/** Plans `schemas.ts`, in a large contract with its parts. */
export function planSchemasFiles(contract: ContractPlan): readonly FilePlan[] {
  const view = ({ items, exports }: FileContent<SchemaPlan>): SchemasView => ({
    imports: importsOf(items, contract),
    exports,
    schemas: items.map(schemaView),
  });
  const uses = (): readonly string[] => [];
  const file = { name: 'schemas', typeOnly: false, lines: schemaLines, uses, view } as const;
  return planDeclarationFiles(contract.schemas, file, contract.options);
}

function schemaView({ name, component, doc, type, of }: SchemaPlan): SchemaView {
  // bundlers drop a pure call whose result is not used
  const create = call('/* @__PURE__ */ schema', stringLiteral(component), ...of);
  return { doc, constant: laidOut(`export const ${name}: TypeSchema<${type}> =`, create, ';', 0) };
}

function importsOf(items: readonly SchemaPlan[], contract: ContractPlan): readonly ModuleClause[] {
  if (items.length === 0) return [];
  const types = mentionedNames(items, (one) => one.typeNames);
  const named = (room: 'descriptions' | 'runtime'): readonly string[] =>
    mentionedNames(items, ({ of }) => of.flatMap((one) => namesFrom(room, one.names)));
  const isAccepting = (name: string): boolean => acceptingNames.has(name);
  const builtins = named('runtime').filter((name) => !isAccepting(name));
  return [
    ...(builtins.length === 0 ? [] : runtimeClauses(contract, 'type', { values: builtins })),
    ...runtimeClauses(contract, 'schema', {
      types: ['TypeSchema'],
      values: ['schema', ...named('runtime').filter(isAccepting)],
    }),
    ...namedClauses(contract, 'types', { types }),
    ...localClauses(contract, 'descriptions', { values: named('descriptions') }),
  ];
}

function schemaLines(schema: SchemaPlan): number {
  return linesOf(schemaView(schema).constant) + 1;
}
