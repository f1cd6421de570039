/** Exports for build scripts and other tools that import `asmx-gen`. */
export {
  type Config,
  type ContractConfig,
  defineConfig,
  type LintLevel,
} from './config/settings.ts';
export type { Stage } from './diagnostics/clock.ts';
export {
  createDiagnosticBag,
  type Diagnostic,
  type DiagnosticBag,
  type DiagnosticCode,
  type DiagnosticSink,
  type Position,
  positionAt,
  type RelatedPlace,
  type Severity,
  type SourceFile,
  type Span,
} from './diagnostics/diagnostic.ts';
export type { FormattedFile } from './format/files.ts';
export {
  type GeneratedFiles,
  type GenerateRequest,
  type GenerateResult,
  generate,
  generateModel,
  type HandlersFile,
  type TextOptions,
} from './generate.ts';
export { type LinkOptions, linkContract } from './model/link.ts';
export type { LinkedService, ServiceModel, ServiceOperation } from './model/services.ts';
export type { Contract, Definitions } from './model/wsdl.ts';
export type { HandlerMember, HandlersPlan, PlanOptions, Target } from './plan/result.ts';
export type { OwnType, TypeMapping } from './plan/settings.ts';
export { loadContract, readContract } from './read/contract.ts';
export type {
  FetchedFile,
  Host,
  ImportLock,
  ImportRule,
  ReadLimits,
  ReadOptions,
} from './read/host.ts';
export type { InputHash } from './read/import-rules.ts';
