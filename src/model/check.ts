import type { Components } from './link/context.ts';
import type { Defect, Defects } from './link/defects.ts';
import { sizeOf } from './link/element.ts';
import { qnameKey } from './xml.ts';
import type { PatternMatcher } from './xsd/pattern.ts';
import {
  type AttributeUse,
  allowsNamespace,
  type ComplexType,
  type ElementDeclaration,
  type ElementParticle,
  haveCommon,
  type ModelParticle,
  type Particle,
  type SchemaType,
  type SimpleType,
  type WildcardParticle,
} from './xsd/schema.ts';
import { valueDefect } from './xsd/values.ts';

/** Larger content models are not checked, because hostile contracts would make that slow. */
const mostParticles = 300;

/**
 * Warns of content models in which one name has two types, or an element can belong to either of
 * two particles (XML Schema part 1 section 3.8.6, Element Declarations Consistent and Unique
 * Particle Attribution). Inherited problems of an extension are not reported again.
 */
export function checkContents(components: Components, defects: Defects): void {
  const reported = new Map<ComplexType, boolean>();
  const check = (type: ComplexType): boolean => {
    const known = reported.get(type);
    if (known !== undefined) return known;
    reported.set(type, false);
    const inherited =
      type.derivation === 'extension' && type.base !== undefined && check(type.base);
    const found = inherited || isReported(type, components, defects);
    reported.set(type, found);
    return found;
  };
  for (const type of components.complexDrafts.keys()) {
    if (!defects.affected.has(type)) check(type);
  }
}

function isReported(type: ComplexType, components: Components, defects: Defects): boolean {
  const { particle } = type;
  if (particle?.kind !== 'model' || sizeOf(particle).count > mostParticles) return false;
  if (components.complexDrafts.get(type)?.declared.document.builtin === true) return false;
  const twin = twinOf(particle, new Map());
  if (twin !== undefined) {
    const [first, second] = twin;
    const span = [second, first].find((one) => !one.global)?.span ?? type.span;
    defects.warn({
      code: 'ASMX3015',
      message: `Element '${first.name.localName}' has two different types within one type`,
      span,
      help: 'Give both the same type, or one of them another name',
      related: first.span === undefined ? [] : [{ message: 'the other one', span: first.span }],
    });
    return true;
  }
  const competitors = findCompetitors(particle, mostParticles);
  if (competitors === undefined) return false;
  const [first, second] = competitors;
  const places = [second, first].flatMap(({ particle: one }) =>
    one.kind === 'element' && !one.element.global ? [one.element.span] : [],
  );
  const [span, other] = places;
  const [one, another] = [described(first), described(second)];
  defects.warn({
    code: 'ASMX3015',
    message: `The content is ambiguous: an element may be ${one} or ${another}`,
    span: span ?? type.span,
    help: 'Join the two, rename one, or put something required between them',
    related: other === undefined ? [] : [{ message: 'the other one', span: other }],
  });
  return true;
}

function described({ particle }: Competitor): string {
  return particle.kind === 'element' ? `element '${particle.element.name.localName}'` : "'xs:any'";
}

/** Two elements of the same name with different types. */
function twinOf(
  particle: Particle,
  known: Map<string, ElementDeclaration>,
): readonly [ElementDeclaration, ElementDeclaration] | undefined {
  if (particle.kind === 'any') return undefined;
  if (particle.kind === 'element') {
    const { element } = particle;
    const key = qnameKey(element.name);
    const first = known.get(key);
    if (first !== undefined && first.type !== element.type) return [first, element];
    if (first === undefined) known.set(key, element);
    return undefined;
  }
  for (const child of particle.particles) {
    const twin = twinOf(child, known);
    if (twin !== undefined) return twin;
  }
  return undefined;
}

/** A position in a content model that accepts elements. */
interface Competitor {
  readonly particle: ElementParticle | WildcardParticle;
}

/** A position with the positions that may follow it. */
interface Position extends Competitor {
  readonly follow: Set<Position>;
  /** The place in the model, which a position shares with its copy. */
  place: object;
}

/**
 * Part of a content model as an automaton (Glushkov's construction, one state for each position).
 */
interface Part {
  readonly nullable: boolean;
  readonly first: readonly Position[];
  readonly last: readonly Position[];
}

const nothing: Part = { nullable: true, first: [], last: [] };

class TooLarge extends Error {}

/**
 * Two particles of a content model that compete for one element (XML Schema part 1 section 3.8.6,
 * Unique Particle Attribution), in document order; `undefined` if there are none, if the model has
 * too many positions, or if there is an `xs:all` inside it.
 */
function findCompetitors(
  model: ModelParticle,
  most: number,
): readonly [Competitor, Competitor] | undefined {
  // where an 'all' inside a model ends depends on what came before
  if (model.particles.some(holdsAll) || namesEachOnce(model, new Set())) return undefined;
  const positions: Position[] = [];
  let root: Part;
  try {
    root = partOf(model, positions, most);
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
  const order = new Map(positions.map((one, index) => [one, index]));
  for (const set of [root.first, ...positions.map(({ follow }) => [...follow])]) {
    const pair = competing(set);
    if (pair === undefined) continue;
    const [a, b] = pair;
    return (order.get(a) ?? 0) < (order.get(b) ?? 0) ? [a, b] : [b, a];
  }
  return undefined;
}

/** Whether a part of a model has each name once and no wildcard, so that nothing can compete. */
function namesEachOnce(particle: Particle, names: Set<string>): boolean {
  if (particle.kind === 'any') return false;
  if (particle.kind === 'model') {
    return particle.particles.every((one) => namesEachOnce(one, names));
  }
  const { name, substitutes } = particle.element;
  const key = qnameKey(name);
  if (substitutes.length > 0 || names.has(key)) return false;
  names.add(key);
  return true;
}

function holdsAll(particle: Particle): boolean {
  if (particle.kind !== 'model') return false;
  return particle.compositor === 'all' || particle.particles.some(holdsAll);
}

function partOf(particle: Particle, positions: Position[], most: number): Part {
  const { min, max } = particle.occurs;
  const start = positions.length;
  const once = onceOf(particle, positions, most);
  if (max <= 1) return min === 0 ? { ...once, nullable: true } : once;
  if (min === max && !once.nullable) {
    // the count decides where it ends, so it is added twice: as the last one and as one before
    const end = positions.length;
    const again = onceOf(particle, positions, most);
    for (let at = start; at < end; at += 1) {
      const [one, copy] = [positions[at], positions[at - start + end]];
      if (one !== undefined && copy !== undefined) copy.place = one.place;
    }
    return inTurn([once, again]);
  }
  connect(once.last, once.first);
  return min === 0 ? { ...once, nullable: true } : once;
}

function onceOf(particle: Particle, positions: Position[], most: number): Part {
  if (particle.kind !== 'model') {
    if (positions.length >= most) throw new TooLarge();
    const position: Position = { particle, follow: new Set(), place: {} };
    positions.push(position);
    return { nullable: false, first: [position], last: [position] };
  }
  const parts = particle.particles.map((one) => partOf(one, positions, most));
  if (particle.compositor === 'sequence') return inTurn(parts);
  const first = parts.flatMap((one) => one.first);
  const last = parts.flatMap((one) => one.last);
  const all = particle.compositor === 'all';
  if (all) connect(last, first);
  const nullable = all
    ? parts.every((one) => one.nullable)
    : parts.length === 0 || parts.some((one) => one.nullable);
  return { nullable, first, last };
}

function inTurn(parts: readonly Part[]): Part {
  return parts.reduce((before, next) => {
    connect(before.last, next.first);
    return {
      nullable: before.nullable && next.nullable,
      first: before.nullable ? [...before.first, ...next.first] : before.first,
      last: next.nullable ? [...before.last, ...next.last] : next.last,
    };
  }, nothing);
}

function connect(from: readonly Position[], to: readonly Position[]): void {
  for (const position of from) for (const next of to) position.follow.add(next);
}

/** Two positions in a set that accept the same element, at different places of the model. */
function competing(set: readonly Position[]): readonly [Position, Position] | undefined {
  if (set.length < 2) return undefined;
  const taken = new Map<string, Position>();
  const wildcards: Position[] = [];
  for (const position of set) {
    const { particle } = position;
    if (particle.kind === 'any') {
      wildcards.push(position);
      continue;
    }
    for (const { name } of elementsAt(particle)) {
      const key = qnameKey(name);
      const other = taken.get(key);
      if (other === undefined) taken.set(key, position);
      else if (other.place !== position.place) return [other, position];
    }
  }
  for (const wildcard of wildcards) {
    const other = set.find((one) => one.place !== wildcard.place && meets(wildcard, one));
    if (other !== undefined) return [wildcard, other];
  }
  return undefined;
}

function meets({ particle }: Position, { particle: other }: Position): boolean {
  if (particle.kind !== 'any') return false;
  if (other.kind === 'any') return haveCommon(particle.wildcard, other.wildcard);
  return elementsAt(other).some(({ name }) => allowsNamespace(particle.wildcard, name.namespace));
}

/** Larger substitution groups are not examined. */
const mostSubstitutes = 200;

/** The elements that may replace an element, including itself. */
function elementsAt({ element }: ElementParticle): readonly ElementDeclaration[] {
  const { substitutes, abstract } = element;
  if (substitutes.length > mostSubstitutes) return abstract ? [] : [element];
  return abstract ? substitutes : [element, ...substitutes];
}

/** The declarations whose values are checked. */
export interface ValuesToCheck {
  readonly types: readonly SchemaType[];
  readonly elements: readonly ElementDeclaration[];
  /** Global attributes. */
  readonly attributes: Iterable<AttributeUse>;
  /** Model groups with names, which types may use or not. */
  readonly groups: readonly Particle[];
  /** The attributes of each attribute group. */
  readonly attributeSets: readonly (readonly AttributeUse[])[];
  readonly patterns: PatternMatcher;
}

type Component = SchemaType | ElementDeclaration | Particle;

interface Check {
  readonly patterns: PatternMatcher;
  readonly warn: (warning: Defect) => void;
  /** Global attributes, by key of their names. */
  readonly globals: ReadonlyMap<string, AttributeUse>;
  /** Whether content models can be empty, as far as known. */
  readonly emptiable: Map<Particle, boolean>;
}

/**
 * Warns of default and fixed values that are not valid for their types (XML Schema part 1 section
 * 3.3.6), because they cannot be read.
 */
export function checkValues(all: ValuesToCheck, warn: (warning: Defect) => void): void {
  const globals = new Map<string, AttributeUse>();
  for (const use of all.attributes) globals.set(qnameKey(use.name), use);
  const check: Check = { patterns: all.patterns, warn, globals, emptiable: new Map() };
  for (const use of globals.values()) checkUse(use, check);
  const seen = new Set<object>(globals.values());
  const checkUses = (uses: readonly AttributeUse[]): void => {
    for (const use of uses) {
      if (!seen.has(use) && !isOfGlobal(use, globals)) checkUse(use, check);
      seen.add(use);
    }
  };
  for (const uses of all.attributeSets) checkUses(uses);
  const open: Component[] = [...all.groups, ...all.types, ...all.elements];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if ('kind' in next && next.kind === 'element') next = next.element;
    if (seen.has(next)) continue;
    seen.add(next);
    if (!('kind' in next)) {
      checkElement(next, check);
      if (next.type.kind === 'complex') open.push(next.type);
    } else if (next.kind === 'complex') {
      checkUses(next.attributes);
      if (next.particle !== undefined) open.push(next.particle);
    } else if (next.kind === 'model') {
      open.push(...next.particles);
    }
  }
}

/**
 * Whether a use has the same value as the declaration it refers to, which is checked separately.
 */
function isOfGlobal(use: AttributeUse, globals: ReadonlyMap<string, AttributeUse>): boolean {
  const global = globals.get(qnameKey(use.name));
  return global?.type === use.type && global.default === use.default && global.fixed === use.fixed;
}

function checkElement(element: ElementDeclaration, check: Check): void {
  const { type, name, span } = element;
  const simple = type.kind === 'simple' ? type : type.simpleContent;
  const given = element.fixed ?? element.default;
  if (given === undefined) return;
  const subject = `element '${name.localName}'`;
  if (simple !== undefined) {
    checkText(simple, { text: given, subject, span }, check);
  } else if (type.kind === 'complex' && !type.mixed) {
    wrong(`Element '${name.localName}' has a value, but its type has no text`, span, check);
  } else if (type.kind === 'complex' && !isEmptiable(type.particle, check.emptiable)) {
    check.warn({
      code: 'ASMX3012',
      message: `Element '${name.localName}' has a value, but its type requires elements`,
      span,
      help: "An element without content would break the type: take the 'default' or 'fixed' away",
    });
  }
}

function checkUse(use: AttributeUse, check: Check): void {
  const given = use.fixed ?? use.default;
  if (given === undefined) return;
  const subject = `attribute '${use.name.localName}'`;
  checkText(use.type, { text: given, subject, span: use.span }, check);
}

/** A value, and the declaration it is for. */
interface GivenValue {
  readonly text: string;
  readonly subject: string;
  readonly span: AttributeUse['span'];
}

function checkText(type: SimpleType, { text, subject, span }: GivenValue, check: Check): void {
  if (type.builtin === 'ID') {
    const reason = "its type is 'ID', and no two elements of a message may share one";
    check.warn({
      code: 'ASMX3012',
      message: `'${text}' cannot be given to ${subject}: ${reason}`,
      span,
      help: "Take the 'default' or 'fixed' away",
    });
    return;
  }
  const defect = valueDefect(type, text, check.patterns);
  if (defect !== undefined) wrong(`The value '${text}' of ${subject} ${defect}`, span, check);
}

function wrong(message: string, span: AttributeUse['span'], { warn }: Check): void {
  warn({
    code: 'ASMX3003',
    message,
    span,
    help: "Give a 'default' or 'fixed' of the type, or none",
  });
}

/**
 * Whether an element with this content may have no child elements (XML Schema part 1 section
 * 3.9.6).
 */
export function isEmptiable(
  particle: Particle | undefined,
  known: Map<Particle, boolean> = new Map(),
): boolean {
  if (particle === undefined || particle.occurs.min === 0) return true;
  if (particle.kind !== 'model') return false;
  let answer = known.get(particle);
  if (answer === undefined) {
    const { particles } = particle;
    answer =
      particle.compositor === 'choice'
        ? particles.length === 0 || particles.some((one) => isEmptiable(one, known))
        : particles.every((one) => isEmptiable(one, known));
    known.set(particle, answer);
  }
  return answer;
}
