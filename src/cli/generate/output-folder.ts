import { basename, dirname, join, resolve } from 'node:path';
import type { ContractSettings } from '../../config/config.ts';
import { kebabName } from '../../plan/views/file-names.ts';
import type { ContractJob } from '../contract/jobs.ts';

/**
 * Name of a contract's folder: lower-case words with hyphens, with only letters, digits, `_` and
 * `-`.
 */
function folderName(contract: string): string {
  const name = kebabName(contract);
  return name === '' ? 'contract' : name;
}

/**
 * Absolute output folder of a contract: `--out` or the configured one (a folder below it if several
 * contracts share it), otherwise `generated/<name>`. `undefined` if that depends on the contract's
 * name and none is given.
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
 * Absolute folder of a contract's handlers: the configured one (a folder below it if several
 * contracts share it), otherwise `handlers` beside the output folder, or beside its parent if that
 * is named `generated`, because these files are the user's.
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
