import type { Command } from 'commander';
import { collect } from '../program/option-values.ts';
import type { GlobalOptions } from '../terminal/console.ts';

/** Options of every command that reads a contract. */
export interface ContractCommandOptions extends GlobalOptions {
  /** Hosts, `name` or `name:port`, from which imports may be fetched. */
  readonly allowHost?: readonly string[] | undefined;
  /** Folder outside which no import is read. */
  readonly confine?: string | undefined;
  /**
   * Leaves operations out that run into a defect, where the command has this option. `call` is
   * lenient about the answer, too.
   */
  readonly lenient?: boolean | undefined;
}

/**
 * Adds the options that say where imports may lead to a command: `--allow-host` and `--confine`.
 */
export function addImportOptions(command: Command): Command {
  return command
    .option('--allow-host <host>', 'host from which imports may be fetched; repeatable', collect)
    .option('--confine <dir>', 'refuse imports from outside a folder, symbolic links resolved');
}

/** Adds them and `--lenient` to a command; `also` says what else it is lenient about. */
export function addContractOptions(command: Command, also = ''): Command {
  return addImportOptions(command).option(
    '--lenient',
    `leave out each operation that runs into a defect, with a warning${also}`,
  );
}
