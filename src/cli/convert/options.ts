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

/** Options of `convert`. */
export interface ConvertCommandOptions extends ContractCommandOptions {
  readonly to: NotationName;
  readonly output?: string | undefined;
  readonly bundle?: boolean | undefined;
  readonly service?: string | undefined;
}
