import type { ContractSettings } from '../../config/config.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Stage } from '../../diagnostics/stage-clock.ts';
import type { FormatCache } from '../../format/prettier-format.ts';
import type { LenientOutlook } from '../../model/link.ts';
import type { ContractPlan, PlanOptions } from '../../plan/result/plan.ts';
import type { InputHash } from '../../read/input-hash.ts';
import type { FolderComparison } from '../../write/compare-files.ts';
import type { ContractJob } from '../contract/jobs.ts';
import type { WrittenSettings } from '../project/project-advice.ts';
import type { WebAccess } from '../web/access.ts';
import type { FolderIndex } from './folder-index.ts';
import type { Fetched } from './lock-comparison.ts';

/** Data that `--watch` keeps between runs and collects in each. */
export interface WarmRun {
  readonly cache: FormatCache;
  /** Called for every file requested, whether or not it exists. */
  readonly noteFile: (path: string) => void;
  /** Called for every folder of templates. */
  readonly noteTemplates: (folder: string) => void;
}

/** Options for all jobs of a run. */
export interface JobMode {
  readonly out: string | undefined;
  /** How to sign in to servers. */
  readonly access: WebAccess;
  readonly templates: string | undefined;
  /** Whether it is the only job. */
  readonly alone: boolean;
  /** Overwrites edited files or, with `--check`, shows them as a difference. */
  readonly force: boolean;
  /** Whether it only compares. */
  readonly check: boolean;
  /** Replaces the code of another contract. */
  readonly replace: boolean;
  /** Generated folders found so far. */
  readonly folders: FolderIndex;
  readonly warm?: WarmRun | undefined;
}

/** A contract's use of a shared runtime. */
export interface SharedUse {
  /** Absolute path of the runtime's folder. */
  readonly directory: string;
  readonly needs: readonly string[];
  /** Settings of the contract that must be equal in all contracts with this runtime. */
  readonly settings: Pick<ContractSettings, 'emit' | 'header' | 'format'> &
    Pick<PlanOptions, 'importExtension'>;
}

/** A contract generated in memory and compared with its folder. */
export interface JobOutcome {
  readonly job: ContractJob;
  /** Absent if the folder was found current by its hashes, or the contract has errors. */
  readonly plan: ContractPlan | undefined;
  readonly comparison: FolderComparison | undefined;
  /** The user's handlers files, with target `handlers`. */
  readonly handlers: FolderComparison | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly timings: Readonly<Partial<Record<Stage, number>>>;
  /** What `--lenient` would do, if it would pass the errors. */
  readonly outlook?: LenientOutlook | undefined;
  readonly fetched?: Fetched | undefined;
  /** What must match the project; absent if the contract has errors. */
  readonly written?: WrittenSettings | undefined;
  /** Its use of a shared runtime, if it has one. */
  readonly runtime?: SharedUse | undefined;
  /**
   * Input files of the output, including the user's templates; absent if the contract has errors.
   */
  readonly inputs?: readonly InputHash[] | undefined;
}
