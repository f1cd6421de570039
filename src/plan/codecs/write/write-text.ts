import { createPatternSampler } from '../../../model/sample/sample-pattern.ts';
import type { SimpleType } from '../../../model/xsd/schema.ts';
import { simpleTypesIn } from '../../../model/xsd/simple-types-in.ts';
import { stringLiteral } from '../../print/encode.ts';
import { array, call, type Expression, entry, object } from '../../print/node.ts';
import type { SimpleShape } from '../../shapes/shape.ts';
import { runtime } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { formatExpression, formatterOf, mayBeEmpty } from '../simple/simple.ts';
import type { ValueSource } from '../value-source.ts';
import { constant, expression, type Piece } from './xml-template.ts';

/**
 * Writes `>` and the text of an element whose start tag is still open. QNames declare their
 * namespaces in the tag.
 *
 * @param prefixes those that QNames in the tag may have declared
 */
export function writeText(
  context: CodecContext,
  shape: SimpleShape,
  source: ValueSource,
  prefixes: Set<string> = new Set(),
): readonly Piece[] {
  if (!shape.qnames) return [constant('>'), writeBareText(context, shape, source)];
  return [expression(qnameText(context, shape, source, prefixes))];
}

/**
 * The text of QNames, after their declarations and the end of the start tag.
 *
 * @param prefixes those that QNames in the tag may have declared
 */
export function qnameText(
  context: CodecContext,
  shape: SimpleShape,
  { value, owner, name }: ValueSource,
  prefixes: Set<string>,
): Expression {
  const how = object([
    entry('format', formatterOf(context, shape)),
    entry('stems', array(stemsOf(shape.source, 'n', prefixes))),
  ]);
  return call(runtime('qnameContent'), value, owner, name, how);
}

/** Writes the text of an element without QNames. */
export function writeBareText(
  context: CodecContext,
  shape: SimpleShape,
  source: ValueSource,
): Piece {
  const text = formatExpression(context, shape, source, 'element');
  return expression(mayBeEmpty(context, shape) ? call(runtime('orEmpty'), text) : text);
}

/** An attribute in a start tag. */
export interface AttributeTag {
  /** Its name as written. */
  readonly name: string;
  /** Its index among those of the type. */
  readonly position: number;
  /** Prefixes that QNames in the tag may have declared. */
  readonly prefixes: Set<string>;
}

/** Writes a space and an attribute. */
export function writeAttributeText(
  context: CodecContext,
  shape: SimpleShape,
  source: ValueSource,
  tag: AttributeTag,
): readonly Piece[] {
  if (!shape.qnames) {
    const text = formatExpression(context, shape, source, 'attribute');
    return [constant(` ${tag.name}="`), expression(text), constant('"')];
  }
  const { value, owner, name } = source;
  const how = object([
    entry('attribute', stringLiteral(tag.name)),
    entry('format', formatterOf(context, shape)),
    entry('stems', array(stemsOf(shape.source, `n${tag.position}`, tag.prefixes))),
  ]);
  return [expression(call(runtime('qnameAttribute'), value, owner, name, how))];
}

/** Prefixes of our own tags. */
const taken = /^(?:xml|xmlns|xsi|xsd|soap|soapenc|tns|types|[anq]|[adnq]\d.*)$/;

/**
 * Prefixes to try, as literals: the usual one, then those that patterns of the type may require.
 *
 * @param prefixes prefixes used in the tag, to which these are added
 */
function stemsOf(type: SimpleType, usual: string, prefixes: Set<string>): readonly string[] {
  const stems = [usual];
  for (const pattern of patternsOf(type)) {
    const sampleOf = createPatternSampler(pattern);
    for (let extra = 0; extra < 3; extra += 1) {
      const sample = sampleOf(extra) ?? '';
      const prefix = /(?:^|\s)([\p{L}_][\p{L}\p{N}._-]*):/u.exec(sample)?.[1];
      if (prefix === undefined || taken.test(prefix) || prefixes.has(prefix)) continue;
      prefixes.add(prefix);
      stems.push(prefix);
    }
  }
  return stems.map(stringLiteral);
}

function patternsOf(type: SimpleType): readonly string[] {
  return [...simpleTypesIn(type)].flatMap(({ facets }) => (facets.patterns ?? []).flat());
}
