import type { Binding, Definitions, Message, PortType } from '../../model/wsdl.ts';
import { type MarkupElement, type MarkupNode, namespaces, type QName } from '../../model/xml.ts';

/** Constructs of one document by the keys of their names. */
interface WsdlNames {
  readonly bindings: ReadonlyMap<string, Binding>;
  readonly portTypes: ReadonlyMap<string, PortType>;
  readonly messages: ReadonlyMap<string, Message>;
}

/** Context for writing WSDL constructs. */
export interface WsdlScope {
  readonly out: MarkupWriter;
  readonly prefixes: Prefixes;
  readonly definitions: Definitions;
  /** Names of messages, portTypes and bindings in the one document. */
  readonly messages: LocalNames;
  readonly portTypes: LocalNames;
  readonly bindings: LocalNames;
  /** Constructs by the keys of their names. */
  readonly byName: WsdlNames;
  /** Keys of messages whose part is arbitrary XML: see `xmlResults`. */
  readonly xmlResults: ReadonlySet<string>;
  /** Whether to write extension attributes for what only the YAML notation can express. */
  readonly extensions: boolean;
}

/** Names of one kind of construct, all in the document's target namespace. */
export interface LocalNames {
  /** NCName for the construct's `name` attribute. */
  name(name: QName): string;
  /** Prefixed name for a reference to it. */
  reference(name: QName): string;
}

/**
 * Attributes in a namespace of our own, for what only the YAML notation can express; nothing
 * without `extensions`.
 */
export function contractAttributes(
  scope: Pick<WsdlScope, 'extensions'>,
  values: Readonly<Record<string, string | undefined>>,
): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  if (!scope.extensions || given.length === 0) return '';
  const attributes = given.map(([name, value]) => attributeMarkup(`contract:${name}`, value));
  return attributeMarkup('xmlns:contract', namespaces.contract) + attributes.join('');
}

/** Marks documentation that readers would change by removing its indentation. */
export function keptSpace(scope: Pick<WsdlScope, 'extensions'>, documentation: string): string {
  const loses = /(^|\n)\s|[ \t](\n|$)|\r|[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\ufeff](\n|$)/;
  return contractAttributes(scope, {
    space: loses.test(documentation) ? 'preserve' : undefined,
  });
}

/** Prefixes of one WSDL document. */
export interface Prefixes {
  /** A prefixed name such as `tns:Student`. A new namespace gets the next `s<n>`. */
  name(name: QName): string;
  /** A prefixed name in a value or an XPath, for which a schema needs no import. */
  value(name: QName): string;
  /**
   * Declarations of the prefixes of values since the last call, for the schema just written. .NET
   * reads them when it compiles a schema, which then has the declarations of its own element alone.
   */
  takeValues(): string;
  /** Namespaces used since the last call, to which the schema just written refers. */
  takeUsed(): ReadonlySet<string>;
  /** `xmlns:` declarations in ASMX's order. */
  declarations(): string;
}

/** An attribute for a start tag, with a leading space; nothing if it has no value. */
export function attributeMarkup(name: string, value: string | undefined): string {
  return value === undefined ? '' : ` ${name}="${escapeXmlAttribute(value)}"`;
}

/** Creates elements in the order in which they are written. */
export interface MarkupWriter {
  /** Adds an element with what `content` adds. Attributes are results of `attribute`. */
  element(name: string, attributes?: string, content?: () => void): void;
  /** Adds an element with text only. */
  textElement(name: string, attributes: string, text: string): void;
  /** Adds elements of another writer. */
  append(elements: readonly MarkupElement[]): void;
  /** The outermost elements. */
  readonly elements: readonly MarkupElement[];
}

export function createMarkupWriter(): MarkupWriter {
  const elements: MarkupElement[] = [];
  let current: MarkupNode[] = elements;
  return {
    element(name, attributes = '', content) {
      const children: MarkupNode[] = [];
      current.push({ name, tag: name + attributes, children });
      if (content === undefined) return;
      const outer = current;
      current = children;
      content();
      current = outer;
    },
    textElement(name, attributes, text) {
      const children = text === '' ? [] : [escapeXmlText(text)];
      current.push({ name, tag: name + attributes, children });
    },
    append(added) {
      for (const one of added) current.push(one);
    },
    elements,
  };
}

/**
 * Characters that XML 1.0 (section 2.2) does not allow, even as references: control characters,
 * U+FFFE, U+FFFF, lone surrogates.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are replaced
const illegal = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]/gu;

/** A text that needs no escapes: the usual case, which is faster without a copy. */
const plain = /^[ !#-%'-;=?-~\xa0-\ud7ff]*$/;

function escapeMarkup(text: string): string {
  return text
    .replace(illegal, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#xD;');
}

/**
 * Escapes text for element content (XML 1.0 section 2.4) like .NET's writer: quotes and LF stay, CR
 * becomes a reference. Characters that XML does not allow become U+FFFD, so that a document is
 * always well-formed.
 */
export function escapeXmlText(text: string): string {
  return plain.test(text) ? text : escapeMarkup(text);
}

/**
 * Escapes text for an attribute value in double quotes (section 3.3.3), so that white space
 * survives normalisation.
 */
export function escapeXmlAttribute(text: string): string {
  if (plain.test(text)) return text;
  return escapeMarkup(text)
    .replaceAll('"', '&quot;')
    .replaceAll('\t', '&#x9;')
    .replaceAll('\n', '&#xA;');
}
