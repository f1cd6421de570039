import { cut, outside } from '../values/text.ts';
import {
  attributeText,
  Capture,
  captureElement,
  contentOf,
  notesOf,
  parted,
  rememberAttributes,
  sameLocal,
  xsiType,
} from '../xml/capture.ts';
import {
  collectPrefixes,
  deviate,
  isNil,
  locate,
  START,
  TEXT,
  tolerate,
  XML_NAMESPACE,
  XmlValueError,
  XSI_NAMESPACE,
} from '../xml/errors.ts';
import { markOf, type NameCheck, resetTo, type XmlReader } from '../xml/reader.ts';
import type { XmlScope } from '../xml/tag.ts';
import {
  EncodeError,
  escapeAttribute,
  exactly,
  formatXsdStringAttribute,
  keepReadTag,
  notEncodable,
  orEmpty,
  readTagOf,
  within,
  writeXmlElement,
  writeXmlNodes,
  type XmlAttribute,
  type XmlElement,
  type XmlNode,
} from '../xml/writer.ts';
import {
  type AnyType,
  type Content,
  type ContentPlan,
  DescribedObject,
  type Detail,
  declaration,
  ELEMENT,
  type ElementPlace,
  type Field,
  type Format,
  type InTag,
  isBranches,
  isRequired,
  isSimple,
  type Member,
  type Namespaces,
  type NilForm,
  type ObjectType,
  type Order,
  propertyNameOf,
  type Simple,
  TEXT_WAY,
  typeTag,
  VALUE,
  type Wildcard,
} from './description.ts';
import {
  isNilled,
  isOnlyNil,
  limits,
  memberNamed,
  memberOf,
  nilValue,
  typedText,
} from './member.ts';
import { missingValue, planOf, writeInTag } from './message.ts';
import { readObject } from './object.ts';
import { includedText } from './text.ts';
import { absentAttribute, missingAttribute, otherType } from './value.ts';

/** The text of an element with attributes. */
export function text(type: Simple): Field {
  return { kind: 'text', name: '$value', type, min: 1, max: 1 };
}

/** Content that is a text. */
export const simpleContent: Content = {
  tagged: (members) => members.some((one) => !isBranches(one) && holdsNames(one)),
  read: (reader, plan, values) => {
    const { parse, initial, include } = textTypeOf(plan);
    const included = include?.(reader, parse);
    values[values.length - 1] =
      included ??
      typedText(
        reader,
        (given) => parse(given, reader),
        initial && ((one, name) => missingValue(one, name, initial())),
      );
    return plan.make(values);
  },
  write: (_, values, plan) => {
    const { format, names } = textTypeOf(plan);
    const value = values[values.length - 1] as never;
    try {
      if (names !== undefined) {
        return names.content(value, ['n', ...freeStems(names.stems, plan.inTag)]);
      }
      return (plan.type.form.tagged ? '>' : '') + orEmpty(format(value));
    } catch (error) {
      throw within(error, '$value');
    }
  },
};

/** The type of the text. */
function textTypeOf({ text: field }: ContentPlan): Simple {
  const { type } = field as Field;
  return type as Simple;
}

function holdsNames({ kind, type }: Field): boolean {
  return kind === 'text' && isSimple(type) && type.names !== undefined;
}

/** A nil element that keeps its attributes: `null` without any, else an object with `$nil`. */
export const nilWithAttributes: NilForm = {
  attributes: true,
  test: isNil,
  read: (reader, declared: ObjectType) => {
    const { family } = declared;
    if (family?.choose === undefined) return readNil(reader, declared);
    const given = xsiType(reader);
    const members = family.members();
    const found = given && memberNamed(members, given.namespace, given.local);
    if (found !== undefined) return readNil(reader, found);
    if (given !== undefined) otherType(reader, given);
    return members.includes(declared) ? readNil(reader, declared) : nilValue(reader);
  },
  write: (value, { object, start, inside }) => {
    if (value === null) return `${start} xsi:nil="true" />`;
    if (!isNilled(value) || object === undefined) return undefined;
    const isHead = object.family?.choose !== undefined;
    const type = isHead ? memberOf(value as object, object) : object;
    const plan = planOf(type, inside);
    const tag = type === object ? '' : typeTag(type, inside);
    return `${start} xsi:nil="true"${tag}${writeInTag(plan.take(value as never), plan)} />`;
  },
};

/** Reads a nil element as one type. */
function readNil(reader: XmlReader, type: ObjectType): unknown {
  const { family } = type;
  const { inTag } = planOf(type);
  const isAny = inTag.some(({ kind }) => kind === 'anyAttributes');
  const names = inTag.flatMap(attributeName);
  const isBare = isAny ? isOnlyNil(reader) : inTag.length === 0 || isOnlyNil(reader, names);
  if (isBare && (family === undefined || xsiType(reader) === undefined)) return nilValue(reader);
  const value: Record<string, unknown> & { $type?: unknown } = { $nil: true };
  if (family !== undefined) value.$type = family.literal;
  for (const field of inTag) value[propertyNameOf(field)] = field.inTag?.read(reader, field, inTag);
  nilValue(reader);
  return value;
}

/** An attribute that must be there. */
export function attribute(name: string, type: Simple, detail?: Detail): Field {
  return {
    kind: 'attribute',
    name,
    namespace: '',
    type,
    min: 1,
    max: 1,
    inTag: attributeForm,
    ...detail,
  };
}

/** An attribute that may be absent. */
export function optionalAttribute(name: string, type: Simple, detail?: Detail): Field {
  return {
    kind: 'attribute',
    name,
    namespace: '',
    type,
    min: 0,
    max: 1,
    inTag: attributeForm,
    ...detail,
  };
}

const attributeForm: InTag = {
  read: (reader, field, beside) => {
    const { namespace = '', name } = field;
    const type = field.type as Simple;
    const text = attributeText(reader, namespace, name) ?? meantText(reader, field, beside);
    if (text === undefined) return absentText(reader, field, type);
    return type.way === TEXT_WAY ? text : parsedValue(reader, type, text, name);
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
  if (way === TEXT_WAY) return formatXsdStringAttribute;
  return plain ? raw : (value) => escapeAttribute(raw(value));
}

/** Prefixes that no other property in the same tag declares. */
function freeStems(stems: readonly string[], others: readonly Field[]): readonly string[] {
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

function absentText(reader: XmlReader, field: Field, type: Simple): unknown {
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
function attributeName({ kind, namespace = '', name }: Field): readonly string[] {
  return kind === 'attribute' ? [`{${namespace}}${name}`] : [];
}

/** A type in which an empty text means another one (XML Schema 1, 3.3.1). */
export function withDefault(base: Simple, initial: string): Simple {
  const { scan, ...others } = base;
  return {
    ...others,
    from: { base, initial },
    way: base.way === ELEMENT ? ELEMENT : VALUE,
    parse: (text, reader, attribute) => {
      if (text !== '') return base.parse(text, reader, attribute);
      // names in values of the contract have no prefix
      return base.parse(initial, base.names === undefined ? reader : outside, attribute);
    },
  };
}

/**
 * A type with one value (XML Schema 1, 3.3.4). Values are compared, not texts.
 *
 * @param order compares texts, or texts of lists, where equal values have different ones
 */
export function fixed(base: Simple, text: string, order?: Order): Simple {
  const { scan, initial, names, ...others } = withDefault(base, text);
  const { round, json } = base;
  const isText = order !== undefined && json?.type !== 'array';
  const only = onceOf(() => (isText ? text : base.parse(text, outside)));
  const rounded = (value: unknown, one: unknown): unknown =>
    round !== undefined && round(value as number) === round(one as number) ? one : value;
  const compared = (value: unknown): unknown => {
    const one = only();
    if (typeof one === 'object') return mustMatch(value, one, base.raw as never, order);
    return isText
      ? mustEqual(value as string, one as string, order)
      : mustBe(rounded(value, one), one);
  };
  const given = (value: unknown): never => {
    const one = only();
    const isObject = typeof one === 'object';
    const how = { fixed: one, format: base.raw as never, order };
    return (isObject ? fixedMatch(value, how) : fixedValue(rounded(value, one), one)) as never;
  };
  const raw = (value: never): string => base.raw(given(value));
  return {
    ...others,
    from: { base, fixed: text },
    parse: (one, reader, attribute) => compared(others.parse(one, reader, attribute)),
    raw,
    format: (value) => base.format(given(value)),
    ...(names && { names: names.of(raw, names.stems) }),
  };
}

function onceOf<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** An object type whose element has a default text. */
export function textOr(type: ObjectType, initial: string): ObjectType {
  return changed(type, (text) => withDefault(text, initial), mixedOr(initial));
}

/** An object type whose element has a fixed text. */
export function textFixed(type: ObjectType, text: string, order?: Order): ObjectType {
  return changed(type, (base) => fixed(base, text, order), mixedText(text));
}

function changed(
  type: ObjectType,
  text: (base: Simple) => Simple,
  content: NonNullable<ObjectType['content']>,
): ObjectType {
  const known = new Map<ObjectType, ObjectType>();
  const change = (member: Member): Member =>
    !isBranches(member) && member.kind === 'text' && isSimple(member.type)
      ? { ...member, type: text(member.type) }
      : member;
  const copy = (one: ObjectType): ObjectType => {
    const before = known.get(one);
    if (before !== undefined) return before;
    const { name, namespace, scope, abstract, family, make, take } = one;
    const own = one.content === mixedContent ? content : one.content;
    const made = new DescribedObject(name, namespace, () => one.members.map(change), {
      scope,
      ...(abstract && { abstract }),
      ...(family && { family: { ...family, members: () => family.members().map(copy) } }),
      ...(own && { content: own }),
      ...(make && { make }),
      ...(take && { take }),
    });
    known.set(one, made);
    return made;
  };
  return copy(type);
}

/** What a description says of a wildcard. */
interface AnyDetail extends Detail {
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
    read: process === undefined ? captured : process === 'strict' ? strictElement : laxly,
    write: (value, { outer }) => writeAny(value, outer),
    count: (detail.max ?? 1) > 1 ? limits : undefined,
    ...detail,
  };
}

// the same for all wildcards that check alike, which tells these apart from others
const captured: NonNullable<Field['read']> = (reader) => captureElement(reader);
const laxly: NonNullable<Field['read']> = (reader) => anyElement(reader, false);
const strictElement: NonNullable<Field['read']> = (reader) => anyElement(reader, true);

/** Text and elements in any order. */
export function mixed(): Field {
  return { kind: 'mixed', name: '$content', min: 0, max: 1 };
}

/** Mixed content. */
export const mixedContent: Content = {
  read: (reader, plan, values) => readNodes(reader, plan, values, captureNodes),
  write: (_, values, { outer, type }) =>
    insideTag(writtenNodes(values[values.length - 1], outer), type),
};

/** Mixed content of an element with a default text. */
function mixedOr(initial: string): Content {
  return withText(initial, false);
}

/** Mixed content that must be a text. */
function mixedText(fixed: string): Content {
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
      return insideTag(writtenNodes(nodes, outer, isFixed ? text : undefined), type);
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
function insideTag(content: string, { form }: ObjectType): string {
  return form.tagged ? `>${orEmpty(content)}` : content;
}

function writtenNodes(nodes: unknown, outer: string, fixed?: string): string {
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

const noElement: XmlElement = { name: '', namespace: '' };

/**
 * Reads the element whose START was just read and that matches a wildcard. Strict readers first
 * check it by its declaration (XML Schema 1, 3.10.1). Elements in nested wildcards are checked in
 * the same pass, so nothing is read more than twice.
 *
 * @param mustBeDeclared whether strict readers refuse an element that the contract does not
 *   declare
 */
function anyElement(reader: XmlReader, mustBeDeclared: boolean): XmlElement {
  const { declared } = reader;
  if (!reader.strict || declared?.whole !== true) return captureElement(reader);
  if (declared.checking) {
    checkElement(reader, declared, mustBeDeclared);
    return noElement;
  }
  const mark = markOf(reader);
  declared.checking = true;
  try {
    checkElement(reader, declared, mustBeDeclared);
  } finally {
    declared.checking = false;
  }
  resetTo(reader, mark);
  return captureElement(reader);
}

function checkElement(
  reader: XmlReader,
  declared: NameCheck<XmlReader>,
  mustBeDeclared: boolean,
): void {
  const read = declared.elementReader(`{${reader.namespace}}${reader.local}`);
  if (read === null) {
    reader.skip();
  } else if (read !== undefined) {
    read(reader);
  } else if (mustBeDeclared) {
    const name = reader.rawName.slice(0, 100);
    throw locate(reader, new XmlValueError(`Element '${name}' is not declared.`));
  } else {
    // an element that is not declared may contain one that is
    while (reader.nextTag() === START) checkElement(reader, declared, false);
  }
}

function isNamedElement(value: XmlElement): boolean {
  return typeof value === 'object' && value !== null && typeof value.name === 'string';
}

/** Writes any element. */
function writeAny(value: XmlElement, defaultNamespace: string): string {
  if (!isNamedElement(value)) throw notEncodable('an XML element', value);
  return writeXmlElement(value, defaultNamespace);
}

/**
 * The element with the name that the schema gives it. Anything that is not an element stays
 * unchanged, and {@link writeAny} refuses it.
 */
function asNamed(value: XmlElement, local: string, namespace: string): XmlElement {
  if (!isNamedElement(value) || (value.name === local && value.namespace === namespace))
    return value;
  return keepReadTag({ ...value, name: local, namespace }, readTagOf(value));
}

/** Writes mixed content. */
export function writeMixed(nodes: readonly XmlNode[], defaultNamespace: string): string {
  if (!Array.isArray(nodes)) throw notEncodable('an array of XML nodes', nodes);
  return writeXmlNodes(nodes, defaultNamespace);
}

/** The text of nodes; `undefined` if an element is among them. */
function onlyText(nodes: readonly XmlNode[]): string | undefined {
  return nodes.every((node) => typeof node === 'string') ? nodes.join('') : undefined;
}

/**
 * Reads mixed content of an element with a fixed or default text, which an empty element has, too
 * (XML Schema 1, 3.3.4).
 *
 * @param mustBe whether the text is fixed: other texts and elements are errors
 */
function readMixed(reader: XmlReader, given: string, mustBe = false): readonly XmlNode[] {
  const nodes = captureNodes(reader);
  const text = onlyText(nodes);
  if (text === '') return [given];
  if (!mustBe || text === given) return nodes;
  return deviate(reader, otherValue(nodes, given, text ?? 'elements'));
}

/** Mixed content that has to be a fixed text, which is also written if there is none. */
function fixedNodes(nodes: readonly XmlNode[] | undefined, fixed: string): readonly XmlNode[] {
  if (nodes === undefined) return [fixed];
  if (!Array.isArray(nodes)) return nodes;
  const text = onlyText(nodes);
  if (text === '') return [fixed];
  if (text === fixed) return nodes;
  throw notEncodable(`'${fixed}'`, text ?? nodes);
}

/**
 * Attributes of the START just read that are not in the schema; `undefined` if there are none.
 *
 * @param known `{namespace}local` of those in the schema
 */
function otherAttributes(
  reader: XmlReader,
  known: readonly string[],
): readonly XmlAttribute[] | undefined {
  rememberAttributes(reader);
  let found: XmlAttribute[] | undefined;
  for (const { namespace, local, value } of reader.attributes) {
    if (namespace === XSI_NAMESPACE || known.includes(`{${namespace}}${local}`)) continue;
    if (reader.ids !== undefined) reader.ids.hasOtherAttributes = true;
    found ??= [];
    found.push(namespace === '' ? { name: local, value } : { name: local, namespace, value });
  }
  const { offset } = reader;
  if (found !== undefined) reader.options.watch?.untyped(reader.source, offset, offset + 1);
  return found;
}

/**
 * Writes attributes that are not in the schema, with declarations of their namespaces.
 *
 * @param namespaces those that the tag declares, which are written here, too
 */
function writeOtherAttributes(
  attributes: readonly XmlAttribute[] | undefined,
  namespaces?: XmlElement['namespaces'],
): string {
  if (attributes === undefined) return '';
  if (!Array.isArray(attributes)) throw notEncodable('an array', attributes);
  return contentOfTag({ name: 'a', namespace: '', attributes, namespaces });
}

/** Writes declarations of namespaces. */
function writeNamespaces(namespaces: XmlElement['namespaces']): string {
  if (typeof namespaces !== 'object' || namespaces === null || Array.isArray(namespaces)) {
    throw notEncodable('an object with namespaces', namespaces, '$namespaces');
  }
  try {
    return contentOfTag({ name: 'a', namespace: '', namespaces });
  } catch (error) {
    throw within(error, '$namespaces');
  }
}

/** The element writer knows the rules of names and prefixes. The tag around them is removed. */
function contentOfTag(element: XmlElement): string {
  try {
    const tag = writeXmlElement(element, '');
    return tag.slice(2, tag.lastIndexOf('/')).trimEnd();
  } catch (error) {
    if (error instanceof EncodeError) error.steps.pop();
    throw error;
  }
}

/** Returns the lexical form of a value. */
type ValueFormat<T> = (value: T) => string;

/** Compares lexical forms: 0 for those of one value. */
type TextOrder = (left: string, right: string) => number;

const exactText: TextOrder = (left, right) => (left === right ? 0 : 1);

/** A fixed value that is an object. */
interface FixedObject<T> {
  readonly fixed: T;
  readonly format: ValueFormat<T>;
  readonly order?: TextOrder | undefined;
}

/** The error for a value other than the fixed one. `text` is the form that came. */
function otherValue(value: unknown, fixed: unknown, text: string = String(value)): XmlValueError {
  return new XmlValueError(`The value must be '${String(fixed)}', not '${cut(text)}'.`).carry(
    value,
  );
}

function isFixed(value: unknown, fixed: unknown): boolean {
  // NaN is, and -0 is not another value than 0
  return value === fixed || Object.is(value, fixed);
}

/** A value that must be the fixed value of the schema. */
function mustBe<const T>(value: unknown, fixed: T): T {
  if (isFixed(value, fixed)) return fixed;
  throw otherValue(value, fixed);
}

/**
 * A text that must denote the fixed value of the schema, such as `1.0` for `1`. Returns the fixed
 * value.
 */
function mustEqual<const T extends string>(
  text: string,
  fixed: T,
  compare: (left: string, right: string) => number,
): T {
  if (text === fixed || compare(text, fixed) === 0) return fixed;
  throw otherValue(text, fixed);
}

/**
 * An object that must be equal to the fixed value of the schema. The lexical forms are compared.
 */
function mustMatch<T>(value: T, fixed: T, format: ValueFormat<T>, order: TextOrder = exactText): T {
  const expected = format(fixed);
  const text = format(value);
  if (order(text, expected) === 0) return value;
  throw otherValue(value, expected, text);
}

/**
 * The fixed value of the schema, which is also written if none is given; another value is an error.
 */
function fixedValue<T>(value: unknown, fixed: T): T {
  if (value === undefined || isFixed(value, fixed)) return fixed;
  const shown = typeof fixed === 'string' ? `'${fixed}'` : String(fixed);
  throw notEncodable(shown, value);
}

/** As {@link fixedValue}, for values that are objects. The lexical forms are compared. */
function fixedMatch<T>(
  value: T | undefined,
  { fixed, format, order = exactText }: FixedObject<T>,
): T {
  if (value === undefined) return fixed;
  const expected = format(fixed);
  const text = format(value);
  if (order(text, expected) === 0) return value;
  throw notEncodable(`'${expected}'`, text);
}

/**
 * Reads an element that holds a node, like `XmlNode` in .NET. A server reads one that holds nothing
 * as absent, as ASMX does.
 */
export function heldNode(reader: XmlReader, { object }: ElementPlace): unknown {
  if (reader.defaults) {
    const mark = markOf(reader);
    if (isHollow(reader)) return undefined;
    resetTo(reader, mark);
  }
  return readObject(reader, object as ObjectType);
}

/** Reads an element that holds no element and no text but blanks, or the beginning of another. */
function isHollow(reader: XmlReader): boolean {
  let token = reader.next();
  while (token === TEXT && /^[ \t\r\n]*$/.test(reader.textValue)) token = reader.next();
  return token !== START && token !== TEXT;
}

/**
 * Captures the content of the element whose START the reader has just read, and reads its END.
 * After the end of the document there is none.
 *
 * @throws XmlError as {@link captureElement}
 */
export function captureNodes(reader: XmlReader): XmlNode[] {
  rememberAttributes(reader);
  exactly.notesOf = notesOf;
  return contentOf(reader);
}

/**
 * What prefixes mean that texts and values of attributes may refer to.
 *
 * @param scope of the element they are in
 * @param known bindings of the same element, which are added
 * @throws XmlError as {@link captureElement}
 */
function namespacesIn(
  reader: XmlReader,
  scope: XmlScope,
  values: readonly (XmlNode | XmlAttribute)[],
  known?: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | undefined {
  reader.capture ??= new Capture(reader);
  const prefixes = new Set<string>();
  // many texts may be those of one part, which is looked at once
  const texts = reader.options.parts === undefined ? values : new Set(values);
  for (const one of texts) {
    if (typeof one === 'string') collectPrefixes(one, prefixes);
    else if ('value' in one) collectPrefixes(one.value, prefixes);
  }
  let found: Record<string, string> | undefined;
  for (const prefix of prefixes) {
    const uri = reader.capture.lookup(prefix, scope);
    if (uri === undefined) continue;
    reader.capture.count(uri);
    found ??= { ...known };
    found[prefix] = uri;
  }
  return found ?? known;
}
