import type { Facets } from '../../model/schema.ts';
import type { CodecPlan } from '../plan.ts';
import type { SimpleShape } from '../shape.ts';
import { literalOf } from '../shape-simple.ts';
import { atomicType } from '../shape-simple-type.ts';
import { type Code, constantText, createCode, finish, runtime, runtimeType, uses } from './code.ts';
import type { CodecContext } from './context.ts';
import { type TranslatedPattern, translatePattern } from './pattern.ts';

/** A condition under which a value breaks a facet, and what is then said of it. */
export interface FacetCheck {
  readonly condition: string;
  readonly message: string;
}

/**
 * Checks of the facets of an atomic type or a list. In the text of a function, `text` is the lexical form and `value` the
 * value; both readers and writers have both.
 */
export function checkLines(
  context: CodecContext,
  code: Code,
  shape: SimpleShape,
  direction: 'read' | 'write',
): readonly FacetCheck[] {
  const { source } = shape;
  const { facets } = source;
  const atomic = atomicType(source, context.shaper);
  const checks: FacetCheck[] = [];
  if (source.variety === 'list') {
    lengthChecks(facets, 'value.length', 'items', checks);
    return checks;
  }
  const isString = shape.source.builtin === undefined || isTextual(shape);
  if (atomic === 'Uint8Array') lengthChecks(facets, 'value.length', 'bytes', checks);
  else if (isString) lengthChecks(facets, textLengthOf(code, facets), 'characters', checks);
  boundChecks(context, code, shape, checks);
  digitChecks(code, facets, direction, atomic, checks);
  patternChecks(context, code, shape, direction, checks);
  return checks;
}

function isTextual(shape: SimpleShape): boolean {
  const numeric =
    /^(?:decimal|.*[iI]nteger|long|int|short|byte|unsigned\w+|float|double|boolean|date.*|time|duration|g[YMD]\w+)$/;
  return !numeric.test(shape.source.builtin ?? 'string');
}

/** `value.length` counts a surrogate pair twice; only where a length is named does that matter. */
function textLengthOf(code: Code, facets: Facets): string {
  const { length, minLength, maxLength } = facets;
  if (length === undefined && (minLength ?? 0) <= 1 && maxLength === undefined)
    return 'value.length';
  return `${runtime(code, 'textLength')}(value)`;
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

const bounds = [
  ['minInclusive', '<', 'must be at least'],
  ['minExclusive', '<=', 'must be more than'],
  ['maxInclusive', '>', 'must be at most'],
  ['maxExclusive', '>=', 'must be less than'],
] as const;

function boundChecks(
  context: CodecContext,
  code: Code,
  shape: SimpleShape,
  checks: FacetCheck[],
): void {
  const { facets, builtin } = shape.source;
  const atomic = atomicType(shape.source, context.shaper);
  for (const [facet, operator, words] of bounds) {
    const bound = facets[facet];
    if (bound === undefined) continue;
    const message = `${words} ${bound}`;
    if (atomic === 'number' || atomic === 'bigint') {
      const literal = literalOf(bound, atomic);
      if (literal !== undefined)
        checks.push({ condition: `value ${operator} ${literal}`, message });
    } else if (atomic === 'string' && (builtin === 'decimal' || isInteger(builtin))) {
      if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(bound.trim())) continue;
      const compare = runtime(code, 'compareDecimals');
      checks.push({ condition: `${compare}(value, '${bound.trim()}') ${operator} 0`, message });
    }
    // bounds of dates and durations stand in the documentation: their order is partial (XML Schema 2, 3.2.6 and 3.2.7)
  }
}

function isInteger(builtin: string | undefined): boolean {
  return builtin !== undefined && /integer$|^(?:unsignedL|l)ong$/i.test(builtin);
}

function digitChecks(
  code: Code,
  facets: Facets,
  direction: 'read' | 'write',
  atomic: string,
  checks: FacetCheck[],
): void {
  if (atomic !== 'string' && atomic !== 'number' && atomic !== 'bigint') return;
  const text = direction === 'read' ? 'text.trim()' : 'text';
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

/** Each step of restriction is one expression, its patterns being alternatives. */
function patternChecks(
  context: CodecContext,
  code: Code,
  shape: SimpleShape,
  direction: 'read' | 'write',
  checks: FacetCheck[],
): void {
  const { source, codec } = shape;
  const name = codec.kind === 'own' ? codec.name : '';
  const steps = source.facets.patterns ?? [];
  steps.forEach((patterns, step) => {
    const translated = patterns.map(translatePattern);
    const parts = translated.filter((one) => one !== undefined && one.matching !== 'large');
    if (parts.length < translated.length) {
      // a malformed pattern is reported where it is linked
      if (direction === 'write' && !translated.includes(undefined)) reportLarge(context, shape);
      return;
    }
    const constant = `${context.typeFunction('pattern', name)}${steps.length > 1 ? String(step + 1) : ''}`;
    context.ensure(constant, () => patternConstant(context, shape, constant, parts));
    const isString = atomicType(source, context.shaper) === 'string';
    const subject = direction === 'read' ? (isString ? 'value' : 'text.trim()') : 'text';
    checks.push({
      condition: `!${uses(code, constant)}.test(${subject})`,
      message: `does not match the pattern ${patterns.join(' or ')}`,
    });
  });
}

function patternConstant(
  context: CodecContext,
  shape: SimpleShape,
  name: string,
  parts: readonly (TranslatedPattern | undefined)[],
): CodecPlan {
  const code = createCode();
  const sources = parts.map((part) => part?.source ?? '');
  const expression =
    sources.length === 1 ? sources[0] : sources.map((one) => `(?:${one})`).join('|');
  const literal = `/^(?:${expression})$/u`;
  const counted = parts.some((part) => part?.matching === 'counted');
  const text = counted
    ? constantText(
        `const ${name}: ${runtimeType(code, 'LinearPattern')} =`,
        `${runtime(code, 'linearPattern')}(${literal})`,
      )
    : constantText(`const ${name}: RegExp =`, literal);
  return finish(code, name, false, text, context.shaper.namespaceOf(shape.source));
}

function reportLarge(context: CodecContext, { source }: SimpleShape): void {
  context.sink.report({
    code: 'ASMX3006',
    severity: 'warning',
    message: `The pattern of '${source.name?.localName ?? source.context.join('/')}' is not checked in generated code`,
    span: source.span,
    help: 'Its counts make it too large to be matched in a time that is sure; it stands in the documentation',
  });
}
