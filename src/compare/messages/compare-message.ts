import type { HeaderPart, MessagePart, SoapMessage } from '../../model/wsdl/service-model.ts';
import { compareDocumentation } from '../result/documentation.ts';
import type { MatchedPair } from '../result/matched-pair.ts';
import type { MatchedPairs } from '../result/matched-pairs.ts';
import { type Verdict, verdicts } from '../result/verdict.ts';
import { compareMessageElement } from '../schema/compare-element.ts';
import { compareTypeUse } from '../schema/compare-type-use.ts';
import { match } from '../schema/match-items.ts';

/** Compares one direction of a SOAP operation whose style did not change. */
export function compareSoapMessage(
  matches: MatchedPairs,
  matched: MatchedPair,
  old: SoapMessage,
  now: SoapMessage,
): void {
  const places = { old: matched.old, new: matched.new };
  if (old.use !== now.use) {
    matched.findings.push({
      kind: 'use-changed',
      verdict: verdicts.different,
      subject: matched.subject,
      message: `${matched.label} is ${now.use} instead of ${old.use}`,
      ...places,
    });
  }
  compareWrappers(matches, matched, old, now);
  if (now.rpcWrapper === undefined) compareBodies(matches, matched, old.parts, now.parts);
  else comparePartsByName(matches, matched, old.parts, now.parts, true);
  compareHeaders(matches, matched, old.headers, now.headers);
  compareAttachments(matched, old, now);
}

function compareWrappers(
  matches: MatchedPairs,
  matched: MatchedPair,
  old: SoapMessage,
  now: SoapMessage,
): void {
  const before = old.rpcWrapper;
  const after = now.rpcWrapper;
  if (before === undefined || after === undefined) return;
  const places = { old: matched.old, new: matched.new };
  if (before.localName !== after.localName) {
    matched.findings.push({
      kind: 'wrapper-changed',
      verdict: verdicts.different,
      subject: matched.subject,
      message: `wrapper of ${matched.label} is '${after.localName}' instead of '${before.localName}'`,
      ...places,
    });
  }
  if (before.namespace !== after.namespace) {
    const names = { local: after.localName, from: before.namespace, to: after.namespace };
    matches.moved(matched, { ...names, ...places });
  }
}

/** document/literal: the body is the parts; nearly always there is one. */
function compareBodies(
  matches: MatchedPairs,
  matched: MatchedPair,
  old: readonly MessagePart[],
  now: readonly MessagePart[],
): void {
  const [before] = old;
  const [after] = now;
  if (old.length === 1 && now.length === 1 && before !== undefined && after !== undefined) {
    comparePart(matches, matched, before, after, true);
    return;
  }
  const { pairs, removed, added } = match(
    old,
    now,
    (part) => part.element?.name.localName ?? part.name,
  );
  for (const pair of pairs) comparePart(matches, matched, pair.old, pair.new, false);
  reportParts(matched, removed, added);
}

/**
 * Compares parts that are known by their names: those of rpc messages, and parameters of GET and
 * POST.
 */
export function comparePartsByName(
  matches: MatchedPairs,
  matched: MatchedPair,
  old: readonly MessagePart[],
  now: readonly MessagePart[],
  ordered: boolean,
): void {
  const { pairs, removed, added } = match(old, now, (part) => part.name);
  for (const pair of pairs) comparePart(matches, matched, pair.old, pair.new, false);
  if (ordered) {
    const ranks = pairs.map((pair) => old.indexOf(pair.old));
    const moved = pairs.find((_, index) => (ranks[index] ?? 0) < (ranks[index - 1] ?? -1));
    if (moved !== undefined) {
      matched.findings.push({
        kind: 'order-changed',
        verdict: verdicts.different,
        subject: matched.subject,
        message: `parameters of ${matched.label} stand in another order: '${moved.new.name}' moved`,
        old: moved.old.span,
        new: moved.new.span,
      });
    }
  }
  reportParts(matched, removed, added);
}

function reportParts(
  matched: MatchedPair,
  removed: readonly MessagePart[],
  added: readonly MessagePart[],
): void {
  for (const part of removed) {
    matched.findings.push({
      kind: 'field-removed',
      verdict: part.optional === true ? verdicts.removedOptional : verdicts.removedRequired,
      subject: `${matched.subject}.${part.name}`,
      message: `${matched.noun} '${part.name}' removed from ${matched.label}`,
      old: part.span,
      new: matched.new,
    });
  }
  for (const part of added) {
    const optional = part.optional === true;
    matched.findings.push({
      kind: 'field-added',
      verdict: optional ? verdicts.addedOptional : verdicts.addedRequired,
      subject: `${matched.subject}.${part.name}`,
      message: `${optional ? 'optional' : 'required'} ${matched.noun} '${part.name}' added to ${matched.label}`,
      old: matched.old,
      new: part.span,
    });
  }
}

/**
 * Compares two parts.
 *
 * @param whole whether the part is the message
 */
export function comparePart(
  matches: MatchedPairs,
  matched: MatchedPair,
  old: MessagePart,
  now: MessagePart,
  whole: boolean,
): void {
  const places = { old: old.span, new: now.span };
  const what = whole ? matched.label : `${matched.noun} '${now.name}' in ${matched.label}`;
  const subject = whole ? matched.subject : `${matched.subject}.${now.name}`;
  if (old.element !== undefined && now.element !== undefined) {
    compareMessageElement(matches, matched, old.element, now.element);
  } else if (old.type !== undefined && now.type !== undefined) {
    compareTypeUse(matches, { matched, subject, what, ...places }, old.type, now.type);
  } else {
    matched.findings.push({
      kind: 'message-part-changed',
      verdict: verdicts.different,
      subject,
      message: `${what} is described by ${now.element === undefined ? 'type instead of element' : 'element instead of type'}`,
      ...places,
    });
  }
  const optional = now.optional === true;
  if (optional !== (old.optional === true)) {
    matched.findings.push({
      kind: optional ? 'field-optional' : 'field-required',
      verdict: optional ? verdicts.wider : verdicts.narrower,
      subject,
      message: `${what} is ${optional ? 'optional' : 'required'} now`,
      ...places,
    });
  }
  compareDocumentation(matched, subject, what, old, now);
}

/** The name a header is known by on the wire. */
function headerName({ part }: HeaderPart): string {
  return part.element?.name.localName ?? part.name;
}

function compareHeaders(
  matches: MatchedPairs,
  matched: MatchedPair,
  old: readonly HeaderPart[],
  now: readonly HeaderPart[],
): void {
  if (old.length === 0 && now.length === 0) return;
  const { pairs, removed, added } = match(old, now, headerName);
  const report = (
    kind: 'header-added' | 'header-removed' | 'header-required' | 'header-optional',
    header: HeaderPart,
    verdict: Verdict,
    text: string,
    before = header,
  ): void => {
    const name = headerName(header);
    matched.findings.push({
      kind,
      verdict,
      subject: `${matched.subject}.${name}`,
      message: `header '${name}' ${text} ${matched.label}`,
      old: kind === 'header-added' ? matched.old : before.part.span,
      new: kind === 'header-removed' ? matched.new : header.part.span,
    });
  };
  for (const header of removed) {
    const verdict = header.required ? verdicts.removedRequired : verdicts.removedOptional;
    report('header-removed', header, verdict, 'removed from');
  }
  for (const header of added) {
    const verdict = header.required ? verdicts.addedRequired : verdicts.addedOptional;
    report('header-added', header, verdict, 'added to');
  }
  for (const { old: before, new: after } of pairs) {
    if (before.required !== after.required) {
      const [kind, verdict] = after.required
        ? (['header-required', verdicts.narrower] as const)
        : (['header-optional', verdicts.wider] as const);
      report(kind, after, verdict, `is ${after.required ? 'required' : 'optional'} now in`, before);
    }
    const name = headerName(after);
    const own = {
      label: `header '${name}' of ${matched.label}`,
      subject: `${matched.subject}.${name}`,
    };
    const inner = matches.add({
      ...matched,
      ...own,
      noun: 'field',
      findings: [],
      parts: new Set(),
      operations: [],
    });
    matched.parts.add(inner);
    comparePart(matches, inner, before.part, after.part, true);
  }
}

function compareAttachments(matched: MatchedPair, old: SoapMessage, now: SoapMessage): void {
  if (old.attachments.length === 0 && now.attachments.length === 0) return;
  const { pairs, removed, added } = match(old.attachments, now.attachments, ({ part }) => part);
  const report = (
    kind: 'attachment-added' | 'attachment-removed' | 'attachment-changed',
    part: string,
    verdict: Verdict,
    text: string,
  ): void => {
    matched.findings.push({
      kind,
      verdict,
      subject: `${matched.subject}.${part}`,
      message: `attachment '${part}' ${text} ${matched.label}`,
      old: matched.old,
      new: matched.new,
    });
  };
  for (const { part } of removed) {
    report('attachment-removed', part, verdicts.removedRequired, 'removed from');
  }
  for (const { part } of added) {
    report('attachment-added', part, verdicts.addedRequired, 'added to');
  }
  for (const { old: before, new: after } of pairs) {
    if (before.types.join() === after.types.join()) continue;
    const kept = before.types.every((type) => after.types.includes(type));
    const known = after.types.every((type) => before.types.includes(type));
    const verdict = kept ? verdicts.wider : known ? verdicts.narrower : verdicts.different;
    const text = `is ${after.types.join(' or ')} instead of ${before.types.join(' or ')} in`;
    report('attachment-changed', after.part, verdict, text);
  }
}
