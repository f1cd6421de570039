import { sampleSimple } from '../model/sample.ts';
import { kindOf } from '../model/xsd/builtins.ts';
import {
  type CharSet,
  classEscape,
  createCharSet,
  createPatternSampler,
  overlap,
  type Pattern,
  parsePattern,
} from '../model/xsd/pattern.ts';
import { type SimpleType, simpleTypesIn } from '../model/xsd/schema.ts';
import { collapsedText, whiteSpaceOf } from '../model/xsd/values.ts';
import { pascalName } from '../names/identifiers.ts';
import { stringNode } from '../print/encode.ts';
import {
  arrayNode,
  arrow,
  call,
  callWith,
  type Expression,
  entry,
  joined,
  type LiteralValue,
  literalNode,
  named,
  objectNode,
  patternNode,
  runtimeType,
  withNames,
} from '../print/node.ts';
import {
  type Describer,
  describedConstant,
  description,
  type PlanContext,
  pure,
  runtime,
} from './descriptions.ts';
import type { AtomicType, OwnTypeUse } from './settings.ts';
import type { SimpleShape } from './shape.ts';
import {
  atomicType,
  builtinDescription,
  type EnumerationMember,
  isDeclared,
  literalOf,
  type Shaper,
} from './simple-shape.ts';

/** The description of a simple type, without the check of its IDs. */
export function describeSimple(describer: Describer, shape: SimpleShape): Expression {
  const { context } = describer;
  const described = constantOf(describer, shape);
  if (isDeclared(shape.source, context.shaper)) context.noteType(shape, described);
  return described;
}

function constantOf(describer: Describer, shape: SimpleShape): Expression {
  const { description: own } = shape;
  switch (own.kind) {
    case 'own':
      return description(describeRestricted(describer, shape, own.name));
    case 'custom':
      return description(describeOwn(describer, { ...shape, description: own }));
    default:
      return runtime(own.constant);
  }
}

/** Name of the constant that describes a simple type with facets, a list or a union. */
function describeRestricted(describer: Describer, shape: SimpleShape, typeName: string): string {
  const { source } = shape;
  const { context } = describer;
  const name = context.constantName(typeName);
  return context.ensure(name, () => {
    const described = restriction(describer, shape);
    const stems = shape.qnames ? stemsOf(source) : [];
    const value =
      stems.length === 0
        ? described
        : pure('qualified', described, arrayNode(stems.map(stringNode)));
    return describedConstant(
      name,
      runtimeType('SimpleType'),
      value,
      context.shaper.namespaceOf(source),
    );
  });
}

function restriction(describer: Describer, shape: SimpleShape): Expression {
  const { source } = shape;
  const { shaper } = describer.context;
  if (shaper.members(source) !== undefined) return literals(describer, shape);
  const facets = facetEntries(describer.context, shape);
  const base = baseOf(describer, shape);
  if (facets.length === 0) return base;
  return pure('restrict', base, objectNode(facets));
}

/** The type without its own facets. */
function baseOf(describer: Describer, shape: SimpleShape): Expression {
  const { source } = shape;
  const { shaper } = describer.context;
  if (source.variety === 'list') {
    return pure('list', describer.simple(shaper.simple(source.item ?? source)));
  }
  if (source.variety === 'union') return unionOf(describer, shape);
  return runtime(builtinDescription(source, shaper).constant);
}

function unionOf(describer: Describer, shape: SimpleShape): Expression {
  const { shaper } = describer.context;
  const members = new Map<string, { readonly type: Expression; readonly source: SimpleType }>();
  for (const member of shape.source.members ?? []) {
    const type = describer.simple(shaper.simple(member));
    if (!members.has(type.flat)) members.set(type.flat, { type, source: member });
  }
  const all = [...members.values()];
  const forms = all.map(({ source }) => formsOf(source, shaper));
  const details = [
    ...(shape.names ? [entry('strict', true)] : []),
    ...(forms.some((one) => one !== undefined)
      ? [
          entry(
            'forms',
            arrayNode(
              forms.map((one) =>
                one === undefined ? literalNode(undefined, 'undefined') : runtime(one),
              ),
            ),
          ),
        ]
      : []),
  ];
  const items = [stringNode(label(shape)), arrayNode(all.map(({ type }) => type))];
  return pure('union', ...items, ...(details.length === 0 ? [] : [objectNode(details)]));
}

/** An enumeration whose values are literals. */
function literals(describer: Describer, shape: SimpleShape): Expression {
  const { source } = shape;
  const { shaper } = describer.context;
  const members = shaper.members(source) ?? [];
  const values =
    shaper.options.enums === 'const' && !shaper.isWire(source)
      ? call(named('global', 'Object.values'), constantOfTypes(shaper.nameOf(source), members))
      : arrayNode(members.map((one) => literalNode(meaningOf(one), one.literal)));
  const base =
    source.variety !== 'union'
      ? baseOf(describer, shape)
      : shape.qnames
        ? pure('namesOrTexts', unionOf(describer, shape))
        : runtime('unionTexts');
  const order = comparerOf(source, atomicType(source, shaper));
  const details = order === undefined ? [] : [objectNode([entry('order', runtime(order))])];
  const described = pure('enumeration', stringNode(label(shape)), base, values, ...details);
  const facets = facetEntries(describer.context, shape);
  if (facets.length === 0) return described;
  return pure('restrict', described, objectNode(facets), objectNode([entry('enumerated', true)]));
}

/** A constant of `types.ts`, which has the values of an enumeration. */
function constantOfTypes(name: string, members: readonly EnumerationMember[]): Expression {
  return { ...named('typesValue', name), value: members.map(meaningOf) };
}

/** The value that a literal of an enumeration stands for. */
function meaningOf({ literal, text }: Pick<EnumerationMember, 'literal' | 'text'>): LiteralValue {
  if (/^['"]/.test(literal)) return text;
  if (literal === 'true' || literal === 'false') return literal === 'true';
  return literal.endsWith('n') ? BigInt(literal.slice(0, -1)) : Number(literal);
}

/** Name of a type in messages. */
function label({ source }: SimpleShape): string {
  return source.name?.localName ?? source.context.join('/');
}

/** Name of the constant that describes a type of the user's own. */
function describeOwn(describer: Describer, shape: OwnShape): string {
  const { name } = shape.description;
  const { context } = describer;
  const constant = context.constantName(`${name}$Own`);
  return context.ensure(constant, () => {
    const { source } = shape;
    const value = pure('own', objectNode([...functions(shape), ...contractType(describer, shape)]));
    const namespace = context.shaper.namespaceOf(source);
    return describedConstant(constant, runtimeType('SimpleType'), value, namespace);
  });
}

/** The user's functions. They may not be there yet while the file is loaded. */
function functions({ description: { use }, type }: OwnShape): readonly Expression[] {
  const parameter = joined('(value: ', type, ')');
  const format = formatterOf(use);
  const isModule = use.kind === 'module';
  return [
    entry('parse', arrow('(text)', callWith(parserOf(use), ['text']))),
    entry(
      'format',
      isModule
        ? withNames(arrow(parameter.flat, callWith(format, ['value'])), parameter.names)
        : format,
    ),
  ];
}

/** What is known of the type of the contract, which checks the text. */
function contractType(describer: Describer, shape: OwnShape): readonly Expression[] {
  const { source, description } = shape;
  const { shaper } = describer.context;
  const wire = shaper.simple(shaper.wire(source));
  const isAnyText = wire.description.kind === 'text' && !wire.names;
  const spacing = spacingOf(source);
  const { use } = description;
  const isMoment = use.kind === 'temporal' && ['dateTime', 'time'].includes(use.builtin);
  const forms = isMoment ? patternEntries(describer.context, wire) : [];
  return [
    ...(isAnyText ? [] : [entry('wire', describer.simple(wire))]),
    ...(spacing === undefined ? [] : [entry('space', spacing)]),
    ...(forms.length === 0
      ? []
      : [entry('forms', objectNode([...forms, entry('forms', runtime('secondForms'))]))]),
  ];
}

/** A shape with values of a user's own type. */
type OwnShape = SimpleShape & {
  readonly description: Extract<SimpleShape['description'], { readonly kind: 'custom' }>;
};

/** Name under which `descriptions.ts` imports Temporal from a module. */
export const importedTemporal = 'Temporal$Module';

/** The user's function that reads a text. */
function parserOf(use: OwnTypeUse): Expression {
  if (use.kind === 'module') return named('own', use.parse);
  const { builtin, module } = use;
  const temporal =
    module === undefined ? named('global', 'globalThis.Temporal') : named('own', importedTemporal);
  return callWith(runtime(`temporal${pascalName(builtin)}`), [temporal]);
}

/** The user's function that writes a value. */
function formatterOf(use: OwnTypeUse): Expression {
  if (use.kind === 'module') return named('own', use.format);
  return runtime(`formatTemporal${pascalName(use.builtin)}`);
}

/** The function for the white space rule of a type; `undefined` if white space is preserved. */
function spacingOf(source: SimpleType): Expression | undefined {
  if (source.variety === 'union') return undefined;
  const rule = source.variety === 'list' ? 'collapse' : whiteSpaceOf(source, source.facets);
  if (rule === 'preserve') return undefined;
  return runtime(rule === 'collapse' ? 'collapse' : 'replaceWhiteSpace');
}

export { formsOf };

const lengths = ['length', 'minLength', 'maxLength'] as const;
const bounds = ['minInclusive', 'minExclusive', 'maxInclusive', 'maxExclusive'] as const;
const digits = ['totalDigits', 'fractionDigits'] as const;

/**
 * The facets that are checked when values of a type are read and written. An enumeration of
 * literals has no values that its other facets refuse; of these, only those of the text are left.
 */
function facetEntries(context: PlanContext, shape: SimpleShape): readonly Expression[] {
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
    return [entry(facet, limit)];
  });
}

function boundEntries({ facets }: SimpleType, order: string | undefined): readonly Expression[] {
  const entries = bounds.flatMap((facet) => {
    const bound = facets[facet];
    return bound === undefined ? [] : [entry(facet, stringNode(bound))];
  });
  if (entries.length === 0 || order === undefined) return entries;
  return [...entries, entry('order', runtime(order))];
}

function digitEntries({ facets }: SimpleType, atomic: string): readonly Expression[] {
  if (atomic !== 'string' && atomic !== 'number' && atomic !== 'bigint') return [];
  return digits.flatMap((facet) => {
    const limit = facets[facet];
    return limit === undefined ? [] : [entry(facet, limit)];
  });
}

/** Each step of restriction is one expression, with its patterns as alternatives. */
function patternEntries(context: PlanContext, shape: SimpleShape): readonly Expression[] {
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
  return [
    entry('patterns', arrayNode(steps)),
    ...(forms === undefined ? [] : [entry('forms', forms)]),
  ];
}

/** Texts that match the patterns, which schemas cannot find. */
function sampleEntries({ hasSchemas }: PlanContext, source: SimpleType): readonly Expression[] {
  if (!hasSchemas || source.facets.enumeration !== undefined) return [];
  const name = source.name?.localName ?? 'sample';
  const found = [0, 1].map((ordinal) => sampleSimple(source, { name, ordinal }));
  return [entry('samples', arrayNode([...new Set(found)].map(stringNode)))];
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
  return arrayNode([pattern, stringNode(patterns.join(' or '))]);
}

/** A regular expression; the runtime knows the many characters of names. */
function expressionOf(literal: string): Expression {
  const short = ['c', 'i'].reduce(
    (known, name) => known.replaceAll(classEscape(name)?.source ?? '', `\\${name}`),
    literal,
  );
  if (short === literal) return patternNode(literal);
  return pure('namePattern', stringNode(short.slice(1, -'/u'.length)));
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
  const values = texts.map((one) => (atomic === 'number' ? numberNode(one) : stringNode(one)));
  const same = comparison(context, shape, atomic);
  return [
    entry('enumeration', arrayNode(values)),
    ...(same === undefined ? [] : [entry('same', same)]),
    entry('shown', stringNode(message)),
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
function stemsOf(type: SimpleType): readonly string[] {
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

/** A runtime function that compares two lexical values of a type. */
type Comparer = 'compareDates' | 'compareDecimals' | 'compareDurations' | 'compareFloats';

/**
 * The function that compares lexical values of an atomic type, if TypeScript's operators on its
 * values do not: numbers as text, dates and durations. It treats `1` and `1.0` as equal.
 */
export function comparerOf(source: SimpleType, atomic: AtomicType): Comparer | undefined {
  const { builtin } = source;
  if (source.variety !== 'atomic') return undefined;
  const kind = kindOf(builtin);
  if (kind === 'date') return 'compareDates';
  if (kind === 'duration') return 'compareDurations';
  if (atomic !== 'string') return undefined;
  return kind === 'decimal' || kind === 'integer' ? 'compareDecimals' : undefined;
}

/** As {@link comparerOf}, for the items of a list, whose texts are compared. */
export function itemComparerOf(item: SimpleType, atomic: AtomicType): Comparer | undefined {
  const isFloat = item.variety === 'atomic' && item.builtin === 'float' && atomic === 'number';
  return isFloat ? 'compareFloats' : comparerOf(item, atomic);
}

/** Whether the values are text, in which length facets count characters. */
function isTextual(source: SimpleType, atomic: AtomicType): boolean {
  return atomic === 'string' && comparerOf(source, atomic) === undefined;
}

/** Functions of the runtime that return other lexical forms of a value, by its TypeScript type. */
function formsOf(source: SimpleType, shaper: Shaper): string | undefined {
  const atomic = atomicType(source, shaper);
  const { builtin } = source;
  if (source.variety !== 'atomic' || atomic === 'own') return undefined;
  if (kindOf(builtin) === 'integer') return 'integerForms';
  if (atomic === 'boolean') return 'booleanForms';
  if (atomic === 'Date') return 'momentForms';
  if (atomic === 'number') return builtin === 'decimal' ? 'decimalForms' : 'floatForms';
  if (atomic !== 'Uint8Array') return undefined;
  return builtin === 'hexBinary' ? 'hexForms' : 'base64Forms';
}

/** A regular expression, as a literal, that matches what one of several patterns does. */
function alternatives(parts: readonly (TranslatedPattern | undefined)[]): string {
  const sources = parts.map((part) => part?.source ?? '');
  const all = sources.length === 1 ? sources[0] : sources.map((one) => `(?:${one})`).join('|');
  return `/^(?:${all})$/u`;
}

/** Warns of a pattern that no code checks. */
function reportLarge(context: PlanContext, { source }: SimpleShape): void {
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

/**
 * Patterns with more instructions for the runtime's matcher are not checked, because each
 * instruction adds time for every character.
 */
const maxInstructions = 4000;

/** A translated pattern. */
interface TranslatedPattern {
  /** Source of a JavaScript expression for the flag `u`, not anchored. */
  readonly source: string;
  /**
   * `direct`: JavaScript matches it in linear time, because the next character always decides how
   * it continues; `counted`: that is not certain, so the runtime must follow all ways at once;
   * `large`: that would take too long, too.
   */
  readonly matching: 'direct' | 'counted' | 'large';
}

/**
 * Translates a regular expression of XML Schema (part 2 appendix F) to one of JavaScript.
 *
 * @returns `undefined` if the expression is malformed
 */
export function translatePattern(pattern: string): TranslatedPattern | undefined {
  const parsed = parsePattern(pattern);
  if (parsed === undefined) return undefined;
  const { source } = parsed;
  if (isDeterministic(parsed)) return { source, matching: 'direct' };
  return { source, matching: sizeOf(parsed) <= maxInstructions ? 'counted' : 'large' };
}

/** Number of instructions for the runtime's matcher, which expands repetitions. */
function sizeOf(pattern: Pattern): number {
  switch (pattern.kind) {
    case 'chars':
      return 1;
    case 'sequence':
      return pattern.parts.reduce((sum, part) => sum + sizeOf(part), 0);
    case 'choice':
      return pattern.parts.reduce((sum, part) => sum + sizeOf(part) + 1, -1);
    case 'repeat': {
      const { min, max } = pattern;
      const one = sizeOf(pattern.part);
      return min * one + (max === Number.POSITIVE_INFINITY ? 1 + one : (max - min) * (1 + one));
    }
  }
}

/** Expressions with more positions are not analysed. */
const maxPositions = 600;

/**
 * First and last positions of a part, and whether it matches the empty text (Glushkov's
 * construction).
 */
interface Ends {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly empty: boolean;
}

const nothing: Ends = { first: [], last: [], empty: true };

/**
 * Whether the next character always decides how a pattern continues. Very long patterns are not
 * analysed.
 */
function isDeterministic(pattern: Pattern): boolean {
  const positions = new Positions();
  const { first } = positions.build(pattern);
  return positions.isDeterministic(first);
}

/** The characters of a pattern, and which may follow which. */
class Positions {
  readonly #sets: CharSet[] = [];
  readonly #follow: Set<number>[] = [];
  #isTooLarge = false;
  /** Whether there are two ways from one character to the next, as in `(a+)+`. */
  #isAmbiguous = false;

  isDeterministic(first: readonly number[]): boolean {
    if (this.#isTooLarge || this.#isAmbiguous) return false;
    return [new Set(first), ...this.#follow].every((next) => this.#areDistinct([...next]));
  }

  build(node: Pattern): Ends {
    if (this.#isTooLarge) return nothing;
    switch (node.kind) {
      case 'chars':
        return this.#atom(node.set);
      case 'sequence':
        return node.parts
          .map((part) => this.build(part))
          .reduce((left, right) => this.#join(left, right), nothing);
      case 'choice': {
        const parts = node.parts.map((part) => this.build(part));
        return {
          first: parts.flatMap((part) => part.first),
          last: parts.flatMap((part) => part.last),
          empty: parts.some((part) => part.empty),
        };
      }
      case 'repeat':
        return this.#repeat(node.part, node.min, node.max);
    }
  }

  #atom(set: CharSet): Ends {
    const position = this.#sets.length;
    if (position >= maxPositions) this.#isTooLarge = true;
    this.#sets.push(set);
    this.#follow.push(new Set());
    return { first: [position], last: [position], empty: false };
  }

  #join(left: Ends, right: Ends): Ends {
    this.#link(left.last, right.first);
    return {
      first: left.empty ? [...left.first, ...right.first] : left.first,
      last: right.empty ? [...left.last, ...right.last] : right.last,
      empty: left.empty && right.empty,
    };
  }

  #link(left: readonly number[], right: readonly number[]): void {
    for (const from of left) {
      for (const to of right) {
        const next = this.#follow[from];
        if (next?.has(to) === true) this.#isAmbiguous = true;
        next?.add(to);
      }
    }
  }

  /**
   * `a{2,4}` is `aa(a(a)?)?`: optional repetitions are nested, so that the first of them has only
   * one position. Two repetitions of each kind are enough, because more of them follow each other
   * in the same way.
   */
  #repeat(part: Pattern, least: number, most: number): Ends {
    const min = Math.min(least, 2);
    const max = min + Math.min(most - least, most === Number.POSITIVE_INFINITY ? most : 2);
    if (max === Number.POSITIVE_INFINITY) {
      const before = this.#turns(part, min - 1);
      const again = this.build(part);
      this.#link(again.last, again.first);
      return this.#join(before, min === 0 ? { ...again, empty: true } : again);
    }
    const all = this.#turns(part, min);
    let rest = nothing;
    for (let count = min; count < max && !this.#isTooLarge; count += 1) {
      rest = { ...this.#join(this.build(part), rest), empty: true };
    }
    return this.#join(all, rest);
  }

  /** A part repeated so many times. */
  #turns(part: Pattern, count: number): Ends {
    let all = nothing;
    for (let turn = 0; turn < count && !this.#isTooLarge; turn += 1) {
      all = this.#join(all, this.build(part));
    }
    return all;
  }

  #areDistinct(positions: readonly number[]): boolean {
    for (let one = 0; one < positions.length; one += 1) {
      for (let other = one + 1; other < positions.length; other += 1) {
        const left = this.#sets[positions[one] ?? 0] ?? createCharSet([]);
        const right = this.#sets[positions[other] ?? 0] ?? createCharSet([]);
        if (overlap(left, right)) return false;
      }
    }
    return true;
  }
}

/** A text as values of the type that are equal to it are written, to compare them by. */
function canonicalText(context: PlanContext, source: SimpleType, value: string): string {
  const text = collapsedText(value);
  if (source.builtin === 'hexBinary') return text.toUpperCase();
  if (source.builtin === 'base64Binary') return text.replaceAll(' ', '');
  if (source.variety !== 'list') return text;
  if (source.item?.builtin === 'hexBinary') return text.toUpperCase();
  const items = text.split(' ').map((item) => itemLiteral(context, source, item) ?? item);
  return items.join(' ');
}

/** An item as JavaScript prints it; `undefined` unless items are numbers or booleans. */
function itemLiteral(context: PlanContext, { item }: SimpleType, text: string): string | undefined {
  const atomic = item?.variety === 'atomic' ? atomicType(item, context.shaper) : 'string';
  if (atomic === 'number') return numberText(text);
  if (atomic !== 'bigint' && atomic !== 'boolean') return undefined;
  return literalOf(text, atomic)?.replace(/n$/, '');
}

function numberNode(text: string): Expression {
  const literal = numberText(text);
  return literalNode(Number(literal), literal);
}

/** A number as JavaScript writes it, `Infinity` and `NaN` among them. */
function numberText(text: string): string {
  if (text === 'NaN' || /^-?INF$/.test(text)) return text.replace('INF', 'Infinity');
  return literalOf(text, 'number') ?? 'NaN';
}
