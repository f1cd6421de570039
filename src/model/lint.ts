import type { DiagnosticSink, Severity } from '../diagnostics/diagnostic.ts';
import { foreignActions, formTwins, missingBindings, partOrder } from './lint/bindings.ts';
import { caseOnly } from './lint/case-only.ts';
import { missingDocumentation, plainNames } from './lint/names.ts';
import type { LintRule } from './lint/rule.ts';
import { unusedMessages, unusedTypes } from './lint/unused.ts';
import type { ServiceModel } from './service-model.ts';

/** Severities by the code of the rule; rules that are not named keep their own. */
export type LintLevels = Readonly<Record<string, Severity | 'off'>>;

/** All rules, by code. */
export const lintRules: readonly LintRule[] = [
  caseOnly,
  unusedMessages,
  unusedTypes,
  missingBindings,
  foreignActions,
  partOrder,
  plainNames,
  missingDocumentation,
  formTwins,
];

/** Reports what in a sound contract is likely to trouble somebody. Rules that are off are not run. */
export function lintModel(
  model: ServiceModel,
  sink: DiagnosticSink,
  levels: LintLevels = {},
): void {
  for (const { code, level, find } of lintRules) {
    const severity = levels[code] ?? level;
    if (severity === 'off') continue;
    for (const finding of find(model)) sink.report({ ...finding, code, severity });
  }
}
