import { basename, dirname, join, resolve } from 'node:path';
import type { ContractSettings } from '../../config/config.ts';
import { kebabName } from '../../plan/views/file-names.ts';
import type { ContractJob } from '../contract/jobs.ts';

/**
 * Name of a contract's folder: words in lower case with hyphens between. Nothing but letters,
 * digits, `_` and `-` remains.
 */
function folderName(contract: string): string {
  const name = kebabName(contract);
  return name === '' ? 'contract' : name;
}

/**
 * Absolute output folder of a contract: `--out` or the configured one, a folder below it where
 * several contracts share it, else `generated/<name>`. `undefined` where that depends on the name
 * of the contract and none is given.
 */
export function outputFolder(
  job: ContractJob,
  out: string | undefined,
  alone: boolean,
  name: string | undefined,
): string | undefined {
  const below = (parent: string): string | undefined =>
    name === undefined ? undefined : join(parent, folderName(name));
  if (out !== undefined) return alone ? resolve(out) : below(resolve(out));
  const { output } = job.settings;
  if (output === undefined) return below(resolve(job.directory, 'generated'));
  const folder = resolve(job.directory, output);
  return job.several ? below(folder) : folder;
}

/**
 * Absolute folder of a contract's handlers: the configured one (a folder below it where several
 * contracts share it), else `handlers` beside the output folder, and beside its parent where that
 * is called `generated`, since these files are the user's.
 */
export function handlersFolder(
  job: ContractJob,
  { handlers }: Pick<ContractSettings, 'handlers'>,
  output: string,
  name: string,
): string {
  if (handlers !== undefined) {
    const folder = resolve(job.directory, handlers);
    return job.several ? join(folder, folderName(name)) : folder;
  }
  const parent = dirname(output);
  return join(basename(parent) === 'generated' ? dirname(parent) : parent, 'handlers');
}
