import { reportOn, type Subject } from '../result/matched-pair.ts';
import { type Verdict, verdicts } from '../result/verdict.ts';

/** Default and fixed value of an element or attribute. */
interface Defaults {
  readonly default?: string | undefined;
  readonly fixed?: string | undefined;
}

/**
 * Compares default and fixed values. Receivers use a default for an absent value, and ASMX omits
 * values equal to it. With another default, one side reads another value.
 */
export function compareDefaults(about: Subject, old: Defaults, now: Defaults): void {
  if (old.default !== now.default) {
    const text = transition('default', old.default, now.default);
    reportOn(about, 'default-changed', verdicts.different, text);
  }
  if (old.fixed !== now.fixed) {
    const text = transition('fixed value', old.fixed, now.fixed);
    reportOn(about, 'fixed-changed', fixedVerdict(old, now), text);
  }
}

function fixedVerdict(old: Defaults, now: Defaults): Verdict {
  if (old.fixed === undefined) return verdicts.narrower;
  return now.fixed === undefined ? verdicts.wider : verdicts.different;
}

function transition(name: string, before: string | undefined, after: string | undefined): string {
  if (before === undefined) return `has the ${name} '${after}' now`;
  if (after === undefined) return `has no ${name} any more (was '${before}')`;
  return `has the ${name} '${after}' instead of '${before}'`;
}
