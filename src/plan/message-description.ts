import type { ServiceModel } from '../model/services.ts';
import { namespaces } from '../model/xml.ts';
import { allowsNamespace, type ElementDeclaration, type SchemaType } from '../model/xsd/schema.ts';
import { stringNode } from '../print/encode.ts';
import {
  arrayNode,
  arrow,
  call,
  type Expression,
  entry,
  type Given,
  joined,
  literalNode,
  objectNode,
  plainType,
  runtimeType,
  type TypeNode,
} from '../print/node.ts';
import { acceptedElements, isOrdered } from './content-model.ts';
import { isNamedAnyType } from './content-shape.ts';
import { mayBeNull } from './contract-shapes.ts';
import {
  type DeclaredNames,
  type DescribedMessage,
  type Describer,
  describedConstant,
  description,
  imported,
  isChecked,
  type PlanContext,
  pure,
  runtime,
} from './descriptions.ts';
import { type BodyShape, bodyValues } from './messages.ts';
import {
  contentNode,
  type DescribedRoot,
  describeRoot,
  describeWrapped,
  detailOf,
  elementField,
  type FieldScope,
  isWrapped,
} from './object-description.ts';
import { isContent } from './object-shape.ts';
import type { ConstantPlan } from './result.ts';
import type {
  AnyField,
  ContentField,
  ElementField,
  ObjectShape,
  ShapeField,
  ValueShape,
} from './shape.ts';
import type { Shaper } from './simple-shape.ts';

/** A message, and the name of its constant. */
export interface NamedMessage extends DescribedMessage {
  /** Name of the operation in the name of its constant. */
  readonly base: string;
  readonly noun: string;
}

/** The function that writes a message. */
export function messageWriter(describer: Describer, message: NamedMessage): Expression {
  const write = functionOf(describer, message, 'write');
  return calling(write, 'value', importedMessage(describer, message), 'value');
}

/** The function that writes a message as a document of its own. */
export function documentWriter(describer: Describer, message: NamedMessage): Expression {
  return calling('writeDocument', 'value', importedMessage(describer, message), 'value');
}

/** The function that reads a message. */
export function messageReader(describer: Describer, message: NamedMessage): Expression {
  const { body, encoded, direction } = message;
  const { context } = describer;
  const isEmpty = body.kind === 'empty' || body.kind === 'void';
  if (isEmpty && direction === 'response') return runtime('skipMessage');
  const read = functionOf(describer, message, 'read');
  const inlined: Given = encoded
    ? call(runtime('inlineReferences'), 'reader', ...resultName(message))
    : 'reader';
  const isWhole = read === 'readMessage';
  const plain = isWhole ? readerCall(describer, bodyValues(body), inlined) : inlined;
  const reader = isEmpty ? plain : lookingUp(describer, direction, plain);
  const isBare = body.kind === 'object' && body.isBare;
  const given = [
    importedMessage(describer, message),
    reader,
    ...(isBare ? [stringNode('bare')] : []),
  ];
  const found = calling(read, 'reader', ...given);
  const hasIds = !encoded && bodyValues(body).some((value) => context.holdsIds(value));
  return hasIds ? pure('checkingIds', found) : found;
}

/** The function of the runtime that reads or writes a message. */
function functionOf(
  describer: Describer,
  message: DescribedMessage,
  verb: 'read' | 'write',
): string {
  if (!isFlat(describer, message)) return `${verb}Message`;
  return message.body.kind === 'unwrapped' ? `${verb}FlatValue` : `${verb}Flat`;
}

/** The reader of values, with what they need and only some contracts have. */
export function readerCall(
  { context }: Describer,
  values: readonly ValueShape[],
  reader: Given = 'reader',
): Given {
  const hasArrays = values.some((value) => context.holdsSoapArrays(value));
  const able = hasArrays ? call(runtime('soapArrays'), reader) : reader;
  // elements of messages with SOAP encoding have attributes, so their tags cannot be expected
  const isQuick = reader === 'reader' && values.some((value) => context.isLarge(value));
  return isQuick ? call(runtime('quickly'), able) : able;
}

/**
 * An additional argument: the name of the only part of a response, because encoded messages may use
 * any other name.
 */
function resultName({ body, direction }: DescribedMessage): readonly Expression[] {
  if (body.kind !== 'single' || direction !== 'response') return [];
  return [stringNode(body.field.place.element.name.localName)];
}

/**
 * The reader of a message, which looks up names of the contract: in requests all of them, because
 * servers can be strict; in responses only types whose attributes would be lost.
 */
export function lookingUp(
  describer: Describer,
  direction: 'request' | 'response',
  reader: Given,
): Given {
  const lookup = declaredLookup(describer, direction);
  if (lookup === undefined) return reader;
  return call(runtime(lookup.how), reader, imported(lookup.names));
}

/** A function that calls one of the runtime. */
export function calling(name: string, parameter: string, ...given: readonly Given[]): Expression {
  return arrow(`(${parameter})`, call(runtime(name), ...given));
}

/** The constant that describes a message. */
export function messageConstant(describer: Describer, message: NamedMessage): Expression {
  const name = describer.context.messageConstant(message.base, message.noun);
  return describeMessage(describer, { ...message, type: typeOf(message) }, name);
}

function importedMessage(describer: Describer, message: NamedMessage): Expression {
  return imported(messageConstant(describer, message));
}

/** Type of the value of a message. */
function typeOf({ body, type, direction }: DescribedMessage): TypeNode {
  // the input of an empty Body may consist of attachments
  if (direction === 'request') return type ?? runtimeType('NoInput');
  const isEmpty = body.kind === 'empty' || body.kind === 'void';
  return isEmpty || type === undefined ? plainType('void') : type;
}

/** What decides the part of a large file. */
function subjectOf(base: string): string {
  return base.replace(/\$$/, '');
}

/** An element of its own: a fault's detail, a header entry, a record of a result. */
interface DescribedElement extends DescribedRoot {
  readonly type: TypeNode;
  readonly base: string;
  readonly noun: string;
  /** For a header: the name of its part, for error messages. */
  readonly header?: string | undefined;
}

/** The function that writes an element. */
export function elementWriter(describer: Describer, element: DescribedElement): Expression {
  const constant = imported(elementConstant(describer, element));
  const { header } = element;
  return header === undefined
    ? calling('writeMessage', 'value', constant, 'value')
    : calling('writeHeader', 'value', constant, 'value', stringNode(header));
}

/** The function that reads an element. */
export function elementReader(describer: Describer, element: DescribedElement): Expression {
  const constant = imported(elementConstant(describer, element));
  const { header, place } = element;
  const given = readerCall(describer, [place.value]);
  return header === undefined
    ? calling('readRoot', 'reader', constant, given)
    : calling('readHeader', 'reader', constant, given, stringNode(header));
}

function elementConstant(describer: Describer, element: DescribedElement): Expression {
  const { base, noun, place, type } = element;
  const { context } = describer;
  const name = context.messageConstant(base, noun);
  const make = (): ConstantPlan => {
    const value = describeRoot(describer, element);
    const declared = joined(runtimeType('MessageType'), '<', type, '>');
    const { namespace } = place.element.name;
    return { ...describedConstant(name, declared, value, namespace), subject: subjectOf(base) };
  };
  return description(context.ensure(name, make));
}

/** Finds the names of a contract that messages may refer to. */
export function declaredNames(model: ServiceModel, shaper: Shaper, strict: boolean): DeclaredNames {
  const simpleTypes = new Map<string, string[]>();
  const textTypes = new Map<string, string[]>();
  for (const type of model.types) {
    if (type.name === undefined) continue;
    const { namespace, localName } = type.name;
    if (type.kind === 'complex' && (type.simpleContent === undefined || type.abstract)) continue;
    const names = hasAttributes(type) ? textTypes : simpleTypes;
    names.set(namespace, [...(names.get(namespace) ?? []), localName]);
  }
  const wildcards = checkedWildcards(shaper);
  const allowed = model.elements.filter(
    ({ abstract, name }) =>
      !abstract && wildcards.some(({ wildcard }) => allowsNamespace(wildcard, name.namespace)),
  );
  const elements = wildcards.length === 0 ? undefined : allowed;
  return { strict, simpleTypes, textTypes, elements };
}

function hasAttributes(type: SchemaType): boolean {
  if (type.kind === 'simple') return false;
  return type.attributes.length > 0 || type.anyAttribute !== undefined;
}

function checkedWildcards(shaper: Shaper): readonly AnyField[] {
  const found: AnyField[] = [];
  const add = (field: ShapeField | ContentField): void => {
    if (field.kind === 'any' && isChecked(field)) found.push(field);
    if (field.kind === 'group') field.group.fields.forEach(add);
  };
  for (const type of shaper.used.types) {
    if (type.kind !== 'complex') continue;
    const value = shaper.value(type);
    if (value.kind === 'object') value.fields.forEach(add);
  }
  return found;
}

/** How the names of a contract are looked up. */
interface Lookup {
  readonly how: 'strictly' | 'carefully';
  /** The constant with the names. */
  readonly names: Expression;
}

/** What readers of messages look up; `undefined` if that is nothing. */
function declaredLookup(
  describer: Describer,
  direction: 'request' | 'response',
): Lookup | undefined {
  const { context } = describer;
  const { strict, simpleTypes, textTypes, elements } = context.declared;
  if (direction === 'response' || !strict) {
    if (textTypes.size === 0) return undefined;
    return { how: 'carefully', names: description(ensureTextTypes(context)) };
  }
  // servers know the types of XML Schema anyway
  if (textTypes.size === 0 && simpleTypes.size === 0 && elements === undefined) return undefined;
  const how = textTypes.size === 0 ? 'strictly' : 'carefully';
  return { how, names: description(ensureNames(describer)) };
}

/** A property `name: […]`, if there are names. */
function nameList(
  key: string,
  names: ReadonlyMap<string, readonly string[]>,
): readonly Expression[] {
  if (names.size === 0) return [];
  const items = [...names].flatMap(([namespace, all]) => [namespace, all.join(' ')]);
  return [entry(key, arrayNode(items.map(stringNode)))];
}

function ensureTextTypes(context: PlanContext): string {
  return context.ensure('$textTypes', () =>
    namesConstant('$textTypes', nameList('textTypes', context.declared.textTypes)),
  );
}

function ensureNames(describer: Describer): string {
  const { context } = describer;
  return context.ensure('$declared', () => {
    const { simpleTypes, textTypes, elements = [] } = context.declared;
    const items = elements.flatMap((element) => elementItems(describer, element));
    return namesConstant('$declared', [
      entry('whole', true),
      ...nameList('simpleTypes', simpleTypes),
      ...nameList('textTypes', textTypes),
      ...(items.length === 0 ? [] : [entry('elements', arrayNode(items))]),
    ]);
  });
}

function namesConstant(name: string, entries: readonly Expression[]): ConstantPlan {
  return describedConstant(name, runtimeType('ContractNames'), objectNode(entries, true), '');
}

/** The name of an element and its reader. */
function elementItems(describer: Describer, element: ElementDeclaration): readonly Given[] {
  const { shaper } = describer.context;
  const { namespace, localName } = element.name;
  const name = stringNode(`{${namespace}}${localName}`);
  if (!isGenerated(shaper, element)) return [name, literalNode(null, 'null')];
  const place = shaper.place(element);
  // the readers of other messages do not have what reads SOAP arrays
  const prepare = describer.context.holdsSoapArrays(place.value) ? [runtime('soapArrays')] : [];
  return [name, pure('readsElement', describeRoot(describer, { place }), ...prepare)];
}

/**
 * Whether the type of an element has a description anyway. None are planned just for wildcards,
 * because there may be thousands.
 */
function isGenerated({ used }: Shaper, { type }: ElementDeclaration): boolean {
  if (type.kind === 'complex') return isNamedAnyType(type) || used.placed.has(type);
  return used.types.has(type) || type.name?.namespace === namespaces.xsd;
}

/** The constant that describes the content of a Body. */
export function describeMessage(
  describer: Describer,
  message: DescribedMessage,
  name: string,
): Expression {
  const make = (): ConstantPlan => {
    const type = joined(runtimeType('MessageType'), '<', message.type ?? 'object', '>');
    const { base: subject, namespace } = message;
    return { ...describedConstant(name, type, described(describer, message), namespace), subject };
  };
  return description(describer.context.ensure(name, make));
}

function described(describer: Describer, message: DescribedMessage): Expression {
  const { body, encoded, direction } = message;
  switch (body.kind) {
    case 'empty':
      return pure('empty');
    case 'void': {
      const { namespace, localName } = body.element;
      return pure('nothing', stringNode(localName), describer.context.namespace(namespace));
    }
    case 'object':
      if (isFlat(describer, message)) return describeFlat(describer, body);
      return isWrapped(describer, message)
        ? describeWrapped(describer, body)
        : describeRoot(describer, { place: body.place });
    case 'content': {
      const { part, object: shape } = body;
      const isOwn = shape.fields
        .filter(isContent)
        .some((field) =>
          acceptedElements(field).some((element) => element.name.localName === part),
        );
      return pure('bodyOf', stringNode(isOwn ? '' : part), arrow('()', describer.value(shape)));
    }
    default: {
      const fields = body.kind === 'parts' ? body.fields : [body.field];
      const { wrapper } = body;
      const own = wrapper?.namespace ?? '';
      const scope = wrapper === undefined ? '' : (fields[0]?.place.element.name.namespace ?? '');
      // the wrapper of an rpc response may have any name (WSDL 1.1, 3.5)
      const isRpcInput = direction === 'request' && wrapper !== undefined;
      const isAny = direction === 'response' && wrapper !== undefined && body.kind !== 'unwrapped';
      const details = [
        ...(scope === own ? [] : [entry('scope', describer.context.namespace(scope))]),
        ...(isAny ? [entry('anyName', true), entry('first', runtime('byPosition'))] : []),
        ...(encoded && isRpcInput ? [entry('lost', runtime('refuseLost'))] : []),
        ...(encoded ? [entry('encoded', true)] : []),
      ];
      // servers that go by position need each argument in its place
      const place: FieldScope = {
        scope,
        encoded: encoded ? 'parts' : false,
        nullAs: encoded && isRpcInput ? 'nil' : undefined,
      };
      const list = fields.map((field) =>
        elementField(describer, isRpcInput ? orNull(field) : field, place),
      );
      const items = [stringNode(wrapper?.localName ?? ''), describer.context.namespace(own)];
      const content = body.kind === 'parts' ? arrayNode(list) : (list[0] ?? arrayNode([]));
      const verb = body.kind === 'parts' ? 'parts' : 'result';
      return pure(verb, ...items, arrow('()', content), ...detailOf(details));
    }
  }
}

/** A part of rpc, which is left out for null by .NET, and then null on a server. */
function orNull(field: ElementField): ElementField {
  const { element, value, nillable } = field.place;
  if (nillable || !mayBeNull(value)) return field;
  return { ...field, place: { element, value, nillable: true, isAccessor: true } };
}

/**
 * Whether the element of a message has children with simple values and nothing else, so that small
 * functions of their own read and write it.
 */
export function isFlat(
  describer: Describer,
  { body, encoded, direction }: DescribedMessage,
): boolean {
  if (encoded) return false;
  switch (body.kind) {
    case 'void':
      return true;
    case 'object':
      return !body.place.nillable && isFlatObject(describer, body.object);
    case 'unwrapped':
      return isFlatField(body.field);
    case 'parts':
      // the element of an rpc response may have any name
      return (
        direction === 'request' && body.wrapper !== undefined && body.fields.every(isFlatField)
      );
    default:
      return false;
  }
}

function isFlatObject({ context }: Describer, shape: ObjectShape): boolean {
  const { content, family, fields, source } = shape;
  return (
    family === undefined &&
    !source.abstract &&
    fields.length > 0 &&
    fields.every(isFlatField) &&
    content.nodes.every(({ kind }) => kind === 'field') &&
    !isOrdered(content) &&
    !context.shaper.used.encodedTypes.has(source)
  );
}

function isFlatField(field: ShapeField | ContentField): boolean {
  if (field.kind !== 'element' || field.repeated) return false;
  const { nillable, value } = field.place;
  return !nillable && value.kind === 'simple' && !value.qnames;
}

/** A message whose value is its flat element. */
function describeFlat(
  describer: Describer,
  { place, object: shape }: Extract<BodyShape, { readonly kind: 'object' }>,
): Expression {
  const { context } = describer;
  const { namespace, localName } = place.element.name;
  const { scope, source } = shape;
  const typeName = source.name?.localName;
  const own = context.namespace(context.shaper.namespaceOf(source));
  const members = shape.content.nodes.map((node) =>
    contentNode(describer, node, { scope, encoded: false }),
  );
  const details = [
    ...(scope === namespace ? [] : [entry('scope', context.namespace(scope))]),
    ...(typeName === undefined ? [] : [entry('typed', arrayNode([stringNode(typeName), own]))]),
  ];
  return pure(
    'flat',
    stringNode(localName),
    context.namespace(namespace),
    arrow('()', arrayNode(members)),
    ...detailOf(details),
  );
}
