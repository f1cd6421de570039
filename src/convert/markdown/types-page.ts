import type { ComplexType, SchemaType, SimpleType } from '../../model/xsd/schema.ts';
import { facetTexts } from '../../plan/declarations/facet-text.ts';
import { fieldsOfObject } from '../../plan/messages/message-field.ts';
import { simpleTypeWord, typeWord } from '../../plan/messages/type-word.ts';
import type { Shaper } from '../../plan/shapes/shaper.ts';
import { fieldTable } from './field-table.ts';
import { code, paragraphs, plain, table } from './markdown-text.ts';

/** The page of all types. */
export function typesPage(types: readonly SchemaType[], shaper: Shaper): string {
  const lines = [
    '# Types',
    '',
    'A `?` marks what may be left out, a `*` what may occur several times.',
    '',
    ...types.flatMap((type) =>
      type.kind === 'simple' ? simplePart(type, shaper) : complexPart(type, shaper),
    ),
  ];
  return lines.join('\n');
}

function simplePart(type: SimpleType, shaper: Shaper): readonly string[] {
  const { enumeration } = type.facets;
  const values = (enumeration ?? []).map(({ value }) => [code(value)]);
  const facets = facetTexts({ ...type.facets, enumeration: undefined });
  const words = facets.length === 0 ? '' : `: ${facets.map(escapedFacet).join(', ')}`;
  return [
    `## ${plain(typeWord(shaper.simple(type)))}`,
    '',
    ...paragraphs(type.documentation),
    `${kindOf(type)}${words}.`,
    '',
    ...table(['Value'], values),
  ];
}

function kindOf({ variety, builtin, item, members }: SimpleType): string {
  if (variety === 'list' && item !== undefined) return `A list of ${code(simpleTypeWord(item))}`;
  if (variety === 'union') {
    return `One of ${(members ?? []).map((one) => code(simpleTypeWord(one))).join(', ')}`;
  }
  return `A simple type, ${code(builtin ?? 'string')}`;
}

/** A facet in words. Patterns are code already. */
function escapedFacet(text: string): string {
  return text.includes('`') ? text : plain(text);
}

function complexPart(type: ComplexType, shaper: Shaper): readonly string[] {
  const object = shaper.object(type);
  const { base, derivation = 'extension' } = type;
  const about = [
    ...(type.abstract ? ['abstract'] : []),
    ...(base === undefined ? [] : [`${derivation} of ${code(typeWord(shaper.value(base)))}`]),
  ];
  const fields = fieldTable(fieldsOfObject(object));
  return [
    `## ${plain(object.name)}`,
    '',
    ...(about.length === 0 ? [] : [`${about.join(', ')}`, '']),
    ...paragraphs(type.documentation),
    ...(fields.length === 0 ? ['It has no content.', ''] : fields),
  ];
}
