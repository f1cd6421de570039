import type { ContractPlan } from '../../../src/plan/result/plan.ts';
import { planCodecsView } from '../../../src/plan/views/codecs-view.ts';
import { planTypesView } from '../../../src/plan/views/types-view.ts';

/** Text of `types.ts` or `codecs.ts` without its header. */
export function renderText(file: 'types' | 'codecs', plan: ContractPlan): string {
  if (file === 'types') {
    const { imports, declarations } = planTypesView(plan);
    return `${[...imports, '', declarations.join('\n\n')].join('\n')}\n`;
  }
  const { imports, constants, functions } = planCodecsView(plan);
  const parts = [imports.join('\n'), constants.join('\n'), ...functions];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
