import { demandOf } from './demands.ts';
import { type PolicyAssertion, type PolicyTerm, securityPolicyNamespaces } from './policy.ts';
import type { Requirement } from './requirement.ts';
import { wordsFor } from './words.ts';

/** A requirement, and whether it is one of several alternatives or may be left out. */
export interface Demanded extends Requirement {
  readonly isChoice: boolean;
  /** Set for an extension of WSDL without `wsdl:required`: it is used, and may be left out. */
  readonly isAnnounced?: boolean | undefined;
}

/** What policies demand together. */
export interface Demands {
  /** All requirements, each once, in the order of the contract. */
  readonly all: readonly Demanded[];
  /** Those that cannot be met, of the alternative that has the fewest of them. */
  readonly unmet: readonly Requirement[];
}

/** What some policies demand, in words. */
export function demandsOf(terms: readonly PolicyTerm[]): Demands {
  const whole: PolicyTerm = { kind: 'all', terms };
  const hasTls = demandOf(whole, isTransportBinding) === 'always';
  const { found, unmet } = collect(whole, hasTls);
  return { all: [...found.values()], unmet: [...unmet.values()] };
}

function isTransportBinding({ name }: PolicyAssertion): boolean {
  return name.localName === 'TransportBinding' && securityPolicyNamespaces.includes(name.namespace);
}

/** Requirements by their words. */
interface Collected {
  readonly found: ReadonlyMap<string, Demanded>;
  readonly unmet: ReadonlyMap<string, Requirement>;
}

function collect(term: PolicyTerm, hasTls: boolean): Collected {
  if (term.kind === 'assertion') return ofAssertion(term, hasTls);
  const parts = term.terms.map((one) => collect(one, hasTls));
  return term.kind === 'all' ? together(parts) : alternatives(parts);
}

function ofAssertion(assertion: PolicyAssertion, hasTls: boolean): Collected {
  const { span, optional, nested } = assertion;
  const own = wordsFor(assertion, hasTls).map((words) => ({ ...words, span }));
  const inside = nested === undefined || isLeaf(assertion) ? [] : [collect(nested, hasTls)];
  const isAnnounced = assertion.isExtension && (optional || !assertion.attributes.has('required'));
  const found = new Map(own.map((one) => [one.text, { ...one, isChoice: false, isAnnounced }]));
  const unmet = new Map(own.flatMap((one) => (one.instead === undefined ? [] : [[one.text, one]])));
  const all = together([{ found, unmet }, ...inside]);
  return optional ? { found: asChoices(all.found), unmet: new Map() } : all;
}

/** Whether an assertion of WS-SecurityPolicy holds others, of which its words say nothing. */
const container =
  /Binding$|Tokens$|(?:Initiator|Recipient|Signature|Encryption|^Transport|^Protection)Token$/;

/** Whether the words of an assertion already say what is inside. */
function isLeaf({ name: { namespace, localName } }: PolicyAssertion): boolean {
  return securityPolicyNamespaces.includes(namespace) && !container.test(localName);
}

function together(parts: readonly Collected[]): Collected {
  const found = new Map<string, Demanded>();
  const unmet = new Map<string, Requirement>();
  for (const part of parts) {
    for (const [text, one] of part.found) {
      const known = found.get(text);
      if (known === undefined || !isFirm(known)) found.set(text, one);
    }
    for (const [text, one] of part.unmet) unmet.set(text, one);
  }
  return { found, unmet };
}

function isFirm({ isChoice, isAnnounced }: Demanded): boolean {
  return !isChoice && isAnnounced !== true;
}

function alternatives(parts: readonly Collected[]): Collected {
  const [first, ...others] = parts;
  if (first === undefined || others.length === 0) return first ?? together([]);
  const counts = new Map<string, number>();
  for (const part of parts) {
    for (const [text, { isChoice }] of part.found) {
      if (!isChoice) counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  }
  const found = new Map<string, Demanded>();
  for (const part of parts) {
    for (const [text, one] of part.found) {
      const isEverywhere = counts.get(text) === parts.length;
      if (!found.has(text)) found.set(text, { ...one, isChoice: !isEverywhere });
    }
  }
  const best = others.reduce((a, b) => (b.unmet.size < a.unmet.size ? b : a), first);
  return { found, unmet: best.unmet };
}

function asChoices(found: ReadonlyMap<string, Demanded>): ReadonlyMap<string, Demanded> {
  return new Map([...found].map(([text, one]) => [text, { ...one, isChoice: true }]));
}
