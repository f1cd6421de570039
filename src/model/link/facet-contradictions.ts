import type { Span } from '../../diagnostics/source-file.ts';
import type { Defect } from '../defects/defect.ts';
import { kindOf } from '../xsd/facet-rules.ts';
import { integerRanges } from '../xsd/integer-ranges.ts';
import type { Facets, SimpleType } from '../xsd/schema.ts';
import type { FacetName, FacetSyntax } from '../xsd/schema-document.ts';
import { compareLexical } from '../xsd/value-compare.ts';

/** One restriction: the facets given, and those in force as a result. */
export interface FacetStep {
  readonly base: SimpleType;
  readonly given: readonly FacetSyntax[];
  readonly facets: Facets;
  /** Facets that the base or one of its bases fixes. */
  readonly fixed: ReadonlySet<FacetName>;
}

type Pair = readonly [FacetName, FacetName];

const lowBounds = ['minInclusive', 'minExclusive'] as const;
const highBounds = ['maxInclusive', 'maxExclusive'] as const;
const correction = 'No value meets both: correct one of the two';

/**
 * Warns of facets that contradict or repeat each other, in one restriction or together with the
 * base (XML Schema part 2 sections 4.3.1 to 4.3.12).
 */
export function warnOfContradictions(step: FacetStep, warn: (warning: Defect) => void): void {
  if (step.given.length === 0) return;
  warnOfFixed(step, warn);
  // a single facet can only contradict inherited ones
  if (step.given.length > 1) {
    warnOfRepeated(step, warn);
    warnOfPairs(step, warn);
  }
  warnOfCounts(step, warn);
  if (step.base.variety === 'atomic') warnOfBounds(step, warn);
}

function warnOfRepeated({ given }: FacetStep, warn: (warning: Defect) => void): void {
  const first = new Map<FacetName, FacetSyntax>();
  for (const facet of given) {
    const { name, span } = facet;
    if (name === 'enumeration' || name === 'pattern') continue;
    const before = first.get(name);
    if (before === undefined) first.set(name, facet);
    else
      report(
        `'${name}' is given twice in one restriction`,
        'The last one counts: remove the other',
        span,
        before.span,
      );
  }
  function report(message: string, help: string, span: Span, other: Span): void {
    warn({
      code: 'ASMX3011',
      message,
      span,
      help,
      related: [{ message: 'first given here', span: other }],
    });
  }
}

/** Facets that exclude each other in one restriction. */
const exclusive: readonly Pair[] = [
  ['minInclusive', 'minExclusive'],
  ['maxInclusive', 'maxExclusive'],
  ['length', 'minLength'],
  ['length', 'maxLength'],
];

function warnOfPairs({ given, facets }: FacetStep, warn: (warning: Defect) => void): void {
  for (const pair of exclusive) {
    const [first, second] = pair.map((name) => given.find((one) => one.name === name));
    if (first === undefined || second === undefined || contradictsLength(pair, facets)) continue;
    const later = first.span.start > second.span.start ? first : second;
    const help =
      first.name === 'length'
        ? `'length' says it all: remove '${second.name}'`
        : 'Keep one of the two';
    warn({
      code: 'ASMX3011',
      message: `'${first.name}' and '${second.name}' are in one restriction`,
      span: later.span,
      help,
    });
  }
}

/** Whether a pair is reported as a contradiction of values instead. */
function contradictsLength([first, second]: Pair, facets: Facets): boolean {
  if (first !== 'length' || facets.length === undefined) return false;
  return second === 'minLength'
    ? (facets.minLength ?? 0) > facets.length
    : (facets.maxLength ?? Number.POSITIVE_INFINITY) < facets.length;
}

type CountName = 'length' | 'minLength' | 'maxLength' | 'totalDigits' | 'fractionDigits';

/** Counts, the first of which must not exceed the second. */
const ordered: readonly (readonly [CountName, CountName])[] = [
  ['minLength', 'maxLength'],
  ['minLength', 'length'],
  ['length', 'maxLength'],
  ['fractionDigits', 'totalDigits'],
];

function warnOfCounts({ given, facets, base }: FacetStep, warn: (warning: Defect) => void): void {
  for (const [least, most] of ordered) {
    const [low, high] = [facets[least], facets[most]];
    if (low === undefined || high === undefined || low <= high) continue;
    const facet = latest(given, [least, most]);
    if (facet === undefined) continue;
    // a length that the base does not allow is reported as such
    const inherited =
      facet.name === 'length' && given.every(({ name }) => !/^m..Length$/.test(name));
    if (inherited && base.facets.length === undefined) continue;
    warn({
      code: 'ASMX3011',
      message: `'${least}' is ${low}, but '${most}' is ${high}`,
      span: facet.span,
      help: correction,
    });
  }
}

function warnOfBounds({ given, facets, base }: FacetStep, warn: (warning: Defect) => void): void {
  const kind = kindOf(base.builtin);
  for (const low of lowBounds) {
    for (const high of highBounds) {
      const [least, most] = [facets[low], facets[high]];
      const facet = latest(given, [low, high]);
      if (least === undefined || most === undefined || facet === undefined) continue;
      const order = compareLexical(kind, least, most);
      if (order === undefined || order < 0) continue;
      // two bounds that exclude the same value are allowed (section 4.3.9.4)
      if (order === 0 && low.endsWith('Inclusive') === high.endsWith('Inclusive')) continue;
      warn({
        code: 'ASMX3011',
        message: `'${low}' is ${least}, but '${high}' is ${most}`,
        span: facet.span,
        help: correction,
      });
    }
  }
  const range = base.builtin === undefined ? undefined : integerRanges[base.builtin];
  for (const facet of range === undefined ? [] : given) {
    const isLow = /^min.*clusive$/.test(facet.name);
    const end = range?.[isLow ? 1 : 0];
    if (end === undefined || (!isLow && !/^max.*clusive$/.test(facet.name))) continue;
    const order = compareLexical(kind, facet.value, end);
    if (order === undefined || (isLow ? order < 0 : order > 0)) continue;
    if (order === 0 && facet.name.endsWith('Inclusive')) continue;
    warn({
      code: 'ASMX3011',
      message:
        `'${facet.name}' is ${facet.value.trim()}, ` +
        `but the ${isLow ? 'greatest' : 'least'} value of '${base.builtin ?? ''}' is ${end}`,
      span: facet.span,
      help: correction,
    });
  }
}

function warnOfFixed({ given, base, fixed }: FacetStep, warn: (warning: Defect) => void): void {
  if (fixed.size === 0) return;
  const kind = kindOf(base.builtin);
  for (const { name, value, span } of given) {
    if (!fixed.has(name) || name === 'enumeration' || name === 'pattern') continue;
    const before = `${base.facets[name] ?? ''}`;
    const same = name.endsWith('clusive')
      ? (compareLexical(kind, before, value) ?? 0) === 0
      : typeof base.facets[name] === 'number'
        ? Number(value) === base.facets[name]
        : value.trim() === before;
    if (same) continue;
    warn({
      code: 'ASMX3011',
      message:
        `'${name}' is fixed to ${before} in '${base.name?.localName ?? base.variety}', ` +
        `and given as ${value.trim()} here`,
      span,
      help: `Leave '${name}' out, or take 'fixed' away from that of the base`,
    });
  }
}

/** The last of the given facets with one of two names. */
function latest(given: readonly FacetSyntax[], names: Pair): FacetSyntax | undefined {
  return given.findLast(({ name }) => names.includes(name));
}
