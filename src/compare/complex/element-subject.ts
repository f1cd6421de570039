import type { ElementDeclaration } from '../../model/xsd/schema.ts';
import { type MatchedPair, placesOf, type Subject } from '../result/matched-pair.ts';

/** An element of a matched pair. */
export function elementSubject(
  matched: MatchedPair,
  old: ElementDeclaration,
  now: ElementDeclaration,
): Subject {
  const { localName } = now.name;
  return {
    matched,
    subject: `${matched.subject}.${localName}`,
    what: `${matched.noun} '${localName}' in ${matched.label}`,
    ...placesOf(old, now),
  };
}
