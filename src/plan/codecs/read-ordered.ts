import type { ContentField } from '../shape.ts';
import { block, type Code, line, objectLines, runtime, uses } from './code.ts';
import type { OrderedContent } from './content-model.ts';
import type { CodecContext } from './context.ts';
import { itemExpression } from './read-loop.ts';
import { callStatement, statement } from './statement.ts';

/**
 * Reads child elements whose order tells which field they are of, and returns the object.
 *
 * @param entries what of the object is in the start tag
 */
export function readOrdered(
  context: CodecContext,
  code: Code,
  { model, cases }: OrderedContent,
  entries: readonly (readonly [key: string, value: string])[],
  returns: string,
): void {
  const given = `reader, ${uses(code, model)}()`;
  statement(code, 'const content =', `${runtime(code, 'contentReader')}(${given})`);
  block(code, `while (reader.nextTag() === ${runtime(code, 'START')})`, () => {
    block(code, 'switch (content.next())', () => {
      cases.forEach((field, number) => {
        readCase(context, code, field, number);
      });
      line(code, 'default:');
      line(code, '  content.unexpected();');
    });
  });
  if (entries.length > 0) objectLines(code, 'const value = ', entries, ';');
  const value = entries.length === 0 ? '{}' : 'value';
  statement(code, 'return', `content.finish(${value}) as ${returns}`);
}

function readCase(context: CodecContext, code: Code, field: ContentField, number: number): void {
  line(code, `case ${number}:`);
  code.indent += 1;
  callStatement(code, `content.add(${itemExpression(context, code, field)})`);
  line(code, 'break;');
  code.indent -= 1;
}
