import type { BindingKind } from './definitions.ts';
import type { LinkedService, ServiceOperation } from './service-model.ts';

/** All kinds of bindings, in the order in which they are shown. */
export const bindingKinds: readonly BindingKind[] = ['soap11', 'soap12', 'httpGet', 'httpPost'];

/** Bindings of an operation. */
export function bindingsOf(operation: ServiceOperation): readonly BindingKind[] {
  return bindingKinds.filter((kind) => operation[kind] !== undefined);
}

/**
 * The operations of a service in document order. If several interfaces have an operation, the first
 * counts.
 */
export function distinctOperations({ interfaces }: LinkedService): readonly ServiceOperation[] {
  const seen = new Set<string>();
  return interfaces
    .flatMap((one) => one.operations)
    .filter(({ publicName }) => !seen.has(publicName) && seen.add(publicName));
}
