import type { BindingKind, HttpContent } from '../model/definitions.ts';
import type { HttpOperation, MessagePart } from '../model/service-model.ts';
import { comparePart, comparePartsByName } from './compare-message.ts';
import { type HttpParameter, httpParameters } from './http-parameters.ts';
import { messageSite, type OperationPair } from './operation-pair.ts';
import type { Site } from './site.ts';
import type { Sites } from './sites.ts';
import { verdicts } from './verdict.ts';

/** Compares how an operation travels by GET or POST, where every parameter must be there and letter case does not count. */
export function compareHttpOperation(
  sites: Sites,
  pair: OperationPair,
  binding: BindingKind,
  old: HttpOperation,
  now: HttpOperation,
): void {
  const request = messageSite(sites, pair, binding, 'request');
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
  comparePartsByName(sites, request, before, asPresent(before, parameters), false);
  const response = messageSite(sites, pair, binding, 'response');
  if (old.result !== undefined && now.result !== undefined) {
    compareEncodings(response, old.output, now.output);
    comparePart(sites, response, old.result, now.result, true);
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
 * The new parameters, those as present as the old ones that SOAP tells no difference of: WSDL has no word for what may be absent over
 * GET and POST, so that a contract which does not say so is not different.
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

/** The old parameters under their new names where only letter case differs, which is told and harmless. */
function recased(
  site: Site,
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
    site.findings.push({
      kind: 'field-recased',
      verdict: verdicts.compatible,
      subject: `${site.subject}.${other.name}`,
      message: `parameter '${part.name}' in ${site.label} is spelt '${other.name}' now`,
      old: part.span,
      new: other.span,
    });
    return { ...part, name: other.name };
  });
}

function compareEncodings(site: Site, old: HttpContent, now: HttpContent): void {
  const before = encodingWord(old);
  const after = encodingWord(now);
  if (before === after) return;
  site.findings.push({
    kind: 'encoding-changed',
    verdict: verdicts.different,
    subject: site.subject,
    message: `${site.label} travels as ${after} instead of ${before}`,
    old: site.old,
    new: site.new,
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
