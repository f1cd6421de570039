import { suggest } from '../../diagnostics/suggest.ts';
import type {
  LinkedService,
  ServiceModel,
  ServiceOperation,
} from '../../model/wsdl/service-model.ts';
import { distinctOperations } from '../../model/wsdl/service-operations.ts';
import { CliError } from '../terminal/cli-error.ts';

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
