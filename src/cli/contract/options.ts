import type { Command } from 'commander';
import { collect } from '../terminal/arguments.ts';
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

/** Adds the options for imports and for the servers that they come from to a command. */
export function addImportOptions(command: Command): Command {
  return addAccessOptions(
    command
      .option('--allow-host <host>', 'host from which imports may be fetched; repeatable', collect)
      .option('--confine <dir>', 'refuse imports from outside a folder, symbolic links resolved')
      .option(
        '--map <from=to>',
        'where imports lead that begin with FROM, or an OASIS catalog (repeatable)',
        collect,
      ),
  );
}

/** Adds these and `--lenient` to a command. `also` completes the description. */
export function addContractOptions(command: Command, also = ''): Command {
  return addImportOptions(command).option(
    '--lenient',
    `leave out each operation with a defect in the contract, with a warning${also}`,
  );
}

/** Adds the options of {@link AccessOptions} to a command. */
function addAccessOptions(command: Command): Command {
  return command
    .option('--header <line>', "HTTP header 'Name: value' for the server (repeatable)", collect)
    .option('--user <name:password>', 'sign in with Basic authentication, or as --ntlm says')
    .option('--ntlm', "sign in with NTLM: --user 'DOMAIN\\NAME:PASSWORD'")
    .option('--cert <file>', 'client certificate in PEM')
    .option('--key <file>', 'its key, if that is in a file of its own')
    .option('--pfx <file>', 'client certificate and key in PKCS #12')
    .option('--passphrase <text>', 'passphrase of the key')
    .option('--ca <file>', 'certificate authority to trust besides the usual ones, in PEM')
    .addHelpText('after', accessHelp);
}

const accessHelp = `
The options for servers go to the server of the contract alone, and are written nowhere.
A value env:NAME is read from the environment: --user env:WSDL_USER, --header 'X-Key: env:KEY'
(for files, the variable holds the path).`;
