import type { DiagnosticCode } from '../diagnostics/codes.ts';
import type { Diagnostic, Severity } from '../diagnostics/diagnostic.ts';
import type { ServiceModel } from '../model/wsdl/service-model.ts';
import type { ContractMessages } from '../plan/messages/contract-messages.ts';

/** Codes of lint rules. */
export type LintCode = Extract<DiagnosticCode, `ASMX6${string}`>;

/** A finding, without the rule's code and severity. */
export type LintFinding = Omit<Diagnostic, 'code' | 'severity'>;

/** A rule about likely problems in valid contracts. */
export interface LintRule {
  readonly code: LintCode;
  /** Default severity. */
  readonly level: Severity | 'off';
  /** Why it matters and what to do, for the reference, in a few sentences. */
  readonly explanation: string;
  /** A contract in the YAML notation that violates the rule. */
  readonly example: string;
  /** @param messages input and output of the contract's operations */
  find(model: ServiceModel, messages: ContractMessages): readonly LintFinding[];
}
