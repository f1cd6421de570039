import { suggest } from '../diagnostics/suggest.ts';
import type { BindingKind } from '../model/definitions.ts';
import type { LinkedService, ServiceModel, ServiceOperation } from '../model/service-model.ts';
import { CliError } from './cli-error.ts';

/** An operation with the service it belongs to. */
export interface FoundOperation {
  readonly service: LinkedService;
  readonly operation: ServiceOperation;
}

/** All operations of a contract in document order; of an operation that several interfaces have, the first. */
export function allOperations(model: ServiceModel): readonly FoundOperation[] {
  return model.services.flatMap((service) => {
    const seen = new Set<string>();
    return service.interfaces
      .flatMap((one) => one.operations)
      .filter(({ messageName }) => !seen.has(messageName) && seen.add(messageName))
      .map((operation) => ({ service, operation }));
  });
}

/** Bindings an operation can go over. */
export function bindingsOf(operation: ServiceOperation): readonly BindingKind[] {
  const kinds: readonly BindingKind[] = ['soap11', 'soap12', 'httpGet', 'httpPost'];
  return kinds.filter((kind) => operation[kind] !== undefined);
}

/**
 * Finds an operation by `Operation` or `Service.Operation`.
 *
 * @param naming Names chosen in the configuration, which are understood too.
 *
 * @throws {CliError} with the nearest name when there is none, with the candidates when there are several
 */
export function findOperation(
  model: ServiceModel,
  text: string,
  naming: Readonly<Record<string, string>> = {},
): FoundOperation {
  const all = allOperations(model);
  const full = ({ service, operation }: FoundOperation): string =>
    `${service.name}.${operation.messageName}`;
  const answers = (one: FoundOperation, name: string): boolean =>
    full(one) === name || one.operation.messageName === name || one.operation.name === name;
  const known = all.some((one) => answers(one, text));
  const name = known ? text : chosenName(text, naming);
  const found = all.filter((one) => answers(one, name));
  const [first, second] = found;
  if (first !== undefined && second === undefined) return first;
  if (first !== undefined) {
    const exact = found.find((one) => full(one) === name);
    if (exact !== undefined) return exact;
    throw new CliError(
      `several services have an operation '${name}'`,
      `Name one of them: ${found.map(full).join(', ')}.`,
    );
  }
  const near = suggest(
    name,
    all.flatMap((one) => (name.includes('.') ? [full(one)] : [one.operation.messageName])),
  );
  throw new CliError(
    `the contract has no operation '${name}'`,
    near === undefined
      ? `It has ${listed(all.map(name.includes('.') ? full : (one) => one.operation.messageName))}.`
      : `Did you mean '${near}'?`,
  );
}

/** The operation's own name for one chosen in the configuration: `Service.chosen`, `chosen`, or the name itself. */
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
