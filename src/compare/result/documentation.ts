import type { Subject } from './matched-pair.ts';
import { verdicts } from './verdict.ts';

/** Something that may have documentation. */
export interface Documented {
  readonly documentation?: string | undefined;
}

/** Reports documentation that differs in more than white space. */
export function compareDocumentation(about: Subject, old: Documented, now: Documented): void {
  if (old.documentation === now.documentation) return;
  const before = plain(old.documentation);
  const after = plain(now.documentation);
  if (before === after) return;
  const verb = before === '' ? 'added to' : after === '' ? 'removed from' : 'changed for';
  const message = `documentation ${verb} ${about.what}`;
  about.matched.report('documentation-changed', verdicts.documentation, message, about);
}

function plain(text: string | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}
