import type { HttpOperation } from '../../model/wsdl/service-model.ts';
import type { ElementDeclaration } from '../../model/xsd/schema.ts';
import { readNodesResult, writeNodesResult } from '../codecs/messages/nodes-result.ts';
import { readResult } from '../codecs/messages/result-codecs.ts';
import { type Emptiness, writeDocument, writeResult } from '../codecs/messages/write-result.ts';
import { isUnion } from '../declarations/combinations.ts';
import { fieldType, isOptional, placeType, valueType } from '../declarations/type-text.ts';
import { type BodyShape, bodyElement, partElement } from '../messages/message-shape.ts';
import type { TypeNode } from '../print/node.ts';
import { arrayOf } from '../print/type-node.ts';
import type { OperationCodecs } from '../result/plan.ts';
import { answersDocument } from '../scope/http-input.ts';
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

/**
 * Gives the codecs of the messages in an envelope, which are also those of documents with the same
 * elements. There are none of a response if the operation has no SOAP binding.
 */
export type EnvelopeCodecs = () => Pick<
  OperationCodecs,
  'writeRequest' | 'readRequest' | 'writeResponse' | 'readResponse'
>;

/** An operation, and its codecs over SOAP. */
export type HttpChosen = ChosenOperation & { readonly envelope: EnvelopeCodecs };

/** Codecs of the answer: none for void; `undefined` if it does not fit the result's type. */
export function httpResultCodecs(
  context: OperationContext,
  chosen: HttpChosen,
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
  if (element === undefined || !answersDocument(http)) return {};
  const place = context.shaper.place(element);
  const text = valueText(place);
  const same = text === resultText(types) || isAlike(place.value, resultValue(types), 0);
  const only = same ? undefined : onlyField(types.outBody);
  if (!same && (only === undefined || text !== valueText(only.place))) {
    return documentResult(context, chosen, element, types);
  }
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

/** Codecs of an answer whose root is the element that a SOAP Body has: those of SOAP. */
function documentResult(
  { codecs }: OperationContext,
  { base, operation, service, envelope }: HttpChosen,
  element: ElementDeclaration,
  types: OperationTypes,
): OperationCodecs | undefined {
  const soap = operation.soap11 ?? operation.soap12;
  if (bodyElement(types.outBody) !== element || soap?.output?.use !== 'literal') return undefined;
  const { readResponse, writeResponse } = envelope();
  if (readResponse === undefined || writeResponse === undefined) return undefined;
  const name = codecs.messageFunction('write', base, 'Result');
  const document = {
    content: writeResponse,
    parameter: { name: 'output', type: types.result },
    what: `result of operation \`${operation.name}\``,
    namespace: service.namespace,
  };
  return {
    writeResult: codecs.ensure(name, () => writeDocument(document, name)),
    readResult: readResponse,
  };
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
function nodesOf(types: OperationTypes): string | undefined {
  const value = resultValue(types);
  if (value?.kind !== 'object' || value.family !== undefined) return undefined;
  if (emptiness(types).nullable) return undefined;
  const [only, ...others] = value.fields;
  return only?.kind === 'mixed' && others.length === 0 ? only.property : undefined;
}

/** Codecs of such a result. Over HTTP, its element is the document. */
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

/** Type of a place's values, without absence and nil. */
function valueText(place: PlaceShape): string {
  return membersText(placeType(notNil(place)));
}

/** The type of the result's values, even if it has its own name. */
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
 * Members of a union in order, without those for missing values. Types of a contract have no names
 * that end in `$Nil`.
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

/** The place, if a nil element may have more than `xsi:nil`. */
function nilOf(place: PlaceShape): PlaceShape | undefined {
  return nilObject(place) === undefined ? undefined : place;
}
