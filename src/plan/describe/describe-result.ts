import { stringLiteral } from '../print/encode.ts';
import { arrow, type Expression, entry, joined, type TypeNode } from '../print/node.ts';
import { runtimeType } from '../print/type-node.ts';
import type { ConstantPlan } from '../result/plan.ts';
import { notNil, type PlaceShape, type ValueShape } from '../shapes/shape.ts';
import { describedConstant, description, imported } from './context/constant.ts';
import type { Describer } from './context/describer.ts';
import { pure } from './context/pure.ts';
import { detailOf, placeType } from './describe-field.ts';
import { nilEntries } from './empty-element.ts';
import { calling, readerOf } from './message-functions.ts';

/** How a missing result is represented. */
export interface Emptiness {
  readonly undefinable: boolean;
  readonly nullable: boolean;
  /** The place of the result, if nil may be more than `null`. */
  readonly nil: PlaceShape | undefined;
}

/** The result of an operation over HTTP GET and POST. */
export interface HttpResult {
  /** The root element. */
  readonly place: PlaceShape;
  readonly type: TypeNode;
  readonly empty: Emptiness;
  /** The one property of the result that is in the root; absent if the root is the whole result. */
  readonly property: string | undefined;
}

/** Whether an empty element is not valid for the type. */
function isNumber({ value }: PlaceShape): boolean {
  return value.kind === 'simple' && value.codec.kind !== 'text';
}

/** A result that is arbitrary XML. */
export interface NodesResult {
  readonly type: TypeNode;
  /** The property of the result with the nodes. */
  readonly property: string;
  /** Whether there may be no result, which is an answer without a body. */
  readonly undefinable: boolean;
  readonly namespace: string;
}

/** The document of a result over HTTP GET and POST. */
export type PlannedResult =
  /** The message that is in a SOAP Body. */
  | {
      readonly kind: 'message';
      readonly message: Expression;
      readonly values: readonly ValueShape[];
    }
  | { readonly kind: 'nodes'; readonly result: NodesResult }
  | { readonly kind: 'root'; readonly result: HttpResult };

/** The result of an operation. */
export interface ResultOwner {
  readonly base: string;
  readonly namespace: string;
  readonly type: TypeNode;
}

/** Plans the functions that write and read the document of a result. */
export function planResult(
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
  const reader = readerOf(describer, valuesOf(planned));
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
      return pure('httpXml', stringLiteral(property), ...(undefinable ? ["'optional'"] : []));
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
    ...(property === undefined ? [] : [entry('property', stringLiteral(property))]),
    ...(undefinable ? [entry('optional', 'true')] : []),
    ...(nullable ? nilEntries({ ...notNil(empty.nil ?? place), nillable: true }) : []),
    ...(nullable && isNumber(place) ? [entry('emptyNil', 'true')] : []),
  ];
  return pure(
    'httpResult',
    stringLiteral(localName),
    describer.context.namespace(namespace),
    arrow('()', placeType(describer, place)),
    ...detailOf(details),
  );
}
