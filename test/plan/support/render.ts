import { createDiagnosticBag } from '../../../src/diagnostics/diagnostic.ts';
import type { ContractPlan } from '../../../src/plan/result/plan.ts';
import { planSchemasFiles } from '../../../src/plan/schemas/schemas-view.ts';
import { planCodecsFiles } from '../../../src/plan/views/codecs-view.ts';
import { planTypesFiles } from '../../../src/plan/views/types-view.ts';
import { loadTemplates } from '../../../src/render/templates.ts';

const templates = loadTemplates([], createDiagnosticBag());

/** Text of `types.ts`, `codecs.ts` or `schemas.ts` without its header. */
export function renderText(file: 'types' | 'codecs' | 'schemas', plan: ContractPlan): string {
  const planners = { types: planTypesFiles, codecs: planCodecsFiles, schemas: planSchemasFiles };
  const files = planners[file](plan);
  const view = files.find(({ path }) => path === `${file}.ts`)?.view;
  const bag = createDiagnosticBag();
  const header = { contract: '', lines: [] };
  const text = templates.render(file, { ...view, header }, bag);
  if (text === undefined) throw new Error(bag.diagnostics.map((one) => one.message).join('\n'));
  return text.slice(text.indexOf('\n\n') + 2);
}
