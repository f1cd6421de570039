import type { XmlAttributeToken } from '../runtime/xml/reader.ts';
import { prefixOf } from '../runtime/xml/scope.ts';
import { XSI_NAMESPACE } from '../runtime/xml/tokens.ts';
import { attributeOf, type Element, type Tree } from './tree.ts';

/** Names are not longer, so longer values are none. */
const longestName = 2048;

/** How an element is written in canonical form. */
export interface Canonical {
  /** Prefixes that are treated as in inclusive canonicalisation; `''` for the default namespace. */
  readonly inclusive?: readonly string[] | undefined;
  /** An element that is left out: the signature, by the transform enveloped-signature. */
  readonly without?: Element | undefined;
}

/** A canonical form, and the prefixes in it whose meaning it does not hold. */
export interface CanonicalText {
  readonly text: string;
  /** Prefixes of QNames in values, with the URIs that they have in the message. */
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

/** A value that may be a QName with a prefix. */
const prefixedName = /^\s*([\p{L}_][\p{L}\p{N}._-]*):[\p{L}_][\p{L}\p{N}._-]*\s*$/u;

class CanonicalWriter implements CanonicalText {
  text = '';
  readonly unbound: Map<string, string> = new Map();
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

  element(element: Element): void {
    const { raw } = element.name;
    this.text += `<${raw}`;
    const hidden = this.declarations(element);
    for (const { raw: name, value } of [...element.attributes].sort(compareAttributes)) {
      this.text += ` ${name}="${escapeValue(value)}"`;
      this.value(element, value);
    }
    const type = attributeOf(element, 'type', XSI_NAMESPACE);
    if (type !== undefined && !type.includes(':')) this.bound(element, '');
    this.text += '>';
    for (const child of element.children) {
      if (typeof child === 'string') {
        this.text += escapeContent(child);
        this.value(element, child);
      } else if (child !== this.without) this.element(child);
    }
    this.text += `</${raw}>`;
    for (const [prefix, uri] of hidden) {
      if (uri === undefined) this.rendered.delete(prefix);
      else this.rendered.set(prefix, uri);
    }
  }

  private value(element: Element, value: string): void {
    const prefix = value.length > longestName ? undefined : prefixedName.exec(value)?.[1];
    if (prefix !== undefined) this.bound(element, prefix);
  }

  /** Notes a prefix of a value that the text does not bind as the message does. */
  private bound(element: Element, prefix: string): void {
    const uri = this.tree.lookup(element, prefix);
    const written = this.rendered.get(prefix) ?? (prefix === '' ? '' : undefined);
    if (uri !== undefined && uri !== written && prefix !== 'xml') this.unbound.set(prefix, uri);
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
