import type { BindingKind } from '../../model/wsdl/definitions.ts';
import type { HttpOperation } from '../../model/wsdl/service-model.ts';
import { formParameters, readForm } from '../codecs/messages/form-codecs.ts';
import { readNodesResult, writeNodesResult } from '../codecs/messages/nodes-result.ts';
import { readResult } from '../codecs/messages/result-codecs.ts';
import { writeForm, writeLocation } from '../codecs/messages/write-form.ts';
import { type Emptiness, writeDocument, writeResult } from '../codecs/messages/write-result.ts';
import { isUnion } from '../declarations/declare-object.ts';
import { fieldType, isOptional, placeType, valueType } from '../declarations/type-text.ts';
import { type BodyShape, bodyElement, partElement } from '../messages/message-shape.ts';
import type { TypeNode } from '../print/node.ts';
import { arrayOf } from '../print/type-node.ts';
import type { CodecPlan, OperationCodecs } from '../result/plan.ts';
import { isDocument, isForm } from '../scope/http-input.ts';
import type { ChosenOperation } from '../scope/operations.ts';
import {
  type ElementField,
  type Field,
  notNil,
  type PlaceShape,
  type ValueShape,
} from '../shapes/shape.ts';
import { nilObject } from '../shapes/shape-nil.ts';
import type { OperationContext, OperationTypes } from './operation-context.ts';

/** The codecs an operation has for HTTP, and the bindings they are for. */
export interface HttpPlan {
  readonly codecs: OperationCodecs;
  readonly bindings: readonly BindingKind[];
}

/**
 * Plans the HTTP bindings of an operation, those aside (reported) over which its SOAP signature
 * cannot travel.
 */
export function planHttp(
  context: OperationContext,
  chosen: ChosenOperation,
  types: OperationTypes,
  request: RequestCodecs,
): HttpPlan {
  const { httpGet, httpPost } = chosen.operation;
  if (types.inParts.length + types.outParts.length > 0) {
    if ((httpGet ?? httpPost) !== undefined) {
      report(context, chosen, undefined, 'They cannot carry its attachments');
    }
    return { codecs: {}, bindings: [] };
  }
  const result = planResult(context, chosen, httpGet ?? httpPost, types);
  if (result === undefined) return { codecs: {}, bindings: [] };
  const bindings: BindingKind[] = [];
  let codecs: OperationCodecs = result;
  const add = (kind: BindingKind, more: OperationCodecs | undefined): void => {
    if (more === undefined) return;
    codecs = { ...codecs, ...more };
    bindings.push(kind);
  };
  if (httpGet !== undefined) {
    const made = isForm(httpGet) ? formCodecs(context, chosen, httpGet, types) : undefined;
    if (made === undefined) report(context, chosen, 'GET', whyNot(httpGet));
    add('httpGet', made);
  }
  if (httpPost !== undefined) {
    const made = isForm(httpPost)
      ? (bindings.length > 0 && {}) || formCodecs(context, chosen, httpPost, types)
      : documentCodecs(context, chosen, httpPost, types, request);
    if (made === undefined) report(context, chosen, 'POST', whyNot(httpPost));
    add('httpPost', made);
  }
  return { codecs, bindings };
}

function whyNot(http: HttpOperation): string {
  const { input, port } = http;
  if (!isForm(http) && port.kind === 'httpGet') return 'A GET request has no body';
  if (isForm(http) || isDocument(http))
    return 'Its HTTP parameters are not those of its SOAP message';
  const type = input.kind === 'mimeContent' ? (input.type ?? '') : '';
  return `Its request is of media type '${type}', which is neither a form nor XML`;
}

/** Makes the codecs of a request as a document, which are those of SOAP without an envelope. */
export type RequestCodecs = () => Pick<OperationCodecs, 'writeRequest' | 'readRequest'>;

/**
 * Codecs of a POST request that is a document; `undefined` where it is another than that of SOAP.
 */
function documentCodecs(
  { codecs }: OperationContext,
  { operation, service }: ChosenOperation,
  http: HttpOperation,
  types: OperationTypes,
  request: RequestCodecs,
): OperationCodecs | undefined {
  const soap = operation.soap11 ?? operation.soap12;
  const [part, ...others] = http.parameters;
  if (part === undefined || others.length > 0 || !isDocument(http)) return undefined;
  if (soap !== undefined) {
    const { inBody } = types;
    const alone = inBody.kind !== 'parts' || inBody.fields.length === 1;
    const same = alone && bodyElement(inBody) === part.element;
    if (!same || part.element === undefined || soap.input.use === 'encoded') return undefined;
  }
  const { writeRequest, readRequest } = request();
  if (types.input === undefined || writeRequest === undefined) {
    return { writeDocument: writeRequest, readDocument: readRequest };
  }
  const { input } = types;
  const write = `${writeRequest}$Document`;
  const make = (): CodecPlan =>
    writeDocument(
      {
        request: writeRequest,
        input,
        operation: operation.name,
        namespace: service.namespace,
      },
      write,
    );
  return { writeDocument: codecs.ensure(write, make), readDocument: readRequest };
}

/** Codecs of parameters in a query, a form or a location. */
function formCodecs(
  context: OperationContext,
  chosen: ChosenOperation,
  http: HttpOperation,
  types: OperationTypes,
): OperationCodecs | undefined {
  const fields = inputFields(types.inBody);
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
  const { codecs } = context;
  const { base, operation, service } = chosen;
  const { namespace } = service;
  const write = codecs.messageFunction('write', base, 'Form');
  const read = codecs.messageFunction('read', base, 'Form');
  const locate = codecs.messageFunction('write', base, 'Location');
  const label = operation.name;
  const form = { parameters, type: types.input, operation: label, namespace };
  return {
    writeForm: codecs.ensure(write, () => writeForm(codecs, form, write)),
    readForm: codecs.ensure(read, () => readForm(codecs, form, fields, read)),
    writeLocation:
      http.input.kind === 'urlReplacement'
        ? codecs.ensure(locate, () => writeLocation(codecs, http.location, form, locate))
        : undefined,
  };
}

/** Codecs of the result; `undefined` (reported) where it is another than that of SOAP. */
function planResult(
  context: OperationContext,
  chosen: ChosenOperation,
  http: HttpOperation | undefined,
  types: OperationTypes,
): OperationCodecs | undefined {
  if (http === undefined) return undefined;
  const result = resultCodecs(context, chosen, http, types);
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
  context.sink.report({
    code: 'ASMX3006',
    severity: 'warning',
    message: `Operation '${name}' is generated without its HTTP ${verb === undefined ? 'bindings' : `${verb} binding`}. ${why}`,
    span: chosen.operation.span,
  });
}

/** Whether a port is called as ASMX calls those of HTTP GET and POST. */
function isAsmx({ port }: HttpOperation): boolean {
  return /Http(?:Get|Post)$/.test(port.name);
}

/** Properties of the input as fields; `undefined` where it is no plain object of elements. */
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

/** Codecs of the answer: none for void; `undefined` where it does not fit the result's type. */
function resultCodecs(
  context: OperationContext,
  chosen: ChosenOperation,
  http: HttpOperation,
  types: OperationTypes,
): OperationCodecs | undefined {
  const { result, output } = http;
  const element = result === undefined ? undefined : partElement(result);
  if (types.result.flat === 'void' || chosen.operation.written !== undefined) return {};
  if (output.kind === 'mimeContent' && /\bxml$/i.test(output.type ?? '')) {
    const nodes = nodesOf(types);
    if (nodes !== undefined) return nodesCodecs(context, chosen, types, nodes);
  }
  if (element === undefined || output.kind !== 'mimeXml') return {};
  const place = context.shaper.place(element);
  const text = valueText(place);
  const same = text === resultText(types) || isAlike(place.value, resultValue(types), 0);
  const only = same ? undefined : onlyField(types.outBody);
  if (!same && (only === undefined || text !== valueText(only.place))) return undefined;
  const { codecs } = context;
  const { base, operation } = chosen;
  const write = codecs.messageFunction('write', base, 'Result');
  const read = codecs.messageFunction('read', base, 'Result');
  const plan = {
    place,
    type: types.result,
    empty: only === undefined ? emptiness(types) : emptinessOf(only),
    property: only?.property,
    operation: operation.name,
  };
  return {
    writeResult: codecs.ensure(write, () => writeResult(codecs, plan, write)),
    readResult: codecs.ensure(read, () => readResult(codecs, plan, read)),
  };
}

/**
 * The field of a result that is an object of one, which is what GET and POST answer where a
 * method's result has another name.
 */
function onlyField(body: BodyShape): ElementField | undefined {
  if (body.kind !== 'object' || body.place.nillable || isUnion(body.object)) return undefined;
  const [only, ...others] = body.object.fields;
  return only?.kind === 'element' && !only.repeated && others.length === 0 ? only : undefined;
}

/**
 * The property that holds the nodes of a result which is XML of its own, as `XmlDocument` and
 * `XmlNode` are.
 */
function nodesOf(types: OperationTypes): string | undefined {
  const value = resultValue(types);
  if (value?.kind !== 'object' || value.family !== undefined) return undefined;
  if (emptiness(types).nullable) return undefined;
  const [only, ...others] = value.fields;
  return only?.kind === 'mixed' && others.length === 0 ? only.property : undefined;
}

/** Codecs of such a result: over HTTP its element is the document. */
function nodesCodecs(
  { codecs }: OperationContext,
  { base, operation, service }: ChosenOperation,
  types: OperationTypes,
  property: string,
): OperationCodecs {
  const write = codecs.messageFunction('write', base, 'Result');
  const read = codecs.messageFunction('read', base, 'Result');
  const { namespace } = service;
  const { undefinable } = emptiness(types);
  const { name } = operation;
  const result = { type: types.result, property, undefinable, operation: name, namespace };
  return {
    writeResult: codecs.ensure(write, () => writeNodesResult(result, write)),
    readResult: codecs.ensure(read, () => readNodesResult(result, read)),
  };
}

/** Type of a place's values, absence and nil apart. */
function valueText(place: PlaceShape): string {
  return membersText(placeType(notNil(place)));
}

/** The same of the result, even where its type has a name of its own. */
function resultText({ outBody, result }: OperationTypes): string {
  if (outBody.kind !== 'unwrapped' && outBody.kind !== 'single') return membersText(result);
  const { place, repeated } = outBody.field;
  const item = placeType(notNil(place));
  return membersText(repeated ? arrayOf(item) : item);
}

/** The shape of the result's value. */
function resultValue(types: OperationTypes): ValueShape | undefined {
  const { outBody } = types;
  if (outBody.kind === 'object' || outBody.kind === 'content') return outBody.object;
  if (outBody.kind !== 'unwrapped' && outBody.kind !== 'single') return undefined;
  return outBody.field.repeated ? undefined : outBody.field.place.value;
}

/**
 * Whether two values have the same TypeScript type under different names, as every DataSet has one
 * of its own.
 */
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

function areAlike(left: readonly Field[], right: readonly Field[]): boolean {
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
 * Members of a union in order, without those that stand for no value. No type of a contract has a
 * name that ends in `$Nil`.
 */
function membersText({ members }: TypeNode): string {
  return members
    .filter((one) => one !== 'undefined' && one !== 'null' && !one.endsWith('$Nil'))
    .sort()
    .join();
}

function emptiness({ outBody }: OperationTypes): Emptiness {
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

/** The place, where a nil element says more than that it is nil. */
function nilOf(place: PlaceShape): PlaceShape | undefined {
  return nilObject(place) === undefined ? undefined : place;
}
