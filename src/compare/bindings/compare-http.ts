import type { HttpContent } from '../../model/wsdl/definitions.ts';
import type { MessagePart } from '../../model/wsdl/service-model.ts';
import { comparePart, comparePartsByName } from '../messages/compare-part.ts';
import { type HttpParameter, httpParameters } from '../messages/http-parameters.ts';
import type { MatchedPair } from '../result/matched-pair.ts';
import { verdicts } from '../result/verdict.ts';
import { messagePair, type OperationPair } from './operation-pair.ts';

/**
 * Compares an operation over GET or POST, if both contracts have it. Every parameter is required,
 * and letter case does not matter.
 */
export function compareHttpOperation(pair: OperationPair, binding: 'httpGet' | 'httpPost'): void {
  const [old, now] = [pair.old[binding], pair.new[binding]];
  if (old === undefined || now === undefined) return;
  const { label } = pair;
  const request = messagePair(pair, binding, 'request');
  if (old.location !== now.location) {
    const message = `location of ${label} is '${now.location}' instead of '${old.location}'`;
    request.report('location-changed', verdicts.different, message, { subject: label });
  }
  compareEncodings(request, old.input, now.input);
  const parameters = httpParameters(pair.new, now, pair.messages.new);
  const before = recased(request, httpParameters(pair.old, old, pair.messages.old), parameters);
  comparePartsByName(request, before, asPresent(before, parameters), false);
  const response = messagePair(pair, binding, 'response');
  if (old.result !== undefined && now.result !== undefined) {
    compareEncodings(response, old.output, now.output);
    comparePart(response, old.result, now.result, { whole: true });
  } else if (old.result !== undefined) {
    const message = `${label} gives no result any more`;
    response.report('result-removed', verdicts.removedRequired, message, { old: old.result.span });
  } else if (now.result !== undefined) {
    const message = `${label} gives a result now`;
    response.report('result-added', verdicts.addedRequired, message, { new: now.result.span });
  }
}

/**
 * The new parameters, with the optionality of the old ones unless SOAP shows a difference. WSDL
 * cannot express optional parameters of GET and POST, so a contract that does not is no change.
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
 * The old parameters under their new names if only letter case differs, which is reported as
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
    const message = `parameter '${part.name}' in ${matched.label} is spelt '${other.name}' now`;
    const subject = `${matched.subject}.${other.name}`;
    const at = { subject, old: part.span, new: other.span };
    matched.report('field-recased', verdicts.compatible, message, at);
    return { ...part, name: other.name };
  });
}

function compareEncodings(matched: MatchedPair, old: HttpContent, now: HttpContent): void {
  const before = encodingWord(old);
  const after = encodingWord(now);
  if (before === after) return;
  const message = `${matched.label} travels as ${after} instead of ${before}`;
  matched.report('encoding-changed', verdicts.different, message);
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
