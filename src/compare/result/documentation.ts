import type { Span } from '../../diagnostics/source-file.ts';
import type { MatchedPair } from './matched-pair.ts';
import { verdicts } from './verdict.ts';

/** Something that may carry a text for people. */
export interface Documented {
  readonly documentation?: string | undefined;
  readonly span?: Span | undefined;
}

/** Reports a documentation that differs by more than white space. */
export function compareDocumentation(
  matched: MatchedPair,
  subject: string,
  what: string,
  old: Documented,
  now: Documented,
): void {
  if (old.documentation === now.documentation) return;
  const before = plain(old.documentation);
  const after = plain(now.documentation);
  if (before === after) return;
  const verb = before === '' ? 'added to' : after === '' ? 'removed from' : 'changed for';
  matched.findings.push({
    kind: 'documentation-changed',
    verdict: verdicts.documentation,
    subject,
    message: `documentation ${verb} ${what}`,
    old: old.span,
    new: now.span,
  });
}

function plain(text: string | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}
