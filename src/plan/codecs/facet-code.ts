import type { Facets, SimpleType } from '../../model/schema.ts';
import { whiteSpaceOf } from '../../model/white-space.ts';
import type { SimpleShape } from '../shape.ts';
import { atomicType } from '../shape-simple-type.ts';
import { boundChecks } from './bound-code.ts';
import { type Code, runtime } from './code.ts';
import type { CodecContext } from './context.ts';
import { enumerationChecks } from './enumeration-code.ts';
import { patternChecks } from './pattern-code.ts';
import { isTextual } from './value-order.ts';

/** A condition under which a value breaks a facet, and what is then said of it. */
export interface FacetCheck {
  readonly condition: string;
  readonly message: string;
}

/**
 * Checks of the facets of a type (XML Schema part 2 section 4.3). In the function they stand in, `text` is the lexical form and `value`
 * the value; both readers and writers have both, but for readers of unions, which have no value yet.
 */
export function checksOf(
  context: CodecContext,
  code: Code,
  shape: SimpleShape,
  direction: 'read' | 'write',
): readonly FacetCheck[] {
  const { source } = shape;
  const { facets, variety } = source;
  const atomic = atomicType(source, context.shaper);
  const checks: FacetCheck[] = [];
  const lexical = lexicalForm(context, shape, direction);
  if (variety === 'list') {
    lengthChecks(facets, 'value.length', 'items', checks);
  } else if (variety === 'atomic') {
    const subject = isTextual(source, atomic) ? lexical : 'value';
    if (atomic === 'Uint8Array') lengthChecks(facets, 'value.length', 'bytes', checks);
    else if (subject === lexical) {
      lengthChecks(facets, textLengthOf(code, facets, lexical), 'characters', checks);
    }
    checks.push(...boundChecks(context, code, shape, lexical));
    digitChecks(code, facets, lexical, atomic, checks);
  }
  checks.push(...patternChecks(context, code, shape, direction, lexical));
  if (variety !== 'union') {
    checks.push(...enumerationChecks(context, code, shape, direction, lexical));
  }
  // imported only where a check came of it
  if (checks.some(({ condition }) => condition.includes(collapsed))) runtime(code, 'collapse');
  return checks;
}

/** The text of a list, white space dealt with. */
const collapsed = 'collapse(text)';

/** Expression of the text facets are about: white space is dealt with before. */
function lexicalForm(
  context: CodecContext,
  shape: SimpleShape,
  direction: 'read' | 'write',
): string {
  const { source } = shape;
  if (direction === 'write') return 'text';
  if (source.variety === 'list' || (source.variety === 'union' && collapses(source))) {
    return collapsed;
  }
  if (source.variety === 'union') return 'text';
  if (shape.qnames) return 'text.trim()';
  return atomicType(source, context.shaper) === 'string' ? 'value' : 'text.trim()';
}

/** Whether all types whose values a type may have collapse white space; of a union, that of the member that takes a text counts. */
function collapses(type: SimpleType): boolean {
  if (type.variety === 'union') return (type.members ?? []).every(collapses);
  if (type.variety === 'list') return true;
  return whiteSpaceOf(type, type.facets) === 'collapse';
}

/** `value.length` counts a surrogate pair twice; only where a length is named does that matter. */
function textLengthOf(code: Code, facets: Facets, text: string): string {
  const { length, minLength, maxLength } = facets;
  if (length === undefined && (minLength ?? 0) <= 1 && maxLength === undefined)
    return `${text}.length`;
  return `${runtime(code, 'textLength')}(${text})`;
}

function lengthChecks(
  facets: Facets,
  expression: string,
  unit: string,
  checks: FacetCheck[],
): void {
  const { length, minLength, maxLength } = facets;
  if (length !== undefined) {
    checks.push({
      condition: `${expression} !== ${length}`,
      message: `must have ${length} ${unit}`,
    });
  }
  if (minLength !== undefined && minLength > 0) {
    checks.push({
      condition: `${expression} < ${minLength}`,
      message: `must have at least ${minLength} ${unit}`,
    });
  }
  if (maxLength !== undefined) {
    checks.push({
      condition: `${expression} > ${maxLength}`,
      message: `must have at most ${maxLength} ${unit}`,
    });
  }
}

function digitChecks(
  code: Code,
  facets: Facets,
  text: string,
  atomic: string,
  checks: FacetCheck[],
): void {
  if (atomic !== 'string' && atomic !== 'number' && atomic !== 'bigint') return;
  if (facets.totalDigits !== undefined) {
    checks.push({
      condition: `${runtime(code, 'totalDigits')}(${text}) > ${facets.totalDigits}`,
      message: `must have at most ${facets.totalDigits} digits`,
    });
  }
  if (facets.fractionDigits !== undefined) {
    checks.push({
      condition: `${runtime(code, 'fractionDigits')}(${text}) > ${facets.fractionDigits}`,
      message: `must have at most ${facets.fractionDigits} fraction digits`,
    });
  }
}
