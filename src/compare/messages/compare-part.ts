import type { MessagePart } from '../../model/wsdl/service-model.ts';
import { compareMessageElement, type ElementRole } from '../complex/compare-element.ts';
import { compareTypeUse } from '../complex/compare-type-use.ts';
import { match } from '../complex/match-items.ts';
import { compareDocumentation } from '../result/documentation.ts';
import { type MatchedPair, placesOf, reportOn, type Subject } from '../result/matched-pair.ts';
import { verdicts } from '../result/verdict.ts';

/** Compares parts by name: those of rpc messages, and parameters of GET and POST. */
export function comparePartsByName(
  matched: MatchedPair,
  old: readonly MessagePart[],
  now: readonly MessagePart[],
  ordered: boolean,
): void {
  const { pairs, removed, added } = match(old, now, (part) => part.name);
  for (const pair of pairs) comparePart(matched, pair.old, pair.new);
  if (ordered) {
    const ranks = pairs.map((pair) => old.indexOf(pair.old));
    const moved = pairs.find((_, index) => (ranks[index] ?? 0) < (ranks[index - 1] ?? -1));
    if (moved !== undefined) {
      const what = `parameters of ${matched.label} are in another order`;
      const message = `${what}: '${moved.new.name}' moved`;
      const places = placesOf(moved.old, moved.new);
      matched.report('order-changed', verdicts.different, message, places);
    }
  }
  reportParts(matched, removed, added);
}

/** Reports removed and new parts. */
export function reportParts(
  matched: MatchedPair,
  removed: readonly MessagePart[],
  added: readonly MessagePart[],
): void {
  const { noun, label } = matched;
  const subjectOf = (part: MessagePart): string => `${matched.subject}.${part.name}`;
  for (const part of removed) {
    const verdict = part.optional === true ? verdicts.removedOptional : verdicts.removedRequired;
    const at = { subject: subjectOf(part), old: part.span };
    matched.report('field-removed', verdict, `${noun} '${part.name}' removed from ${label}`, at);
  }
  for (const part of added) {
    const optional = part.optional === true;
    const verdict = optional ? verdicts.addedOptional : verdicts.addedRequired;
    const what = `${optional ? 'optional' : 'required'} ${noun} '${part.name}'`;
    const at = { subject: subjectOf(part), new: part.span };
    matched.report('field-added', verdict, `${what} added to ${label}`, at);
  }
}

/** What a part is in its message. */
export interface PartRole extends ElementRole {
  /** Whether the part is the message, a header or the detail of a fault. */
  readonly whole?: boolean | undefined;
}

/** Compares two parts. */
export function comparePart(
  matched: MatchedPair,
  old: MessagePart,
  now: MessagePart,
  { whole = false, ...role }: PartRole = {},
): void {
  const about: Subject = {
    matched,
    subject: whole ? matched.subject : `${matched.subject}.${now.name}`,
    what: whole ? matched.label : `${matched.noun} '${now.name}' in ${matched.label}`,
    ...placesOf(old, now),
  };
  if (old.element !== undefined && now.element !== undefined) {
    compareMessageElement(matched, { old: old.element, new: now.element }, role);
  } else if (old.type !== undefined && now.type !== undefined) {
    compareTypeUse(about, old.type, now.type);
  } else {
    const words = now.element === undefined ? 'type instead of element' : 'element instead of type';
    reportOn(about, 'message-part-changed', verdicts.different, `is described by ${words}`);
  }
  const optional = now.optional === true;
  if (optional !== (old.optional === true)) {
    if (optional) reportOn(about, 'field-optional', verdicts.wider, 'is optional now');
    else reportOn(about, 'field-required', verdicts.narrower, 'is required now');
  }
  compareDocumentation(about, old, now);
}
