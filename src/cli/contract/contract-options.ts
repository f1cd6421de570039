import type { Command } from 'commander';
import { collect } from '../program/option-values.ts';
import type { GlobalOptions } from '../terminal/console.ts';
import type { AccessOptions } from '../web/access.ts';
import { addAccessOptions } from '../web/access-options.ts';

/** Options of every command that follows imports. */
export interface ImportCommandOptions extends GlobalOptions, AccessOptions {
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
