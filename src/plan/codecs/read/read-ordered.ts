import type { TypeNode } from '../../print/node.ts';
import { call, cast, type Expression, joined, object } from '../../print/node.ts';
import {
  caseOf,
  constant,
  line,
  otherwise,
  returns,
  run,
  type Statement,
  switchOn,
  whileLoop,
} from '../../print/statement.ts';
import { codec, runtime } from '../codec.ts';
import type { OrderedContent } from '../content-model.ts';
import type { CodecContext } from '../context.ts';
import { itemExpression, moreTags } from './read-loop.ts';

/**
 * Reads child elements whose order decides which field they belong to, and returns the object.
 *
 * @param entries properties read from the start tag
 */
export function readOrdered(
  context: CodecContext,
  { model, cases }: OrderedContent,
  entries: readonly Expression[],
  type: TypeNode,
): readonly Statement[] {
  const content = call(runtime('contentReader'), 'reader', joined(codec(model), '()'));
  const read = cases.map((field, number) => {
    const add = run(call('content.add', itemExpression(context, field)));
    return caseOf([String(number)], [add, line('break;')]);
  });
  const unexpected = otherwise(line('content.unexpected();'));
  const value = entries.length === 0 ? [] : [constant('value', object(entries, true))];
  const finished = call('content.finish', entries.length === 0 ? '{}' : 'value');
  return [
    constant('content', content),
    whileLoop(moreTags, [switchOn('content.next()', [...read, unexpected])]),
    ...value,
    returns(cast(finished, type)),
  ];
}
