import type { Change } from '../../compare/result/change.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type JsonPlace, placeOf, reportJson } from '../../diagnostics/report-json.ts';
import { bindingWords, type Compared, countsOf } from './compared.ts';

/** A change in the document of `--reporter json`. */
interface JsonChange {
  readonly classes: Change['classes'];
  readonly kind: Change['kind'];
  /** `["all"]`, or names; empty if no binding has it. */
  readonly bindings: readonly string[];
  readonly subject: string;
  readonly message: string;
  readonly help?: string;
  readonly operations: readonly string[];
  readonly operationsByClass?: Change['operationsByClass'];
  readonly subjects?: readonly string[];
  readonly hazards?: Change['hazards'];
  readonly old: JsonPlace | null;
  readonly new: JsonPlace | null;
}

/** Writes the changes as one JSON document (docs/reference/diff.md). */
export function changesJson(compared: Compared, diagnostics: readonly Diagnostic[]): string {
  return reportJson(diagnostics, changesData(compared));
}

/** The changes of one contract as plain data. */
export function changesData(compared: Compared): Readonly<Record<string, unknown>> {
  const { comparison, listed } = compared;
  const { breaks, step, callersStep, serversStep, ignored } = comparison;
  return {
    old: compared.old,
    new: compared.new,
    breaks,
    step,
    callersStep,
    serversStep,
    counts: countsOf(comparison),
    changes: listed.map(jsonChange),
    ignored: ignored.map((change) => {
      const { reason, until } = change;
      return { ...jsonChange(change), reason, ...(until === undefined ? {} : { until }) };
    }),
  };
}

function jsonChange(change: Change): JsonChange {
  const { classes, kind, subject, message, help, operations } = change;
  const { operationsByClass, subjects, hazards } = change;
  return {
    classes,
    kind,
    bindings: bindingWords(change),
    subject,
    message,
    ...(help === undefined ? {} : { help }),
    operations,
    ...(operationsByClass === undefined ? {} : { operationsByClass }),
    ...(subjects === undefined ? {} : { subjects }),
    ...(hazards === undefined ? {} : { hazards }),
    old: change.old === undefined ? null : placeOf(change.old),
    new: change.new === undefined ? null : placeOf(change.new),
  };
}
