import { stringLiteral } from '../print/encode.ts';
import { laidOut } from '../print/lay-out.ts';
import { type ModuleClause, moduleClauses } from '../print/module-clauses.ts';
import { call } from '../print/node.ts';
import type { ContractPlan, FilePlan } from '../result/plan.ts';
import type { SchemaPlan } from '../result/schema-plan.ts';
import {
  type DeclaredElsewhere,
  type FileContent,
  planDeclarationFiles,
} from '../views/declaration-files.ts';
import { localSpecifier, mentionedNames, runtimeClauses } from '../views/module-imports.ts';
import { linesOf } from '../views/split-files.ts';

/** Data for `schemas.hbs`. */
export interface SchemasView {
  readonly imports: readonly ModuleClause[];
  /** Parts of the file, if there are very many schemas. It then has nothing else. */
  readonly exports: readonly ModuleClause[];
  /** In the order of the operations, then of the types. */
  readonly schemas: readonly SchemaView[];
}

/** A schema and the function that describes it. */
export interface SchemaView {
  readonly doc: string;
  /** The declaration of the constant. */
  readonly constant: string;
  /** The function: its name, and its statement, indented. */
  readonly describe: { readonly name: string; readonly body: string } | undefined;
}

/** Plans `schemas.ts`, in a large contract with its parts. */
export function planSchemasFiles(contract: ContractPlan): readonly FilePlan[] {
  const view = ({ items, elsewhere, exports }: FileContent<SchemaPlan>): SchemasView => ({
    imports: importsOf(items, elsewhere, contract),
    exports,
    schemas: items.map(schemaView),
  });
  const uses = (items: readonly SchemaPlan[]): readonly string[] =>
    mentionedNames(items, (one) => one.uses);
  const file = { name: 'schemas', typeOnly: false, lines: schemaLines, uses, view } as const;
  return planDeclarationFiles(contract.schemas, file, contract.options);
}

function schemaView({ name, component, doc, type, check, node }: SchemaPlan): SchemaView {
  const own = `describe${name.replace(/Schema$/, '')}`;
  const describe = node === undefined ? 'describeNothing' : own;
  // bundlers drop a pure call whose result is not used
  const create = call('/* @__PURE__ */ createSchema', stringLiteral(component), check, describe);
  return {
    doc,
    constant: laidOut(`export const ${name}: TypeSchema<${type}> =`, create, ';', 0),
    describe: node && { name: describe, body: `  ${laidOut('return', node, ';', 1)}` },
  };
}

function importsOf(
  items: readonly SchemaPlan[],
  elsewhere: readonly DeclaredElsewhere[],
  contract: ContractPlan,
): readonly ModuleClause[] {
  const { options } = contract;
  if (items.length === 0) return [];
  const types = mentionedNames(items, (one) => one.typeNames);
  const codecs = mentionedNames(items, (one) => one.codecs);
  const accepting = mentionedNames(items, (one) => one.runtimeValues);
  const isDescribed = (one: SchemaPlan): boolean => one.node !== undefined;
  return [
    ...runtimeClauses(contract, 'schema', {
      types: ['TypeSchema', ...(items.some(isDescribed) ? ['SchemaKeywords'] : [])],
      values: [
        'createSchema',
        ...(items.every(isDescribed) ? [] : ['describeNothing']),
        ...accepting,
      ],
    }),
    ...moduleClauses({ types }, localSpecifier(options, 'types')),
    ...moduleClauses({ values: codecs }, localSpecifier(options, 'codecs')),
    ...elsewhere.flatMap((one) => moduleClauses({ values: one.names }, one.from)),
  ];
}

function schemaLines(schema: SchemaPlan): number {
  const { constant, describe } = schemaView(schema);
  return linesOf(constant) + (describe === undefined ? 1 : linesOf(describe.body) + 3);
}
