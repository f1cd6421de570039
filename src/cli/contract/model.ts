import {
  type DiagnosticSink,
  type LintLevels,
  withLintLevels,
} from '../../diagnostics/diagnostic.ts';
import { suggest } from '../../diagnostics/words.ts';
import {
  type LenientOutlook,
  type LinkOptions,
  lenientOutlook,
  linkContract,
} from '../../model/link.ts';
import {
  distinctOperations,
  type LinkedService,
  type ServiceModel,
  type ServiceOperation,
} from '../../model/services.ts';
import { type Contract, replaceNamespace } from '../../model/wsdl.ts';
import { loadContract } from '../../read/contract.ts';
import type { Host } from '../../read/host.ts';
import { CliError } from '../terminal/failure.ts';
import { contractSource, type ImportSettings } from './source.ts';

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

/**
 * Refuses a contract that has nothing to call or to serve.
 *
 * @param path the contract, for the message
 * @throws {CliError} it has no operation
 */
export function refuseWithoutOperations(path: string, model: ServiceModel): void {
  if (allOperations(model).length > 0) return;
  if (!model.isSchema) throw new CliError(`${path} has no operation`, 'Name another contract.');
  throw new CliError(
    `${path} is a plain XML Schema, which has no operations`,
    'Name a WSDL, or use generate, check, diff, inspect, convert --to wsdl or --to markdown.',
  );
}

/** An operation with its service. */
export interface FoundOperation {
  readonly service: LinkedService;
  readonly operation: ServiceOperation;
}

/**
 * All operations of a contract in document order. If several interfaces have an operation, the
 * first counts.
 */
export function allOperations(model: ServiceModel): readonly FoundOperation[] {
  return model.services.flatMap((service) =>
    distinctOperations(service).map((operation) => ({ service, operation })),
  );
}

/**
 * Finds an operation by `Operation` or `Service.Operation`: by its own name first, then by its
 * message name, and by the name that overloads share.
 *
 * @param naming Names chosen in the configuration, which are accepted, too.
 *
 * @throws {CliError} with the most similar names if there is none, with the candidates if there
 *   are several
 */
export function findOperation(
  model: ServiceModel,
  text: string,
  naming: Readonly<Record<string, string>> = {},
): FoundOperation {
  const all = allOperations(model);
  const full = ({ service, operation }: FoundOperation): string =>
    `${service.name}.${operation.publicName}`;
  const known = named(all, text);
  const name = known.length > 0 ? text : chosenName(text, naming);
  const found = known.length > 0 ? known : named(all, name);
  const [first, second] = found;
  if (first !== undefined && second === undefined) return first;
  if (first !== undefined) {
    const services = new Set(found.map(({ service }) => service));
    throw new CliError(
      services.size > 1
        ? `several services have an operation '${name}'`
        : `operation '${name}' is overloaded`,
      `Name one of them: ${found.map(full).join(', ')}.`,
    );
  }
  const names = all.map(name.includes('.') ? full : ({ operation }) => operation.publicName);
  throw new CliError(`the contract has no operation '${name}'`, namesLike(name, names));
}

/** The name that was probably meant, else those that contain the given one, else all. */
function namesLike(name: string, names: readonly string[]): string {
  const part = name.toLowerCase();
  const longer = names.filter((one) => one.toLowerCase().includes(part));
  const near = suggest(name, names) ?? (longer.length === 1 ? longer[0] : undefined);
  if (near !== undefined) return `Did you mean '${near}'?`;
  return longer.length > 0 ? `Did you mean one of ${listed(longer)}?` : `It has ${listed(names)}.`;
}

/** Operations by name: their own, otherwise that of their message or portType operation. */
function named(all: readonly FoundOperation[], text: string): readonly FoundOperation[] {
  const called = (namesOf: (operation: ServiceOperation) => readonly string[]) =>
    all.filter(({ service, operation }) =>
      namesOf(operation).some((name) => text === name || text === `${service.name}.${name}`),
    );
  const own = called(({ publicName }) => [publicName]);
  return own.length > 0 ? own : called(({ name, messageName }) => [name, messageName]);
}

/**
 * The operation's own name for one chosen in the configuration: `Service.chosen`, `chosen`, or the
 * name itself.
 */
function chosenName(text: string, naming: Readonly<Record<string, string>>): string {
  const chosen = Object.entries(naming).find(([from, to]) => {
    const service = /^[^.{}]+\.(?=[^.{}]+$)/.exec(from)?.[0];
    return service !== undefined && (text === to || text === `${service}${to}`);
  });
  return chosen?.[0] ?? text;
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return 'none at all';
  const shown = names.slice(0, 12).join(', ');
  return names.length > 12 ? `${shown} and ${names.length - 12} more` : shown;
}
