import { internalize } from './chars.ts';
import {
  defaultXmlLimits,
  XML_NAMESPACE,
  XMLNS_NAMESPACE,
  type XmlAttributeToken,
  type XmlLimits,
  type XmlQName,
} from './tokens.ts';
import type { XmlText } from './xml-error.ts';

/** An alias of the contract's namespace: `from` on the wire is reported as `to`. */
export interface NamespaceAlias {
  readonly from: string;
  readonly to: string;
}

/** Predicted start and end tags of the children of an element. */
export interface PredictedTags {
  readonly children: readonly unknown[];
  readonly namespace: string;
  readonly expected: readonly unknown[];
}

/** An attribute of an element, in all its forms. */
export interface XmlAttributeName extends XmlQName {
  /** The last tag that had it. */
  serial: number;
}

/** A form of an attribute: the text from the end of the previous value to the start of its own. */
export interface XmlAttributePlace {
  /** ` name="`, with any spaces before it. */
  readonly text: string;
  /** Character code of the quote. */
  readonly quote: number;
  /** The name as written. */
  readonly raw: string;
  readonly attribute: XmlAttributeName;
  /** The form that followed last time. */
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
  /** The tags last seen after this start tag and after its end tag. They predict the next tag. */
  afterStart: XmlTag | undefined;
  afterEnd: XmlTag | undefined;
  /** Forms of its attributes by their text; undefined until there is one. */
  places: Map<string, XmlAttributePlace> | undefined;
  /** The form of the attribute that came first last time. */
  firstPlace: XmlAttributePlace | undefined;
}

/** A parsed start tag. */
export interface XmlTag {
  readonly name: XmlName;
  readonly attributes: readonly XmlAttributeToken[];
  readonly selfClosed: boolean;
  /** The whole tag with `<` and `>`; empty if it is not cached. */
  readonly text: string;
  /** Length of the whole tag. */
  readonly length: number;
  /** Scope that the tag is in. */
  readonly outer: XmlScope;
}

/** Reads start tags whose attributes have the form of earlier ones. */
export interface AttributeCache {
  /** The tag at an offset; undefined if no earlier one was written like it. */
  readTag(input: XmlInput, at: number, outer: XmlScope): XmlTag | undefined;
  /** Caches the form of each attribute of the tag at an offset, which has nothing else. */
  add(input: XmlInput, at: number, tag: XmlTag): void;
}

/**
 * The bindings of a tag that declares namespaces, and the names and tags cached in their scope.
 * Scopes are linked rather than copied, so that documents with many declarations stay cheap.
 */
export interface XmlScope {
  readonly parent: XmlScope | undefined;
  /** Number of outer scopes. */
  readonly depth: number;
  readonly declared: ReadonlyMap<string, string>;
  readonly defaultNamespace: string;
  readonly names: Map<string, XmlName>;
  /** Names of attributes; undefined until there is one. */
  attributes: Map<string, XmlName> | undefined;
  /** Whole tags; undefined until one is cached. */
  tags: Map<string, XmlTag> | undefined;
  /** Undefined until a codec reads an attribute, in this scope or an outer one. */
  attributeCache: AttributeCache | undefined;
}

/**
 * Size of the cache that documents share, in UTF-16 code units of keys. Each entry counts as 64
 * more.
 */
const MEMO_SIZE = 1_000_000;
const ENTRY_COST = 64;
/** Number of combinations of alias and limits that have a cache. */
const ROOTS = 32;

const noDeclarations: ReadonlyMap<string, string> = new Map();
let roots = new Map<string, XmlName>();
let defaultRoot: XmlName | undefined;
let spent = 0;

/** A scope inside `parent` with further declarations (prefix to URI). */
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

/** The document as the outermost element, in its own scope. */
export function createRoot(alias: NamespaceAlias | undefined): XmlName {
  const declared = alias?.from === '' ? new Map([['', internalize(alias.to)]]) : noDeclarations;
  return createName('', '', createScope(undefined, declared));
}

/**
 * The document as the outermost element, with what is cached from earlier documents of the same
 * alias and limits.
 */
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
  // Tags cached under wider limits would pass unchecked under narrower ones.
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
 * Drops the predictions of an element and of those predicted after it, which can be a whole
 * document.
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

/** Counts an entry that will be cached in `scope`. If the cache is full, it is emptied first. */
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

/** The document as the parts of the reader see it: its text and the options for reading it. */
export interface XmlInput extends XmlText {
  /** Tags are cached unless `remember` is false. */
  readonly options: { readonly remember?: boolean | undefined };
  readonly limits: XmlLimits;
  readonly alias: NamespaceAlias | undefined;
  /** The prefixes bound at the current position. */
  readonly prefixes: XmlPrefixes;
  /** Whether texts are copied out of the document. */
  readonly detach: boolean;
  /** Whether texts may have characters that XML forbids. */
  readonly anyCharacter: boolean;
}

/** The URI of a prefix, and the outer binding that it hides. */
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
 * Looks up prefixes in constant time, however many outer elements declare some. It holds the
 * bindings of one scope and follows the reader to the next. When elements are read in order, each
 * scope is entered and left once, and none at all without a lookup.
 */
export class XmlPrefixes {
  #scope: XmlScope | undefined;
  /** Created on the first lookup. Most messages need none, because all their names are cached. */
  #bound: Map<string, Binding> | undefined;
  /** What an undeclared prefix means to a lenient reader. */
  undeclared: ((prefix: string) => string | undefined) | undefined;

  /** The URI of a prefix; undefined if it is not declared. `''` returns the default namespace. */
  lookup(scope: XmlScope, prefix: string): string | undefined {
    if (prefix === '') return scope.defaultNamespace;
    if (scope !== this.#scope) this.#moveTo(scope);
    const binding = this.#bound?.get(prefix);
    if (binding !== undefined) return binding.uri;
    if (prefix === 'xml') return XML_NAMESPACE;
    return prefix === 'xmlns' ? XMLNS_NAMESPACE : this.undeclared?.(prefix);
  }

  /** Leaves scopes up to the common outer one, then enters those below it. */
  #moveTo(target: XmlScope): void {
    this.#bound ??= new Map();
    const entered: XmlScope[] = [];
    let from = this.#scope;
    let to: XmlScope | undefined = target;
    while (from !== to) {
      if (to !== undefined && (from === undefined || to.depth >= from.depth)) {
        entered.push(to);
        to = to.parent;
      } else if (from !== undefined) {
        leave(from, this.#bound);
        from = from.parent;
      }
    }
    for (const scope of entered.reverse()) enter(scope, this.#bound);
    this.#scope = target;
  }
}
