import { internalize } from './chars.ts';
import type { XmlText } from './error.ts';
import {
  defaultXmlLimits,
  XML_NAMESPACE,
  XMLNS_NAMESPACE,
  type XmlAttributeToken,
  type XmlLimits,
  type XmlQName,
} from './tokens.ts';

/** Another URI that reads as the contract's: `from` on the wire is reported as `to`. */
export interface NamespaceAlias {
  readonly from: string;
  readonly to: string;
}

/** Predicted start and end tags of the children of an element. */
export interface PredictedTags {
  readonly names: readonly string[];
  readonly namespace: string;
  readonly tags: readonly string[];
}

/** An attribute of an element, however it is written. */
export interface XmlAttributeName extends XmlQName {
  /** The tag that had it last. */
  serial: number;
}

/**
 * An attribute as it was written in a start tag: everything between the value before and its own.
 */
export interface XmlAttributePlace {
  /** ` name="`, with the spaces before. */
  readonly text: string;
  /** Character code of the quote. */
  readonly quote: number;
  /** The name as written. */
  readonly raw: string;
  readonly attribute: XmlAttributeName;
  /** What came after it last. */
  next: XmlAttributePlace | undefined;
}

/** An element name in one scope. */
export interface XmlName extends XmlQName {
  readonly prefix: string;
  /** The name as written. */
  readonly raw: string;
  /** Its end tag without white space. */
  readonly close: string;
  /** What is in scope inside the element. */
  readonly scope: XmlScope;
  predicted: PredictedTags | undefined;
  /**
   * The tag that came last after the start tag of this element, and after its end: the next one
   * is likely the same.
   */
  afterStart: XmlTag | undefined;
  afterEnd: XmlTag | undefined;
  /** How its attributes were written, by the text of the place; undefined until there is one. */
  places: Map<string, XmlAttributePlace> | undefined;
  /** The attribute that came first last time. */
  firstPlace: XmlAttributePlace | undefined;
}

/** A start tag, taken apart. */
export interface XmlTag {
  readonly name: XmlName;
  readonly attributes: readonly XmlAttributeToken[];
  readonly selfClosed: boolean;
  /** The whole tag, `<` and `>` included; empty when it is not worth remembering. */
  readonly text: string;
  /** Length of the whole tag. */
  readonly length: number;
  /** Scope around the tag. */
  readonly outer: XmlScope;
}

/** Reads start tags by how the attributes of earlier ones were written. */
export interface AttributeCache {
  /** The tag at an offset; undefined where it is not written like an earlier one. */
  readTag(input: XmlInput, at: number, outer: XmlScope): XmlTag | undefined;
  /** Caches how the attributes of the tag at an offset are written; nothing else is in the tag. */
  add(input: XmlInput, at: number, tag: XmlTag): void;
}

/**
 * The namespace bindings between a tag that declares some and the next one that does, and what was
 * learned about the names and tags there. Scopes are linked rather than copied: a document that
 * declares much stays cheap.
 */
export interface XmlScope {
  readonly parent: XmlScope | undefined;
  /** Scopes around it. */
  readonly depth: number;
  readonly declared: ReadonlyMap<string, string>;
  readonly defaultNamespace: string;
  readonly names: Map<string, XmlName>;
  /** Attribute names; undefined until there is one. */
  attributes: Map<string, XmlName> | undefined;
  /** Whole tags; undefined until there is one worth remembering. */
  tags: Map<string, XmlTag> | undefined;
  /** Undefined until a codec asks for an attribute, here or around. */
  attributeCache: AttributeCache | undefined;
}

/**
 * What may be remembered across documents: about this many UTF-16 code units of keys, each entry
 * counted as 64 more.
 */
const MEMO_SIZE = 1_000_000;
const ENTRY_COST = 64;
/** How many combinations of alias and limits keep what they remember. */
const ROOTS = 32;

const noDeclarations: ReadonlyMap<string, string> = new Map();
let roots = new Map<string, XmlName>();
let defaultRoot: XmlName | undefined;
let spent = 0;

/** A scope inside `parent` with further declarations, prefix to URI. */
export function createScope(
  parent: XmlScope | undefined,
  declared: ReadonlyMap<string, string>,
): XmlScope {
  return {
    parent,
    depth: parent === undefined ? 0 : parent.depth + 1,
    declared,
    defaultNamespace: declared.get('') ?? parent?.defaultNamespace ?? '',
    names: new Map(),
    attributes: undefined,
    tags: undefined,
    attributeCache: parent?.attributeCache,
  };
}

/** A name as written, in a scope. */
export function createName(namespace: string, written: string, scope: XmlScope): XmlName {
  const raw = internalize(written);
  const colon = raw.indexOf(':');
  return {
    namespace,
    local: colon < 0 ? raw : internalize(raw.slice(colon + 1)),
    prefix: internalize(prefixOf(raw)),
    raw,
    close: `</${raw}>`,
    scope,
    predicted: undefined,
    afterStart: undefined,
    afterEnd: undefined,
    places: undefined,
    firstPlace: undefined,
  };
}

/** The prefix of a name; `''` for none. */
export function prefixOf(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf(':')));
}

/** The document itself as the outermost element, in a scope of its own. */
export function createRoot(alias: NamespaceAlias | undefined): XmlName {
  const declared = alias?.from === '' ? new Map([['', internalize(alias.to)]]) : noDeclarations;
  return createName('', '', createScope(undefined, declared));
}

/** The document as a name, with what earlier documents of the same alias and limits have taught. */
export function sharedRoot(alias: NamespaceAlias | undefined, limits: XmlLimits): XmlName {
  const usual =
    limits.attributes >= defaultXmlLimits.attributes &&
    limits.namespaceDepth === defaultXmlLimits.namespaceDepth &&
    limits.nameLength >= defaultXmlLimits.nameLength &&
    limits.textLength >= defaultXmlLimits.textLength;
  if (usual && alias === undefined) {
    defaultRoot ??= createRoot(undefined);
    return defaultRoot;
  }
  // Tags remembered under wider limits would pass unchecked under narrower ones.
  const { attributes, namespaceDepth, nameLength, textLength } = limits;
  const bounds = usual ? [] : [attributes, namespaceDepth, nameLength, textLength];
  const key = JSON.stringify([bounds, alias?.from, alias?.to]);
  const known = roots.get(key);
  if (known !== undefined) return known;
  if (roots.size >= ROOTS) roots = new Map();
  const root = createRoot(alias);
  roots.set(key, root);
  return root;
}

/**
 * Drops what is remembered about an element and after it: one expectation leads to the next,
 * through whole documents.
 */
function unlink(name: XmlName): void {
  name.afterStart = undefined;
  name.afterEnd = undefined;
  name.places = undefined;
  name.firstPlace = undefined;
}

function forget(scope: XmlScope): void {
  for (const name of scope.names.values()) unlink(name);
  if (scope.tags !== undefined) for (const tag of scope.tags.values()) unlink(tag.name);
  scope.names.clear();
  scope.attributes = undefined;
  scope.tags = undefined;
}

/**
 * Counts an entry about to be remembered in `scope`; when the memory is full everything in it is
 * forgotten first.
 */
export function makeRoom(scope: XmlScope, keyLength: number): void {
  spent += keyLength + ENTRY_COST;
  if (spent <= MEMO_SIZE) return;
  spent = keyLength + ENTRY_COST;
  roots = new Map();
  defaultRoot = undefined;
  for (let inner: XmlScope | undefined = scope; inner !== undefined; inner = inner.parent) {
    forget(inner);
  }
}

/** The document as the parts of the reader see it: its text, and how it is to be read. */
export interface XmlInput extends XmlText {
  /** Tags are cached for the next ones like them unless `remember` is false. */
  readonly options: { readonly remember?: boolean | undefined };
  readonly limits: XmlLimits;
  readonly alias: NamespaceAlias | undefined;
  /** The prefixes bound where the reader is. */
  readonly prefixes: XmlPrefixes;
  /** Whether texts are copied out of the document. */
  readonly detach: boolean;
  /** Whether texts may hold characters that XML forbids. */
  readonly anyCharacter: boolean;
}

/** What a prefix is bound to, and the binding around that it hides. */
interface Binding {
  readonly uri: string;
  readonly hidden: Binding | undefined;
}

function enter({ declared }: XmlScope, bound: Map<string, Binding>): void {
  for (const [prefix, uri] of declared) bound.set(prefix, { uri, hidden: bound.get(prefix) });
}

function leave({ declared }: XmlScope, bound: Map<string, Binding>): void {
  for (const prefix of declared.keys()) {
    const hidden = bound.get(prefix)?.hidden;
    if (hidden === undefined) bound.delete(prefix);
    else bound.set(prefix, hidden);
  }
}

/**
 * Looks up prefixes in constant time, however many elements around declare some. It holds the
 * bindings of one scope and follows its reader to the next: a scope is entered and left once when
 * elements are read in order, and not at all when nothing is looked up.
 */
export class XmlPrefixes {
  private scope: XmlScope | undefined;
  /** Created on the first lookup: in most messages all names are known. */
  private bound: Map<string, Binding> | undefined;

  /**
   * The URI a prefix is bound to; undefined when it is not declared. `''` asks for the default
   * namespace.
   */
  lookup(scope: XmlScope, prefix: string): string | undefined {
    if (prefix === '') return scope.defaultNamespace;
    if (scope !== this.scope) this.moveTo(scope);
    const binding = this.bound?.get(prefix);
    if (binding !== undefined) return binding.uri;
    if (prefix === 'xml') return XML_NAMESPACE;
    return prefix === 'xmlns' ? XMLNS_NAMESPACE : undefined;
  }

  /** Leaves scopes up to the one that both are in, then enters those below it. */
  private moveTo(target: XmlScope): void {
    this.bound ??= new Map();
    const entered: XmlScope[] = [];
    let from = this.scope;
    let to: XmlScope | undefined = target;
    while (from !== to) {
      if (to !== undefined && (from === undefined || to.depth >= from.depth)) {
        entered.push(to);
        to = to.parent;
      } else if (from !== undefined) {
        leave(from, this.bound);
        from = from.parent;
      }
    }
    for (const scope of entered.reverse()) enter(scope, this.bound);
    this.scope = target;
  }
}
