import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import type { Diagnostic, Severity } from '../../diagnostics/diagnostic.ts';
import type { ServiceModel } from '../service-model.ts';

/** Codes of lint rules. */
export type LintCode = Extract<DiagnosticCode, `ASMX6${string}`>;

/** What a rule finds: code and severity are the rule's. */
export type LintFinding = Omit<Diagnostic, 'code' | 'severity'>;

/** A rule about contracts that are sound, and yet likely to trouble somebody. */
export interface LintRule {
  readonly code: LintCode;
  /** Severity unless configured otherwise. */
  readonly level: Severity | 'off';
  /** Why it matters and what to do, for the reference: a few sentences. */
  readonly explanation: string;
  /** A contract in the YAML notation that breaks the rule. */
  readonly example: string;
  find(model: ServiceModel): readonly LintFinding[];
}
