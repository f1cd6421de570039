import type { SimpleType } from '../../../model/xsd/schema.ts';
import {
  array,
  binaryOf,
  call,
  type Expression,
  type Given,
  joined,
  wrapped,
} from '../../print/node.ts';
import { runtimeType } from '../../print/type-node.ts';
import type { CodecPlan } from '../../result/plan.ts';
import type { SimpleShape } from '../../shapes/shape.ts';
import { atomicType } from '../../shapes/shape-simple-type.ts';
import type { Shaper } from '../../shapes/shaper.ts';
import { codec, codecConstant, runtime } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import type { FacetCheck } from './facet-check.ts';
import { type TranslatedPattern, translatePattern } from './pattern.ts';

/**
 * Checks of patterns. Each restriction step is one expression with its patterns as alternatives.
 */
export function patternChecks(
  context: CodecContext,
  shape: SimpleShape,
  direction: 'read' | 'write',
  lexical: Given,
): readonly FacetCheck[] {
  // a QName given by the contract has no prefix
  const isGiven = shape.qnames && direction === 'read';
  const given = isGiven ? [joined('!', lexical, ".startsWith('{')")] : [];
  return patternSteps(context, shape, direction).map(({ constant, patterns }) => ({
    condition: binaryOf('&&', [...given, matches(constant, lexical)]),
    message: `does not match the pattern ${patterns.join(' or ')}`,
  }));
}

function matches(constant: string, lexical: Given): Expression {
  return wrapped('!', call(joined(codec(constant), '.test'), lexical), '');
}

/** Functions of the runtime that return other lexical forms of a value, by its TypeScript type. */
export function formsOf(source: SimpleType, shaper: Shaper): string | undefined {
  const atomic = atomicType(source, shaper);
  const { builtin = 'string' } = source;
  if (source.variety !== 'atomic' || atomic === 'own') return undefined;
  if (/^(?:unsigned)?(?:int|long|short|byte)$|integer$/i.test(builtin)) return 'integerForms';
  if (atomic === 'boolean') return 'booleanForms';
  if (atomic === 'Date') return 'momentForms';
  if (atomic === 'number') return builtin === 'decimal' ? 'decimalForms' : 'floatForms';
  if (atomic !== 'Uint8Array') return undefined;
  return builtin === 'hexBinary' ? 'hexForms' : 'base64Forms';
}

/**
 * Expression of a lexical form that matches the patterns of a value; the text itself if there are
 * none, or if it is the value.
 *
 * @param forms function of the runtime that returns other forms
 */
export function matchingText(
  context: CodecContext,
  shape: SimpleShape,
  text: Expression,
  forms: string | undefined = formsOf(shape.source, context.shaper),
): Expression {
  const steps = forms === undefined ? [] : patternSteps(context, shape, 'read');
  if (forms === undefined || steps.length === 0) return text;
  const constants = steps.map(({ constant }) => codec(constant));
  return call(runtime('matchingForm'), text, array(constants), runtime(forms));
}

/** A restriction step with patterns that are checked. */
interface PatternStep {
  readonly constant: string;
  readonly patterns: readonly string[];
}

function patternSteps(
  context: CodecContext,
  shape: SimpleShape,
  direction: 'read' | 'write',
): readonly PatternStep[] {
  const found: PatternStep[] = [];
  const { source, codec } = shape;
  const name = codec.kind === 'own' ? codec.name : '';
  const steps = source.facets.patterns ?? [];
  steps.forEach((patterns, step) => {
    const translated = patterns.map(translatePattern);
    const parts = translated.filter((one) => one !== undefined && one.matching !== 'large');
    if (parts.length < translated.length) {
      // malformed patterns are reported when they are linked
      if (direction === 'write' && !translated.includes(undefined)) reportLarge(context, shape);
      return;
    }
    const suffix = steps.length > 1 ? `$${step + 1}` : '';
    const constant = context.typeFunction('pattern', name) + suffix;
    context.ensure(constant, () => patternConstant(context, shape, constant, parts));
    found.push({ constant, patterns });
  });
  return found;
}

function patternConstant(
  context: CodecContext,
  shape: SimpleShape,
  name: string,
  parts: readonly (TranslatedPattern | undefined)[],
): CodecPlan {
  const literal = alternatives(parts);
  const namespace = context.shaper.namespaceOf(shape.source);
  if (!parts.some((part) => part?.matching === 'counted')) {
    return codecConstant(name, 'RegExp', literal, namespace);
  }
  const pattern = call(runtime('linearPattern'), literal);
  return codecConstant(name, runtimeType('LinearPattern'), pattern, namespace);
}

/** A regular expression, as a literal, that matches what one of several patterns does. */
export function alternatives(parts: readonly (TranslatedPattern | undefined)[]): string {
  const sources = parts.map((part) => part?.source ?? '');
  const all = sources.length === 1 ? sources[0] : sources.map((one) => `(?:${one})`).join('|');
  return `/^(?:${all})$/u`;
}

/** Warns of a pattern that no code checks. */
export function reportLarge(context: CodecContext, { source }: SimpleShape): void {
  const label = source.name?.localName ?? source.context.join('/');
  context.sink.report({
    code: 'ASMX3006',
    severity: 'warning',
    message: `The pattern of '${label}' is not checked in generated code`,
    span: source.span,
    help:
      'Its counts make it too large to be matched in a time that is sure; ' +
      'it is in the documentation',
  });
}
