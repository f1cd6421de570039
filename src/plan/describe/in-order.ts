import type { CodecPlan } from '../result/plan.ts';

/**
 * Constants in an order in which each has those it uses at once before it: namespaces, then simple
 * types, then all whose members are asked for later.
 */
export function inOrder(plans: readonly CodecPlan[]): readonly CodecPlan[] {
  const byName = new Map(plans.map((plan) => [plan.name, plan]));
  const found = new Set<CodecPlan>();
  const add = (plan: CodecPlan): void => {
    if (found.has(plan) || !isEager(plan)) return;
    for (const { from, name } of plan.names) {
      const used = from === 'codecs' ? byName.get(name) : undefined;
      if (used !== undefined && used !== plan) add(used);
    }
    found.add(plan);
  };
  plans.filter(isNamespace).forEach(add);
  plans.forEach(add);
  for (const plan of plans) found.add(plan);
  return [...found];
}

function isNamespace(plan: CodecPlan): boolean {
  return plan.kind === 'constant' && plan.type === undefined && plan.name.startsWith('ns');
}

/** Whether a constant uses others as soon as the file is loaded. */
function isEager(plan: CodecPlan): boolean {
  return isNamespace(plan) || (plan.kind === 'constant' && plan.type === 'Simple');
}
