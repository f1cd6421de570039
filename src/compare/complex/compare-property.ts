import type { Subject } from '../result/matched-pair.ts';
import { verdicts } from '../result/verdict.ts';

/**
 * Reports a changed property name from `jaxb:property`. Messages stay the same, but source code
 * with the old name no longer compiles.
 */
export function compareProperty(about: Subject, old: string, now: string): void {
  if (old === now) return;
  const message = `property of ${about.what} is '${now}' instead of '${old}' in generated code`;
  const help = 'Messages stay the same; code that uses the old name breaks once it is regenerated';
  about.matched.report('property-renamed', verdicts.compatible, message, { ...about, help });
}
