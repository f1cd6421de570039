import type { ContractCommandOptions } from '../contract/contract-options.ts';

/** Notations that `convert` writes. */
export const notationNames = [
  'wsdl',
  'yaml',
  'openapi',
  'http',
  'bruno',
  'postman',
  'markdown',
] as const;

/** One of `notationNames`. */
export type NotationName = (typeof notationNames)[number];

/** Versions of OpenAPI that `convert` writes. */
export const openApiVersions = ['3.1', '3.0'] as const;

/** What an OpenAPI document describes: a gateway, or the messages of the service. */
export const wireNames = ['json', 'xml'] as const;

/** Options of `convert`. */
export interface ConvertCommandOptions extends ContractCommandOptions {
  readonly to: NotationName;
  readonly output?: string | undefined;
  readonly bundle?: boolean | undefined;
  readonly service?: string | undefined;
  readonly openapi?: (typeof openApiVersions)[number] | undefined;
  readonly wire?: (typeof wireNames)[number] | undefined;
  readonly config?: string | undefined;
}
