import { dsigNamespace } from '../runtime/wss/names.ts';
import { idIn } from './ids.ts';
import { enveloped, exclusive } from './names.ts';
import { attributeOf, type Element, elementsOf, isNamed } from './tree.ts';

/** A canonicalisation: exclusive, with the prefixes treated as in the inclusive one. */
interface Canonicalisation {
  readonly inclusive: readonly string[];
}

/** A reference of a signature. */
export interface Reference extends Canonicalisation {
  /** The ID of the element; `undefined` for the whole message. */
  readonly id: string | undefined;
  readonly withoutSignature: boolean;
  /** URI of the algorithm. */
  readonly digest: string;
  readonly digestValue: string;
}

/** A signature as it was read. */
export interface Signature {
  readonly element: Element;
  readonly info: Element;
  readonly canonicalisation: Canonicalisation;
  /** URI of the algorithm. */
  readonly method: string;
  readonly references: readonly Reference[];
  readonly value: string;
  readonly keyInfo: Element;
}

/** References of a signature. Each may be the whole message, which is hashed again. */
const mostReferences = 32;
/** Prefixes of a PrefixList. Each is looked up for each element. */
const mostPrefixes = 64;

/**
 * Reads a signature that has the form of XML Signature, and nothing that is optional there and
 * unused in messages.
 *
 * @throws Error it has another form, or asks for a transform that is not exclusive canonicalisation
 *   or enveloped-signature
 */
export function readSignature(element: Element): Signature {
  const [info, value, keyInfo] = children(element, ['SignedInfo', 'SignatureValue', 'KeyInfo']);
  const [canonicalisation, method, ...references] = elementsOf(part(info));
  if (references.length === 0) throw new Error('The signature has no references.');
  if (references.length > mostReferences) throw new Error('The signature has too many references.');
  return {
    element,
    info: part(info),
    canonicalisation: readCanonicalisation(named(canonicalisation, 'CanonicalizationMethod')),
    method: algorithmOf(empty(named(method, 'SignatureMethod'))),
    references: references.map((one) => readReference(named(one, 'Reference'))),
    value: base64Of(part(value)),
    keyInfo: part(keyInfo),
  };
}

function readReference(element: Element): Reference {
  const all = elementsOf(element);
  const [transforms, digest, value] = all.length === 3 ? all : [undefined, ...all];
  if (all.length > 3) throw new Error('A Reference has more than it may.');
  const uri = attributeOf(element, 'URI');
  const id = uri === undefined ? undefined : idIn(uri);
  if (id === undefined && uri !== '') throw new Error('A Reference is not to an ID.');
  return {
    id,
    ...readTransforms(transforms),
    digest: algorithmOf(empty(named(digest, 'DigestMethod'))),
    digestValue: base64Of(named(value, 'DigestValue')),
  };
}

/** Without a canonicalisation of its own, a reference has that of 2001, which is not exclusive. */
function readTransforms(
  element: Element | undefined,
): Pick<Reference, 'inclusive' | 'withoutSignature'> {
  const all = element === undefined ? [] : elementsOf(named(element, 'Transforms'));
  for (const one of all) named(one, 'Transform');
  const [first, second, ...others] = all;
  const withoutSignature = first !== undefined && attributeOf(first, 'Algorithm') === enveloped;
  const last = withoutSignature ? second : first;
  if (last === undefined || others.length > 0 || (second !== undefined && last !== second)) {
    throw new Error('A Reference has transforms that are not allowed.');
  }
  if (withoutSignature) empty(first);
  return { ...readCanonicalisation(last), withoutSignature };
}

function readCanonicalisation(element: Element): Canonicalisation {
  if (algorithmOf(element) !== exclusive) {
    throw new Error('A canonicalisation or transform is not allowed: only the exclusive one is.');
  }
  const [list, other] = elementsOf(element);
  if (list === undefined) return { inclusive: [] };
  if (other !== undefined || !isNamed(list, exclusive, 'InclusiveNamespaces')) {
    throw new Error('A canonicalisation has more than a PrefixList.');
  }
  const inclusive = (attributeOf(list, 'PrefixList') ?? '')
    .split(/\s+/)
    .filter((prefix) => prefix !== '')
    .map((prefix) => (prefix === '#default' ? '' : prefix));
  if (inclusive.length > mostPrefixes) throw new Error('A PrefixList is too long.');
  return { inclusive };
}

/** The children of these names, in this order, and no others. */
function children(element: Element, names: readonly string[]): readonly Element[] {
  const found = elementsOf(element);
  if (found.length !== names.length) throw new Error(`The signature has not just ${names.join()}.`);
  return names.map((name, at) => named(found[at], name));
}

function named(element: Element | undefined, local: string): Element {
  if (element !== undefined && isNamed(element, dsigNamespace, local)) return element;
  throw new Error(`The signature has no ${local} where it should be.`);
}

function part(element: Element | undefined): Element {
  if (element === undefined) throw new Error('The signature is incomplete.');
  return element;
}

function empty(element: Element): Element {
  if (element.children.every((one) => typeof one === 'string' && one.trim() === '')) return element;
  throw new Error(`${element.name.local} has parameters, which are not allowed.`);
}

function algorithmOf(element: Element): string {
  return attributeOf(element, 'Algorithm') ?? '';
}

/**
 * The text of an element that has no elements.
 *
 * @throws Error it has some
 */
export function textOf({ name, children: nodes }: Element): string {
  if (nodes.every((one) => typeof one === 'string')) return nodes.join('').trim();
  throw new Error(`${name.local} has elements in it.`);
}

/**
 * The base64 of an element, without white space.
 *
 * @throws Error it is no base64
 */
export function base64Of(element: Element): string {
  const text = textOf(element).replace(/[\t\n\r ]+/g, '');
  if (text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)) return text;
  throw new Error(`${element.name.local} is not base64.`);
}
