import { qnameKey } from '../../model/common/qname.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import type { DataSetDescription } from '../../model/xsd/data-set.ts';
import type { ComplexType, SchemaType } from '../../model/xsd/schema.ts';
import {
  dataSetIn,
  isDataSet,
  type TypedDataSets,
  typedDataSets,
  wildcardNamespace,
} from './data-sets.ts';
import type { ChosenOperation } from './operations.ts';
import type { DataSetSetting, ShapeOptions } from './shape-options.ts';
import { findUsedTypes } from './used-types.ts';

/** The rows of a DataSet in a contract, as far as they are known. */
export interface DataSetRows {
  /** Types that contain it. */
  readonly types: ComplexType[];
  /** Its name in the names of declarations. */
  readonly word: string;
  /** What its schema says: in the contract, or in a file. */
  readonly description: DataSetDescription | undefined;
  /** Names of row types, by table. */
  readonly rowTypes: Readonly<Record<string, string>>;
}

/** The setting of an operation, by the names that it may have. */
function settingOf(
  { service, operation }: ChosenOperation,
  { dataSets = {} }: ShapeOptions,
): DataSetSetting | undefined {
  const keys = [operation.name, operation.messageName].map((name) => `${service.name}.${name}`);
  const key = keys.find((one) => Object.hasOwn(dataSets, one));
  return key === undefined ? undefined : dataSets[key];
}

/**
 * Finds the DataSets whose rows are known, by their schemas or by the configuration. A type that
 * operations with different rows share has none, such as the result of HTTP GET.
 */
export function findDataSetRows(
  chosen: readonly ChosenOperation[],
  known: TypedDataSets,
  options: ShapeOptions,
): readonly DataSetRows[] {
  const found = new Map<string, DataSetRows>();
  const keys = new Map<ComplexType, string>();
  for (const one of chosen) {
    const setting = settingOf(one, options);
    for (const type of findUsedTypes([one.operation]).types) {
      if (type.kind !== 'complex' || !isDataSet(type, known)) continue;
      const description = setting?.description ?? dataSetIn(type, known);
      const { rowTypes = {} } = setting ?? {};
      const isKnown = description !== undefined || setting !== undefined;
      // sets with the same schema and the same names are one
      const key = isKnown ? JSON.stringify([description ?? one.base, rowTypes]) : '';
      keys.set(type, (keys.get(type) ?? key) === key ? key : '');
      const word = description?.name ?? one.base;
      if (isKnown && !found.has(key)) found.set(key, { types: [], word, description, rowTypes });
    }
  }
  for (const [type, key] of keys) found.get(key)?.types.push(type);
  return [...found.values()].filter(({ types }) => types.length > 0);
}

/** Types of the contract that the configuration names as types of rows. */
export function configuredRowTypes(
  { types }: ServiceModel,
  { dataSets = {} }: ShapeOptions,
): readonly SchemaType[] {
  const names = new Set(Object.values(dataSets).flatMap(({ rowTypes }) => Object.values(rowTypes)));
  return types.filter(({ kind, name }) => kind === 'complex' && isOneOf(names, name));
}

function isOneOf(names: ReadonlySet<string>, name: SchemaType['name']): boolean {
  return name !== undefined && (names.has(name.localName) || names.has(qnameKey(name)));
}

/** Where messages of an operation may have a DataSet. */
export interface DataSetPlaces {
  readonly hasDataSet: boolean;
  /** Namespaces of wildcards for one namespace, where a typed DataSet without its schema may be. */
  readonly wildcards: readonly string[];
}

/** Where operations of a contract have DataSets, by `Service.Operation`. */
export function dataSetOperations(model: ServiceModel): ReadonlyMap<string, DataSetPlaces> {
  const known = typedDataSets(model);
  const found = new Map<string, DataSetPlaces>();
  for (const { name, interfaces } of model.services) {
    for (const operation of interfaces.flatMap((one) => one.operations)) {
      const types = [...findUsedTypes([operation]).types].filter((type) => type.kind === 'complex');
      const places: DataSetPlaces = {
        hasDataSet: types.some((type) => isDataSet(type, known)),
        wildcards: types.flatMap(({ particle }) => (particle && wildcardNamespace(particle)) ?? []),
      };
      for (const own of [operation.name, operation.messageName])
        found.set(`${name}.${own}`, places);
    }
  }
  return found;
}
