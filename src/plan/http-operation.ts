import type { DiagnosticSink } from '../diagnostics/diagnostic.ts';
import type { HttpOperation, MessagePart } from '../model/services.ts';
import type { BindingKind } from '../model/wsdl.ts';
import { namespaces, qnameKey } from '../model/xml.ts';
import { type BuiltinName, isNumberOrBoolean } from '../model/xsd/builtins.ts';
import type { ElementDeclaration } from '../model/xsd/schema.ts';
import { pascalName, shortHash } from '../names/identifiers.ts';
import { stringNode } from '../print/encode.ts';
import {
  arrayNode,
  arrayOf,
  arrow,
  call,
  type Expression,
  entry,
  joined,
  runtimeType,
  type TypeNode,
} from '../print/node.ts';
import { isUnion } from './content-model.ts';
import type { DeclarationPlan } from './declarations.ts';
import {
  type Describer,
  describedConstant,
  description,
  imported,
  type PlanContext,
  pure,
  runtime,
} from './descriptions.ts';
import { calling, documentWriter, messageConstant, readerCall } from './message-description.ts';
import { type BodyShape, bodyElement, bodyValues, hasStreams, partElement } from './messages.ts';
import { detailOf, nilEntries, placeDescription } from './object-description.ts';
import { nilObject } from './object-shape.ts';
import type { ReadShapes } from './read-shapes.ts';
import type { AttachmentPlan, ConstantPlan, OperationFunctions } from './result.ts';
import type { ChosenOperation } from './settings.ts';
import {
  type ElementField,
  notNil,
  type PlaceShape,
  type ShapeField,
  type SimpleShape,
  type ValueShape,
} from './shape.ts';
import { builtinOf, type Shaper } from './simple-shape.ts';
import { fieldType, isOptional, placeType, valueType } from './type-text.ts';
import { answersDocument, isDocument } from './used-types.ts';

/** The HTTP functions of an operation, and their bindings. */
interface HttpPlan {
  readonly functions: OperationFunctions;
  readonly bindings: readonly BindingKind[];
}

/** Whether the parameters of a request are in its query, form or location. */
function isForm({ input }: HttpOperation): boolean {
  return (
    (input.kind !== 'mimeXml' && input.kind !== 'mimeContent') ||
    (input.kind === 'mimeContent' && input.type === 'application/x-www-form-urlencoded')
  );
}

/**
 * Plans the HTTP bindings of an operation. Bindings that cannot carry its SOAP signature are
 * reported and skipped.
 */
export function planHttp(
  context: OperationContext,
  chosen: ChosenOperation,
  types: OperationBodies,
  envelope: EnvelopeFunctions,
): HttpPlan {
  const { httpGet, httpPost } = chosen.operation;
  if (types.inParts.length + types.outParts.length > 0) {
    if ((httpGet ?? httpPost) !== undefined) {
      report(context, chosen, undefined, 'They cannot carry its attachments');
    }
    return { functions: {}, bindings: [] };
  }
  if ([types.inBody, types.outBody].some(hasStreams)) {
    if ((httpGet ?? httpPost) !== undefined) {
      report(context, chosen, undefined, 'They cannot carry its streams');
    }
    return { functions: {}, bindings: [] };
  }
  const http = httpGet ?? httpPost;
  const result = http && planHttpResult(context, { ...chosen, envelope }, http, types);
  if (result === undefined) return { functions: {}, bindings: [] };
  const bindings: BindingKind[] = [];
  let functions: OperationFunctions = result;
  const add = (kind: BindingKind, more: OperationFunctions | undefined): void => {
    if (more === undefined) return;
    functions = { ...functions, ...more };
    bindings.push(kind);
  };
  if (httpGet !== undefined) {
    const functions = isForm(httpGet) ? formFunctions(context, chosen, httpGet, types) : undefined;
    if (functions === undefined) report(context, chosen, 'GET', whyNot(httpGet));
    add('httpGet', functions);
  }
  if (httpPost !== undefined) {
    const functions = isForm(httpPost)
      ? (bindings.length > 0 && {}) || formFunctions(context, chosen, httpPost, types)
      : documentFunctions(context, httpPost, types, { ...chosen, envelope });
    if (functions === undefined) report(context, chosen, 'POST', whyNot(httpPost));
    add('httpPost', functions);
  }
  return { functions, bindings };
}

function whyNot(http: HttpOperation): string {
  const { input, port } = http;
  if (!isForm(http) && port.kind === 'httpGet') return 'A GET request has no body';
  if (isForm(http) || isDocument(http))
    return 'Its HTTP parameters are not those of its SOAP message';
  const type = input.kind === 'mimeContent' ? (input.type ?? '') : '';
  return `Its request is of media type '${type}', which is neither a form nor XML`;
}

/** Functions of a POST request that is a document; `undefined` if it differs from that of SOAP. */
function documentFunctions(
  { describer }: OperationContext,
  http: HttpOperation,
  types: OperationBodies,
  { base, operation, service, envelope }: HttpChosen,
): OperationFunctions | undefined {
  const soap = operation.soap11 ?? operation.soap12;
  const [part, ...others] = http.parameters;
  if (part === undefined || others.length > 0 || !isDocument(http)) return undefined;
  if (soap !== undefined) {
    const { inBody } = types;
    const alone = inBody.kind !== 'parts' || inBody.fields.length === 1;
    const same = alone && bodyElement(inBody) === part.element;
    if (!same || part.element === undefined || soap.input.use === 'encoded') return undefined;
  }
  const { writeRequest, readRequest } = envelope();
  if (types.input === undefined || writeRequest === undefined) {
    return { writeDocument: writeRequest, readDocument: readRequest };
  }
  const { namespace } = service;
  const request = {
    body: types.inBody,
    type: types.input,
    encoded: false,
    direction: 'request',
    namespace,
    base,
    noun: 'Request',
  } as const;
  return { writeDocument: documentWriter(describer, request), readDocument: readRequest };
}

/** The parameters of an operation; `undefined` if they are not those of its SOAP message. */
function formOf(
  { base, service }: ChosenOperation,
  http: HttpOperation,
  { inBody, input: type }: Pick<OperationBodies, 'inBody' | 'input'>,
): WrittenForm | undefined {
  const fields = inputFields(inBody);
  const parameters =
    fields === undefined ? undefined : formParameters(http.parameters, fields, isAsmx(http));
  const carried = new Set(parameters?.map((one) => one.field));
  if (
    fields === undefined ||
    parameters === undefined ||
    fields.some((field) => !carried.has(field) && !isOptional(field))
  ) {
    return undefined;
  }
  return { parameters, type, base, namespace: service.namespace };
}

/** Functions of parameters in a query, a form or a location. */
function formFunctions(
  { describer }: OperationContext,
  chosen: ChosenOperation,
  http: HttpOperation,
  types: OperationBodies,
): OperationFunctions | undefined {
  const form = formOf(chosen, http, types);
  if (form === undefined) return undefined;
  const location = http.input.kind === 'urlReplacement' ? http.location : undefined;
  return planForm(describer, form, location);
}

/** Functions of the result; reported and `undefined` if it differs from that of SOAP. */
function planHttpResult(
  context: OperationContext,
  chosen: HttpChosen,
  http: HttpOperation,
  types: OperationBodies,
): OperationFunctions | undefined {
  const result = httpResultFunctions(context, chosen, http, types);
  if (result === undefined) {
    report(context, chosen, undefined, 'Its HTTP result is not that of its SOAP message');
  }
  return result;
}

function report(
  context: OperationContext,
  chosen: ChosenOperation,
  verb: string | undefined,
  why: string,
): void {
  const name = `${chosen.service.name}.${chosen.operation.messageName}`;
  const bindings = verb === undefined ? 'bindings' : `${verb} binding`;
  context.sink.report({
    code: 'ASMX3006',
    severity: 'warning',
    message: `Operation '${name}' is generated without its HTTP ${bindings}. ${why}`,
    span: chosen.operation.span,
  });
}

/** Whether a port has ASMX's name for HTTP GET or POST. */
function isAsmx({ port }: HttpOperation): boolean {
  return /Http(?:Get|Post)$/.test(port.name);
}

/** Properties of the input as fields; `undefined` unless it is a plain object of elements. */
function inputFields(body: BodyShape): readonly ElementField[] | undefined {
  switch (body.kind) {
    case 'empty':
    case 'void':
      return [];
    case 'parts':
      return body.fields;
    case 'single':
    case 'unwrapped':
      return [body.field];
    case 'object':
    case 'content': {
      const { object } = body;
      // a form is never nil
      if (body.kind === 'object' && body.place.nillable) return undefined;
      if (isUnion(object) || object.family !== undefined) return undefined;
      const others = object.fields.filter((field) => field.kind !== 'element');
      if (!others.every(isOptional)) return undefined;
      return object.fields.filter((field) => field.kind === 'element');
    }
  }
}

/**
 * Gives the functions of the messages in an envelope, which are also those of documents with the
 * same elements. There are none of a response if the operation has no SOAP binding.
 */
type EnvelopeFunctions = () => Pick<
  OperationFunctions,
  'writeRequest' | 'readRequest' | 'writeResponse' | 'readResponse'
>;

/** An operation, and its functions over SOAP. */
type HttpChosen = ChosenOperation & { readonly envelope: EnvelopeFunctions };

/** What the document of an answer is. */
type FoundResult =
  | Exclude<PlannedResult, { readonly kind: 'message' }>
  | { readonly kind: 'none' }
  | { readonly kind: 'message' };

const none: FoundResult = { kind: 'none' };

/** The document of the answer; `undefined` if it does not fit the result's type. */
function httpResultOf(
  shaper: Shaper,
  { operation, service }: ChosenOperation,
  http: HttpOperation,
  types: OperationBodies,
): FoundResult | undefined {
  const { result, output } = http;
  const element = result === undefined ? undefined : partElement(result);
  if (types.result.flat === 'void' || operation.written !== undefined) return none;
  const whole = { type: types.result, namespace: service.namespace };
  if (output.kind === 'mimeContent' && /\bxml$/i.test(output.type ?? '')) {
    const nodes = nodesOf(types);
    const { undefinable } = emptiness(types);
    if (nodes !== undefined) {
      return { kind: 'nodes', result: { ...whole, property: nodes, undefinable } };
    }
  }
  if (element === undefined || !answersDocument(http)) return none;
  const place = shaper.place(element);
  const text = valueText(place);
  const same = text === resultText(types) || isAlike(place.value, resultValue(types), 0);
  const only = same ? undefined : onlyField(types.outBody);
  if (!same && (only === undefined || text !== valueText(only.place))) {
    const soap = operation.soap11 ?? operation.soap12;
    const isMessage = bodyElement(types.outBody) === element && soap?.output?.use === 'literal';
    return isMessage ? { kind: 'message' } : undefined;
  }
  const empty = only === undefined ? emptiness(types) : emptinessOf(only);
  return { kind: 'root', result: { ...whole, place, empty, property: only?.property } };
}

/** Functions of the answer: none for void; `undefined` if it does not fit the result's type. */
function httpResultFunctions(
  { shaper, describer }: OperationContext,
  chosen: ChosenOperation,
  http: HttpOperation,
  types: OperationBodies,
): OperationFunctions | undefined {
  const planned = httpResultOf(shaper, chosen, http, types);
  if (planned === undefined || planned.kind === 'none') return planned && {};
  const { base } = chosen;
  const { namespace } = chosen.service;
  const owner = { base, namespace, type: types.result };
  if (planned.kind !== 'message') return planResult(describer, planned, owner);
  const message = messageConstant(describer, {
    body: types.outBody,
    type: types.result,
    encoded: false,
    direction: 'response',
    namespace,
    base,
    noun: 'Response',
  });
  const values = bodyValues(types.outBody);
  return planResult(describer, { kind: 'message', message, values }, owner);
}

/**
 * The field of a result that is an object with only one, which is the answer of GET and POST if a
 * method's result has another name.
 */
function onlyField(body: BodyShape): ElementField | undefined {
  if (body.kind !== 'object' || body.place.nillable || isUnion(body.object)) return undefined;
  const [only, ...others] = body.object.fields;
  return only?.kind === 'element' && !only.repeated && others.length === 0 ? only : undefined;
}

/**
 * The property with the nodes of a result that is arbitrary XML, such as that of a .NET method
 * which returns a document or a node.
 */
function nodesOf(types: OperationBodies): string | undefined {
  const value = resultValue(types);
  if (value?.kind !== 'object' || value.family !== undefined) return undefined;
  if (emptiness(types).nullable) return undefined;
  const [only, ...others] = value.fields.filter(({ kind }) => kind !== 'namespaces');
  return only?.kind === 'mixed' && others.length === 0 ? only.property : undefined;
}

/** Type of a place's values, without absence and nil. */
function valueText(place: PlaceShape): string {
  return membersText(placeType(notNil(place)));
}

/** The type of the result's values, even if it has its own name. */
function resultText({ outBody, result }: OperationBodies): string {
  if (outBody.kind !== 'unwrapped' && outBody.kind !== 'single') return membersText(result);
  const { place, repeated } = outBody.field;
  const item = placeType(notNil(place));
  return membersText(repeated ? arrayOf(item) : item);
}

/** The shape of the result's value. */
function resultValue(types: OperationBodies): ValueShape | undefined {
  const { outBody } = types;
  if (outBody.kind === 'object' || outBody.kind === 'content') return outBody.object;
  if (outBody.kind !== 'unwrapped' && outBody.kind !== 'single') return undefined;
  return outBody.field.repeated ? undefined : outBody.field.place.value;
}

/** Whether two values have the same TypeScript type under different names, as DataSets do. */
function isAlike(left: ValueShape, right: ValueShape | undefined, depth: number): boolean {
  if (right === undefined) return false;
  if (left.kind === 'array' && right.kind === 'array') {
    return (
      left.item.nillable === right.item.nillable &&
      isAlike(left.item.value, right.item.value, depth)
    );
  }
  if (left.kind !== 'object' || right.kind !== 'object' || depth > 3) {
    return valueType(left).flat === valueType(right).flat;
  }
  if (isUnion(left) || isUnion(right)) return false;
  return areAlike(left.fields, right.fields);
}

function areAlike(left: readonly ShapeField[], right: readonly ShapeField[]): boolean {
  if (left.length !== right.length) return false;
  return left.every((field, index) => {
    const other = right[index];
    if (other?.property !== field.property || isOptional(field) !== isOptional(other)) return false;
    if (field.kind !== 'group' || other.kind !== 'group') {
      return fieldType(field).flat === fieldType(other).flat;
    }
    const { compositor, fields } = field.group;
    return (
      compositor === 'sequence' &&
      other.group.compositor === compositor &&
      field.repeated === other.repeated &&
      areAlike(fields, other.group.fields)
    );
  });
}

/**
 * Members of a union in order, without those for missing values. Types of a contract have no names
 * that end in `$Nil`.
 */
function membersText({ members }: TypeNode): string {
  return members
    .filter((one) => one !== 'undefined' && one !== 'null' && !one.endsWith('$Nil'))
    .sort()
    .join();
}

function emptiness({ outBody }: OperationBodies): Emptiness {
  if (outBody.kind === 'unwrapped' || outBody.kind === 'single') return emptinessOf(outBody.field);
  const place = outBody.kind === 'object' ? outBody.place : undefined;
  return { undefinable: false, nullable: place?.nillable === true, nil: place && nilOf(place) };
}

function emptinessOf(field: ElementField): Emptiness {
  const { place, repeated } = field;
  return {
    undefinable: isOptional(field),
    nullable: place.nillable && !repeated,
    nil: repeated ? undefined : nilOf(place),
  };
}

/** The place, if a nil element may have more than `xsi:nil`. */
function nilOf(place: PlaceShape): PlaceShape | undefined {
  return nilObject(place) === undefined ? undefined : place;
}

/** Names of one operation. */
export interface OperationNames {
  readonly input: string;
  readonly output: string;
  readonly descriptor: string;
}

/** What planning an operation needs, and what it adds to. */
export interface OperationContext {
  readonly shaper: Shaper;
  readonly describer: Describer;
  readonly reading: ReadShapes;
  readonly sink: DiagnosticSink;
  readonly declarations: DeclarationPlan[];
  /** Words for global elements in the names of functions, each unique. */
  readonly elementWords: ElementWords;
}

/** Bodies and types of an operation. */
export interface OperationBodies {
  readonly inBody: BodyShape;
  readonly outBody: BodyShape;
  readonly input: TypeNode | undefined;
  readonly result: TypeNode;
  readonly inParts: readonly AttachmentPlan[];
  readonly outParts: readonly AttachmentPlan[];
}

/** Words for global elements in the names of functions, each unique. */
type ElementWords = ReadonlyMap<ElementDeclaration, string>;

/** The name of each element. If several have one name, each gets five letters of its own. */
export function elementWords(elements: readonly ElementDeclaration[]): ElementWords {
  const all = elements.map((element) => ({ element, plain: pascalName(element.name.localName) }));
  const counts = new Map<string, number>();
  for (const { plain } of all) counts.set(plain, (counts.get(plain) ?? 0) + 1);
  return new Map(
    all.map(({ element, plain }) => {
      const alone = counts.get(plain) === 1;
      return [element, alone ? plain : `${plain}$${shortHash(qnameKey(element.name))}`];
    }),
  );
}

/** How a missing result is represented. */
interface Emptiness {
  readonly undefinable: boolean;
  readonly nullable: boolean;
  /** The place of the result, if nil may be more than `null`. */
  readonly nil: PlaceShape | undefined;
}

/** The result of an operation over HTTP GET and POST. */
interface HttpResult {
  /** The root element. */
  readonly place: PlaceShape;
  readonly type: TypeNode;
  readonly empty: Emptiness;
  /** The one property of the result that is in the root; absent if the root is the whole result. */
  readonly property: string | undefined;
}

/** Whether an empty element is not valid for the type. */
function isNumber({ value }: PlaceShape): boolean {
  return value.kind === 'simple' && value.description.kind !== 'text';
}

/** A result that is arbitrary XML. */
interface NodesResult {
  readonly type: TypeNode;
  /** The property of the result with the nodes. */
  readonly property: string;
  /** Whether there may be no result, which is an answer without a body. */
  readonly undefinable: boolean;
  readonly namespace: string;
}

/** The document of a result over HTTP GET and POST. */
type PlannedResult =
  /** The message that is in a SOAP Body. */
  | {
      readonly kind: 'message';
      readonly message: Expression;
      readonly values: readonly ValueShape[];
    }
  | { readonly kind: 'nodes'; readonly result: NodesResult }
  | { readonly kind: 'root'; readonly result: HttpResult };

/** The result of an operation. */
interface ResultOwner {
  readonly base: string;
  readonly namespace: string;
  readonly type: TypeNode;
}

/** Plans the functions that write and read the document of a result. */
function planResult(
  describer: Describer,
  planned: PlannedResult,
  owner: ResultOwner,
): { readonly writeResult: Expression; readonly readResult: Expression } {
  const { context } = describer;
  const { base, namespace, type } = owner;
  const constant = context.messageConstant(base, 'Result');
  const make = (): ConstantPlan => {
    const declared = joined(runtimeType('HttpResult'), '<', type, '>');
    const value = described(describer, planned);
    return { ...describedConstant(constant, declared, value, namespace), subject: base };
  };
  const result = imported(description(context.ensure(constant, make)));
  const reader = readerCall(describer, valuesOf(planned));
  return {
    writeResult: calling('writeResult', 'value', result, 'value'),
    readResult: calling('readResult', 'reader', result, reader),
  };
}

function valuesOf(planned: PlannedResult): readonly ValueShape[] {
  if (planned.kind === 'message') return planned.values;
  return planned.kind === 'root' ? [planned.result.place.value] : [];
}

function described(describer: Describer, planned: PlannedResult): Expression {
  switch (planned.kind) {
    case 'message':
      return pure('httpMessage', planned.message);
    case 'nodes': {
      const { property, undefinable } = planned.result;
      return pure(
        'httpXml',
        stringNode(property),
        ...(undefinable ? [stringNode('optional')] : []),
      );
    }
    case 'root':
      return describeResult(describer, planned.result);
  }
}

function describeResult(describer: Describer, result: HttpResult): Expression {
  const { place, empty, property } = result;
  const { namespace, localName } = place.element.name;
  const { nullable, undefinable } = empty;
  const details = [
    ...(property === undefined ? [] : [entry('property', stringNode(property))]),
    ...(undefinable ? [entry('optional', true)] : []),
    ...(nullable ? nilEntries({ ...notNil(empty.nil ?? place), nillable: true }) : []),
    ...(nullable && isNumber(place) ? [entry('emptyNil', true)] : []),
  ];
  return pure(
    'httpResult',
    stringNode(localName),
    describer.context.namespace(namespace),
    arrow('()', placeDescription(describer, place)),
    ...detailOf(details),
  );
}

/** The functions of the parameters of an operation over HTTP GET and POST. */
interface FormFunctions {
  readonly writeForm: Expression;
  readonly readForm: Expression;
  readonly writeLocation: Expression | undefined;
}

/**
 * Plans these functions.
 *
 * @param location the location with parameters in it; `undefined` if they are not there
 */
function planForm(
  describer: Describer,
  form: WrittenForm,
  location: string | undefined,
): FormFunctions {
  const constant = imported(formConstant(describer, form));
  return {
    writeForm: calling('writeForm', 'value', constant, 'value'),
    readForm: calling('readForm', 'form', constant, 'form'),
    writeLocation:
      location === undefined
        ? undefined
        : calling('writeLocation', 'value', constant, stringNode(location), 'value'),
  };
}

function formConstant(
  describer: Describer,
  { parameters, type, ...form }: WrittenForm,
): Expression {
  const { context } = describer;
  const name = context.messageConstant(form.base, 'Form');
  return description(
    context.ensure(name, () => {
      const list = parameters.map((one) => describeParameter(describer, one));
      const declared = joined(
        runtimeType('FormParameters'),
        '<',
        type ?? runtimeType('NoInput'),
        '>',
      );
      const value = pure('form', arrow('()', arrayNode(list)));
      return { ...describedConstant(name, declared, value, form.namespace), subject: form.base };
    }),
  );
}

function describeParameter(describer: Describer, parameter: FormParameter): Expression {
  const { part, field, item } = parameter;
  const { property } = field;
  const details = [
    ...(property === part.name ? [] : [entry('property', stringNode(property))]),
    ...presence(describer, parameter),
    ...textEntries(describer, parameter),
  ];
  const name = stringNode(part.name);
  return call(runtime('parameter'), name, describer.simple(item), ...detailOf(details));
}

/** Whether a parameter may be absent or empty. An absent list is sent like an empty one. */
function presence({ context }: Describer, parameter: FormParameter): readonly Expression[] {
  const { part, list, bytes, item } = parameter;
  const isMany = list || bytes;
  const isText = canBeEmpty(context, item);
  const isLeftOut = part.optional === true;
  const isOptional = isLeftOut || (isMany && isNullable(parameter));
  const optional = !isLeftOut
    ? stringNode('written')
    : isMany || isText
      ? true
      : stringNode('empty');
  const isNeeded = !isMany && !isText && !isLeftOut && isNullable(parameter);
  return [
    ...(list ? [entry('list', true)] : []),
    ...(bytes ? [entry('bytes', item.atomic === 'string' ? runtime('base64Binary') : true)] : []),
    ...(isOptional ? [entry('optional', optional)] : []),
    ...(mayBeEmpty(context, parameter) ? [entry('empty', true)] : []),
    ...(isNeeded ? [entry('needed', true)] : []),
  ];
}

/** How a form has a value, where that is not as in XML. */
function textEntries({ context }: Describer, parameter: FormParameter): readonly Expression[] {
  const { item, bytes } = parameter;
  if (bytes) return [];
  const { builtin = '', isMapped } = formBuiltin(item) ?? {};
  const text = texts[builtin];
  const written = text === undefined ? [] : [entry('text', runtime(text))];
  const { source, description: own } = item;
  if (isMapped === false || (own.kind === 'text' && own.constant === 'string')) return written;
  return [
    ...written,
    ...(isMapped ? [entry('wire', runtime(builtin))] : []),
    ...(isFlags(context, parameter) ? [entry('flags', true)] : []),
    entry('label', stringNode(source.name?.localName ?? builtinOf(source))),
  ];
}

/** Functions for the built-in types whose text in forms is not that of XML. */
const texts: Readonly<Record<string, string | undefined>> = {
  char: 'formChar',
  double: 'formFloat',
  float: 'formFloat',
};

/** A parameter of an HTTP binding, and the property of the input it corresponds to. */
interface FormParameter {
  readonly part: MessagePart;
  readonly field: ElementField;
  readonly item: SimpleShape;
  readonly list: boolean;
  /** Whether it is binary data, which ASMX expects as a number for each byte. */
  readonly bytes: boolean;
}

/** The content of a query string, form or location. */
interface WrittenForm {
  readonly parameters: readonly FormParameter[];
  /** Type of the input; `undefined` if there is none. */
  readonly type: TypeNode | undefined;
  /** Name of the operation in the names of its functions. */
  readonly base: string;
  readonly namespace: string;
}

/**
 * Matches parameters with properties of the input; `undefined` if a parameter has no property, or
 * one that is neither a scalar nor an array of scalars.
 *
 * @param inOrder Whether parameters and properties without a counterpart are matched in order, as
 *   in ASMX, where the parameters of a method may have other names over SOAP.
 */
function formParameters(
  parts: readonly MessagePart[],
  fields: readonly ElementField[],
  inOrder: boolean,
): readonly FormParameter[] | undefined {
  const [only, ...others] = parts;
  if (only?.element !== undefined && others.length === 0 && isOfObject(only)) {
    // a part with an element stands for the children of the element, as in Axis2
    return fields.flatMap((field) =>
      scalar({ ...only, name: field.place.element.name.localName }, field),
    );
  }
  const named = parts.map((part) => fieldNamed(part.name, fields));
  const unnamed = fields.filter((field) => !named.includes(field));
  const rest = named.filter((field) => field === undefined).length;
  if (rest > 0 && !(inOrder && rest === unnamed.length)) return undefined;
  const found = parts.map((part, index) => {
    const field = named[index] ?? unnamed.shift();
    return field === undefined ? [] : scalar(part, field);
  });
  return found.some((parameter) => parameter.length === 0) ? undefined : found.flat();
}

function fieldNamed(name: string, fields: readonly ElementField[]): ElementField | undefined {
  const local = (field: ElementField): string => field.place.element.name.localName;
  return (
    fields.find((field) => local(field) === name) ??
    fields.find((field) => field.property === name) ??
    fields.find((field) => local(field).toLowerCase() === name.toLowerCase())
  );
}

function isOfObject(part: MessagePart): boolean {
  const type = part.element?.type;
  return (
    type?.kind === 'complex' && type.simpleContent === undefined && type.soapArray === undefined
  );
}

/** The parameter for a field if it is a scalar or an array of scalars. */
function scalar(part: MessagePart, field: ElementField): readonly FormParameter[] {
  const { value } = field.place;
  if (value.kind === 'simple') {
    const bytes = !field.repeated && isArray(part) && isBase64(value);
    return [{ part, field, item: value, list: field.repeated, bytes }];
  }
  const isList = value.kind === 'array' && value.rank === 1;
  if (isList && value.item.value.kind === 'simple' && !field.repeated) {
    return [{ part, field, item: value.item.value, list: true, bytes: false }];
  }
  return [];
}

/** Whether a value of a type can be sent as an empty text. */
function canBeEmpty(context: PlanContext, { source }: SimpleShape): boolean {
  return isText(source) && context.shaper.members(source) === undefined;
}

/** Whether a part is an array of strings, which is how ASMX describes all arrays. */
function isArray({ type }: MessagePart): boolean {
  return type?.kind === 'complex' && type.soapArray !== undefined;
}

function isBase64({ description: own }: SimpleShape): boolean {
  return own.kind === 'builtin' && own.constant.startsWith('base64Binary');
}

/** A type that forms have as in ASMX. */
interface FormBuiltin {
  readonly builtin: string;
  /** Whether the program has another type in its place. */
  readonly isMapped: boolean;
}

/** That type of a value; `undefined` if forms have its XML form. */
function formBuiltin({ source, description: own }: SimpleShape): FormBuiltin | undefined {
  const builtin = builtinOf(source);
  if (!hasForm(builtin) || (own.kind !== 'builtin' && own.kind !== 'custom')) return undefined;
  const isMapped = own.kind === 'custom' || /As[A-Z]\w+$/.test(own.constant);
  const isDerived = source.name?.namespace !== namespaces.xsd && builtin !== 'char';
  return isMapped && isDerived ? undefined : { builtin, isMapped };
}

/**
 * Whether a parameter is a list of values of an enumeration that its part calls a text: the flags
 * of ASMX.
 */
function isFlags(context: PlanContext, { part, item }: FormParameter): boolean {
  const { source } = item;
  if (source.variety !== 'list' || source.item === undefined) return false;
  const { type } = part;
  const isDeclared = type?.kind === 'simple' && type.variety === 'list';
  return !isDeclared && context.shaper.members(source.item) !== undefined;
}

/** Whether the form reader converts a built-in like ASMX. */
function hasForm(name: BuiltinName): boolean {
  return isNumberOrBoolean(name) || name === 'dateTime' || name === 'char';
}

/** Whether a value may be absent or null in the input, although it is sent. */
function isNullable({ part, field }: FormParameter): boolean {
  return field.place.nillable || (field.optional && part.optional !== true);
}

/** Whether an empty text is sent for a null. Of single values, only a text can be empty. */
function mayBeEmpty(context: PlanContext, parameter: FormParameter): boolean {
  const { field, item, list, bytes } = parameter;
  const { value } = field.place;
  if (list) return value.kind === 'array' && value.item.nillable;
  return !bytes && isNullable(parameter) && canBeEmpty(context, item);
}

/** Whether values are texts, which may be empty. */
function isText(source: SimpleShape['source']): boolean {
  const builtin = source.variety === 'atomic' ? builtinOf(source) : undefined;
  return (
    builtin === 'string' ||
    builtin === 'anySimpleType' ||
    builtin === 'normalizedString' ||
    builtin === 'token' ||
    builtin === 'anyURI'
  );
}
