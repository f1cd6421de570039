import { docComment, propertyKey } from '../print/encode.ts';
import { fits, indentation, unionType } from '../print/layout.ts';
import { type TextNode, text } from '../print/node.ts';
import type { Field } from '../shapes/shape.ts';
import { fieldDoc } from './field-doc.ts';
import { fieldType } from './type-text.ts';

/** One property with its comment, on lines of its own. */
export function property(field: Field, optional: boolean, indent: number): TextNode {
  const { flat: type, names, members } = fieldType(field);
  const key = propertyKey(field.property);
  const doc = docComment(fieldDoc(field), indent);
  const before = optional ? `readonly ${key}?: ` : `readonly ${key}: `;
  const flat = `${before}${type}${optional ? ' | undefined;' : ';'}`;
  const all = optional ? [...members, 'undefined'] : members;
  const line = fits(flat, indent) ? flat : unionType({ before, members: all, after: ';', indent });
  return text(`${doc}${indentation(indent)}${line}\n`, names);
}

/** A property that may not be in this branch or form. */
export function excluded(field: Field, indent: number): string {
  return `${indentation(indent)}readonly ${propertyKey(field.property)}?: undefined;\n`;
}
