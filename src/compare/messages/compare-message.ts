import { qnameKey } from '../../model/common/qname.ts';
import type { HeaderPart, MessagePart, SoapMessage } from '../../model/wsdl/service-model.ts';
import { match } from '../complex/match-items.ts';
import { inEncoding, type MatchedPair, placesOf } from '../result/matched-pair.ts';
import { verdicts } from '../result/verdict.ts';
import { comparePart, comparePartsByName, reportParts } from './compare-part.ts';

/** Compares one direction of a SOAP operation of unchanged style. */
export function compareSoapMessage(matched: MatchedPair, old: SoapMessage, now: SoapMessage): void {
  if (old.use !== now.use) {
    const message = `${matched.label} is ${now.use} instead of ${old.use}`;
    matched.report('use-changed', verdicts.different, message);
  } else if (now.use === 'encoded') matched.uses |= inEncoding(matched.uses);
  compareWrappers(matched, old, now);
  if (now.rpcWrapper === undefined) compareBodies(matched, old.parts, now.parts);
  else comparePartsByName(matched, old.parts, now.parts, true);
  compareHeaders(matched, old.headers, now.headers);
  compareAttachments(matched, old, now);
}

function compareWrappers(matched: MatchedPair, old: SoapMessage, now: SoapMessage): void {
  const before = old.rpcWrapper;
  const after = now.rpcWrapper;
  if (before === undefined || after === undefined) return;
  if (before.localName !== after.localName) {
    const names = `'${after.localName}' instead of '${before.localName}'`;
    const message = `wrapper of ${matched.label} is ${names}`;
    matched.report('wrapper-changed', verdicts.different, message);
  }
  matched.all.moved(matched, {
    old: { name: before, span: matched.old },
    new: { name: after, span: matched.new },
  });
}

/** The part by whose name toolkits know that its element wraps parameters or results. */
const wrapperPart = 'parameters';

/** document/literal: the body consists of the parts, usually one. */
function compareBodies(
  matched: MatchedPair,
  old: readonly MessagePart[],
  now: readonly MessagePart[],
): void {
  const [before] = old;
  const [after] = now;
  if (old.length === 1 && now.length === 1 && before !== undefined && after !== undefined) {
    const isWrapper = before.name === wrapperPart && after.name === wrapperPart;
    comparePart(matched, before, after, { whole: true, isWrapper });
    return;
  }
  const nameOf = (part: MessagePart): string => part.element?.name.localName ?? part.name;
  const { pairs, removed, added } = match(old, now, nameOf);
  for (const pair of pairs) comparePart(matched, pair.old, pair.new);
  reportParts(matched, removed, added);
}

/** The qualified name of a header on the wire. */
function partKey({ element, name }: MessagePart): string {
  return element === undefined ? name : qnameKey(element.name);
}

/** The name of a header on the wire. */
function headerName({ part }: HeaderPart): string {
  return part.element?.name.localName ?? part.name;
}

function compareHeaders(
  matched: MatchedPair,
  old: readonly HeaderPart[],
  now: readonly HeaderPart[],
): void {
  const exact = match(old, now, ({ part }) => partKey(part));
  const rest = match(exact.removed, exact.added, headerName);
  const { removed, added } = rest;
  const pairs = [...exact.pairs, ...rest.pairs];
  const subjectOf = (header: HeaderPart): string => `${matched.subject}.${headerName(header)}`;
  for (const header of removed) {
    const verdict = header.required ? verdicts.removedRequired : verdicts.removedOptional;
    const message = `header '${headerName(header)}' removed from ${matched.label}`;
    const at = { subject: subjectOf(header), old: header.part.span };
    matched.report('header-removed', verdict, message, at);
  }
  for (const header of added) {
    const verdict = header.required ? verdicts.addedRequired : verdicts.addedOptional;
    const message = `header '${headerName(header)}' added to ${matched.label}`;
    const at = { subject: subjectOf(header), new: header.part.span };
    matched.report('header-added', verdict, message, at);
  }
  for (const { old: before, new: after } of pairs) {
    const name = headerName(after);
    const subject = subjectOf(after);
    if (before.required !== after.required) {
      matched.report(
        after.required ? 'header-required' : 'header-optional',
        after.required ? verdicts.narrower : verdicts.wider,
        `header '${name}' is ${after.required ? 'required' : 'optional'} now in ${matched.label}`,
        { subject, ...placesOf(before.part, after.part) },
      );
    }
    const inner = matched.part({
      label: `header '${name}' of ${matched.label}`,
      subject,
      old: matched.old,
      new: matched.new,
    });
    // one in another namespace is another header; servers pass over those they do not know
    const isRequired = before.required || after.required;
    const asAnother = isRequired ? verdicts.different : verdicts.removedOptional;
    comparePart(inner, before.part, after.part, { whole: true, asAnother });
  }
}

function compareAttachments(matched: MatchedPair, old: SoapMessage, now: SoapMessage): void {
  const { pairs, removed, added } = match(old.attachments, now.attachments, ({ part }) => part);
  const { label } = matched;
  const subjectOf = (part: string): string => `${matched.subject}.${part}`;
  for (const { part } of removed) {
    const message = `attachment '${part}' removed from ${label}`;
    const at = { subject: subjectOf(part) };
    matched.report('attachment-removed', verdicts.removedRequired, message, at);
  }
  for (const { part } of added) {
    const message = `attachment '${part}' added to ${label}`;
    const at = { subject: subjectOf(part) };
    matched.report('attachment-added', verdicts.addedRequired, message, at);
  }
  for (const { old: before, new: after } of pairs) {
    if (before.types.join() === after.types.join()) continue;
    const kept = before.types.every((type) => after.types.includes(type));
    const known = after.types.every((type) => before.types.includes(type));
    const verdict = kept ? verdicts.wider : known ? verdicts.narrower : verdicts.different;
    const types = `${after.types.join(' or ')} instead of ${before.types.join(' or ')}`;
    const message = `attachment '${after.part}' is ${types} in ${label}`;
    matched.report('attachment-changed', verdict, message, { subject: subjectOf(after.part) });
  }
}
