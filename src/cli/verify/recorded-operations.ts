import { findConfig } from '../../config/find-config.ts';
import { createDiagnosticBag } from '../../diagnostics/diagnostic.ts';
import type { AnyOperation } from '../../runtime/operation/operation.ts';
import { type ConfiguredOptions, openConfigured } from '../contract/configured-contract.ts';
import { findJobs } from '../contract/jobs.ts';
import { importContractCode } from '../run/import-contract-code.ts';
import { upstreamBase } from '../serve/upstream.ts';
import { CliError } from '../terminal/cli-error.ts';
import type { Console } from '../terminal/console.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';

/** An operation of a recording, and where its service is. */
export interface RecordedOperation {
  readonly operation: AnyOperation;
  readonly baseUrl: string;
}

/**
 * The operations of contracts by `Service.Operation`, as generated code describes them.
 *
 * @param paths Contracts; without any, those of the configuration, or else the WSDLs that the
 *   services themselves have.
 * @param services Names of the services that are needed.
 * @returns the exit code if a contract cannot be used, which is reported
 */
export async function openRecordedOperations(
  paths: readonly string[],
  services: ReadonlySet<string>,
  options: ConfiguredOptions & { readonly url: string },
  console: Console,
): Promise<ReadonlyMap<string, RecordedOperation> | ExitCode> {
  const found = new Map<string, RecordedOperation>();
  const missing = new Set(services);
  const open = async (path: string): Promise<ExitCode | undefined> => {
    const opened = await openConfigured(path, options, console);
    if (opened.model === undefined) return opened.exitCode;
    const { model } = opened;
    if (!model.services.some(({ name }) => services.has(name))) return undefined;
    for (const { name } of model.services) missing.delete(name);
    const baseUrl = upstreamBase('--url', options.url, model);
    // recordings have values of the default types, whatever the configuration maps them to
    const code = await importContractCode(model, console, { targets: ['client'], only: [] });
    if (code === undefined) return exitCodes.no;
    const descriptors = await code.module.load('operations.ts');
    for (const { descriptor } of code.plan.operations) {
      const operation = descriptors[descriptor] as AnyOperation;
      found.set(`${operation.service}.${operation.name}`, { operation, baseUrl });
    }
    return undefined;
  };
  for (const path of paths.length > 0 ? paths : await configured(options)) {
    const failed = await open(path);
    if (failed !== undefined) return failed;
  }
  // what the configuration does not have, the server may
  for (const path of paths.length > 0 ? [] : addressesOf(missing, options.url)) {
    const failed = await open(path);
    if (failed !== undefined) return failed;
  }
  return found;
}

/** Contracts of the configuration, if there is one. */
async function configured({ config }: ConfiguredOptions): Promise<readonly string[]> {
  if (config === undefined && findConfig(process.cwd()) === undefined) return [];
  const jobs = await findJobs([], config, createDiagnosticBag());
  return jobs.map(({ path }) => path);
}

/** Addresses of the WSDLs of services. */
function addressesOf(services: ReadonlySet<string>, url: string): readonly string[] {
  const bare = url.replace(/[?#].*$/s, '').replace(/\/+$/, '');
  if (services.size > 0 && /\.asmx$/i.test(bare)) return [`${bare}?WSDL`];
  return [...services].map((service) => `${bare}/${service}.asmx?WSDL`);
}

/** @throws {CliError} no contract has the operation */
export function recordedOperation(
  operations: ReadonlyMap<string, RecordedOperation>,
  name: string,
  place: string,
): RecordedOperation {
  const found = operations.get(name);
  if (found !== undefined) return found;
  throw new CliError(
    `${place}: no contract has the operation ${name}`,
    'Name the contract: asmx-gen verify service.wsdl --recording FILE --url URL.',
  );
}
