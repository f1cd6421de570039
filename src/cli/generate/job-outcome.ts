import type { ContractSettings } from '../../config/config.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Stage } from '../../diagnostics/stage-clock.ts';
import type { FormatCache } from '../../format/prettier-format.ts';
import type { ContractPlan } from '../../plan/result/plan.ts';
import type { InputHash } from '../../read/input-hash.ts';
import type { FolderComparison } from '../../write/compare-files.ts';
import type { ContractJob } from '../contract/jobs.ts';
import type { FolderIndex } from './folder-index.ts';
import type { Fetched } from './lock-comparison.ts';

/** What `--watch` keeps between runs, and learns of each. */
export interface WarmRun {
  readonly cache: FormatCache;
  /** Told of every file asked for, whether or not it is there. */
  readonly noteFile: (path: string) => void;
  /** Told of every folder of templates. */
  readonly noteTemplates: (folder: string) => void;
}

/** How all jobs of a run are done. */
export interface JobMode {
  readonly out: string | undefined;
  readonly templates: string | undefined;
  /** Whether it is the only job. */
  readonly alone: boolean;
  /** Overwrites edited files, or, with `--check`, shows them as a difference. */
  readonly force: boolean;
  /** Replaces the code of another contract. */
  readonly replace: boolean;
  /** Generated folders met so far. */
  readonly folders: FolderIndex;
  readonly warm?: WarmRun | undefined;
}

/** What a contract uses of a runtime that several share. */
export interface SharedUse {
  /** Absolute path of the runtime's folder. */
  readonly directory: string;
  readonly needs: readonly string[];
  /** Settings of the contract, which those that share agree on. */
  readonly settings: Pick<ContractSettings, 'emit' | 'importExtension' | 'header' | 'format'>;
}

/** A contract generated in memory and held against its folder. */
export interface JobOutcome {
  readonly job: ContractJob;
  /** Absent when the folder was found current by its hashes, or the contract has errors. */
  readonly plan: ContractPlan | undefined;
  readonly comparison: FolderComparison | undefined;
  /** The user's files of handlers, with target `handlers`. */
  readonly handlers: FolderComparison | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly timings: Readonly<Partial<Record<Stage, number>>>;
  readonly fetched?: Fetched | undefined;
  /** What it uses of a shared runtime; absent with a runtime of another kind. */
  readonly runtime?: SharedUse | undefined;
  /**
   * Files the output was generated from, the user's templates included; absent when the contract
   * has errors.
   */
  readonly inputs?: readonly InputHash[] | undefined;
}
