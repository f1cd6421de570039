import { docComment, propertyKey } from '../print/encode.ts';
import { fits, indentation, unionType } from '../print/layout.ts';
import { type TextNode, text } from '../print/node.ts';
import { plainType, unionOf } from '../print/type-node.ts';
import type { Field } from '../shapes/shape.ts';
import { fieldDoc } from './field-doc.ts';
import { fieldType } from './type-text.ts';

/** One property with its comment, on its own lines. */
export function property(field: Field, optional: boolean, indent: number): TextNode {
  const { flat, names } = bareProperty(field, optional, indent);
  return text(docComment(fieldDoc(field), indent) + flat, names);
}

/** One property without comment: editors show that of the interface which has it, too. */
export function bareProperty(field: Field, optional: boolean, indent: number): TextNode {
  const type = fieldType(field);
  const { flat, names, members } = optional ? unionOf([type, plainType('undefined')]) : type;
  const key = propertyKey(field.property);
  const before = optional ? `readonly ${key}?: ` : `readonly ${key}: `;
  const line = `${before}${flat};`;
  const laid = fits(line, indent) ? line : unionType({ before, members, after: ';', indent });
  return text(`${indentation(indent)}${laid}\n`, names);
}

/** A property that must be absent in this branch or form. */
export function excluded(field: Field, indent: number): string {
  return `${indentation(indent)}readonly ${propertyKey(field.property)}?: undefined;\n`;
}

/** The property that tells types apart. What is written may leave it out, what is read has it. */
export function typeMember(literal: string, isRead: boolean): string {
  return isRead
    ? `  readonly $type: ${literal};\n`
    : `  readonly $type?: ${literal} | undefined;\n`;
}
