import { type Verdict, verdicts } from '../result/verdict.ts';
import type { TypeUse } from './type-use.ts';

/** Default and fixed value of an element or attribute. */
interface Defaults {
  readonly default?: string | undefined;
  readonly fixed?: string | undefined;
}

/**
 * Compares default and fixed values. A default is what the receiver reads where nothing stands, and
 * ASMX leaves out what equals it: another default is another value to one of the two.
 */
export function compareDefaults(use: TypeUse, old: Defaults, now: Defaults): void {
  report(use, 'default', old.default, now.default, verdicts.different);
  const verdict =
    old.fixed === undefined
      ? verdicts.narrower
      : now.fixed === undefined
        ? verdicts.wider
        : verdicts.different;
  report(use, 'fixed', old.fixed, now.fixed, verdict);
}

function report(
  { matched, subject, what, old: oldPlace, new: newPlace }: TypeUse,
  name: 'default' | 'fixed',
  before: string | undefined,
  after: string | undefined,
  verdict: Verdict,
): void {
  if (before === after) return;
  const text = name === 'default' ? 'default' : 'fixed value';
  const change =
    before === undefined
      ? `has the ${text} '${after}' now`
      : after === undefined
        ? `has no ${text} any more (was '${before}')`
        : `has the ${text} '${after}' instead of '${before}'`;
  const message = `${what} ${change}`;
  const places = { old: oldPlace, new: newPlace };
  matched.findings.push({ kind: `${name}-changed`, verdict, subject, message, ...places });
}
