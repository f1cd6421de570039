import { dirname, relative, resolve } from 'node:path';
import type { ContractConfig } from '../../config/config.ts';
import { findConfig } from '../../config/find-config.ts';
import { kebabName } from '../../plan/views/file-names.ts';
import { readTargets } from '../program/read-targets.ts';
import { eslintAdvice } from '../project/eslint-advice.ts';
import { pathFromHere } from '../terminal/shown-path.ts';
import type { ConfigEntry } from './add-entry.ts';
import { askTargets } from './ask-targets.ts';
import { includes, openExisting } from './existing-config.ts';
import type { InitCommandOptions } from './options.ts';
import { type PlannedFile, type Said, schemaLocation } from './planned-files.ts';

/** What is known of a contract, for its entry in the configuration. */
export interface KnownContract {
  /** Path of its file from the working directory. */
  readonly input: string;
  readonly name: string;
  /** The address it was fetched from, if its own is another one. */
  readonly baseUrl?: string | undefined;
  /** Set for a plain XML Schema, which no one calls or serves. */
  readonly isSchema?: true | undefined;
}

/**
 * The configuration for a downloaded service, with the targets of `--targets`, or of the answer at
 * the terminal. Empty with `--no-config`.
 */
export function configForService(
  contract: KnownContract,
  options: InitCommandOptions,
): Promise<readonly (PlannedFile | Said)[]> {
  const asks =
    options.targets === undefined && options.quiet !== true && contract.isSchema === undefined;
  return planConfig(contract, options, asks ? askTargets : () => saidTargets(options));
}

/**
 * The configuration for a contract of one's own: a new one, or an entry more of the one that is
 * found from here. Empty with `--no-config`.
 */
export function configForStarter(
  contract: KnownContract,
  options: InitCommandOptions,
): Promise<readonly (PlannedFile | Said)[]> {
  return planConfig(contract, options, () => saidTargets(options));
}

type Targets = ContractConfig['targets'];

async function planConfig(
  { input, name, baseUrl, isSchema }: KnownContract,
  options: InitCommandOptions,
  targetsOf: () => Targets | Promise<Targets>,
): Promise<readonly (PlannedFile | Said)[]> {
  if (!options.config) return [];
  const path = findConfig(process.cwd());
  const folder = path === undefined ? process.cwd() : dirname(path);
  const existing = path === undefined ? undefined : await openExisting(path);
  const fromConfig = relative(folder, resolve(input)).replaceAll('\\', '/');
  const tried = isSchema ? '' : ', or npx asmx-gen serve to try the service';
  const next: Said = { said: `Next: npx asmx-gen generate${tried}` };
  if (existing !== undefined && includes(existing, fromConfig)) {
    return [{ said: `${pathFromHere(existing.path)} includes ${input} already` }, next];
  }
  const output = freeOutput(kebabName(name) || 'service', existing?.outputs ?? []);
  const entry: ConfigEntry = {
    input: fromConfig,
    output,
    targets: await targetsOf(),
    types: options.types,
    baseUrl,
    lenient: options.lenient,
  };
  const eslint = eslintAdvice(folder, output);
  const advice = eslint === undefined ? [] : [{ said: eslint }];
  if (existing !== undefined) return [existing.withEntry(entry), ...advice, next];
  const config = {
    $schema: schemaLocation('asmx-gen.config.schema.json', ''),
    contracts: [entry],
  };
  const data = `${JSON.stringify(config, undefined, 2)}\n`;
  return [{ path: 'asmx-gen.config.json', data }, ...advice, next];
}

/** The value of `--targets`; undefined without it. */
function saidTargets({ targets }: InitCommandOptions): Targets {
  return targets === undefined ? undefined : readTargets(targets);
}

/** `generated/<name>`, or a similar folder that is neither another entry's nor inside it. */
function freeOutput(name: string, outputs: readonly string[]): string {
  const taken = outputs.map((one) => one.replaceAll('\\', '/').replace(/^\.\/|\/+$/g, ''));
  const numbers = [2, 3, 4, 5, 6, 7, 8, 9];
  const names = [`generated/${name}`, ...numbers.map((one) => `generated/${name}-${one}`)];
  const isFree = (one: string): boolean =>
    !taken.some((other) => `${one}/`.toLowerCase().startsWith(`${other}/`.toLowerCase()));
  return [...names, `generated-${name}`].find(isFree) ?? `generated/${name}`;
}
