import { dsigNamespace, wsseNamespace, wsuNamespace } from '../operation/soap.ts';
import type { SecurityRequest } from '../server/security.ts';
import { collectPrefixes } from '../xml/errors.ts';
import type { ReadingWatch } from '../xml/reader.ts';
import {
  addressingNamespaces,
  type CanonicalText,
  type Element,
  type LooseName,
  type Message,
  type Tree,
  within,
} from './message.ts';
import type { VerifyingRules } from './rules.ts';

/** A signed message, as far as its values count. */
interface SignedValues {
  readonly message: Message;
  readonly security: Element;
  readonly references: readonly { readonly canonical: CanonicalText }[];
  readonly rules: VerifyingRules;
  /** Tells a watch how the message is read; `undefined` if no one can say. */
  readonly watch: SecurityRequest['watch'];
}

/** What a value means is what it is read as: its type says so, and where no one knows it, all. */
export function checkNames(claim: SignedValues): void {
  const { message, security, references, rules } = claim;
  if (rules.unsignedPrefixes) return;
  const loose = references
    .flatMap(({ canonical }) => canonical.loose)
    .filter((one) => !isKnown(one, message, security));
  if (loose.length === 0) return;
  const free = loose.find(({ type }) => type !== undefined) ?? namesRead(claim, loose);
  if (free === undefined) return;
  const { prefix } = free;
  const name = prefix === '' ? 'default namespace' : `prefix '${prefix.slice(0, 100)}'`;
  throw new Error(`The meaning of the ${name} is not signed; unsignedPrefixes would accept it.`);
}

/** Whether standards say what a value is: a type of XML Schema, or no QName. */
function isKnown({ element, uri, type }: LooseName, message: Message, security: Element): boolean {
  if (type !== undefined)
    return uri === schemaNamespace && schemaTypes.has(type.replace(/.*:/s, ''));
  const { name, parent } = element;
  if (parent === message.header) return addressingNamespaces.has(name.namespace);
  const isToken = [wsseNamespace, wsuNamespace, dsigNamespace].includes(name.namespace);
  for (let at: Element | undefined = element; isToken && at !== undefined; at = at.parent) {
    if (at === security) return true;
  }
  return false;
}

const schemaNamespace = 'http://www.w3.org/2001/XMLSchema';
/** Types of XML Schema, whose prefix no one signs. A contract has others. */
const schemaTypes: ReadonlySet<string> = new Set(
  (
    'anyType anySimpleType string boolean decimal float double duration dateTime time date ' +
    'gYearMonth gYear gMonthDay gDay gMonth hexBinary base64Binary anyURI QName NOTATION ' +
    'normalizedString token language NMTOKEN NMTOKENS Name NCName ID IDREF IDREFS ENTITY ' +
    'ENTITIES integer nonPositiveInteger negativeInteger long int short byte nonNegativeInteger ' +
    'unsignedLong unsignedInt unsignedShort unsignedByte positiveInteger'
  ).split(' '),
);

/** The first of these that is read as a QName, or that somebody might read as one. */
function namesRead(claim: SignedValues, loose: readonly LooseName[]): LooseName | undefined {
  const watch = new NameWatch(claim.message.tree, loose);
  const declared = loose.find(({ prefix, uri }) => prefix !== '' && uri !== undefined);
  return claim.watch?.(watch) === true ? watch.found : declared;
}

/** Finds the loose names that are read as QNames. */
class NameWatch implements ReadingWatch {
  private readonly tree: Tree;
  private readonly loose: readonly LooseName[];
  private readonly byPrefix = new Map<string, LooseName[]>();
  private readonly byTag = new Map<string, LooseName>();
  private readonly tags = new Set<number>();
  private readonly names: LooseName[] = [];
  /** What is read as XML or skipped, in the order of its ends. */
  private parts: Part[] = [];

  constructor(tree: Tree, loose: readonly LooseName[]) {
    this.tree = tree;
    this.loose = loose;
    for (const one of loose) {
      const alike = this.byPrefix.get(one.prefix);
      if (alike === undefined) this.byPrefix.set(one.prefix, [one]);
      else alike.push(one);
      for (const tag of tagsOf(one.element)) this.byTag.set(`${tag} ${one.prefix}`, one);
    }
    for (const element of within(tree.root)) for (const tag of tagsOf(element)) this.tags.add(tag);
  }

  name(source: string, offset: number, prefix: string): void {
    const isExact = source === this.tree.text && this.tags.has(offset);
    // Elsewhere, as in a message with its references written out, the prefix has to do.
    const found = isExact ? this.byTag.get(`${offset} ${prefix}`) : this.byPrefix.get(prefix)?.[0];
    if (found !== undefined) this.names.push(found);
  }

  untyped(source: string, from: number, to: number): void {
    this.parts.push({ source, from, to });
  }

  again(): void {
    const last = this.parts.at(-1);
    this.parts = this.parts.filter((one) => last === undefined || one.from < last.from);
  }

  get found(): LooseName | undefined {
    return this.names[0] ?? this.untypedName();
  }

  /** The first in a part without types. Without a prefix, any word there would be a name. */
  private untypedName(): LooseName | undefined {
    const { text } = this.tree;
    const own = this.parts.filter(({ source }) => source === text);
    const others = new Set<string>();
    for (const { source, from, to } of this.parts) {
      if (source !== text) collectPrefixes(source.slice(from, to), others);
    }
    own.sort((one, other) => one.from - other.from);
    const inOrder = this.loose
      .filter(({ prefix, uri }) => prefix !== '' && uri !== undefined)
      .sort((one, other) => one.at - other.at);
    let next = 0;
    let end = 0;
    return inOrder.find(({ at, prefix }) => {
      for (let part = own[next]; part !== undefined && part.from <= at; part = own[++next]) {
        end = Math.max(end, part.to);
      }
      return at < end || others.has(prefix);
    });
  }
}

/** A part of a document. */
interface Part {
  readonly source: string;
  readonly from: number;
  readonly to: number;
}

/** Where its tags are; an empty-element tag has no end tag. */
function tagsOf({ start, end, isEmptyTag }: Element): readonly number[] {
  return isEmptyTag ? [start] : [start, end];
}
