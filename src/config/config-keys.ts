import type { ContractConfig, LintLevel } from './config.ts';

/**
 * Keys of the configuration, in the order of the reference. A test compares them with the JSON
 * schema.
 */
export const configKeys: readonly string[] = ['$schema', 'contracts', 'imports', 'lint', 'diff'];

/** Keys of one entry of `contracts`. */
export const contractKeys: readonly (keyof ContractConfig)[] = [
  'input',
  'output',
  'targets',
  'runtime',
  'baseUrl',
  'namespace',
  'naming',
  'types',
  'temporal',
  'arrays',
  'enums',
  'brands',
  'dataSets',
  'streams',
  'only',
  'publish',
  'routes',
  'scriptServices',
  'scriptGets',
  'templates',
  'handlers',
  'emit',
  'importExtension',
  'header',
  'format',
  'allowHosts',
  'imports',
  'confine',
  'lenient',
  'patterns',
  'lint',
];

/** Keys of `diff`. */
export const diffKeys = ['ignore', 'readers'] as const;
/** Keys of an entry of `ignore` in `diff`. */
export const acceptedKeys = ['code', 'path', 'reason', 'until'] as const;

/** Words of `runtime`, which may also be a map with the key `shared`. */
export const runtimeWords = ['vendor', 'package'] as const;
/** Words of `arrays`. */
export const arraysWords = ['unwrap', 'keep'] as const;
/** Words of `enums`. */
export const enumsWords = ['union', 'const'] as const;
/** Words of `publish`. */
export const publishWords = ['original', 'rebuilt'] as const;
/** Words of `patterns`. */
export const patternsWords = ['xsd', 'dotnet'] as const;
/** Words of `emit`. */
export const emitWords = ['ts', 'js'] as const;
/** Words of `importExtension`. */
export const importExtensionWords = ['js', 'ts', 'none'] as const;
/** Words of `format`. */
export const formatWords = ['default', 'project'] as const;
/** Severities a lint rule can have. */
export const lintLevels: readonly LintLevel[] = ['off', 'hint', 'warning', 'error'];

/** Keys of `types` that may be words: the TypeScript types each may become. */
export const typeWords = {
  dateTime: ['string', 'Date', 'Temporal'],
  date: ['string', 'Temporal'],
  time: ['string', 'Temporal'],
  duration: ['string', 'Temporal'],
  long: ['bigint', 'number', 'string'],
  integer: ['bigint', 'number', 'string'],
  decimal: ['string', 'number'],
  base64Binary: ['Uint8Array', 'string'],
  hexBinary: ['Uint8Array', 'string'],
} as const;

/** Keys of a user's own type in `types`. */
export const ownTypeKeys = ['import', 'type', 'parse', 'format'] as const;
