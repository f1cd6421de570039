import type { ComplexType, SchemaType, SimpleType } from '../../model/xsd/schema.ts';
import { fieldsOfObject } from '../../plan/messages/message-field.ts';
import { fieldType, simpleTypeWord, typeWord } from '../../plan/messages/type-word.ts';
import type { Shaper } from '../../plan/shapes/shaper.ts';
import type { Colours } from '../terminal/colours.ts';

/** Types in the YAML notation, one block each. */
export function typeList(types: readonly SchemaType[], shaper: Shaper, colours: Colours): string {
  if (types.length === 0) return 'only types of XML Schema\n';
  const blocks = types.map((type) =>
    type.kind === 'simple'
      ? simpleLine(type, shaper, colours)
      : complexBlock(type, shaper, colours),
  );
  return `${blocks.join('\n\n')}\n`;
}

function simpleLine(type: SimpleType, shaper: Shaper, colours: Colours): string {
  const name = colours.bold(typeWord(shaper.simple(type)));
  const { enumeration, patterns } = type.facets;
  if (enumeration !== undefined) {
    return `${name}  ${enumeration.map(({ value }) => value).join(' | ')}`;
  }
  const pattern = patterns?.at(-1)?.map((one) => `/${one}/`);
  return `${name}  ${[varietyWord(type), ...(pattern ?? [])].join(' ')}`;
}

function varietyWord({ variety, builtin, item, members }: SimpleType): string {
  if (variety === 'list' && item !== undefined) return `list of ${simpleTypeWord(item)}`;
  if (variety === 'union') return (members ?? []).map(simpleTypeWord).join(' | ');
  return builtin ?? variety;
}

function complexBlock(type: ComplexType, shaper: Shaper, colours: Colours): string {
  const object = shaper.object(type);
  const { base, derivation = 'extension' } = type;
  const marks = [
    ...(type.abstract ? ['abstract'] : []),
    ...(base === undefined ? [] : [`${derivation} of ${typeWord(shaper.value(base))}`]),
  ];
  const head = [colours.bold(object.name), colours.dim(marks.join(', '))];
  const fields = fieldsOfObject(object);
  const width = Math.max(0, ...fields.map(({ property }) => property.length));
  const rows = fields.map((field) => `  ${field.property.padEnd(width)}  ${fieldType(field)}`);
  return [head.join('  ').trimEnd(), ...rows].join('\n');
}
