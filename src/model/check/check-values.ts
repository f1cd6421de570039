import { qnameKey } from '../common/qname.ts';
import type { Defect } from '../defects/defect.ts';
import type { PatternMatcher } from '../pattern/pattern-match.ts';
import type {
  AttributeUse,
  ElementDeclaration,
  Particle,
  SchemaType,
  SimpleType,
} from '../xsd/schema.ts';
import { valueDefect } from '../xsd/value-defect.ts';

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
