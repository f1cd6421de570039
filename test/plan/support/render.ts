import { createDiagnosticBag } from '../../../src/diagnostics/diagnostic.ts';
import type { ContractPlan } from '../../../src/plan/result/plan.ts';
import { planSchemasFiles } from '../../../src/plan/schemas/schemas-view.ts';
import { planDescriptionsFiles } from '../../../src/plan/views/descriptions-view.ts';
import { planTypesFiles } from '../../../src/plan/views/types-view.ts';
import { loadTemplates } from '../../../src/render/templates.ts';

const templates = loadTemplates([], createDiagnosticBag());

/** Text of `types.ts`, `descriptions.ts` or `schemas.ts` without its header. */
export function renderText(file: 'types' | 'descriptions' | 'schemas', plan: ContractPlan): string {
  const planners = {
    types: planTypesFiles,
    descriptions: planDescriptionsFiles,
    schemas: planSchemasFiles,
  };
  const files = planners[file](plan);
  const view = files.find(({ path }) => path === `${file}.ts`)?.view;
  const bag = createDiagnosticBag();
  const header = { contract: '', lines: [] };
  const text = templates.render(file, { ...view, header }, bag);
  if (text === undefined) throw new Error(bag.diagnostics.map((one) => one.message).join('\n'));
  return text.slice(text.indexOf('\n\n') + 2);
}
