import type { Span } from '../../diagnostics/source-file.ts';
import type { QName } from '../common/qname.ts';

/** A policy expression, or a part of one (WS-Policy 1.2 and 1.5). */
export type PolicyTerm = PolicyOperator | PolicyAssertion;

/** A declaration to which policies are attached. */
export interface PolicySubject {
  /** These policies, and extensions of WSDL that say the same. */
  readonly policies?: readonly PolicyTerm[] | undefined;
}

/** `wsp:All`, `wsp:Policy` or `wsp:ExactlyOne`, whose terms are alternatives. */
export interface PolicyOperator {
  readonly kind: 'all' | 'exactlyOne';
  readonly terms: readonly PolicyTerm[];
}

/** An assertion: what a policy demands. */
export interface PolicyAssertion {
  readonly kind: 'assertion';
  readonly name: QName;
  /** Whether it may be left out: `wsp:Optional`. */
  readonly optional: boolean;
  /** Whether it concerns only the side that says so: `wsp:Ignorable` (WS-Policy 1.5). */
  readonly ignorable: boolean;
  /** Attributes without namespace. */
  readonly attributes: ReadonlyMap<string, string>;
  /** The policy inside. */
  readonly nested?: PolicyTerm | undefined;
  /** Its other elements, such as the names of signed parts. */
  readonly parameters: readonly PolicyAssertion[];
  /** Whether it is an extension of WSDL, and not in a policy. */
  readonly isExtension: boolean;
  readonly span: Span;
}

/** Namespaces of WS-Policy, the newest first. */
export const policyNamespaces: readonly string[] = [
  'http://www.w3.org/ns/ws-policy',
  'http://www.w3.org/2006/07/ws-policy',
  'http://schemas.xmlsoap.org/ws/2004/09/policy',
  'http://schemas.xmlsoap.org/ws/2002/12/policy',
];

/** Namespaces of WS-SecurityPolicy: 1.1, 1.2 and the additions of 1.3. */
export const securityPolicyNamespaces: readonly string[] = [
  'http://schemas.xmlsoap.org/ws/2005/07/securitypolicy',
  'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702',
  'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200802',
];

/** Namespaces of `Action` attributes and of assertions about WS-Addressing, the newest first. */
export const addressingNamespaces: readonly string[] = [
  'http://www.w3.org/2007/05/addressing/metadata',
  'http://www.w3.org/2007/02/addressing/metadata',
  'http://www.w3.org/2006/05/addressing/wsdl',
  'http://www.w3.org/2006/02/addressing/wsdl',
  'http://www.w3.org/2005/08/addressing',
  'http://schemas.xmlsoap.org/ws/2004/08/addressing',
  'http://schemas.xmlsoap.org/ws/2004/08/addressing/policy',
];

/** Assertions of some terms, wherever they are. */
export function assertionsIn(terms: readonly PolicyTerm[]): readonly PolicyAssertion[] {
  const found: PolicyAssertion[] = [];
  const open: PolicyTerm[] = [...terms].reverse();
  for (let term = open.pop(); term !== undefined; term = open.pop()) {
    if (term.kind === 'assertion') found.push(term);
    else open.push(...[...term.terms].reverse());
  }
  return found;
}
