import type { FacetName } from '../xsd/schema-document.ts';

/** Facets of a restricted type, by their names in XML Schema. */
export const facetKeys: readonly Exclude<FacetName, 'enumeration' | 'whiteSpace'>[] = [
  'pattern',
  'length',
  'minLength',
  'maxLength',
  'minInclusive',
  'maxInclusive',
  'minExclusive',
  'maxExclusive',
  'totalDigits',
  'fractionDigits',
];

/** Kinds of map in the notation. */
export type NotationMap =
  | 'contract'
  | 'service'
  | 'operation'
  | 'header'
  | 'fault'
  | 'field'
  | 'class'
  | 'enumeration'
  | 'restriction';

/**
 * Every key of the notation by kind of map. A test compares them with the JSON schema for editors.
 */
export const notationKeys: Readonly<Record<NotationMap, readonly string[]>> = {
  contract: [
    'asmx',
    'name',
    'namespace',
    'baseUrl',
    'bindings',
    'allParameters',
    'documentation',
    'services',
    'types',
  ],
  service: ['path', 'namespace', 'bindings', 'script', 'documentation', 'operations'],
  operation: [
    'documentation',
    'parameters',
    'returns',
    'headers',
    'faults',
    'oneWay',
    'bindings',
    'soapAction',
  ],
  header: ['in', 'out', 'type', 'documentation'],
  fault: ['type', 'documentation'],
  field: ['type', 'documentation', 'optional', 'nillable', 'default'],
  class: ['documentation', 'extends', 'abstract', 'fields', 'attributes', 'text'],
  enumeration: ['documentation', 'values', 'flags'],
  restriction: ['documentation', 'restricts', ...facetKeys],
};

/** Words of `bindings`. */
export const bindingWords = ['soap11', 'soap12', 'httpGet', 'httpPost'] as const;

/** Words of `written`. */
export const writtenWords = ['json', 'text', 'binary'] as const;
