import { classEscapes } from '../../../model/pattern/char-set.ts';
import { createPatternSampler } from '../../../model/sample/sample-pattern.ts';
import { sampleSimple } from '../../../model/sample/sample-simple.ts';
import type { SimpleType } from '../../../model/xsd/schema.ts';
import { simpleTypesIn } from '../../../model/xsd/simple-types-in.ts';
import { stringLiteral } from '../../print/encode.ts';
import { array, call, type Expression, entry, text } from '../../print/node.ts';
import type { AtomicType } from '../../scope/shape-options.ts';
import type { SimpleShape } from '../../shapes/shape.ts';
import { atomicType } from '../../shapes/shape-simple-type.ts';
import { runtime } from '../context/constant.ts';
import type { PlanContext } from '../context/plan-context.ts';
import { pure } from '../context/pure.ts';
import { canonicalText, numberText } from './canonical-text.ts';
import { type TranslatedPattern, translatePattern } from './pattern.ts';
import { alternatives, formsOf, reportLarge } from './pattern-text.ts';
import { comparerOf, isTextual, itemComparerOf } from './value-order.ts';

export { formsOf };

const lengths = ['length', 'minLength', 'maxLength'] as const;
const bounds = ['minInclusive', 'minExclusive', 'maxInclusive', 'maxExclusive'] as const;
const digits = ['totalDigits', 'fractionDigits'] as const;

/**
 * The facets that are checked when values of a type are read and written. An enumeration of
 * literals has no values that its other facets refuse; of these, only those of the text are left.
 */
export function facetEntries(context: PlanContext, shape: SimpleShape): readonly Expression[] {
  const { source } = shape;
  const { shaper } = context;
  const atomic = atomicType(source, shaper);
  const isLiteral = shaper.members(source) !== undefined;
  const order = comparerOf(source, atomic);
  const hasBounds = !isLiteral || (order !== undefined && order !== 'compareDecimals');
  const isChecked = !isLiteral || hasTextPatterns(shape, isTextual(source, atomic));
  const patterns = isChecked ? patternEntries(context, shape) : [];
  return [
    ...(isLiteral ? [] : lengthEntries(source, atomic)),
    ...(hasBounds && source.variety === 'atomic' ? boundEntries(source, order) : []),
    ...(isLiteral || source.variety !== 'atomic' ? [] : digitEntries(source, atomic)),
    ...patterns,
    ...(patterns.length === 0 ? [] : sampleEntries(context, source)),
    ...(isLiteral ? [] : enumerationEntries(context, shape)),
  ];
}

/** Whether an enumeration has patterns, and values with several texts. */
function hasTextPatterns({ source, qnames }: SimpleShape, isText: boolean): boolean {
  if ((source.facets.patterns ?? []).length === 0 || source.variety !== 'atomic') return false;
  return qnames || !isText;
}

function lengthEntries({ facets, variety }: SimpleType, atomic: string): readonly Expression[] {
  if (variety === 'union') return [];
  if (variety === 'atomic' && atomic !== 'string' && atomic !== 'Uint8Array') return [];
  return lengths.flatMap((facet) => {
    const limit = facets[facet];
    if (limit === undefined || (facet === 'minLength' && limit <= 0)) return [];
    return [entry(facet, String(limit))];
  });
}

function boundEntries({ facets }: SimpleType, order: string | undefined): readonly Expression[] {
  const entries = bounds.flatMap((facet) => {
    const bound = facets[facet];
    return bound === undefined ? [] : [entry(facet, stringLiteral(bound))];
  });
  if (entries.length === 0 || order === undefined) return entries;
  return [...entries, entry('order', runtime(order))];
}

function digitEntries({ facets }: SimpleType, atomic: string): readonly Expression[] {
  if (atomic !== 'string' && atomic !== 'number' && atomic !== 'bigint') return [];
  return digits.flatMap((facet) => {
    const limit = facets[facet];
    return limit === undefined ? [] : [entry(facet, String(limit))];
  });
}

/** Each step of restriction is one expression, with its patterns as alternatives. */
export function patternEntries(context: PlanContext, shape: SimpleShape): readonly Expression[] {
  const { source } = shape;
  const steps = (source.facets.patterns ?? []).flatMap((patterns) => {
    const translated = patterns.map(translatePattern);
    const parts = translated.filter((one) => one !== undefined && one.matching !== 'large');
    if (parts.length === translated.length) return [patternOf(parts, patterns)];
    // malformed patterns are reported when they are linked
    if (!translated.includes(undefined)) reportLarge(context, shape);
    return [];
  });
  if (steps.length === 0) return [];
  const forms = otherForms(context, source);
  return [entry('patterns', array(steps)), ...(forms === undefined ? [] : [entry('forms', forms)])];
}

/** Texts that match the patterns, which schemas cannot find. */
function sampleEntries({ hasSchemas }: PlanContext, source: SimpleType): readonly Expression[] {
  if (!hasSchemas || source.facets.enumeration !== undefined) return [];
  const name = source.name?.localName ?? 'sample';
  const found = [0, 1].map((ordinal) => sampleSimple(source, { name, ordinal }));
  return [entry('samples', array([...new Set(found)].map(stringLiteral)))];
}

/** The function that gives other forms of a value, or of the items of a list. */
function otherForms({ shaper }: PlanContext, source: SimpleType): Expression | undefined {
  const { variety, item = source } = source;
  const forms = formsOf(variety === 'list' ? item : source, shaper);
  if (forms === undefined) return undefined;
  return variety === 'list' ? call(runtime('listForms'), runtime(forms)) : runtime(forms);
}

function patternOf(
  parts: readonly (TranslatedPattern | undefined)[],
  patterns: readonly string[],
): Expression {
  const literal = expressionOf(alternatives(parts));
  const isCounted = parts.some((part) => part?.matching === 'counted');
  const pattern = isCounted ? pure('linearPattern', literal) : literal;
  return array([pattern, stringLiteral(patterns.join(' or '))]);
}

/** A regular expression; the runtime knows the many characters of names. */
function expressionOf(literal: string): Expression {
  const short = ['c', 'i'].reduce(
    (known, name) => known.replaceAll(classEscapes[name]?.source ?? '', `\\${name}`),
    literal,
  );
  if (short === literal) return text(literal);
  return pure('namePattern', stringLiteral(short.slice(1, -'/u'.length)));
}

/** Values that are no literals of TypeScript: dates as objects, bytes, lists, `INF` and `NaN`. */
function enumerationEntries(context: PlanContext, shape: SimpleShape): readonly Expression[] {
  const { source } = shape;
  const { enumeration } = source.facets;
  if (enumeration === undefined || source.variety === 'union') return [];
  const { shaper } = context;
  const atomic = atomicType(source, shaper);
  const shown = enumeration.slice(0, 12).map(({ value }) => value);
  const message = `${shown.join(', ')}${enumeration.length > 12 ? ' …' : ''}`;
  const texts = enumeration.map(({ value }) => canonicalText(context, source, value));
  const values = texts.map(atomic === 'number' ? numberText : stringLiteral);
  const same = comparison(context, shape, atomic);
  return [
    entry('enumeration', array(values)),
    ...(same === undefined ? [] : [entry('same', same)]),
    entry('shown', stringLiteral(message)),
  ];
}

/** How values are compared with those of an enumeration, if not as they are. */
function comparison(
  { shaper }: PlanContext,
  { source, qnames }: SimpleShape,
  atomic: AtomicType,
): Expression | undefined {
  const { item } = source;
  if (source.variety === 'list' && item !== undefined) {
    // items of a user's own type are compared by their texts
    const isOwn = shaper.own(item) !== undefined;
    const inner = isOwn ? 'string' : atomicType(item, shaper);
    const order = itemComparerOf(item, inner);
    if (order !== undefined) return call(runtime('sameList'), runtime(order));
    if (item.builtin === 'hexBinary' && inner === 'string') return runtime('sameDigits');
    const isText = isOwn || item.builtin === 'base64Binary' || item.variety === 'union';
    return runtime(isText && !qnames ? 'sameText' : 'sameItems');
  }
  const order = comparerOf(source, atomic);
  if (order !== undefined) return call(runtime('sameBy'), runtime(order));
  if (source.builtin === 'hexBinary') return runtime('sameDigits');
  if (source.builtin === 'base64Binary') return runtime('sameBase64');
  return atomic === 'Date' ? runtime('sameText') : undefined;
}

/** Prefixes of our own tags. */
const taken = /^(?:xml|xmlns|xsi|xsd|soap|soapenc|tns|types|[anq]|[adnq]\d.*)$/;

/** Prefixes that patterns of a type with QNames may require. */
export function stemsOf(type: SimpleType): readonly string[] {
  const stems = new Set<string>();
  for (const { facets } of simpleTypesIn(type)) {
    for (const pattern of (facets.patterns ?? []).flat()) {
      const sampleOf = createPatternSampler(pattern);
      for (let extra = 0; extra < 3; extra += 1) {
        const sample = sampleOf(extra) ?? '';
        const prefix = /(?:^|\s)([\p{L}_][\p{L}\p{N}._-]*):/u.exec(sample)?.[1];
        if (prefix !== undefined && !taken.test(prefix)) stems.add(prefix);
      }
    }
  }
  return [...stems];
}
