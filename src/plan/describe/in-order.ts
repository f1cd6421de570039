import type { ConstantPlan } from '../result/plan.ts';

/**
 * Constants in an order in which each follows those it uses, as far as they do not use each
 * other. So people find a type before its message, and the compiler finds a constant quickly: it
 * looks at all between a constant and its use.
 */
export function inOrder(plans: readonly ConstantPlan[]): readonly ConstantPlan[] {
  const byName = new Map(plans.map((plan) => [plan.name, plan]));
  const begun = new Set<ConstantPlan>();
  const found: ConstantPlan[] = [];
  for (const first of plans) {
    // a list instead of recursion, because chains of types can be deeper than the stack
    const open: { readonly plan: ConstantPlan; readonly uses: ConstantPlan[] }[] = [];
    const enter = (plan: ConstantPlan): void => {
      if (begun.has(plan)) return;
      begun.add(plan);
      open.push({ plan, uses: usedBy(plan, byName).reverse() });
    };
    enter(first);
    for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
      const next = last.uses.pop();
      if (next !== undefined) enter(next);
      else {
        open.pop();
        found.push(last.plan);
      }
    }
  }
  return found;
}

/** The constants that one uses: those it uses at once first. */
function usedBy(
  { names }: ConstantPlan,
  byName: ReadonlyMap<string, ConstantPlan>,
): ConstantPlan[] {
  const used = names.flatMap(({ from, name }) =>
    from === 'descriptions' ? (byName.get(name) ?? []) : [],
  );
  return [...used.filter(isUsedAtOnce), ...used.filter((one) => !isUsedAtOnce(one))];
}

/** Whether a constant is one that others use as soon as they are loaded. */
export function isUsedAtOnce(plan: ConstantPlan): boolean {
  const isNamespace = plan.type === undefined && plan.name.startsWith('ns');
  return isNamespace || plan.type === 'SimpleType';
}
