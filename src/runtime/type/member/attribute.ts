import { otherAttributes, writeNamespaces, writeOtherAttributes } from '../../codec/any-element.ts';
import { absentAttribute, missingAttribute, missingValue } from '../../codec/value.ts';
import { attributeText, sameLocal } from '../../xml/attributes.ts';
import { namespacesIn } from '../../xml/capture.ts';
import { deviate, tolerate } from '../../xml/deviation.ts';
import type { XmlReader } from '../../xml/reader.ts';
import { XML_NAMESPACE, XSI_NAMESPACE } from '../../xml/tokens.ts';
import { EncodeError, escapeAttribute, formatXsdStringAttribute } from '../../xml/write-text.ts';
import { outside } from '../../xsd/qname.ts';
import { isRequired, isSimple } from '../described.ts';
import type { Detail, Field, InTag, Namespaces, ObjectType } from '../description.ts';
import { type Format, type Simple, TEXT } from '../simple-type.ts';
import { declaration } from '../tag.ts';

/** An attribute that must be there. */
export function attribute(name: string, type: Simple, detail?: Detail): Field {
  return { kind: 'attribute', name, namespace: '', type, min: 1, max: 1, inTag, ...detail };
}

/** An attribute that may be absent. */
export function optionalAttribute(name: string, type: Simple, detail?: Detail): Field {
  return { kind: 'attribute', name, namespace: '', type, min: 0, max: 1, inTag, ...detail };
}

const inTag: InTag = {
  read: (reader, field, beside) => {
    const { namespace = '', name } = field;
    const type = field.type as Simple;
    const text = attributeText(reader, namespace, name) ?? meantText(reader, field, beside);
    if (text === undefined) return absentValue(reader, field, type);
    return type.way === TEXT ? text : parsedValue(reader, type, text, name);
  },
  form: ({ namespace = '', name, ...field }, position, before) => {
    const type = field.type as Simple;
    const isXml = namespace === XML_NAMESPACE;
    const isOwn = namespace === '' || isXml;
    const full = isOwn ? (isXml ? `xml:${name}` : name) : `a${position}:${name}`;
    const declared = isOwn ? '' : declaration(`a${position}`, namespace);
    const { names } = type;
    if (names === undefined) return { start: `${declared} ${full}="`, format: formatOf(type) };
    const stems = freeStems(names.stems, before);
    return {
      format: (value) => declared + names.attribute(value, [`n${position}`, ...stems], full),
    };
  },
};

/**
 * The text of the attribute that is meant for a lenient reader: one of the same local name that is
 * not in the contract.
 */
function meantText(reader: XmlReader, field: Field, beside: readonly Field[]): string | undefined {
  if (reader.deviations?.lenient !== true || beside.some(({ kind }) => kind === 'anyAttributes'))
    return undefined;
  const { name, namespace = '' } = field;
  const other = sameLocal(reader, name).find(
    (one) => !beside.flatMap(attributeName).includes(`{${one.namespace}}${one.local}`),
  );
  if (other === undefined) return undefined;
  const message = `Attribute '{${other.namespace}}${name}' is read as '{${namespace}}${name}'.`;
  tolerate(reader, message, name);
  reader.asked = other;
  return other.value;
}

function formatOf({ way, raw, plain }: Simple): Format {
  if (way === TEXT) return formatXsdStringAttribute;
  return plain ? raw : (value) => escapeAttribute(raw(value));
}

/** Prefixes that no other property in the same tag declares. */
export function freeStems(stems: readonly string[], others: readonly Field[]): readonly string[] {
  const taken = others.flatMap(({ type }) => (isSimple(type) ? (type.names?.stems ?? []) : []));
  return stems.filter((stem) => !taken.includes(stem));
}

function parsedValue(reader: XmlReader, type: Simple, text: string, name: string): unknown {
  try {
    return type.parse(text, reader, name);
  } catch (error) {
    return deviate(reader, reader.options.conversionError?.(error, text) ?? error, name);
  }
}

function absentValue(reader: XmlReader, field: Field, type: Simple): unknown {
  const { name, initial } = field;
  const isMissing = isRequired(field);
  if (initial !== undefined) {
    // names in values of the contract have no prefix
    const scope = type.names === undefined ? reader : outside;
    const value = initialValue(reader, type, initial, { scope, name });
    return isMissing ? absentAttribute(reader, name, value) : value;
  }
  if (!isMissing) return undefined;
  const { initial: empty } = type;
  if (empty === undefined) return missingAttribute(reader, name);
  return missingValue(reader, name, empty(), missingAttribute);
}

/** Where a text of the contract stands for an attribute. */
interface InitialPlace {
  readonly scope: XmlReader;
  readonly name: string;
}

function initialValue(
  reader: XmlReader,
  type: Simple,
  text: string,
  { scope, name }: InitialPlace,
): unknown {
  try {
    return type.parse(text, scope, name);
  } catch (error) {
    return deviate(reader, error, name);
  }
}

/** Attributes that are not in the schema (XML Schema 1, 3.4.2). */
export function anyAttributes(): Field {
  return {
    kind: 'anyAttributes',
    name: '$anyAttributes',
    min: 0,
    max: 1,
    inTag: {
      read: (reader, _, beside) => otherAttributes(reader, beside.flatMap(attributeName)),
      form: (_field, _position, _before, namespaces) => ({
        format: (value) => writeOtherAttributes(value, namespaces),
      }),
    },
  };
}

/** What prefixes in attributes and texts mean whose type the schema leaves open. */
export function namespaces(): Field {
  return {
    kind: 'namespaces',
    name: '$namespaces',
    min: 0,
    max: 1,
    inTag: {
      read: (reader, _, beside) => {
        if (!beside.some(({ kind }) => kind === 'anyAttributes')) return undefined;
        const others = otherAttributes(reader, beside.flatMap(attributeName));
        return others && namespacesIn(reader, reader.name.scope, others);
      },
      form: () => ({ format: () => '' }),
      declare: declareNamespaces,
    },
  };
}

/** Prefixes that all messages have. */
const fixedPrefixes: Readonly<Record<string, string | undefined>> = {
  xsi: XSI_NAMESPACE,
  xsd: 'http://www.w3.org/2001/XMLSchema',
};

/** Each attribute of a tag, as written. */
const writtenAttribute = / ([^\s="]+)="([^"]*)"/g;

function declareNamespaces(
  namespaces: Namespaces,
  type: ObjectType,
  write: (namespaces: Namespaces) => string,
): string {
  const declarations = writeNamespaces(namespaces);
  let tag = write(namespaces);
  const known = new Map([...tag.matchAll(writtenAttribute)].map(([, name, uri]) => [name, uri]));
  for (const [text = '', name = '', uri = ''] of declarations.matchAll(writtenAttribute)) {
    const prefix = name.slice('xmlns:'.length);
    const other = known.get(name) ?? fixedPrefixes[prefix] ?? (isInName(prefix, type) ? '' : uri);
    if (other !== uri) {
      const use = other === '' ? 'its name has it' : `the message uses it for '${other}'`;
      const message = `The prefix '${prefix}' cannot be declared here: ${use}.`;
      throw new EncodeError(message, '$namespaces');
    }
    if (!known.has(name)) tag += text;
  }
  return tag;
}

/** Whether the name of the element or of its type may have a prefix. */
function isInName(prefix: string, { form, family }: ObjectType): boolean {
  return (prefix === 'q1' && form.plain) || (prefix === 'q2' && family !== undefined);
}

/** `{namespace}local` of an attribute. */
export function attributeName({ kind, namespace = '', name }: Field): readonly string[] {
  return kind === 'attribute' ? [`{${namespace}}${name}`] : [];
}
