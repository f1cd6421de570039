import { createDiagnosticBag } from '../../../src/diagnostics/diagnostic.ts';
import {
  planDescriptionsFiles,
  planElementsFiles,
  planSchemasFiles,
  planTypesFiles,
} from '../../../src/files/declarations.ts';
import type { ContractPlan, FilePlan } from '../../../src/plan/result.ts';
import { loadTemplates } from '../../../src/render/templates.ts';

const templates = loadTemplates([], createDiagnosticBag());

/** Files that can be rendered. */
type PlannedFile = 'types' | 'descriptions' | 'elements' | 'schemas';

type Planner = (plan: ContractPlan) => readonly FilePlan[];

const planners: Readonly<Record<PlannedFile, Planner>> = {
  types: planTypesFiles,
  descriptions: planDescriptionsFiles,
  elements: planElementsFiles,
  schemas: planSchemasFiles,
};

/** Text of one of these files without its header; `''` if it has nothing else. */
export function renderText(file: PlannedFile, plan: ContractPlan): string {
  const files = planners[file](plan);
  const view = files.find(({ path }) => path === `${file}.ts`)?.view;
  const bag = createDiagnosticBag();
  const header = { contract: '', lines: [] };
  const text = templates.render(file, { ...view, header }, bag);
  if (text === undefined) throw new Error(bag.diagnostics.map((one) => one.message).join('\n'));
  const [, ...parts] = text.split('\n\n');
  return parts.join('\n\n');
}
