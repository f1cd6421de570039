import type { DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import { type LintLevels, withLintLevels } from '../../diagnostics/lint-levels.ts';
import {
  type LenientOutlook,
  type LinkOptions,
  lenientOutlook,
  linkContract,
} from '../../model/link.ts';
import type { Contract } from '../../model/wsdl/definitions.ts';
import { replaceNamespace } from '../../model/wsdl/replace-namespace.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import type { Host } from '../../read/host.ts';
import { loadContract } from '../../read/read-contract.ts';
import { contractSource, type ImportSettings } from './contract-source.ts';

/** A contract as written and as linked. Each is absent, reported, if it has errors. */
export interface ReadModel {
  readonly contract: Contract | undefined;
  readonly model: ServiceModel | undefined;
  /** What `--lenient` would do, if it would pass a contract with errors. */
  readonly outlook?: LenientOutlook | undefined;
}

/** Settings for reading contracts. */
export interface ReadSettings extends ImportSettings {
  readonly lenient: boolean;
  /** How anchors in patterns are read. */
  readonly patterns?: LinkOptions['patterns'];
  /** Severities of what is reported. */
  readonly lint?: LintLevels | undefined;
  /** Target namespace instead of the contract's. */
  readonly namespace?: string | undefined;
}

/**
 * Reads a contract with all its imports, from this machine and from allowed hosts, and links it.
 *
 * @param local reads local files; by default, those of the disk
 * @throws {CliError} for a URL that is not http or https
 */
export async function readModel(
  path: string,
  { lenient, patterns, namespace, lint, ...where }: ReadSettings,
  to: DiagnosticSink,
  local?: Host,
): Promise<ReadModel> {
  const sink = withLintLevels(to, lint);
  let failed = false;
  const reading: DiagnosticSink = {
    report(diagnostic) {
      failed ||= diagnostic.severity === 'error';
      sink.report(diagnostic);
    },
  };
  const { input, host, read } = await contractSource(path, where, reading, local);
  const { contract: written } = await loadContract(input, host, reading, read);
  const replaced = written !== undefined && namespace !== undefined;
  const contract = replaced ? replaceNamespace(written, namespace) : written;
  const model =
    contract === undefined ? undefined : linkContract(contract, sink, { lenient, patterns });
  const fails = model === undefined && !lenient && !failed;
  return { contract, model, outlook: contract && (fails ? lenientOutlook(contract) : undefined) };
}
