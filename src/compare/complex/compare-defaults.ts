import type { SchemaType } from '../../model/xsd/schema.ts';
import { reportOn, type Subject } from '../result/matched-pair.ts';
import { verdicts } from '../result/verdict.ts';
import { isSameValue } from '../simple/relate-simple.ts';

/** Default and fixed value of an element or attribute, with its type. */
interface Defaults {
  readonly default?: string | undefined;
  readonly fixed?: string | undefined;
  readonly type: SchemaType;
}

/**
 * Compares default and fixed values, as values of their types. Receivers use a default for an
 * absent value, and ASMX omits values equal to it. With another default, one side reads another
 * value. A fixed value is a default, too, and the only value.
 */
export function compareDefaults(about: Subject, old: Defaults, now: Defaults): void {
  const same = (before: string | undefined, after: string | undefined): boolean =>
    before === after ||
    (before !== undefined && after !== undefined && isSameValue(old.type, now.type, before, after));
  const isKept = same(old.default ?? old.fixed, now.default ?? now.fixed);
  if (old.fixed !== undefined && now.default !== undefined) {
    const text = isKept
      ? `may have other values than '${now.default}' now, its default`
      : `has the default '${now.default}' instead of the fixed value '${old.fixed}'`;
    const verdict = isKept ? verdicts.wider : verdicts.different;
    reportOn(about, 'fixed-changed', verdict, text);
  } else if (old.default !== undefined && now.fixed !== undefined) {
    const text = isKept
      ? `may have no other value than '${now.fixed}' any more, its default`
      : `has the fixed value '${now.fixed}' instead of the default '${old.default}'`;
    const verdict = isKept ? verdicts.narrower : verdicts.different;
    reportOn(about, 'fixed-changed', verdict, text);
  } else if (!same(old.fixed, now.fixed)) {
    const text = transition('fixed value', old.fixed, now.fixed);
    const { narrower, wider, different } = verdicts;
    const lifted = now.fixed === undefined ? wider : different;
    reportOn(about, 'fixed-changed', old.fixed === undefined ? narrower : lifted, text);
  } else if (!same(old.default, now.default)) {
    const text = transition('default', old.default, now.default);
    reportOn(about, 'default-changed', verdicts.different, text);
  }
}

function transition(name: string, before: string | undefined, after: string | undefined): string {
  if (before === undefined) return `has the ${name} '${after}' now`;
  if (after === undefined) return `has no ${name} any more (was '${before}')`;
  return `has the ${name} '${after}' instead of '${before}'`;
}
