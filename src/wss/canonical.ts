import { collectPrefixes, isNcName } from '../runtime/xml/chars.ts';
import type { XmlAttributeToken } from '../runtime/xml/reader.ts';
import { prefixOf } from '../runtime/xml/scope.ts';
import { XSI_NAMESPACE } from '../runtime/xml/tokens.ts';
import type { Element, Tree } from './tree.ts';

/** How an element is written in canonical form. */
export interface Canonical {
  /** Prefixes that are treated as in inclusive canonicalisation; `''` for the default namespace. */
  readonly inclusive?: readonly string[] | undefined;
  /** An element that is left out: the signature, by the transform enveloped-signature. */
  readonly without?: Element | undefined;
}

/**
 * What may be a prefix of a QName in a value, while the canonical form does not hold what it means
 * there (Exclusive XML Canonicalization 1.0, section 1.3). Only who knows the type of the value
 * knows whether it is one.
 */
export interface LooseName {
  readonly element: Element;
  /** Offset of the start tag for an attribute, of the content for a text. */
  readonly at: number;
  /** `''` for a value without prefix, which the default namespace may be that of. */
  readonly prefix: string;
  /** What it means in the message; `undefined` if nothing declares it. */
  readonly uri: string | undefined;
  /** The value of an attribute `xsi:type`, which is a QName whatever the contract says. */
  readonly type: string | undefined;
}

/** A canonical form, and the prefixes in it whose meaning it does not hold. */
export interface CanonicalText {
  readonly text: string;
  readonly loose: readonly LooseName[];
  /** Prefixes that may be those of QNames in values, with the URIs that they have there. */
  readonly unbound: ReadonlyMap<string, string>;
}

/**
 * An element in the form of Exclusive XML Canonicalization 1.0, without comments.
 *
 * Its own implementation, of the tree of our reader: what is hashed is what the reader decodes, and
 * no second parser can see another message.
 */
export function canonicalise(tree: Tree, element: Element, how: Canonical = {}): CanonicalText {
  const writer = new CanonicalWriter(tree, how);
  writer.element(element);
  return writer;
}

class CanonicalWriter implements CanonicalText {
  text = '';
  readonly loose: LooseName[] = [];
  private readonly tree: Tree;
  private readonly inclusive: readonly string[];
  private readonly without: Element | undefined;
  /** The bindings that the open elements have written. */
  private readonly rendered = new Map<string, string>();

  constructor(tree: Tree, { inclusive = [], without }: Canonical) {
    this.tree = tree;
    this.inclusive = inclusive;
    this.without = without;
  }

  get unbound(): ReadonlyMap<string, string> {
    return new Map(
      this.loose.flatMap(({ prefix, uri }) => (uri === undefined ? [] : [[prefix, uri]])),
    );
  }

  element(element: Element): void {
    const { raw } = element.name;
    this.text += `<${raw}`;
    const hidden = this.declarations(element);
    for (const attribute of [...element.attributes].sort(compareAttributes)) {
      const { raw: name, namespace, local, value } = attribute;
      this.text += ` ${name}="${escapeValue(value)}"`;
      const isType = local === 'type' && namespace === XSI_NAMESPACE;
      this.value(element, element.start, value, isType);
    }
    this.text += '>';
    for (const child of element.children) {
      if (typeof child === 'string') {
        this.text += escapeContent(child);
        this.value(element, element.content, child, false);
      } else if (child !== this.without) this.element(child);
    }
    this.text += `</${raw}>`;
    for (const [prefix, uri] of hidden) {
      if (uri === undefined) this.rendered.delete(prefix);
      else this.rendered.set(prefix, uri);
    }
  }

  private value(element: Element, at: number, value: string, isType: boolean): void {
    for (const [prefix, isName] of possiblePrefixes(value)) {
      if (prefix === 'xml' || prefix === 'xmlns') continue;
      const uri = this.tree.lookup(element, prefix);
      const written = this.rendered.get(prefix) ?? (prefix === '' ? '' : undefined);
      const isBound = written !== undefined && uri === written;
      if (isBound || (uri === undefined && !isName)) continue;
      this.loose.push({ element, at, prefix, uri, type: isType ? value.trim() : undefined });
    }
  }

  /** Writes the declarations that the element needs. Returns the bindings that they hide. */
  private declarations(element: Element): readonly (readonly [string, string | undefined])[] {
    const used = new Set([element.name.prefix, ...this.inclusive]);
    for (const { raw, namespace } of element.attributes) {
      if (namespace !== '') used.add(prefixOf(raw));
    }
    used.delete('xml');
    const hidden: (readonly [string, string | undefined])[] = [];
    for (const prefix of [...used].sort(compare)) {
      const uri = this.tree.lookup(element, prefix);
      const before = this.rendered.get(prefix);
      if (uri === undefined || uri === (before ?? (prefix === '' ? '' : undefined))) continue;
      hidden.push([prefix, before]);
      this.rendered.set(prefix, uri);
      this.text += ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escapeValue(uri)}"`;
    }
    return hidden;
  }
}

/**
 * What before a colon may be a prefix, and `''` if something may be a name without one; each with
 * whether one of the words is a name with it, and not only something before a colon.
 */
function possiblePrefixes(value: string): ReadonlyMap<string, boolean> {
  const prefixes = new Map<string, boolean>();
  if (!value.includes(':')) return /\S/.test(value) ? prefixes.set('', false) : prefixes;
  const found = new Set<string>();
  collectPrefixes(value, found);
  for (const prefix of found) prefixes.set(prefix, false);
  for (const word of value.split(/\s+/)) {
    const colon = word.indexOf(':');
    const prefix = word.slice(0, Math.max(colon, 0));
    if (word === '' || colon === 0) continue;
    const isName = colon > 0 && isNcName(prefix) && isNcName(word.slice(colon + 1));
    if (isName || !prefixes.has(prefix)) prefixes.set(prefix, isName);
  }
  return prefixes;
}

function compareAttributes(one: XmlAttributeToken, other: XmlAttributeToken): number {
  return compare(one.namespace, other.namespace) || compare(one.local, other.local);
}

/** Compares by code points; code units above the surrogates come before these. */
function compare(one: string, other: string): number {
  for (let at = 0; ; at++) {
    const [a, b] = [one.charCodeAt(at), other.charCodeAt(at)];
    if (Number.isNaN(a) || Number.isNaN(b)) return one.length - other.length;
    if (a !== b) return rank(a) - rank(b);
  }
}

function rank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};

function escapeContent(text: string): string {
  return text.replace(/[&<>\r]/g, (sign) => references[sign] ?? sign);
}

function escapeValue(value: string): string {
  return value.replace(/[&<"\t\n\r]/g, (sign) => references[sign] ?? sign);
}
