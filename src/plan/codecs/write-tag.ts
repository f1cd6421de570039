import { namespaces } from '../../model/namespaces.ts';
import { propertyAccess, stringLiteral } from '../encode.ts';
import type { AttributeField, ObjectShape } from '../shape.ts';
import { tagFields } from '../shape-nil.ts';
import { runtime } from './code.ts';
import type { CodecContext } from './context.ts';
import { writeFixed } from './fixed-code.ts';
import { constantText } from './simple.ts';
import { type AttributeTag, writeAttributeText } from './write-text.ts';
import { constant, expression, templateIf, type XmlTemplate } from './xml-template.ts';

/**
 * Writes the attributes of `value` into the start tag of its element.
 *
 * @returns prefixes that QNames in them may have declared
 */
export function writeTagFields(
  context: CodecContext,
  template: XmlTemplate,
  shape: ObjectShape,
): Set<string> {
  const prefixes = new Set<string>();
  let position = 0;
  for (const field of tagFields(shape)) {
    if (field.kind === 'attribute') {
      position += 1;
      writeAttribute(context, template, field, { position, prefixes });
    } else {
      const value = propertyAccess('value', field.property);
      const write = runtime(template.code, 'writeOtherAttributes');
      expression(template, `${write}(${value}, value, ${stringLiteral(field.property)})`);
    }
  }
  return prefixes;
}

function writeAttribute(
  context: CodecContext,
  template: XmlTemplate,
  field: AttributeField,
  tag: Omit<AttributeTag, 'name'>,
): void {
  const { use, property, shape } = field;
  const { namespace, localName } = use.name;
  const { position } = tag;
  const value = propertyAccess('value', property);
  const source = { value, owner: 'value', name: stringLiteral(property) };
  const write = (): void => {
    let tagName = localName;
    if (namespace === namespaces.xml) tagName = `xml:${localName}`;
    else if (namespace !== '') {
      tagName = `a${position}:${localName}`;
      constant(template, ` xmlns:a${position}="${constantText(namespace, 'attribute')}"`);
    }
    const given =
      use.fixed === undefined
        ? source
        : writeFixed(context, template.code, shape, source, use.fixed);
    writeAttributeText(context, template, shape, given, { ...tag, name: tagName });
  };
  if (use.required) write();
  else templateIf(template, `${value} !== undefined`, write);
}
