import type { HttpOperation } from '../../model/wsdl/service-model.ts';
import { isUnion } from '../declarations/combinations.ts';
import { fieldType, isOptional, placeType, valueType } from '../declarations/type-text.ts';
import { type Emptiness, type PlannedResult, planResult } from '../describe/describe-result.ts';
import { messageConstant } from '../describe/message-functions.ts';
import { type BodyShape, bodyElement, bodyValues, partElement } from '../messages/message-shape.ts';
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
import type { Shaper } from '../shapes/shaper.ts';
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
  types: OperationTypes,
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
export function httpResultFunctions(
  { shaper, describer }: OperationContext,
  chosen: ChosenOperation,
  http: HttpOperation,
  types: OperationTypes,
): OperationCodecs | undefined {
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
function nodesOf(types: OperationTypes): string | undefined {
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
