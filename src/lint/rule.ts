import type { DiagnosticCode } from '../diagnostics/codes.ts';
import type { Diagnostic, Severity } from '../diagnostics/diagnostic.ts';
import type { ServiceModel } from '../model/wsdl/service-model.ts';
import type { ContractMessages } from '../plan/messages/contract-messages.ts';

/** Codes of lint rules. */
export type LintCode = Extract<DiagnosticCode, `ASMX6${string}`>;

/** What a rule finds: code and severity are the rule's. */
export type LintFinding = Omit<Diagnostic, 'code' | 'severity'>;

/** A rule about valid contracts that are likely to cause trouble. */
export interface LintRule {
  readonly code: LintCode;
  /** Severity unless configured otherwise. */
  readonly level: Severity | 'off';
  /** Why it matters and what to do, for the reference: a few sentences. */
  readonly explanation: string;
  /** A contract in the YAML notation that breaks the rule. */
  readonly example: string;
  /** @param messages what the operations of the contract take and give */
  find(model: ServiceModel, messages: ContractMessages): readonly LintFinding[];
}
