import { propertyKey } from '../../print/encode.ts';
import { type Expression, entry, node, object } from '../../print/node.ts';
import { ifBlock, line, returns, type Statement } from '../../print/statement.ts';
import type { CodecPlan } from '../../result/plan.ts';
import { notNil } from '../../shapes/shape.ts';
import { codecFunction, reader, readOrThrow } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { missingPlace } from '../read/missing.ts';
import { nilTest, readExpression, readNil } from '../read/read-place.ts';
import { type HttpResult, isNumber } from './write-result.ts';

/** The function that reads the answer of HTTP GET or POST. Called before the root. */
export function readResult(context: CodecContext, result: HttpResult, name: string): CodecPlan {
  const { place, type, operation } = result;
  const body = [line('reader.nextTag();'), ...readRoot(context, result)];
  return codecFunction({
    name,
    exported: true,
    doc: `Reads the result of operation \`${operation}\` from a document of its own.`,
    parameters: [reader],
    returns: type,
    body: [readOrThrow(body)],
    namespace: place.element.name.namespace,
  });
}

function readRoot(context: CodecContext, result: HttpResult): readonly Statement[] {
  const { place, empty, property } = result;
  const root = notNil(place);
  const whole = (value: Expression): Expression =>
    property === undefined ? value : object([entry(propertyKey(property), value)]);
  const isEmpty = nilTest(empty.nullable && isNumber(place));
  const nil =
    empty.nil === undefined
      ? [line('reader.skip();'), returns(whole(noResult(result)))]
      : [returns(whole(readNil(context, empty.nil)))];
  return [ifBlock(isEmpty, nil), returns(whole(readExpression(context, root)))];
}

function noResult({ place, empty }: HttpResult): Expression {
  if (empty.nullable) return node('null');
  return empty.undefinable ? node('undefined') : missingPlace(notNil(place));
}
