import type { Span } from '../../diagnostics/source-file.ts';
import { qnameKey } from '../common/qname.ts';
import type { Defects } from '../defects/defects.ts';
import { isDerivedFrom } from '../link/derivation.ts';
import type { ComplexDraft, Components } from '../link/link-context.ts';
import { sizeOf } from '../link/link-particle.ts';
import { countElements, type ElementCount, type ParticleCounts } from '../link/particle-counts.ts';
import type { ComplexType, ElementDeclaration, SchemaType, SimpleType } from '../xsd/schema.ts';
import { areDifferent } from '../xsd/value-compare.ts';
import { allowsNamespace } from '../xsd/wildcard.ts';
import {
  compareChoices,
  type RequiredChoice,
  requiredChoices,
  type Say,
  times,
} from './required-choices.ts';

/**
 * Larger content models are not compared, because hostile contracts would make that slow. Real ones
 * are smaller.
 */
const mostParticles = 5000;

/** One cause often has many effects. */
const mostWarnings = 10;

/** The content of a base, which several types may restrict. */
interface BaseContent {
  readonly counts: ParticleCounts;
  readonly choices: readonly RequiredChoice[];
}

/**
 * Warns of restrictions of complex types that allow more than their bases (XML Schema part 1
 * sections 3.4.6 and 3.9.6): elements and attributes that the base does not have, omitted required
 * ones, more occurrences. All warnings are certain; the order of elements and anonymous types are
 * not compared. Such types are generated as written.
 */
export function checkRestrictions(components: Components, defects: Defects): void {
  const contents = new Map<ComplexType, BaseContent>();
  for (const draft of components.complexDrafts.values()) {
    const { type, syntax, declared } = draft;
    const { base, derivation } = type;
    if (base === undefined || derivation !== 'restriction') continue;
    if (declared.document.builtin === true || isRedefinition(draft)) continue;
    if (isIncomplete(type, defects)) continue;
    if (type.soapArray !== undefined || base.soapArray !== undefined) continue;
    let left = mostWarnings;
    const say: Say = (message, help, span) => {
      left -= 1;
      if (left < 0) return false;
      defects.warn({
        code: 'ASMX3010',
        message: `Restriction of '${base.name?.localName ?? ''}' ${message}`,
        span: span ?? syntax.derivation?.base.span,
        help,
        related: base.span === undefined ? [] : [{ message: 'the base', span: base.span }],
      });
      return true;
    };
    compareAttributes(type, base, say);
    if (type.simpleContent !== undefined || base.simpleContent !== undefined) continue;
    if (type.mixed && !base.mixed) {
      say(
        'has mixed content, which the base has not',
        "Take 'mixed' away, or write it in the base",
      );
    }
    const large = [type, base].some(
      ({ particle }) => particle !== undefined && sizeOf(particle).count > mostParticles,
    );
    if (large) continue;
    let wide = contents.get(base);
    if (wide === undefined) {
      const counts = countElements(base.particle, components.members);
      wide = { counts, choices: requiredChoices(base.particle, components.members) };
      contents.set(base, wide);
    }
    const narrow = countElements(type.particle, components.members);
    compareContent(narrow, wide.counts, components, say);
    compareChoices(type.particle, narrow, wide.choices, say);
  }
}

/** Its base is the type it replaces, which is not in the model. */
function isRedefinition({ syntax }: ComplexDraft): boolean {
  const { name, derivation } = syntax;
  return (
    name !== undefined &&
    derivation !== undefined &&
    qnameKey(name) === qnameKey(derivation.base.name)
  );
}

/** The content of a type may be incomplete if one of its bases has a defect. */
function isIncomplete(type: ComplexType, { affected }: Defects): boolean {
  if (affected.size === 0) return false;
  for (let at: ComplexType | undefined = type; at !== undefined; at = at.base) {
    if (affected.has(at)) return true;
  }
  return false;
}

const adding = "Use 'xs:extension' to add something, or let the base have it";

function compareAttributes(type: ComplexType, base: ComplexType, say: Say): void {
  const inherited = new Map(base.attributes.map((use) => [qnameKey(use.name), use]));
  const kept = new Set<string>();
  for (const use of type.attributes) {
    const key = qnameKey(use.name);
    kept.add(key);
    const { localName, namespace } = use.name;
    const wide = inherited.get(key);
    if (wide === undefined) {
      const any = base.anyAttribute;
      if (any === undefined || !allowsNamespace(any, namespace)) {
        say(`adds attribute '${localName}', which the base does not have`, adding, use.span);
      }
    } else if (differsInType(use.type, wide.type)) {
      say(
        `gives attribute '${localName}' a type that is not derived from that of the base`,
        'Use the type of the base, or a restriction of it',
        use.span,
      );
    } else if (changesFixed(wide.type, wide.fixed, use.fixed)) {
      say(
        `changes the fixed value '${wide.fixed ?? ''}' of attribute '${localName}'`,
        'Repeat the fixed value of the base',
        use.span,
      );
    } else if (wide.required && !use.required) {
      say(
        `makes attribute '${localName}' optional, which the base requires`,
        `Write 'use="required"'`,
        use.span,
      );
    }
  }
  for (const [key, { name, required }] of inherited) {
    if (required && !kept.has(key)) {
      say(
        `prohibits attribute '${name.localName}', which the base requires`,
        'Leave the attribute as it is, or make it optional in the base',
      );
    }
  }
  if (type.anyAttribute !== undefined && base.anyAttribute === undefined) {
    say("adds 'xs:anyAttribute', which the base does not have", adding);
  }
}

function compareContent(
  narrow: ParticleCounts,
  wide: ParticleCounts,
  { members }: Components,
  say: Say,
): void {
  for (const [key, count] of narrow.counts) {
    const { element } = count;
    const { name } = element;
    const open = wide.wildcards.some((one) => allowsNamespace(one, name.namespace));
    // only its substitutes occur
    if (open || element.abstract || wide.substitutes.get(name) !== undefined) continue;
    const given = wide.counts.get(key);
    // a reference has no span of its own
    const span = element.global ? undefined : element.span;
    if (given === undefined) {
      say(`adds element '${name.localName}', which the base does not have`, adding, span);
    } else if (count.max > given.max) {
      say(
        `lets element '${name.localName}' occur ${times(count.max)}, the base ${times(given.max)}`,
        "Lower 'maxOccurs', or raise it in the base",
        span,
      );
    } else compareElements(element, given.element, say, span);
  }
  for (const given of wide.required) {
    if (members.has(given.element)) continue;
    if (wide.substitutes.get(given.element.name) !== undefined) continue;
    // many types may restrict a large one
    if (!compareLeast(narrow, given, say)) break;
  }
  if (narrow.wildcards.length > 0 && wide.wildcards.length === 0) {
    say("adds 'xs:any', which the base does not have", adding);
  }
}

/**
 * Compares an element in the restriction with that in the base (XML Schema part 1 section 3.9.6,
 * NameAndTypeOK).
 */
function compareElements(
  narrow: ElementDeclaration,
  wide: ElementDeclaration,
  say: Say,
  span: Span | undefined,
): void {
  if (narrow === wide) return;
  const { localName } = narrow.name;
  const text = wide.type.kind === 'simple' ? wide.type : wide.type.simpleContent;
  if (differsInType(narrow.type, wide.type)) {
    say(
      `gives element '${localName}' a type that is not derived from that of the base`,
      'Use the type of the base, or one derived from it',
      span,
    );
  } else if (narrow.nillable && !wide.nillable) {
    say(
      `lets element '${localName}' be nil, the base does not`,
      "Take 'nillable' away, or write it in the base",
      span,
    );
  } else if (text !== undefined && changesFixed(text, wide.fixed, narrow.fixed)) {
    say(
      `changes the fixed value '${wide.fixed ?? ''}' of element '${localName}'`,
      'Repeat the fixed value of the base',
      span,
    );
  }
}

/**
 * Whether a type is not derived from another. An anonymous one may repeat the content of the other,
 * which is not compared.
 */
function differsInType(narrow: SchemaType, wide: SchemaType): boolean {
  if (narrow.name === undefined || wide.name === undefined) return false;
  return !isDerivedFrom(narrow, wide);
}

function changesFixed(
  type: SimpleType,
  wide: string | undefined,
  own: string | undefined,
): boolean {
  return wide !== undefined && (own === undefined || areDifferent(type, wide, own));
}

/** Returns whether more elements should be compared. */
function compareLeast(narrow: ParticleCounts, given: ElementCount, say: Say): boolean {
  const { name } = given.element;
  const count = narrow.counts.get(qnameKey(name));
  if (count === undefined) {
    return say(
      `leaves out element '${name.localName}', which the base requires`,
      'A restriction repeats the whole content: ' +
        'write the element again, or make it optional in the base',
    );
  }
  if (count.min < given.min) {
    return say(
      `lets element '${name.localName}' occur as few as ${times(count.min)}, ` +
        `the base at least ${times(given.min)}`,
      "Raise 'minOccurs', or lower it in the base",
      count.element.global ? undefined : count.element.span,
    );
  }
  return true;
}
