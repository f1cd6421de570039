/** Exports for build scripts and other tools that import `asmx-gen`. */
export type { Config, ContractConfig, LintLevel } from './config/config.ts';
export { defineConfig } from './config/config.ts';
export type { DiagnosticCode } from './diagnostics/codes.ts';
export type {
  Diagnostic,
  DiagnosticBag,
  DiagnosticSink,
  RelatedPlace,
  Severity,
} from './diagnostics/diagnostic.ts';
export { createDiagnosticBag } from './diagnostics/diagnostic.ts';
export type { Position, SourceFile, Span } from './diagnostics/source-file.ts';
export { positionAt } from './diagnostics/source-file.ts';
export type { Stage } from './diagnostics/stage-clock.ts';
export type { FormattedFile } from './format/format-files.ts';
export type {
  GeneratedFiles,
  GenerateRequest,
  GenerateResult,
  HandlersFile,
  TextOptions,
} from './generate.ts';
export { generate, generateModel } from './generate.ts';
export type { LinkOptions } from './model/link.ts';
export { linkContract } from './model/link.ts';
export type { Contract, Definitions } from './model/wsdl/definitions.ts';
export type { LinkedService, ServiceModel, ServiceOperation } from './model/wsdl/service-model.ts';
export type { HandlerMember, HandlersPlan, PlanOptions, Target } from './plan/result/plan.ts';
export type { OwnType, TypeMapping } from './plan/scope/shape-options.ts';
export type {
  FetchedFile,
  Host,
  ImportLock,
  ImportRule,
  ReadLimits,
  ReadOptions,
} from './read/host.ts';
export type { InputHash } from './read/input-hash.ts';
export { loadContract, readContract } from './read/read-contract.ts';
