import type { ContentField, TypeText } from '../shape.ts';
import { namedType } from '../shape-simple.ts';
import { placeType, xmlElement } from '../types/type-text.ts';
import { block, line, runtime, typed, uses } from './code.ts';
import type { OrderedContent } from './content-model.ts';
import { type CodecContext, namespaceConstant } from './context.ts';
import { statement } from './statement.ts';
import { headWriter } from './write-field.ts';
import { isConstant, writePlace } from './write-place.ts';
import { encodedType } from './write-type.ts';
import { expression, flush, templateBlock, type XmlTemplate } from './xml-template.ts';

const source = { value: 'item', owner: 'one.owner', name: 'one.name' };

/**
 * Writes the child elements of `value` in the order of its content model. What has been written is made one piece now and then, as
 * for the items of a list.
 *
 * @param scope default namespace
 * @param encoded whether the members say their types
 */
export function writeOrdered(
  context: CodecContext,
  template: XmlTemplate,
  { model, cases }: OrderedContent,
  scope: string,
  encoded: boolean,
): void {
  const { code } = template;
  flush(template);
  line(code, "let done = '';");
  const items = `${runtime(code, 'arrange')}(value, ${uses(code, model)}())`;
  templateBlock(template, `for (const one of ${items})`, () => {
    block(code, 'switch (one.leaf)', () => {
      cases.forEach((field, number) => {
        block(code, `case ${number}:`, () => {
          writeCase(context, template, field, scope, encoded);
          flush(template);
          line(code, 'break;');
        });
      });
    });
    block(code, `if (xml.length > ${runtime(code, 'pieceLength')})`, () => {
      statement(code, 'done +=', `${runtime(code, 'inOnePiece')}(xml)`);
      line(code, "xml = '';");
    });
  });
  line(code, 'xml = done + xml;');
}

function writeCase(
  context: CodecContext,
  template: XmlTemplate,
  field: ContentField,
  scope: string,
  encoded: boolean,
): void {
  const { code } = template;
  const { value, owner, name } = source;
  const declare = (type: TypeText): void => {
    statement(code, `const ${value} =`, `one.item as ${typed(code, type)}`);
  };
  switch (field.kind) {
    case 'element': {
      if (!isConstant(field.place)) declare(placeType(field.place));
      const isNamed = field.place.element.type.name !== undefined;
      const attributes = encoded && isNamed ? encodedType(field.place) : undefined;
      writePlace(context, template, field.place, source, scope, attributes);
      return;
    }
    case 'head': {
      declare(namedType(field.head.name));
      const writer = uses(code, headWriter(context, field.head, scope));
      expression(template, `${writer}(${runtime(code, 'asObject')}(${value}, ${owner}, ${name}))`);
      return;
    }
    case 'any': {
      declare(xmlElement);
      const inScope = namespaceConstant(context, code, scope);
      const write = runtime(code, 'writeAny');
      expression(template, `${write}(${value}, ${inScope}, ${owner}, ${name})`);
      return;
    }
    case 'group':
      return;
  }
}
