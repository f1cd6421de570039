import type { Command } from 'commander';
import { collect } from './option-values.ts';
import type { GlobalOptions } from './talk.ts';

/** Options of every command that reads a contract. */
export interface ContractCommandOptions extends GlobalOptions {
  /** Hosts, `name` or `name:port`, from which imports may be fetched. */
  readonly allowHost?: readonly string[] | undefined;
  /** Leaves operations out that run into a defect, where the command has this option. */
  readonly lenient?: boolean | undefined;
}

/** Adds `--allow-host` to a command. */
export function addAllowHost(command: Command): Command {
  return command.option(
    '--allow-host <host>',
    'host from which imports may be fetched; repeatable',
    collect,
  );
}

/** Adds `--allow-host` and `--lenient` to a command. */
export function addContractOptions(command: Command): Command {
  return addAllowHost(command).option(
    '--lenient',
    'leave out each operation that runs into a defect, with a warning',
  );
}
