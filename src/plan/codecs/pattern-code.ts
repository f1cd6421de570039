import type { SimpleType } from '../../model/schema.ts';
import type { CodecPlan } from '../plan.ts';
import type { SimpleShape } from '../shape.ts';
import type { Shaper } from '../shape-maker.ts';
import { atomicType } from '../shape-simple-type.ts';
import { type Code, constantText, createCode, finish, runtime, runtimeType, uses } from './code.ts';
import type { CodecContext } from './context.ts';
import type { FacetCheck } from './facet-code.ts';
import { type TranslatedPattern, translatePattern } from './pattern.ts';

/** Each step of restriction is one expression, its patterns being alternatives. */
export function patternChecks(
  context: CodecContext,
  code: Code,
  shape: SimpleShape,
  direction: 'read' | 'write',
  lexical: string,
): readonly FacetCheck[] {
  // of a QName that the contract gives, the prefix is gone
  const given = shape.qnames && direction === 'read' ? `!${lexical}.startsWith('{') && ` : '';
  return patternSteps(context, shape, direction).map(({ constant, patterns }) => ({
    condition: `${given}!${uses(code, constant)}.test(${lexical})`,
    message: `does not match the pattern ${patterns.join(' or ')}`,
  }));
}

/** Functions of the runtime that give other lexical forms of a value, by what its type is in TypeScript. */
export function formsOf(source: SimpleType, shaper: Shaper): string | undefined {
  const atomic = atomicType(source, shaper);
  const { builtin = 'string' } = source;
  if (source.variety !== 'atomic') return undefined;
  if (/^(?:unsigned)?(?:int|long|short|byte)$|integer$/i.test(builtin)) return 'integerForms';
  if (atomic === 'boolean') return 'booleanForms';
  if (atomic === 'Date') return 'momentForms';
  if (atomic === 'number') return builtin === 'decimal' ? 'decimalForms' : 'floatForms';
  if (atomic !== 'Uint8Array') return undefined;
  return builtin === 'hexBinary' ? 'hexForms' : 'base64Forms';
}

/** Expression of the lexical form of a value that its patterns match; the text itself where there are none, or where it is the value. */
export function matchingText(
  context: CodecContext,
  code: Code,
  shape: SimpleShape,
  text: string,
): string {
  const { source } = shape;
  const forms = formsOf(source, context.shaper);
  const steps = forms === undefined ? [] : patternSteps(context, shape, 'read');
  if (forms === undefined || steps.length === 0) return text;
  const constants = steps.map(({ constant }) => uses(code, constant));
  const list = `[${constants.join(', ')}]`;
  return `${runtime(code, 'matchingForm')}(${text}, ${list}, ${runtime(code, forms)})`;
}

/** A step of restriction with patterns that are checked. */
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
      // a malformed pattern is reported where it is linked
      if (direction === 'write' && !translated.includes(undefined)) reportLarge(context, shape);
      return;
    }
    const constant = `${context.typeFunction('pattern', name)}${steps.length > 1 ? `$${step + 1}` : ''}`;
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
