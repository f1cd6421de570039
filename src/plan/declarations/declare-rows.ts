import type { DataSetDescription } from '../../model/xsd/data-set.ts';
import { createFreeName, type FreeName } from '../../names/free-name.ts';
import { pascalName } from '../../names/names.ts';
import { commentText, propertyKey } from '../print/encode.ts';
import { extendsClause } from '../print/layout.ts';
import { type Given, joined, type TypeNode } from '../print/node.ts';
import { namedType, plainType, runtimeType } from '../print/type-node.ts';
import type { DataSetRows } from '../scope/data-set-rows.ts';
import type { Shaper } from '../shapes/shaper.ts';
import { aliasOf, type DeclarationPlan, interfaceOf } from './declaration-plan.ts';

/**
 * Declares the rows of DataSets, and adds to the types that contain DataSets which rows these have.
 *
 * @param declared all other declarations
 */
export function withRows(
  declared: readonly DeclarationPlan[],
  sets: readonly DataSetRows[],
  shaper: Shaper,
): readonly DeclarationPlan[] {
  if (sets.length === 0) return declared;
  const rows = new RowDeclarations(declared);
  const extended = new Map<string, string>();
  for (const set of sets) {
    const name = rows.declare(set);
    for (const type of set.types) extended.set(shaper.nameOf(type), name);
  }
  const own = declared.map((one): DeclarationPlan => {
    const name = extended.get(one.name);
    if (name === undefined || one.type !== undefined || one.extends !== '') return one;
    return {
      ...one,
      extends: extendsClause(`DataSetOf<${name}>`),
      runtimeTypes: [...one.runtimeTypes, 'DataSetOf'],
      uses: [...one.uses, name],
    };
  });
  return [...own, ...rows.found];
}

/** Declares rows, and interfaces with the row of each table. */
class RowDeclarations {
  readonly found: DeclarationPlan[] = [];
  readonly #declared: Set<string>;
  readonly #freeName: FreeName;
  /** Rows with names of the configuration, which several sets may share. */
  readonly #rows = new Map<string, string>();

  constructor(declared: readonly DeclarationPlan[]) {
    this.#declared = new Set(declared.map(({ name }) => name));
    this.#freeName = createFreeName(new Set(this.#declared));
  }

  /** Returns the name of the interface with the row of each table. */
  declare({ word, description, rowTypes }: DataSetRows): string {
    const { namespace = '' } = description ?? {};
    const base = pascalName(word);
    const tables = new Set([...Object.keys(description?.columns ?? {}), ...Object.keys(rowTypes)]);
    const lines = [...tables].map((table): Given => {
      const given = Object.hasOwn(rowTypes, table) ? rowTypes[table] : undefined;
      const row = this.#row(base, table, given, description);
      return joined(`  readonly ${propertyKey(table)}: `, namedType(row), ';\n');
    });
    const name = this.#freeName(base, 'DataSet', 'Rows');
    const doc = [`The row of each table of DataSet \`${commentText(word)}\`.`];
    this.found.push(interfaceOf({ name, namespace, doc }, lines));
    return name;
  }

  #row(
    base: string,
    table: string,
    given: string | undefined,
    description: DataSetDescription | undefined,
  ): string {
    // a type of the contract
    if (given !== undefined && this.#declared.has(given)) return given;
    const isDescribed = Object.hasOwn(description?.columns ?? {}, table);
    const columns = isDescribed ? description?.columns[table] : undefined;
    const key = JSON.stringify([given ?? base, table, columns]);
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const name =
      given === undefined
        ? this.#freeName(`${base}${pascalName(table)}`, 'DataSet', 'Row')
        : this.#freeName(given, 'Row', '');
    this.#rows.set(key, name);
    const { namespace = '' } = description ?? {};
    const doc = [`A row of table \`${commentText(table)}\`.`];
    const heading = { name, namespace, doc };
    if (columns === undefined) this.found.push(aliasOf(heading, runtimeType('DataSetRow')));
    else {
      const { required: all = {} } = description ?? {};
      const required = (Object.hasOwn(all, table) ? all[table] : undefined) ?? [];
      const lines = Object.entries(columns).map(([column, type]) =>
        member(column, valueType(type), required.includes(column)),
      );
      this.found.push(interfaceOf(heading, lines));
    }
    return name;
  }
}

function member(column: string, type: TypeNode, isRequired: boolean): Given {
  const key = propertyKey(column);
  return isRequired
    ? joined(`  readonly ${key}: `, type, ';\n')
    : joined(`  readonly ${key}?: `, type, ' | undefined;\n');
}

/** TypeScript types of columns; all others are text. */
const valueTypes: Readonly<Record<string, TypeNode>> = {
  boolean: plainType('boolean'),
  byte: plainType('number'),
  unsignedByte: plainType('number'),
  short: plainType('number'),
  unsignedShort: plainType('number'),
  int: plainType('number'),
  unsignedInt: plainType('number'),
  float: plainType('number'),
  double: plainType('number'),
  long: plainType('bigint'),
  unsignedLong: plainType('bigint'),
  integer: plainType('bigint'),
  base64Binary: plainType('Uint8Array'),
  hexBinary: plainType('Uint8Array'),
  anyType: runtimeType('DataSetValue'),
};

const textType = plainType('string');

function valueType(type: string): TypeNode {
  return valueTypes[type] ?? textType;
}
