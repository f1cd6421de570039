import type { DiagnosticSink } from '../diagnostics/diagnostic.ts';
import type { SourceFile, Span } from '../diagnostics/source-file.ts';
import type { Mutable } from '../model/common/mutable.ts';
import { namespaces } from '../model/common/namespaces.ts';
import type { QName } from '../model/common/qname.ts';
import { END, EOF, START, TEXT, type XmlAttributeToken } from '../runtime/xml/reader.ts';
import { XmlError } from '../runtime/xml/xml-error.ts';
import { pageHelp } from './help/page-help.ts';
import { currentNamespace, draftPrefixes } from './schema-drafts.ts';
import { withoutDocumentType } from './text/document-type.ts';
import { TreeReader } from './tree-reader.ts';

/** Namespace declarations in scope at an element. */
export interface NamespaceScope {
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

/** An element of a contract's XML with its position. Only documentation keeps its text. */
export interface TreeElement {
  readonly file: SourceFile;
  readonly namespace: string;
  readonly local: string;
  readonly attributes: readonly TreeAttribute[];
  readonly children: readonly TreeElement[];
  readonly scope: NamespaceScope;
  /** Text of a documentation element, without markup in it. */
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
      if (element.local !== 'documentation') {
        open.push({ element, firstChild: count });
        continue;
      }
      element.text = documentationText(reader);
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
function documentationText(reader: TreeReader): string {
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
export function attributeOf(element: TreeElement, local: string): TreeAttribute | undefined {
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
  return attributeOf(element, local)?.value;
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
