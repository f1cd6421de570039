import type { Binding, BindingOperation } from '../../wsdl/definitions.ts';
import type { LinkContext } from '../link-context.ts';

/**
 * The operations of a binding without repetitions that say nothing new, of which it warns. They
 * are looked for where a binding has more operations of a name than its portType.
 *
 * @param countOf number of operations with a name in the portType
 */
export function withoutRepetitions(
  { defects }: LinkContext,
  binding: Binding,
  countOf: (name: string) => number,
): readonly BindingOperation[] {
  const byName = new Map<string, BindingOperation[]>();
  for (const operation of binding.operations) {
    const list = byName.get(operation.name);
    if (list === undefined) byName.set(operation.name, [operation]);
    else list.push(operation);
  }
  const surplus = new Set<BindingOperation>();
  for (const [name, operations] of byName) {
    const count = countOf(name);
    if (count > 0 && operations.length > count) addRepetitions(operations, count, surplus);
  }
  if (surplus.size === 0) return binding.operations;
  for (const { name, span } of surplus) {
    const what = `Binding '${binding.name.localName}' repeats operation '${name}'`;
    defects.warn({
      code: 'ASMX3002',
      message: `${what} and says nothing new: the repetition is ignored`,
      span,
      help: 'Remove it',
    });
  }
  return binding.operations.filter((operation) => !surplus.has(operation));
}

/** Adds those that say no more than another one. At most `count` others are compared. */
function addRepetitions(
  operations: readonly BindingOperation[],
  count: number,
  surplus: Set<BindingOperation>,
): void {
  const kept: BindingOperation[] = [];
  for (const operation of operations) {
    if (kept.some((one) => saysNoMore(operation, one))) {
      surplus.add(operation);
      continue;
    }
    const poorer = kept.findIndex((one) => saysNoMore(one, operation));
    const replaced = kept[poorer];
    if (replaced !== undefined) {
      surplus.add(replaced);
      kept[poorer] = operation;
    } else if (kept.length < count) kept.push(operation);
  }
}

/** Whether whatever `some` has is also in `all`, apart from positions and documentation. */
function saysNoMore(some: unknown, all: unknown): boolean {
  if (some === undefined || some === '' || some === all) return true;
  if (typeof some !== 'object' || some === null) return false;
  // content of an HTTP binding that is not there
  if ((some as { readonly kind?: unknown }).kind === 'none') return true;
  const other = (typeof all === 'object' && all !== null ? all : {}) as Record<string, unknown>;
  return Object.entries(some).every(
    ([key, value]) => key === 'span' || key === 'documentation' || saysNoMore(value, other[key]),
  );
}
