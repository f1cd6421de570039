import type { SchemaType } from '../../model/schema.ts';
import { commentLines, commentText } from '../encode.ts';
import type { ContentField, Field } from '../shape.ts';
import { facetTexts, typeLabel } from './facet-text.ts';

/** Doc comment lines of a property: the contract's words, then wire name, XSD type, facets, default. */
export function fieldDoc(field: Field): readonly string[] {
  const documentation = documentationOf(field);
  const lines = documentation === undefined ? [] : [...commentLines(documentation)];
  const technical = technicalText(field);
  if (technical === '') return lines;
  return lines.length === 0 ? [technical] : [...lines, '', technical];
}

function documentationOf(field: Field): string | undefined {
  switch (field.kind) {
    case 'attribute':
      return field.use.documentation;
    case 'element':
      return field.place.element.documentation;
    case 'head':
      return field.head.element.documentation;
    default:
      return undefined;
  }
}

function technicalText(field: Field): string {
  switch (field.kind) {
    case 'attribute': {
      const { use } = field;
      const renamed =
        use.name.localName === field.property ? '' : ` \`${commentText(use.name.localName)}\``;
      return sentence([`Attribute${renamed}`, ...about(use.type, use.default, use.fixed)]);
    }
    case 'element': {
      const { element } = field.place;
      const { localName } = element.name;
      const renamed = localName === field.property ? [] : [`Element \`${commentText(localName)}\``];
      const { type, fixed } = element;
      return sentence([...renamed, ...about(type, element.default, fixed), ...counts(field)]);
    }
    case 'head':
      return sentence([
        `Element \`${commentText(field.head.element.name.localName)}\` or one that stands in for it`,
        ...counts(field),
      ]);
    case 'text':
      return sentence(['Text of the element', ...about(field.shape.source, undefined, undefined)]);
    case 'mixed':
      return 'Text and elements in document order.';
    case 'any':
      return sentence(['Any element the schema allows here', ...counts(field)]);
    case 'anyAttributes':
      return 'Attributes the schema does not name.';
    case 'group':
      return sentence([
        field.group.compositor === 'choice'
          ? 'In document order, one of the choices in each item'
          : 'In document order, one turn of the sequence in each item',
        ...counts(field),
      ]);
  }
}

/** How many items a list has, where that is more than any number. */
function counts({ repeated, min, max }: ContentField): readonly string[] {
  if (!repeated) return [];
  if (max === Number.POSITIVE_INFINITY) return min > 0 ? [`at least ${min}`] : [];
  if (min === max) return [`${min} items`];
  return [min === 0 ? `at most ${max}` : `${min} to ${max}`];
}

function about(
  type: SchemaType,
  initial: string | undefined,
  fixed: string | undefined,
): readonly string[] {
  const label = typeLabel(type);
  const texts = label === '' ? [] : [label];
  if (type.kind === 'simple') texts.push(...facetTexts(type.facets));
  if (initial !== undefined) texts.push(`default \`${commentText(initial)}\``);
  if (fixed !== undefined) texts.push(`always \`${commentText(fixed)}\``);
  return texts;
}

function sentence(parts: readonly string[]): string {
  const text = parts.join(', ');
  return text === '' ? '' : `${text}.`;
}
