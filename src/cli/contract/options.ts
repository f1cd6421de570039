import type { GlobalOptions } from '../terminal/console.ts';
import type { AccessOptions } from './web-access.ts';

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

/** Options of every command that follows imports. */
interface ImportCommandOptions extends GlobalOptions, AccessOptions {
  /** Hosts, as `name` or `name:port`, from which imports may be fetched. */
  readonly allowHost?: readonly string[] | undefined;
  /** Folder outside which no import is read. */
  readonly confine?: string | undefined;
  /** `FROM=TO`, or a catalog. */
  readonly map?: readonly string[] | undefined;
}

/** Options of every command that reads a contract. */
export interface ContractCommandOptions extends ImportCommandOptions {
  /**
   * Leaves out operations that a defect affects, if the command has this option. `call` is also
   * lenient about the answer.
   */
  readonly lenient?: boolean | undefined;
}
