import { join, resolve } from 'node:path';
import type { ContractJob } from '../jobs.ts';

/**
 * Name of a contract's folder: words in lower case with hyphens between, `StudentInformation` becoming
 * `student-information`. Nothing but letters, digits, `_` and `-` remains.
 */
export function folderName(contract: string): string {
  const name = contract
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1-$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1-$2')
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase();
  return name === '' ? 'contract' : name;
}

/**
 * Absolute output folder of a contract: `--out` or the configured one, a folder below it where several contracts share it,
 * else `generated/<name>`. `undefined` where that depends on the name of the contract and none is given.
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
