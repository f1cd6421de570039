import type { Target } from '../../plan/result/plan.ts';
import { kebabName } from '../../plan/views/file-names.ts';
import { readTargets } from '../program/read-targets.ts';
import { askTargets } from './ask-targets.ts';
import type { InitCommandOptions } from './options.ts';
import { type PlannedFile, schemaLocation } from './planned-files.ts';

/** The configuration for one contract, without `targets` if they are not given. */
export function configFile(
  input: string,
  name: string,
  targets: readonly Target[] | undefined,
): PlannedFile {
  const config = {
    $schema: schemaLocation('asmx-gen.config.schema.json', ''),
    contracts: [{ input, output: `generated/${kebabName(name) || 'service'}`, targets }],
  };
  return { path: 'asmx-gen.config.json', data: `${JSON.stringify(config, undefined, 2)}\n` };
}

/** The value of `--targets`; undefined without it. */
export function saidTargets({ targets }: InitCommandOptions): readonly Target[] | undefined {
  return targets === undefined ? undefined : readTargets(targets);
}

/**
 * The configuration for a downloaded service, with the targets of `--targets`, or of the answer at
 * the terminal. Empty with `--no-config`.
 */
export async function configForService(
  input: string,
  name: string,
  options: InitCommandOptions,
): Promise<readonly PlannedFile[]> {
  if (!options.config) return [];
  const asks = options.targets === undefined && options.quiet !== true;
  return [configFile(input, name, asks ? await askTargets() : saidTargets(options))];
}
