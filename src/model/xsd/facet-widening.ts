import type { PatternMatcher } from '../pattern/pattern-match.ts';
import { kindOf } from './facet-rules.ts';
import type { Facets, SimpleType } from './schema.ts';
import type { FacetSyntax } from './schema-document.ts';
import { boundBeyond, valueDefect } from './value-defect.ts';
import { whiteSpaceOf } from './white-space.ts';

/**
 * How a facet of a restriction allows more than the base (XML Schema part 2 section 4.3, "valid
 * restriction"), as a sentence; `undefined` if it does not, or if that is not certain.
 *
 * @param base the restricted type
 * @param facet applies to the base and is valid for it
 */
export function wideningOf(
  base: SimpleType,
  facet: FacetSyntax,
  patterns: PatternMatcher,
): string | undefined {
  const { name, value } = facet;
  const label = base.name?.localName ?? base.builtin ?? base.variety;
  switch (name) {
    case 'length':
    case 'minLength':
    case 'maxLength':
    case 'totalDigits':
    case 'fractionDigits': {
      const beyond =
        name === 'fractionDigits' && kindOf(base.builtin) === 'integer' && Number(value) > 0
          ? "'fractionDigits' 0"
          : countBeyond(name, Number(value), base.facets);
      return beyond === undefined
        ? undefined
        : `'${name}' ${value.trim()} goes beyond ${beyond} of '${label}'`;
    }
    case 'enumeration': {
      const defect = valueDefect(base, value, patterns);
      return defect === undefined ? undefined : `'${value}' ${defect}`;
    }
    case 'whiteSpace':
      return looser(base, value, label);
    case 'pattern':
      return undefined;
    default: {
      if (base.variety !== 'atomic') return undefined;
      const beyond = boundBeyond(base, value, name.endsWith('Exclusive'), name.startsWith('min'));
      if (beyond !== undefined) {
        return `'${name}' ${value.trim()} goes beyond ${beyond} of '${label}'`;
      }
      // a bound has to be a value of the base, which other facets may exclude
      const defect = valueDefect(withoutBounds(base), value, patterns);
      return defect === undefined ? undefined : `'${name}' ${value.trim()} ${defect}`;
    }
  }
}

function withoutBounds(type: SimpleType): SimpleType {
  const { minInclusive, minExclusive, maxInclusive, maxExclusive, ...facets } = type.facets;
  return { ...type, facets };
}

/** White space rules, each changing more than the one before. */
const ways: readonly string[] = ['preserve', 'replace', 'collapse'];

function looser(base: SimpleType, value: string, label: string): string | undefined {
  const given = base.variety === 'list' ? 'collapse' : whiteSpaceOf(base, base.facets);
  if (!ways.includes(value) || ways.indexOf(value) >= ways.indexOf(given)) return undefined;
  return `'whiteSpace' is '${value}', where '${label}' has '${given}'`;
}

function countBeyond(
  name: 'length' | 'minLength' | 'maxLength' | 'totalDigits' | 'fractionDigits',
  value: number,
  base: Facets,
): string | undefined {
  // an invalid count is reported elsewhere
  if (!Number.isInteger(value)) return undefined;
  const given = base[name];
  if (given !== undefined) {
    const wider =
      name === 'length' ? value !== given : name === 'minLength' ? value < given : value > given;
    if (wider) return `'${name}' ${given}`;
  }
  if (name !== 'length') return undefined;
  if (base.minLength !== undefined && value < base.minLength)
    return `'minLength' ${base.minLength}`;
  if (base.maxLength !== undefined && value > base.maxLength)
    return `'maxLength' ${base.maxLength}`;
  return undefined;
}
