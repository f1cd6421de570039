import { contentTypesOf } from '../../model/xsd/annotation.ts';
import { holdsQNames } from '../../model/xsd/qname-values.ts';
import type { SchemaType } from '../../model/xsd/schema.ts';
import { commentLines, commentText } from '../print/encode.ts';
import type { ContentField, ElementField, Field } from '../shapes/shape.ts';
import { facetTexts, typeLabel } from './facet-text.ts';
import { valueType } from './type-text.ts';

/**
 * Doc comment lines of a property: the contract's documentation, then wire name, XSD type, facets,
 * default. An XSD type with the same name as the TypeScript type is omitted if there is nothing
 * else to say.
 */
export function fieldDoc(field: Field): readonly string[] {
  const documentation = documentationOf(field);
  const lines = documentation === undefined ? [] : commentLines(documentation);
  const technical = technicalText(field);
  if (technical === '') return lines;
  return lines.length === 0 ? [technical] : lines.concat('', technical);
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

/** One sentence from its parts. */
function technicalText(field: Field): string {
  const parts: string[] = [];
  switch (field.kind) {
    case 'attribute': {
      const { name, type, fixed } = field.use;
      const { localName } = name;
      const renamed = localName === field.property ? '' : ` \`${commentText(localName)}\``;
      parts.push(`Attribute${renamed}`);
      addType(parts, type, field.use.default, fixed);
      break;
    }
    case 'element': {
      const { name, type, fixed, default: initial } = field.place.element;
      const { localName } = name;
      if (localName !== field.property) parts.push(`Element \`${commentText(localName)}\``);
      addType(parts, type, initial, fixed);
      const contentTypes = contentTypesOf(field.place.element);
      if (contentTypes !== undefined) parts.push(`content type \`${commentText(contentTypes)}\``);
      addCounts(parts, field);
      if (parts.length === 1 && repeatsType(parts[0], field)) return '';
      break;
    }
    case 'head': {
      const name = commentText(field.head.element.name.localName);
      parts.push(`Element \`${name}\` or one that stands in for it`);
      addCounts(parts, field);
      break;
    }
    case 'text':
      parts.push('Text of the element');
      addType(parts, field.shape.source, undefined, undefined);
      break;
    case 'mixed':
      return 'Text and elements in document order.';
    case 'any':
      parts.push('Any element the schema allows here');
      addCounts(parts, field);
      break;
    case 'anyAttributes':
      return 'Attributes the schema does not name.';
    case 'namespaces':
      return 'Namespaces of the prefixes in open texts and attributes.';
    case 'group':
      parts.push(
        field.group.compositor === 'choice'
          ? 'In document order, one of the choices in each item'
          : 'In document order, one turn of the sequence in each item',
      );
      addCounts(parts, field);
  }
  return parts.length === 0 ? '' : `${parts.join(', ')}.`;
}

/** Whether a label only repeats the TypeScript type, as `xs:string` does for a `string`. */
function repeatsType(label: string | undefined, { place }: ElementField): boolean {
  const { value } = place;
  const { flat } = valueType(value.kind === 'object' ? (value.written ?? value) : value);
  return label === `\`${flat}\`` || label === `\`xs:${flat}\``;
}

/** The limits on the number of items in a list, if there are any. */
function addCounts(parts: string[], { repeated, min, max }: ContentField): void {
  if (!repeated) return;
  if (max === Number.POSITIVE_INFINITY) {
    if (min > 0) parts.push(`at least ${min}`);
  } else if (min === max) {
    parts.push(`${min} items`);
  } else {
    parts.push(min === 0 ? `at most ${max}` : `${min} to ${max}`);
  }
}

function addType(
  parts: string[],
  type: SchemaType,
  initial: string | undefined,
  fixed: string | undefined,
): void {
  const label = typeLabel(type);
  if (label !== '') parts.push(label);
  if (type.kind === 'simple') {
    if (type.facets.enumeration === undefined && holdsQNames(type)) {
      parts.push('as `{namespace}local`');
    }
    facetTexts(type.facets, parts);
  }
  if (initial !== undefined) parts.push(`default \`${commentText(initial)}\``);
  if (fixed !== undefined) parts.push(`always \`${commentText(fixed)}\``);
}
