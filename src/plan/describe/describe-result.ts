import { codec, codecConstant } from '../codecs/codec.ts';
import type { NodesResult } from '../codecs/messages/nodes-result.ts';
import { type HttpResult, isNumber } from '../codecs/messages/write-result.ts';
import { stringLiteral } from '../print/encode.ts';
import { arrow, type Expression, entry, joined, type TypeNode } from '../print/node.ts';
import { runtimeType } from '../print/type-node.ts';
import { notNil } from '../shapes/shape.ts';
import { detailOf, nilEntries, placeType } from './describe-field.ts';
import type { Describer } from './describer.ts';
import { pure } from './pure.ts';

/** A constant of the file that describes a result over HTTP. */
interface ResultConstant {
  readonly name: string;
  readonly type: TypeNode;
  readonly namespace: string;
  readonly value: () => Expression;
}

function constant(describer: Describer, { name, type, namespace, value }: ResultConstant) {
  const declared = joined(runtimeType('HttpResult'), '<', type, '>');
  return codec(
    describer.context.ensure(name, () => codecConstant(name, declared, value(), namespace)),
  );
}

/** The constant that describes the document of a result over HTTP GET and POST. */
export function describeResult(describer: Describer, result: HttpResult, name: string): Expression {
  const { place, type } = result;
  const { namespace } = place.element.name;
  return constant(describer, { name, type, namespace, value: () => described(describer, result) });
}

function described(describer: Describer, result: HttpResult): Expression {
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

/** The constant that describes a result that is arbitrary XML. */
export function describeNodes(
  describer: Describer,
  { type, property, undefinable, namespace }: NodesResult,
  name: string,
): Expression {
  const value = (): Expression =>
    pure('httpXml', stringLiteral(property), ...(undefinable ? ["'optional'"] : []));
  return constant(describer, { name, type, namespace, value });
}

/** The constant for a result whose document is the message in a SOAP Body. */
export function describeAsMessage(
  describer: Describer,
  { message, type, namespace }: MessageResult,
  name: string,
): Expression {
  const value = (): Expression => pure('httpMessage', message);
  return constant(describer, { name, type, namespace, value });
}

/** A result whose document is that of SOAP. */
export interface MessageResult {
  readonly message: Expression;
  readonly type: TypeNode;
  readonly namespace: string;
}
