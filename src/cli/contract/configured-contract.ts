import { type ContractSettings, defaultSettings } from '../../config/config.ts';
import { createDiagnosticBag } from '../../diagnostics/diagnostic.ts';
import { CliError } from '../terminal/cli-error.ts';
import type { Console } from '../terminal/console.ts';
import { exitCodeOf } from '../terminal/diagnostics-exit-code.ts';
import { reportDiagnostics } from '../terminal/report-diagnostics.ts';
import type { ContractCommandOptions } from './contract-options.ts';
import type { ImportSettings } from './contract-source.ts';
import { findJobs, readSettings } from './jobs.ts';
import { type OpenedContract, openContract } from './open-contract.ts';
import { refusedTypes } from './refused-types.ts';

/** An opened contract with its settings. */
export type ConfiguredContract = OpenedContract & { readonly settings: ContractSettings };

/** Options of a command that opens one contract. */
export interface ConfiguredOptions extends ContractCommandOptions {
  readonly config?: string | undefined;
  /** Whether a server may see how the user signs in, by the settings of the contract. */
  readonly trusts?: ((settings: ContractSettings) => ImportSettings['trusts']) | undefined;
}

/**
 * Opens one contract like {@link openContract}, with the settings of the configuration if that
 * includes it, so that `call` and `serve` use the same names, types, namespace and address as the
 * generated code.
 *
 * @param options Without `config`, the configuration is searched for upward from the working
 *   directory.
 * @throws {CliError} if a glob matches several contracts, or the configuration does not exist
 */
export async function openConfigured(
  path: string,
  options: ConfiguredOptions,
  console: Console,
): Promise<ConfiguredContract> {
  const bag = createDiagnosticBag();
  const jobs = await findJobs([path], options.config, bag);
  const [job, more] = jobs;
  if (job === undefined || bag.failed) {
    await reportDiagnostics(bag.diagnostics, console);
    return {
      model: undefined,
      exitCode: exitCodeOf(bag.diagnostics),
      settings: defaultSettings,
    };
  }
  if (more !== undefined) {
    throw new CliError(`'${path}' means ${jobs.length} contracts`, 'Name one of them.');
  }
  const { settings } = job;
  const read = {
    ...readSettings(settings, options),
    namespace: settings.namespace,
    trusts: options.trusts?.(settings),
  };
  const opened = await openContract(job.path, read, console);
  const refused = opened.model === undefined ? [] : refusedTypes(job, opened.model);
  if (refused.length === 0) return { ...opened, settings };
  await reportDiagnostics(refused, console);
  return { model: undefined, exitCode: exitCodeOf(refused), settings };
}
