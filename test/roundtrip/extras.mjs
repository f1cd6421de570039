// Schema content that is not in the document: an element around each message that is more than one
// global element, and what wildcards take.
import { wildcardName } from './draw-xml.mjs';
import { quoted } from './extract-schemas.mjs';

const xsd = 'http://www.w3.org/2001/XMLSchema';

/** Additions by namespace. */
export function createExtras() {
  const all = new Map();

  function of(namespace) {
    let extra = all.get(namespace);
    if (extra === undefined) {
      extra = { body: '', uses: new Set(), prefixes: new Map() };
      all.set(namespace, extra);
    }
    return extra;
  }

  /** A name as an attribute of an addition holds it. */
  function reference(extra, { namespace, localName }) {
    if (namespace === xsd) return `xs:${localName}`;
    extra.uses.add(namespace);
    if (namespace === '') return localName;
    if (!extra.prefixes.has(namespace)) extra.prefixes.set(namespace, `n${extra.prefixes.size}`);
    return `${extra.prefixes.get(namespace)}:${localName}`;
  }

  function child(extra, part) {
    if (part.element !== undefined)
      return `<xs:element ref="${reference(extra, part.element.name)}"/>`;
    return `<xs:element name="${part.name}" form="unqualified" type="${reference(extra, part.type.name)}"/>`;
  }

  const sequence = (inside) =>
    `<xs:complexType><xs:sequence>${inside}</xs:sequence></xs:complexType>`;

  return {
    all,
    /** Declares what is around the elements of a message; gives its name. */
    message(id, wrapper, parts) {
      const namespace = wrapper?.namespace ?? 'urn:roundtrip:messages';
      const extra = of(namespace);
      const inside = parts.map((part) => child(extra, part)).join('');
      const content =
        wrapper === undefined
          ? inside
          : `<xs:element name="${wrapper.localName}" form="qualified">${sequence(inside)}</xs:element>`;
      extra.body += ` <xs:element name="${id}">${sequence(content)}</xs:element>\n`;
      return { namespace, localName: id };
    },
    /** Declares an element of a type; gives its name. */
    typed(id, type) {
      const namespace = 'urn:roundtrip:messages';
      const extra = of(namespace);
      extra.body += ` <xs:element name="${id}" type="${reference(extra, type)}"/>\n`;
      return { namespace, localName: id };
    },
    wildcard(namespace) {
      if (namespace === xsd) {
        of(namespace);
        return;
      }
      of(namespace).body +=
        ` <xs:element name="${wildcardName}" type="xs:string"/>\n <xs:attribute name="${wildcardName}" type="xs:string"/>\n`;
    },
  };
}

const scope = [
  ['xsi', 'http://www.w3.org/2001/XMLSchema-instance'],
  ['xsd', xsd],
];

/** Declarations the envelope has, those left out that a start tag has of its own. */
function declarations(startTag) {
  return scope
    .filter(([prefix]) => !startTag.includes(` xmlns:${prefix}="`))
    .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
    .join('');
}

/**
 * An instance document: a message inside the element declared for it, or the one element it
 * consists of.
 */
export function instanceOf(text, around) {
  if (around === undefined) {
    const [start = ''] = /^<[^>]*>/.exec(text) ?? [];
    return text.replace(/^<[^\s/>]+/, (tag) => tag + declarations(start));
  }
  const declared = around.namespace === '' ? '' : ` xmlns:rt="${quoted(around.namespace)}"`;
  const name = around.namespace === '' ? around.localName : `rt:${around.localName}`;
  return `<${name}${declared}${declarations('')}>${text}</${name}>`;
}
