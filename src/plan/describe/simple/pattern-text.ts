import type { SimpleType } from '../../../model/xsd/schema.ts';
import type { SimpleShape } from '../../shapes/shape.ts';
import { atomicType } from '../../shapes/shape-simple-type.ts';
import type { Shaper } from '../../shapes/shaper.ts';
import type { PlanContext } from '../context/plan-context.ts';
import type { TranslatedPattern } from './pattern.ts';

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

/** A regular expression, as a literal, that matches what one of several patterns does. */
export function alternatives(parts: readonly (TranslatedPattern | undefined)[]): string {
  const sources = parts.map((part) => part?.source ?? '');
  const all = sources.length === 1 ? sources[0] : sources.map((one) => `(?:${one})`).join('|');
  return `/^(?:${all})$/u`;
}

/** Warns of a pattern that no code checks. */
export function reportLarge(context: PlanContext, { source }: SimpleShape): void {
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
