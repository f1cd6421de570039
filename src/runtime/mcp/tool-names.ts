import type { GatewayOperation } from '../gateway/contract.ts';

/** Length of the longest name of a tool. Clients cut off or refuse longer ones. */
const longest = 64;

/**
 * Names of tools, `[A-Za-z0-9_-]{1,64}`: those of the operations, with that of the service in front
 * where several have one, and where every object has a property of that name.
 */
export function toolNames(
  operations: readonly GatewayOperation[],
): ReadonlyMap<GatewayOperation, string> {
  const counts = new Map<string, number>();
  const plainNames = operations.map(({ operation }) => plain(operation.name));
  for (const name of plainNames) counts.set(name, (counts.get(name) ?? 0) + 1);
  const free = freeNames();
  return new Map(
    operations.map((one, at) => {
      const own = plainNames[at] ?? '';
      const isClear = counts.get(own) === 1 && !(own in Object.prototype);
      const { service, name } = one.operation;
      return [one, free(isClear ? own : plain(`${service}_${name}`))];
    }),
  );
}

function plain(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, longest);
}

/** Gives each name once, others with a number. */
function freeNames(): (wish: string) => string {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return (wish) => {
    let name = wish;
    let number = next.get(wish) ?? 2;
    while (taken.has(name)) {
      const end = `_${number}`;
      name = wish.slice(0, longest - end.length) + end;
      number += 1;
    }
    next.set(wish, number);
    taken.add(name);
    return name;
  };
}
