import type { Facets, SimpleType } from '../../../model/xsd/schema.ts';
import { whiteSpaceOf } from '../../../model/xsd/white-space.ts';
import { binary, call, type Expression, type Given, joined } from '../../print/node.ts';
import type { AtomicType } from '../../scope/shape-options.ts';
import type { SimpleShape } from '../../shapes/shape.ts';
import { builtinOf, isBinary } from '../../shapes/shape-simple.ts';
import { atomicType } from '../../shapes/shape-simple-type.ts';
import { local, runtime } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { boundChecks } from './bound-code.ts';
import { enumerationChecks } from './enumeration-code.ts';
import type { FacetCheck } from './facet-check.ts';
import { patternChecks } from './pattern-code.ts';
import { isTextual } from './value-order.ts';

/**
 * Checks of the facets of a type (XML Schema part 2 section 4.3). In the surrounding function,
 * `text` is the lexical form and `value` the value. Readers and writers have both, except for
 * readers of unions, which have no value yet.
 */
export function checksOf(
  context: CodecContext,
  shape: SimpleShape,
  direction: 'read' | 'write',
): readonly FacetCheck[] {
  const { source } = shape;
  const { facets, variety } = source;
  const atomic = atomicType(source, context.shaper);
  const lexical = lexicalForm(context, shape, direction);
  const patterns = patternChecks(context, shape, direction, lexical);
  if (variety === 'union') return patterns;
  const enumerated = enumerationChecks(context, shape, direction, lexical);
  if (variety === 'list') {
    return [...lengthChecks(facets, valueLength, 'items'), ...patterns, ...enumerated];
  }
  const isText = isTextual(source, atomic) || lexical === value;
  const lengths =
    isBinary(builtinOf(source)) && atomic !== 'own'
      ? lengthChecks(facets, byteLength(source, atomic), 'bytes')
      : isText
        ? lengthChecks(facets, textLengthOf(facets, lexical), 'characters')
        : [];
  const bounds = boundChecks(context, shape, lexical);
  const digits = digitChecks(facets, lexical, atomic);
  return [...lengths, ...bounds, ...digits, ...patterns, ...enumerated];
}

const value = local('value');
const text = local('text');
const valueLength = joined(value, '.length');
const trimmed = joined(text, '.trim()');

/** The text of a list after white space processing. */
const collapsed = call(runtime('collapse'), text);

/** The text of a union. */
const spaced = call(runtime('unionText'), value, text);

/** Expression of the text that facets apply to, after white space processing. */
function lexicalForm(
  context: CodecContext,
  shape: SimpleShape,
  direction: 'read' | 'write',
): Expression {
  const { source } = shape;
  if (direction === 'write') return text;
  if (source.variety === 'list' || (source.variety === 'union' && collapses(source))) {
    return collapsed;
  }
  if (source.variety === 'union') return shape.qnames ? text : spaced;
  if (shape.qnames) return trimmed;
  return atomicType(source, context.shaper) === 'string' ? value : trimmed;
}

/**
 * Whether all types of a value collapse white space. In a union, the member that accepts a text
 * decides.
 */
function collapses(type: SimpleType): boolean {
  // each once, because unions may share members at any depth
  const found = new Set([type]);
  for (const { variety, members = [] } of found) {
    if (variety === 'union') for (const member of members) found.add(member);
  }
  return [...found].every(
    (one) => one.variety !== 'atomic' || whiteSpaceOf(one, one.facets) === 'collapse',
  );
}

/** The number of bytes in a value, which may be their text. */
function byteLength({ builtin }: SimpleType, atomic: AtomicType): Expression {
  if (atomic === 'Uint8Array') return valueLength;
  const parse = builtin === 'hexBinary' ? 'parseXsdHexBinary' : 'parseXsdBase64Binary';
  return joined(call(runtime(parse), value), '.length');
}

/** `value.length` counts a surrogate pair twice, which matters only with a length facet. */
function textLengthOf(facets: Facets, lexical: Given): Expression {
  const { length, minLength, maxLength } = facets;
  if (length === undefined && (minLength ?? 0) <= 1 && maxLength === undefined) {
    return joined(lexical, '.length');
  }
  return call(runtime('textLength'), lexical);
}

/** Length facets, each with the comparison that finds a violation, and its word. */
const lengthFacets = [
  ['length', '!==', ''],
  ['minLength', '<', 'at least '],
  ['maxLength', '>', 'at most '],
] as const;

function lengthChecks(facets: Facets, length: Expression, unit: string): readonly FacetCheck[] {
  return lengthFacets.flatMap(([facet, operator, words]) => {
    const limit = facets[facet];
    if (limit === undefined || (facet === 'minLength' && limit <= 0)) return [];
    const condition = binary(operator, length, String(limit));
    return [{ condition, message: `must have ${words}${limit} ${unit}` }];
  });
}

/** Digit facets, each with what it counts. */
const digitFacets = [
  ['totalDigits', 'digits'],
  ['fractionDigits', 'fraction digits'],
] as const;

function digitChecks(facets: Facets, lexical: Expression, atomic: string): readonly FacetCheck[] {
  if (atomic !== 'string' && atomic !== 'number' && atomic !== 'bigint') return [];
  return digitFacets.flatMap(([facet, unit]) => {
    const limit = facets[facet];
    if (limit === undefined) return [];
    const condition = binary('>', call(runtime(facet), lexical), String(limit));
    return [{ condition, message: `must have at most ${limit} ${unit}` }];
  });
}
