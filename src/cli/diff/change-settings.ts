import type { Acceptance, Change } from '../../compare/result/change.ts';
import {
  type AcceptedChange,
  type DiffSettings,
  defaultSettings,
  type ReaderName,
} from '../../config/config.ts';
import { locateSetting } from '../../config/locate-setting.ts';
import type { Diagnostic, DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import { openConfig } from '../contract/jobs.ts';
import { shownPath } from '../terminal/shown-path.ts';
import type { DiffCommandOptions } from './options.ts';

/** What a configuration says of changes, in a run of `diff`. */
export class ChangeSettings {
  /** The stacks of callers and services, if they are named. */
  readonly readers: readonly ReaderName[] | undefined;
  readonly #path: string;
  readonly #rules: readonly Rule[];
  readonly #today: string = new Date().toISOString().slice(0, 10);

  constructor(path: string, { ignore, readers }: DiffSettings) {
    this.readers = readers;
    this.#path = path;
    this.#rules = ignore.map((entry) => ({ entry, subject: pattern(entry.path), used: false }));
  }

  /** Reads them. A configuration with errors is reported, and says nothing. */
  static async read(
    { config, for: stacks }: DiffCommandOptions,
    sink: DiagnosticSink,
  ): Promise<ChangeSettings> {
    const loaded = await openConfig(config, sink);
    const known = loaded === undefined || loaded === 'failed' ? undefined : loaded;
    const { ignore, readers } = known?.contracts[0]?.diff ?? defaultSettings.diff;
    return new ChangeSettings(known?.path ?? '', { ignore, readers: stacks ?? readers });
  }

  /** Says why a change is accepted, if it is. */
  readonly accepts = ({ kind, subject }: Change): Acceptance | undefined => {
    const matching = this.#rules.filter((rule) => {
      return rule.entry.code === kind && rule.subject.test(subject) && !this.#isOver(rule);
    });
    for (const rule of matching) rule.used = true;
    return matching[0]?.entry;
  };

  /**
   * The entries that have no effect any more.
   *
   * @param complete whether all contracts were compared, so that each entry should have matched
   */
  withoutEffect(complete: boolean): readonly Diagnostic[] {
    return this.#rules.flatMap((rule, index) => {
      const over = this.#isOver(rule);
      if (!over && (rule.used || !complete)) return [];
      const why = over
        ? `ended on ${rule.entry.until}: its changes count again`
        : 'matches no change';
      const keys = ['diff', 'ignore', index];
      return {
        code: 'ASMX8003',
        severity: 'warning',
        message: `this entry of 'diff.ignore' ${why}`,
        help: over ? 'remove it, or agree on a later day' : 'remove it',
        span: locateSetting(this.#path, shownPath(this.#path), keys),
      };
    });
  }

  #isOver({ entry: { until } }: Rule): boolean {
    return until !== undefined && until < this.#today;
  }
}

interface Rule {
  readonly entry: AcceptedChange;
  readonly subject: RegExp;
  used: boolean;
}

/** `*` stands for any text. */
function pattern(path = '*'): RegExp {
  const parts = path.split(/\*+/).map((part) => part.replace(/[\\^$.+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'su');
}
