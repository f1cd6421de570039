import { docComment, propertyKey } from '../print/encode.ts';
import { fits, indentation, unionType } from '../print/layout.ts';
import { joinNames, type TextNode, text } from '../print/node.ts';
import { plainType, runtimeType, unionOf } from '../print/type-node.ts';
import type { Field } from '../shapes/shape.ts';
import { fieldDoc } from './field-doc.ts';
import { fieldType } from './type-text.ts';

/** One property with its comment, on its own lines. */
export function property(field: Field, optional: boolean, indent: number): TextNode {
  const type = fieldType(field);
  const { flat, names, members } = optional ? unionOf([type, plainType('undefined')]) : type;
  const key = propertyKey(field.property);
  const doc = docComment(fieldDoc(field), indent);
  const before = optional ? `readonly ${key}?: ` : `readonly ${key}: `;
  const line = `${before}${flat};`;
  const laid = fits(line, indent) ? line : unionType({ before, members, after: ';', indent });
  return text(`${doc}${indentation(indent)}${laid}\n`, names);
}

/** The member of an interface that tells `AsRead` which properties are always read. */
export function fixedMember(fields: readonly Field[]): readonly TextNode[] {
  if (fields.length === 0) return [];
  const key = runtimeType('fixed');
  const types = fields.map(fieldType);
  const members = fields.map((field, index) => {
    const given = types[index]?.members ?? [];
    const before = `readonly ${propertyKey(field.property)}: `;
    return unionType({ before, members: given, after: ';', indent: 2 });
  });
  const flat = `readonly [${key.flat}]?: { ${members.join(' ').slice(0, -1)} };`;
  const lines = members.map((one) => `${indentation(2)}${one}\n`).join('');
  const all = fits(flat, 1) ? flat : `readonly [${key.flat}]?: {\n${lines}  };`;
  return [text(`  ${all}\n`, joinNames([key, ...types]))];
}

/** A property that must be absent in this branch or form. */
export function excluded(field: Field, indent: number): string {
  return `${indentation(indent)}readonly ${propertyKey(field.property)}?: undefined;\n`;
}
