import { namespaces } from '../../model/common/namespaces.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import type { DataSetDescription } from '../../model/xsd/data-set.ts';
import type { ComplexType, Particle, WildcardParticle } from '../../model/xsd/schema.ts';
import { simplified } from './particles.ts';
import type { ShapeOptions } from './shape-options.ts';
import type { UsedTypes } from './used-types.ts';

const diffgram = 'urn:schemas-microsoft-com:xml-diffgram-v1';

/** The DataSets that schemas of a contract describe, by namespace. */
export type TypedDataSets = ReadonlyMap<string, DataSetDescription>;

/**
 * Finds the DataSets that schemas of a contract describe, and those of schema files that the
 * configuration names: some contracts have a wildcard for a namespace without its schema.
 */
export function typedDataSets(
  { elements }: ServiceModel,
  settings: ShapeOptions['dataSets'] = {},
): TypedDataSets {
  const given = Object.values(settings).flatMap(({ description }) =>
    description === undefined || description.namespace === '' ? [] : [description],
  );
  return new Map([
    ...given.map((one) => [one.namespace, one] as const),
    ...elements.flatMap(({ name, dataSet }) =>
      dataSet === undefined ? [] : [[name.namespace, dataSet] as const],
    ),
  ]);
}

/**
 * The typed DataSet that a content model stands for: a wildcard for the namespace that its schema
 * has. Messages contain the schema and the diffgram there, which are in other namespaces.
 */
export function typedDataSet(
  particle: Particle,
  known: TypedDataSets,
): DataSetDescription | undefined {
  const namespace = wildcardNamespace(particle);
  return namespace === undefined ? undefined : known.get(namespace);
}

/** The namespace of a content model that is a wildcard for one. */
export function wildcardNamespace(particle: Particle): string | undefined {
  const only = simplified(particle);
  if (only.kind !== 'any' || only.wildcard.allowed.kind !== 'list') return undefined;
  const [namespace, ...others] = only.wildcard.allowed.namespaces;
  return others.length > 0 ? undefined : namespace;
}

/**
 * What is known of the DataSet in a type. A typed DataTable has the namespace of its DataSet as the
 * value of an attribute.
 */
export function dataSetIn(
  { particle, attributes }: ComplexType,
  known: TypedDataSets,
): DataSetDescription | undefined {
  const typed = particle && typedDataSet(particle, known);
  const namespace = attributes.find(({ name }) => name.localName === 'namespace')?.fixed;
  return typed ?? (namespace === undefined ? undefined : known.get(namespace));
}

/** What messages contain of a typed DataSet. Some servers leave the schema out. */
export const typedContent: Particle = {
  kind: 'model',
  compositor: 'sequence',
  occurs: { min: 1, max: 1 },
  particles: [only(namespaces.xsd, 0), only(diffgram, 1)],
};

function only(namespace: string, min: number): WildcardParticle {
  const wildcard = {
    allowed: { kind: 'list', namespaces: [namespace] },
    processContents: 'lax',
  } as const;
  return { kind: 'any', wildcard, occurs: { min, max: 1 } };
}

/**
 * Whether a type is that of a DataSet or DataTable: a schema, then a diffgram or anything, or a
 * typed DataSet.
 */
export function isDataSet({ particle }: ComplexType, known: TypedDataSets): boolean {
  if (particle === undefined) return false;
  return isUntypedDataSet(particle) || typedDataSet(particle, known) !== undefined;
}

/** Whether types in use include a DataSet or DataTable. */
export function hasDataSets({ used, dataSets }: DataSetScope): boolean {
  return [...used.types].some((type) => type.kind === 'complex' && isDataSet(type, dataSets));
}

/** The types in use, and the DataSets of the contract. */
interface DataSetScope {
  readonly used: UsedTypes;
  readonly dataSets: TypedDataSets;
}

/** Whether a content model is that of a DataSet or DataTable without a schema in the contract. */
export function isUntypedDataSet(content: Particle): boolean {
  const model = simplified(content);
  if (model.kind !== 'model' || model.particles.length !== 2) return false;
  const [schema, rows] = model.particles;
  if (schema === undefined || rows?.kind !== 'any') return false;
  if (schema.kind === 'element') return schema.element.name.namespace === namespaces.xsd;
  return allows(schema, namespaces.xsd) && allows(rows, diffgram);
}

function allows(particle: Particle, namespace: string): boolean {
  if (particle.kind !== 'any' || particle.wildcard.allowed.kind !== 'list') return false;
  return particle.wildcard.allowed.namespaces.includes(namespace);
}

/** Runtime types for contracts with DataSets, and functions. */
export const dataSetTypes: readonly string[] = [
  'ReadDataSet',
  'DataSetChange',
  'DataSetColumnDetails',
  'DataSetColumns',
  'DataSetColumnType',
  'DataSetDescription',
  'DataSetInput',
  'DataSetOf',
  'DataSetRelation',
  'DataSetRow',
  'DataSetTables',
  'DataSetValue',
  'WrittenDataSet',
];
export const dataSetValues: readonly string[] = ['readDataSet', 'writeDataSet'];
