import { samplePattern } from '../../model/sample/sample-pattern.ts';
import type { SimpleType } from '../../model/schema.ts';
import { simpleTypesIn } from '../../model/simple-types-in.ts';
import { stringLiteral } from '../encode.ts';
import type { SimpleShape } from '../shape.ts';
import { runtime } from './code.ts';
import type { CodecContext } from './context.ts';
import { formatExpression, formatterOf, mayBeEmpty } from './simple.ts';
import type { ValueSource } from './value-source.ts';
import { constant, expression, type XmlTemplate } from './xml-template.ts';

/**
 * Writes `>` and the text of an element whose start tag is still open; QNames in it declare their namespaces in the tag.
 *
 * @param prefixes those that QNames in the tag may have declared
 */
export function writeText(
  context: CodecContext,
  template: XmlTemplate,
  shape: SimpleShape,
  { value, owner, name }: ValueSource,
  prefixes: Set<string> = new Set(),
): void {
  const { code } = template;
  if (shape.qnames) {
    const format = formatterOf(context, code, shape);
    const stems = stemsOf(shape.source, 'n', prefixes);
    expression(
      template,
      `${runtime(code, 'qnameContent')}(${value}, ${owner}, ${name}, ${format}, ${stems})`,
    );
    return;
  }
  constant(template, '>');
  writeBareText(context, template, shape, { value, owner, name });
}

/** Writes the text of an element, which has no QNames. */
export function writeBareText(
  context: CodecContext,
  template: XmlTemplate,
  shape: SimpleShape,
  { value, owner, name }: ValueSource,
): void {
  const { code } = template;
  const text = formatExpression(context, code, shape, value, owner, name, 'element');
  expression(template, mayBeEmpty(shape) ? `${runtime(code, 'orEmpty')}(${text})` : text);
}

/** An attribute in a start tag. */
export interface AttributeTag {
  /** Its name as written. */
  readonly name: string;
  /** Its number among those of the type. */
  readonly position: number;
  /** Those that QNames in the tag may have declared. */
  readonly prefixes: Set<string>;
}

/** Writes an attribute with the space before it. */
export function writeAttributeText(
  context: CodecContext,
  template: XmlTemplate,
  shape: SimpleShape,
  { value, owner, name }: ValueSource,
  tag: AttributeTag,
): void {
  const { code } = template;
  if (shape.qnames) {
    const format = formatterOf(context, code, shape);
    const given = `${stringLiteral(tag.name)}, ${value}, ${owner}, ${name}, ${format}`;
    const stems = stemsOf(shape.source, `n${tag.position}`, tag.prefixes);
    expression(template, `${runtime(code, 'qnameAttribute')}(${given}, ${stems})`);
    return;
  }
  constant(template, ` ${tag.name}="`);
  expression(template, formatExpression(context, code, shape, value, owner, name, 'attribute'));
  constant(template, '"');
}

/** Prefixes our own tags use. */
const taken = /^(?:xml|xmlns|xsi|xsd|soap|soapenc|tns|types|[anq]|[adnq]\d.*)$/;

/**
 * Prefixes to try, as literals: the usual one, then those that patterns of the type may ask for.
 *
 * @param prefixes those of the tag so far, which get these
 */
function stemsOf(type: SimpleType, usual: string, prefixes: Set<string>): string {
  const stems = [usual];
  for (const pattern of patternsOf(type)) {
    for (let extra = 0; extra < 3; extra += 1) {
      const sample = samplePattern(pattern, extra) ?? '';
      const prefix = /(?:^|\s)([\p{L}_][\p{L}\p{N}._-]*):/u.exec(sample)?.[1];
      if (prefix === undefined || taken.test(prefix) || prefixes.has(prefix)) continue;
      prefixes.add(prefix);
      stems.push(prefix);
    }
  }
  return stems.map(stringLiteral).join(', ');
}

function patternsOf(type: SimpleType): readonly string[] {
  return [...simpleTypesIn(type)].flatMap(({ facets }) => (facets.patterns ?? []).flat());
}
