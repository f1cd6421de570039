import type { DiagnosticSink, SourceFile, Span } from '../diagnostics/diagnostic.ts';
import { type Mutable, namespaces, type QName } from '../model/xml.ts';
import {
  END,
  EOF,
  START,
  TEXT,
  type XmlAttributeToken,
  XmlError,
  type XmlLimits,
} from '../runtime/xml/errors.ts';
import { XmlReader } from '../runtime/xml/reader.ts';
import { readTag, type XmlName, type XmlScope, type XmlTag } from '../runtime/xml/tag.ts';
import { beginsAsWebPage, pageHelp, sample, withoutDocumentType } from './document-text.ts';

const limits: Partial<XmlLimits> = {
  depth: 400,
  attributes: 512,
  nameLength: 4096,
  textLength: 16_777_216,
};

const blanks = /[ \t\r\n]*/y;
/** A CDATA section with more than white space. */
const filledSection = /<!\[CDATA\[[ \t\r\n]*(?!\]\]>|[ \t\r\n])/y;
/** A start tag without values that need decoding, up to its first `>`. */
const plainTag = /<[^&<>\t\r\n]*>/y;

/** Longer tags are rare, and are read in the general way. */
const longestTag = 2048;
/** Forms cached for one document. In a hostile one, each tag has a new form. */
const mostForms = 4096;

/** A start tag in a form seen before, up to the quote before an attribute's value. */
interface TagForm {
  readonly name: XmlName;
  /** Its last piece: the text after the previous value, or from the `<` on. */
  readonly text: string;
  readonly attribute: XmlAttributeToken;
  readonly more: NextForms;
}

/** The forms with the same beginning. */
interface NextForms {
  /** The one that came last. */
  latest: TagForm | undefined;
  /** By the text of their last piece. */
  readonly known: Map<string, TagForm>;
}

/** The cache for tags in one namespace scope. */
interface ScopeForms {
  /** Tags without attributes. */
  readonly bare: Map<string, XmlTag>;
  readonly forms: NextForms;
}

/**
 * The reader of contracts, for processes that read one document and end, so that code is rarely
 * compiled. It therefore avoids reading single characters: native searches find where things end,
 * and tags are compared with earlier ones of the same form. Everything else is read in the general
 * way, which reports all errors.
 */
export class TreeReader extends XmlReader {
  private readonly cached = new Map<XmlScope, ScopeForms>();
  private count = 0;
  /** Attributes of the tag being read. */
  private readonly found: XmlAttributeToken[] = [];

  constructor(source: string) {
    super(source, { remember: false, detach: false, limits });
  }

  /**
   * Position of text directly before the tag read last, where only tags may be; -1 if there is
   * none.
   */
  textBefore = -1;

  /** Whether the start tag just read declares namespaces. */
  get declares(): boolean {
    return this.open.scope !== this.stack[this.depth - 1]?.scope;
  }

  override nextTag(): number {
    blanks.lastIndex = this.position;
    blanks.test(this.source);
    this.position = blanks.lastIndex;
    // after a self-closing tag, the next call comes here again
    this.textBefore = this.selfClosed ? -1 : this.textAt(this.position);
    return super.nextTag();
  }

  private textAt(at: number): number {
    const { source } = this;
    if (source.charCodeAt(at) === 60) {
      if (source.charCodeAt(at + 1) !== 33) return -1;
      filledSection.lastIndex = at;
      return filledSection.test(source) ? at : -1;
    }
    return at < source.length ? at : -1;
  }

  override findTag(at: number): XmlTag {
    const { source } = this;
    const outer = this.open.scope;
    plainTag.lastIndex = at;
    if (!plainTag.test(source) || plainTag.lastIndex - at > longestTag)
      return readTag(this, at, outer);
    const text = source.slice(at, plainTag.lastIndex);
    const cached = this.cached.get(outer);
    if (cached !== undefined) {
      const known = this.alike(text, cached.forms) ?? cached.bare.get(text);
      if (known !== undefined) return known;
    }
    const tag = readTag(this, at, outer);
    // a tag with a `>` in a value continues after the text
    if (tag.length === text.length && this.count < mostForms) this.cache(at, text, tag);
    return tag;
  }

  /** A tag that differs from an earlier one only in its values; undefined if it does not. */
  private alike(text: string, forms: NextForms): XmlTag | undefined {
    const { found } = this;
    let count = 0;
    let from = 0;
    let next = forms;
    for (;;) {
      const form = formAt(text, from, next);
      if (form === undefined) return undefined;
      const { name, attribute } = form;
      const value = from + form.text.length;
      const end = text.indexOf('"', value);
      if (end < 0) return undefined;
      found[count] = {
        namespace: attribute.namespace,
        local: attribute.local,
        value: text.slice(value, end),
        raw: attribute.raw,
        valueOffset: value,
      };
      count += 1;
      from = end + 1;
      const left = text.length - from;
      // no attribute is this short
      if (left <= 3) {
        const ending = text.slice(from);
        if (ending !== '>' && ending !== '/>' && ending !== ' />') return undefined;
        return {
          name,
          attributes: found.slice(0, count),
          selfClosed: left > 1,
          text: '',
          length: text.length,
          outer: this.open.scope,
        };
      }
      next = form.more;
    }
  }

  private cache(at: number, text: string, tag: XmlTag): void {
    const { outer, name, attributes } = tag;
    let cached = this.cached.get(outer);
    if (cached === undefined) {
      cached = { bare: new Map(), forms: { latest: undefined, known: new Map() } };
      this.cached.set(outer, cached);
    }
    if (attributes.length === 0) {
      this.count += 1;
      cached.bare.set(text, tag);
      return;
    }
    if (name.scope !== outer) return;
    let next = cached.forms;
    let from = at;
    for (const attribute of attributes) {
      const value = at + attribute.valueOffset;
      const piece = this.source.slice(from, value);
      if (!piece.endsWith('="')) return;
      let form = next.known.get(piece);
      if (form === undefined) {
        this.count += 1;
        form = {
          name,
          text: piece,
          attribute,
          more: { latest: undefined, known: new Map() },
        };
        next.known.set(piece, form);
      }
      next = form.more;
      from = this.source.indexOf('"', value) + 1;
    }
  }
}

function formAt(text: string, from: number, forms: NextForms): TagForm | undefined {
  const { latest } = forms;
  if (latest !== undefined && text.startsWith(latest.text, from)) return latest;
  const equals = text.indexOf('=', from);
  if (equals < 0) return undefined;
  const form = forms.known.get(text.slice(from, equals + 2));
  if (form !== undefined) forms.latest = form;
  return form;
}

/**
 * Namespaces of the drafts of XML Schema, which early contracts use. Their forms differ little from
 * those of 1.0.
 */
const drafts: ReadonlySet<string> = new Set([
  'http://www.w3.org/1999/XMLSchema',
  'http://www.w3.org/2000/10/XMLSchema',
]);

/** The namespace of XML Schema 1.0 instead of those of its drafts; others stay unchanged. */
function currentNamespace(namespace: string): string {
  return drafts.has(namespace) ? namespaces.xsd : namespace;
}

/** The prefixes that are declared for a draft, with its namespace; `undefined` if none is. */
function draftPrefixes(
  declared: Iterable<readonly [string, string]>,
): ReadonlyMap<string, string> | undefined {
  let found: Map<string, string> | undefined;
  for (const [prefix, uri] of declared) {
    const namespace = uri.trim();
    if (!drafts.has(namespace)) continue;
    found ??= new Map();
    found.set(prefix, namespace);
  }
  return found;
}

/** Namespace declarations in scope at an element. */
interface NamespaceScope {
  readonly parent: NamespaceScope | undefined;
  readonly declared: ReadonlyMap<string, string>;
  /** Those of `declared` that name a draft of XML Schema, as written; usually none. */
  readonly drafts: ReadonlyMap<string, string> | undefined;
  /** Names resolved in this scope, by their text; undefined until there is one. */
  names: Map<string, QName> | undefined;
}

/** An attribute with the offsets of its value. */
export interface TreeAttribute {
  readonly namespace: string;
  readonly local: string;
  readonly value: string;
  readonly valueOffset: number;
  readonly valueEnd: number;
}

/**
 * An element of a contract's XML with its position. Only documentation keeps its text, and what is
 * a value in a policy or in a description of a UPnP device.
 */
export interface TreeElement {
  readonly file: SourceFile;
  readonly namespace: string;
  readonly local: string;
  readonly attributes: readonly TreeAttribute[];
  readonly children: readonly TreeElement[];
  readonly scope: NamespaceScope;
  /** Text of an element that keeps it, without markup in it. */
  readonly text: string;
  /** Offset of text among its children, where only elements are allowed; -1 for none. */
  readonly textAt: number;
  /** Offsets of the start tag. */
  readonly start: number;
  readonly end: number;
  /** Offset after the end tag. */
  readonly closed: number;
}

/** The scope of a document: bindings that Namespaces in XML 1.0 section 3 predefines. */
const outermost: ReadonlyMap<string, string> = new Map([
  ['', ''],
  ['xml', 'http://www.w3.org/XML/1998/namespace'],
]);

/**
 * Parses a whole document. Reports what is not well-formed; a DOCTYPE has its own code, unless a
 * schema can do without it. Then there is no tree.
 */
export function parseXmlTree(file: SourceFile, sink: DiagnosticSink): TreeElement | undefined {
  try {
    return withNamespace(parse(file), sink);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    const start = Math.max(0, error.offset);
    const doctype = error.code === 'doctype';
    sink.report({
      code: doctype ? 'ASMX1021' : error.kind === 'limit' ? 'ASMX1032' : 'ASMX1020',
      severity: 'error',
      message: doctype
        ? 'A document type declaration is refused'
        : error.message.replace(/\.$/, ''),
      span: { file, start, end: Math.min(file.text.length, start + 1) },
      help: doctype
        ? /^<!DOCTYPE\s+html/i.test(file.text.slice(start, start + 64))
          ? pageHelp(file.path)
          : 'Remove the DOCTYPE; entities it declares must be written out'
        : error.kind === 'limit'
          ? undefined
          : error.offset < 64 && /^\s+<\?xml\s/.test(file.text)
            ? 'Remove the spaces and lines before <?xml: nothing may be there'
            : 'fix the XML here, or fetch the document again if it was cut off',
    });
    return undefined;
  }
}

/** A root `definitions` in no namespace is that of WSDL if a child is WSDL's. */
function withNamespace(root: TreeElement, sink: DiagnosticSink): TreeElement {
  const { local, namespace, children } = root;
  if (local !== 'definitions' || namespace !== '') return root;
  if (!children.some((child) => child.namespace === namespaces.wsdl)) return root;
  sink.report({
    code: 'ASMX3006',
    severity: 'warning',
    message:
      "The root 'definitions' is in no namespace: it is taken for that of WSDL, " +
      'as its children are',
    span: spanOf(root),
    help: `Write xmlns="${namespaces.wsdl}", or the prefix that its children have`,
  });
  return { ...root, namespace: namespaces.wsdl };
}

function parse(file: SourceFile): TreeElement {
  const reader = new TreeReader(withoutDocumentType(file.text));
  const around: NamespaceScope = {
    parent: undefined,
    declared: outermost,
    drafts: undefined,
    names: undefined,
  };
  const open: Open[] = [];
  // Complete elements whose parents are still open. Separate growing arrays would be mostly empty,
  // because few elements have many children.
  const complete: TreeElement[] = [];
  let count = 0;
  for (let token = reader.nextTag(); token !== EOF; token = reader.nextTag()) {
    if (reader.textBefore >= 0) noteText(open[open.length - 1]?.element, reader.textBefore);
    if (token === START) {
      const element = openElement(file, reader, open[open.length - 1]?.element.scope ?? around);
      if (!keepsText(element)) {
        open.push({ element, firstChild: count });
        continue;
      }
      element.text = innerText(reader);
      element.closed = reader.position;
      complete[count] = element;
    } else {
      const { element, firstChild } = open.pop() as Open;
      // the reader has passed the blanks after an empty-element tag
      if (file.text[element.end - 2] !== '/') element.closed = reader.position;
      if (firstChild < count) element.children = complete.slice(firstChild, count);
      count = firstChild;
      complete[count] = element;
    }
    count += 1;
  }
  const [root] = complete;
  if (root === undefined) throw new XmlError('malformed', 'Root element is missing.');
  return root;
}

/** Values in descriptions of devices and services, all of them elements without children. */
const upnpValues = new Set(
  (
    'URLBase deviceType friendlyName serviceType serviceId SCPDURL controlURL ' +
    'name direction relatedStateVariable dataType allowedValue minimum maximum'
  ).split(' '),
);

/** Whether a namespace is of the descriptions of UPnP, or of TR-064, which uses them. */
export function isUpnp(namespace: string): boolean {
  return /^urn:(?:schemas-upnp-org|dslforum-org):/.test(namespace);
}

/** Values in policies: of WS-Addressing and WS-Trust, all of them elements without children. */
const policyValues = new Set(['Address', 'TokenType', 'KeyType']);

function keepsText({ local, namespace }: TreeElement): boolean {
  return (
    local === 'documentation' ||
    (upnpValues.has(local) && isUpnp(namespace)) ||
    (policyValues.has(local) && /\b(?:addressing|trust)\b/.test(namespace))
  );
}

function noteText(element: Mutable<TreeElement> | undefined, at: number): void {
  if (element?.textAt === -1) element.textAt = at;
}

interface Open {
  readonly element: Mutable<TreeElement>;
  /** Index of its first child among the complete elements. */
  readonly firstChild: number;
}

const noChildren: readonly TreeElement[] = [];
const noAttributes: readonly TreeAttribute[] = [];

function openElement(
  file: SourceFile,
  reader: TreeReader,
  outer: NamespaceScope,
): Mutable<TreeElement> {
  const { attributes, offset, position } = reader;
  const { declared } = reader.open.scope;
  const scope = reader.declares
    ? {
        parent: outer,
        declared: new Map(
          Array.from(declared, ([prefix, uri]) => [prefix, currentNamespace(uri.trim())]),
        ),
        drafts: draftPrefixes(declared),
        names: undefined,
      }
    : outer;
  return {
    file,
    namespace: currentNamespace(reader.namespace),
    local: reader.local,
    attributes: attributes.length === 0 ? noAttributes : placed(attributes, reader),
    children: noChildren,
    scope,
    text: '',
    textAt: -1,
    start: offset,
    end: position,
    closed: position,
  };
}

/** The attributes of the start tag just read, with the offsets of their values. */
function placed(
  attributes: readonly XmlAttributeToken[],
  { source, offset }: TreeReader,
): readonly TreeAttribute[] {
  return attributes.map(({ namespace, local, value, valueOffset }) => {
    const start = offset + valueOffset;
    const valueEnd = source.indexOf(source.charAt(start - 1), start);
    return { namespace, local, value, valueOffset: start, valueEnd };
  });
}

/** The text of the element just opened and of those inside it. Reads its END. */
function innerText(reader: TreeReader): string {
  const pieces: string[] = [];
  for (let depth = 1; depth > 0; ) {
    const token = reader.next();
    if (token === TEXT) pieces.push(reader.textValue);
    else if (token === START) depth += 1;
    else if (token === END) depth -= 1;
    else break;
  }
  return pieces.join('');
}

/** The start tag of an element as a span. */
export function spanOf(element: TreeElement): Span {
  return { file: element.file, start: element.start, end: element.end };
}

/** The value of an attribute as a span. */
export function valueSpan(element: TreeElement, attribute: TreeAttribute): Span {
  return { file: element.file, start: attribute.valueOffset, end: attribute.valueEnd };
}

/** An attribute without namespace. */
export function treeAttribute(element: TreeElement, local: string): TreeAttribute | undefined {
  const { attributes } = element;
  // called a dozen times for each element, so without an iterator
  for (let index = 0; index < attributes.length; index += 1) {
    const attribute = attributes[index] as TreeAttribute;
    if (attribute.local === local && attribute.namespace === '') return attribute;
  }
  return undefined;
}

/** The value of an attribute without namespace, as written. */
export function attributeValue(element: TreeElement, local: string): string | undefined {
  return treeAttribute(element, local)?.value;
}

/** The namespace of a prefix at an element; `''` means the default namespace. */
export function lookupNamespace(scope: NamespaceScope, prefix: string): string | undefined {
  for (let at: NamespaceScope | undefined = scope; at !== undefined; at = at.parent) {
    const namespace = at.declared.get(prefix);
    if (namespace !== undefined) return namespace;
  }
  return undefined;
}

/** The draft of XML Schema that a prefix is declared for; `undefined` if it is for none. */
export function lookupDraft(scope: NamespaceScope, prefix: string): string | undefined {
  for (let at: NamespaceScope | undefined = scope; at !== undefined; at = at.parent) {
    if (at.declared.has(prefix)) return at.drafts?.get(prefix);
  }
  return undefined;
}

/**
 * Describes the target of an import that is neither WSDL nor XML Schema. Imports of a foreign
 * contract may name any file of this machine, so nothing of its text is disclosed but the name of
 * its root element.
 *
 * @param bytes the file
 * @param text its decoded text
 * @returns `undefined` for WSDL and XML Schema, otherwise for example `an HTML page`
 */
export function foreignKind(bytes: Uint8Array, text: string): string | undefined {
  if (!text.includes('<')) return kindOfText(bytes, text);
  const root = rootNameOf(text);
  if (root === undefined) return kindOfText(bytes, text);
  const { namespace, local } = root;
  if (namespace === namespaces.xsd && local === 'schema') return undefined;
  if (namespace === namespaces.wsdl && local === 'definitions') return undefined;
  if (local.toLowerCase() === 'html') return 'an HTML page';
  const where = namespace === '' ? 'no namespace' : `namespace '${namespace.slice(0, 200)}'`;
  return `XML with root element '${local.slice(0, 200)}' of ${where}`;
}

/** Name of the root element; `undefined` if the text up to it is not well-formed. */
function rootNameOf(text: string): { namespace: string; local: string } | undefined {
  try {
    const reader = new TreeReader(withoutDocumentType(text));
    if (reader.nextTag() !== START) return undefined;
    const { local } = reader;
    const namespace = currentNamespace(reader.namespace);
    if (local !== 'definitions' || namespace !== '') return { namespace, local };
    // its children show what it is
    for (let token = reader.nextTag(); token !== EOF; token = reader.nextTag()) {
      if (reader.namespace === namespaces.wsdl) return { namespace: namespaces.wsdl, local };
    }
    return { namespace, local };
  } catch (error) {
    if (error instanceof XmlError) return undefined;
    throw error;
  }
}

function kindOfText(bytes: Uint8Array, text: string): string {
  const start = text.trimStart().slice(0, sample);
  if (start === '' && (text !== '' || bytes.length === 0)) return 'an empty file';
  if (start === '' || isBinary(start)) return 'a binary file';
  if (beginsAsWebPage(text)) return 'an HTML page';
  if (start.startsWith('<')) return 'XML that is not well-formed';
  if (/^[{[]/.test(start) && isJson(text)) return 'JSON';
  return 'a text file';
}

/** Whether there is something that texts do not have: control characters, or undecodable bytes. */
function isBinary(start: string): boolean {
  for (const character of start) {
    const code = character.charCodeAt(0);
    if (code === 0xfffd || (code < 32 && code !== 9 && code !== 10 && code !== 13)) return true;
  }
  return false;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
