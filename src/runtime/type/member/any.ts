import { asNamed, fixedNodes, readMixed, writeAny, writeMixed } from '../../codec/any-element.ts';
import { isOnlyNil, nilValue } from '../../codec/nil.ts';
import { anyElement } from '../../codec/wildcard.ts';
import { includedText } from '../../mime/xop-reader.ts';
import { captureElement, captureNodes, namespacesIn, notesOf, parted } from '../../xml/capture.ts';
import { exactly, type XmlNode } from '../../xml/element.ts';
import type { XmlReader } from '../../xml/reader.ts';
import { orEmpty, within } from '../../xml/write-text.ts';
import type {
  AnyType,
  Content,
  ContentPlan,
  Detail,
  Field,
  Namespaces,
  NilForm,
  ObjectType,
  Wildcard,
} from '../description.ts';
import { limits } from './count.ts';

/** What a description says of a wildcard. */
export interface AnyDetail extends Detail {
  readonly wildcard?: Wildcard;
  /** Whether strict readers check its elements by their declarations, if they have any. */
  readonly process?: 'lax' | 'strict';
}

/** Elements that are not in the schema (XML Schema 1, 3.10). */
export function any(property: string, { process, ...detail }: AnyDetail = {}): Field {
  const { wildcard = ['not'] } = detail;
  const [kind, ...namespaces] = wildcard;
  exactly.notesOf = notesOf;
  parted.included = includedText;
  exactly.write = (element) => writeAny(element, '');
  return {
    kind: 'any',
    name: property,
    min: 1,
    max: 1,
    wildcard,
    takes: ({ namespace }) => namespaces.includes(namespace) === (kind === 'only'),
    read: process === undefined ? captured : process === 'strict' ? strictly : laxly,
    write: (value, { outer }) => writeAny(value, outer),
    count: (detail.max ?? 1) > 1 ? limits : undefined,
    ...detail,
  };
}

// the same for all wildcards that check alike, which tells these apart from others
const captured: NonNullable<Field['read']> = (reader) => captureElement(reader);
const laxly: NonNullable<Field['read']> = (reader) => anyElement(reader, false);
const strictly: NonNullable<Field['read']> = (reader) => anyElement(reader, true);

/** Text and elements in any order. */
export function mixed(): Field {
  return { kind: 'mixed', name: '$content', min: 0, max: 1 };
}

/** Mixed content. */
export const mixedContent: Content = {
  read: (reader, plan, values) => readNodes(reader, plan, values, captureNodes),
  write: (_, values, { outer, type }) => inTag(written(values[values.length - 1], outer), type),
};

/** Mixed content of an element with a default text. */
export function mixedOr(initial: string): Content {
  return withText(initial, false);
}

/** Mixed content that must be a text. */
export function mixedText(fixed: string): Content {
  return withText(fixed, true);
}

function withText(text: string, isFixed: boolean): Content {
  return {
    text,
    fixed: isFixed,
    read: (reader, plan, values) =>
      readNodes(reader, plan, values, (one) => readMixed(one, text, isFixed)),
    write: (_, values, { outer, type }) => {
      const nodes = values[values.length - 1];
      return inTag(written(nodes, outer, isFixed ? text : undefined), type);
    },
  };
}

/** Reads the nodes of an object, with the namespaces of prefixes in its own texts. */
function readNodes(
  reader: XmlReader,
  { blank, named, make }: ContentPlan,
  values: unknown[],
  read: (reader: XmlReader) => readonly XmlNode[],
): unknown {
  const { scope } = reader.name;
  parted.included = includedText;
  const nodes = read(reader);
  values[blank.length - 1] = nodes;
  if (named !== undefined) {
    const known = values[named.slot] as Namespaces | undefined;
    values[named.slot] = namespacesIn(reader, scope, nodes, known);
  }
  return make(values);
}

/** The content after the end of a start tag that is still open. */
function inTag(content: string, { form }: ObjectType): string {
  return form.tagged ? `>${orEmpty(content)}` : content;
}

function written(nodes: unknown, outer: string, fixed?: string): string {
  try {
    const given = nodes as never;
    return writeMixed(fixed === undefined ? given : fixedNodes(given, fixed), outer);
  } catch (error) {
    throw within(error, '$content');
  }
}

/** `xs:anyType`: the element itself. */
export const anyXml: AnyType = {
  kind: 'xml',
  read: (reader) => {
    parted.included = includedText;
    return captureElement(reader);
  },
  write: (value, { name, namespace, outer }) => writeAny(asNamed(value, name, namespace), outer),
};

/** A nil element of `xs:anyType`, which keeps its attributes. */
export const nilXml: NilForm = {
  test: (reader) => isOnlyNil(reader),
  read: nilValue,
  write: (value, { start }) => (value === null ? `${start} xsi:nil="true" />` : undefined),
};
