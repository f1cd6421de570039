import type { Mutable } from '../common/mutable.ts';
import type { EnumerationValue, Facets } from './schema.ts';
import type { FacetSyntax } from './schema-document.ts';

/** A facet with an unusable value, and the reason. */
export interface FacetDefect {
  readonly facet: FacetSyntax;
  readonly message: string;
  /** What to do about it. */
  readonly help?: string | undefined;
}

/**
 * Facets in force after one restriction (XML Schema part 2 section 4.3). New values replace
 * inherited ones, except for patterns, which must all match.
 */
export function mergeFacets(
  inherited: Facets,
  step: readonly FacetSyntax[],
  defect: (defect: FacetDefect) => void,
): Facets {
  if (step.length === 0) return inherited;
  const facets: Mutable<Facets> = { ...inherited };
  const enumeration: EnumerationValue[] = [];
  const patterns: string[] = [];
  for (const facet of step) {
    switch (facet.name) {
      case 'enumeration':
        enumeration.push({ value: facet.value, documentation: facet.documentation });
        break;
      case 'pattern':
        patterns.push(facet.value);
        break;
      case 'length':
      case 'minLength':
      case 'maxLength':
      case 'totalDigits':
      case 'fractionDigits':
        readCount(facets, facet.name, facet, defect);
        break;
      case 'whiteSpace':
        if (facet.value === 'preserve' || facet.value === 'replace' || facet.value === 'collapse') {
          facets.whiteSpace = facet.value;
        } else {
          defect({
            facet,
            message: `Facet 'whiteSpace' cannot be '${facet.value}'`,
            help: "Write 'preserve', 'replace' or 'collapse'",
          });
        }
        break;
      default:
        facets[facet.name] = facet.value.trim();
    }
  }
  if (enumeration.length > 0) facets.enumeration = enumeration;
  if (patterns.length > 0) facets.patterns = [...(inherited.patterns ?? []), patterns];
  return facets;
}

function readCount(
  facets: Mutable<Facets>,
  name: 'length' | 'minLength' | 'maxLength' | 'totalDigits' | 'fractionDigits',
  facet: FacetSyntax,
  defect: (defect: FacetDefect) => void,
): void {
  const text = facet.value.trim();
  const value = Number(text);
  if (!/^\+?[0-9]{1,15}$/.test(text) || (name === 'totalDigits' && value === 0)) {
    const least = name === 'totalDigits' ? 1 : 0;
    defect({
      facet,
      message: `Facet '${name}' cannot be '${facet.value}'`,
      help: `Write a whole number, ${least} or more`,
    });
    return;
  }
  facets[name] = value;
}
