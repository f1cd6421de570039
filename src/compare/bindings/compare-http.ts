import type { BindingKind, HttpContent } from '../../model/wsdl/definitions.ts';
import type { HttpOperation, MessagePart } from '../../model/wsdl/service-model.ts';
import { comparePart, comparePartsByName } from '../messages/compare-message.ts';
import { type HttpParameter, httpParameters } from '../messages/http-parameters.ts';
import type { MatchedPair } from '../result/matched-pair.ts';
import type { MatchedPairs } from '../result/matched-pairs.ts';
import { verdicts } from '../result/verdict.ts';
import { messagePair, type OperationPair } from './operation-pair.ts';

/**
 * Compares how an operation travels by GET or POST, where every parameter must be there and letter
 * case does not count.
 */
export function compareHttpOperation(
  matches: MatchedPairs,
  pair: OperationPair,
  binding: BindingKind,
  old: HttpOperation,
  now: HttpOperation,
): void {
  const request = messagePair(matches, pair, binding, 'request');
  if (old.location !== now.location) {
    request.findings.push({
      kind: 'location-changed',
      verdict: verdicts.different,
      subject: pair.label,
      message: `location of ${pair.label} is '${now.location}' instead of '${old.location}'`,
      old: request.old,
      new: request.new,
    });
  }
  compareEncodings(request, old.input, now.input);
  const parameters = httpParameters(pair.new, now, pair.messages.new);
  const before = recased(request, httpParameters(pair.old, old, pair.messages.old), parameters);
  comparePartsByName(matches, request, before, asPresent(before, parameters), false);
  const response = messagePair(matches, pair, binding, 'response');
  if (old.result !== undefined && now.result !== undefined) {
    compareEncodings(response, old.output, now.output);
    comparePart(matches, response, old.result, now.result, true);
  } else if (old.result !== undefined || now.result !== undefined) {
    const gone = now.result === undefined;
    response.findings.push({
      kind: gone ? 'result-removed' : 'result-added',
      verdict: gone ? verdicts.removedRequired : verdicts.addedRequired,
      subject: response.subject,
      message: gone ? `${pair.label} gives no result any more` : `${pair.label} gives a result now`,
      old: old.result?.span ?? response.old,
      new: now.result?.span ?? response.new,
    });
  }
}

/**
 * The new parameters, those as present as the old ones that SOAP tells no difference of: WSDL has
 * no word for what may be absent over GET and POST, so that a contract which does not say so is not
 * different.
 */
function asPresent(
  old: readonly HttpParameter[],
  now: readonly HttpParameter[],
): readonly MessagePart[] {
  const known = new Map(old.map((part) => [part.name, part]));
  return now.map((part) => {
    const { absentOverSoap, optional } = known.get(part.name) ?? {};
    const same = absentOverSoap !== undefined && absentOverSoap === part.absentOverSoap;
    return same ? { ...part, optional } : part;
  });
}

/**
 * The old parameters under their new names where only letter case differs, which is told and
 * harmless.
 */
function recased(
  matched: MatchedPair,
  old: readonly HttpParameter[],
  now: readonly HttpParameter[],
): readonly HttpParameter[] {
  const known = new Set(old.map(({ name }) => name));
  const fresh = new Map(
    now.filter(({ name }) => !known.has(name)).map((part) => [part.name.toLowerCase(), part]),
  );
  if (fresh.size === 0) return old;
  const kept = new Set(now.map(({ name }) => name));
  return old.map((part) => {
    const other = kept.has(part.name) ? undefined : fresh.get(part.name.toLowerCase());
    if (other === undefined) return part;
    matched.findings.push({
      kind: 'field-recased',
      verdict: verdicts.compatible,
      subject: `${matched.subject}.${other.name}`,
      message: `parameter '${part.name}' in ${matched.label} is spelt '${other.name}' now`,
      old: part.span,
      new: other.span,
    });
    return { ...part, name: other.name };
  });
}

function compareEncodings(matched: MatchedPair, old: HttpContent, now: HttpContent): void {
  const before = encodingWord(old);
  const after = encodingWord(now);
  if (before === after) return;
  matched.findings.push({
    kind: 'encoding-changed',
    verdict: verdicts.different,
    subject: matched.subject,
    message: `${matched.label} travels as ${after} instead of ${before}`,
    old: matched.old,
    new: matched.new,
  });
}

function encodingWord(content: HttpContent): string {
  switch (content.kind) {
    case 'urlEncoded':
      return 'query';
    case 'urlReplacement':
      return 'path of the URL';
    case 'form':
      return 'form';
    case 'mimeXml':
      return 'XML';
    case 'mimeContent':
      return content.type ?? 'any content';
    case 'none':
      return 'nothing';
  }
}
