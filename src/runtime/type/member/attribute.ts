import { otherAttributes, writeOtherAttributes } from '../../codec/any-element.ts';
import { absentAttribute, missingAttribute, missingValue } from '../../codec/value.ts';
import { attributeText } from '../../xml/attributes.ts';
import { deviate } from '../../xml/deviation.ts';
import type { XmlReader } from '../../xml/reader.ts';
import { XML_NAMESPACE } from '../../xml/tokens.ts';
import { escapeAttribute, formatXsdStringAttribute } from '../../xml/write-text.ts';
import { outside } from '../../xsd/qname.ts';
import { isRequired, isSimple } from '../described.ts';
import type { Detail, Field, InTag } from '../description.ts';
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
  read: (reader, field) => {
    const { namespace = '', name } = field;
    const type = field.type as Simple;
    const text = attributeText(reader, namespace, name);
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
      form: () => ({ format: (value) => writeOtherAttributes(value) }),
    },
  };
}

/** `{namespace}local` of an attribute. */
export function attributeName({ kind, namespace = '', name }: Field): readonly string[] {
  return kind === 'attribute' ? [`{${namespace}}${name}`] : [];
}
