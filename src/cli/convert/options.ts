import type { ContractCommandOptions } from '../contract/contract-options.ts';

/** Notations that `convert` writes. */
export const notationNames = ['wsdl', 'yaml', 'openapi'] as const;

/** One of `notationNames`. */
export type NotationName = (typeof notationNames)[number];

/** Options of `convert`. */
export interface ConvertCommandOptions extends ContractCommandOptions {
  readonly to: NotationName;
  readonly output?: string | undefined;
  readonly service?: string | undefined;
}
