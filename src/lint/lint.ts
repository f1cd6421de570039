import type { DiagnosticSink } from '../diagnostics/diagnostic.ts';
import type { LintLevels } from '../diagnostics/lint-levels.ts';
import type { ServiceModel } from '../model/wsdl/service-model.ts';
import { contractMessages } from '../plan/messages/contract-messages.ts';
import type { LintRule } from './rule.ts';
import { foreignActions, sharedActions } from './rules/actions.ts';
import { formTwins, missingBindings, partOrder } from './rules/bindings.ts';
import { caseOnly } from './rules/case-only.ts';
import { defaultNamespace, encodedMessages, untypedValues } from './rules/habits.ts';
import { missingDocumentation, plainNames } from './rules/names.ts';
import { unusedMessages, unusedTypes } from './rules/unused.ts';

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
  sharedActions,
  encodedMessages,
  untypedValues,
  defaultNamespace,
];

/** Reports likely problems in a valid contract. Rules that are off are not run. */
export function lintModel(
  model: ServiceModel,
  sink: DiagnosticSink,
  levels: LintLevels = {},
): void {
  const messages = contractMessages(model);
  for (const { code, level, find } of lintRules) {
    const severity = levels[code] ?? level;
    if (severity === 'off') continue;
    for (const finding of find(model, messages)) sink.report({ ...finding, code, severity });
  }
}
