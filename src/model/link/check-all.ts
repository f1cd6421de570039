import type { Span } from '../../diagnostics/source-file.ts';
import type { Defects } from '../defects/defects.ts';
import type { Particle } from '../xsd/schema.ts';
import type { ParticleSyntax } from '../xsd/schema-document.ts';

/**
 * Warns of uses of `xs:all` that XML Schema 1.0 forbids (part 1 section 3.8.6): repeated, with
 * repeated elements, or inside another model group through a named group. Other tools accept these;
 * messages follow the schema as written.
 *
 * @param syntax the model group as written
 * @param particles the linked `syntax.particles`, in order; `undefined` for those that may not
 *   occur
 */
export function warnOfAll(
  defects: Defects,
  syntax: Extract<ParticleSyntax, { kind: 'model' }>,
  particles: readonly (Particle | undefined)[],
): void {
  const whole = syntax.compositor === 'all';
  if (whole && syntax.occurs.max > 1) warnOfRepeated(defects, syntax.span);
  for (let index = 0; index < syntax.particles.length; index += 1) {
    const child = syntax.particles[index] as ParticleSyntax;
    if (whole && child.occurs.max > 1) {
      warn(
        defects,
        `An element of 'xs:all' may occur ${times(child.occurs.max)}, ` +
          `where XML Schema 1.0 allows one`,
        "Use 'xs:sequence', or put the element into a list of its own",
        child.span,
      );
    } else if (child.kind === 'groupRef' && isAll(particles[index])) {
      warn(
        defects,
        `Group '${child.ref.name.localName}' is an 'xs:all' and is inside another group`,
        "Name it as the whole content of the type, or make it an 'xs:sequence'",
        child.span,
      );
    }
  }
}

/** Warns of a named group that is an `xs:all` and may occur more than once. */
export function warnOfRepeated(defects: Defects, span: Span): void {
  warn(
    defects,
    "An 'xs:all' may occur more than once, which XML Schema 1.0 does not allow",
    "Use 'xs:choice' with 'maxOccurs', or let it occur once",
    span,
  );
}

/** Warns of an extension of an `xs:all`, or with an `xs:all` (XML Schema part 1 section 3.8.6). */
export function warnOfExtendedAll(
  defects: Defects,
  inherited: Particle | undefined,
  own: Particle | undefined,
  span: Span,
): void {
  if (inherited === undefined || own === undefined) return;
  if (!isAll(inherited) && !isAll(own)) return;
  warn(
    defects,
    isAll(inherited)
      ? "The base's content is an 'xs:all', to which XML Schema 1.0 lets no extension add elements"
      : "The extension's 'xs:all' comes after the content of the base, " +
          'which XML Schema 1.0 does not allow',
    "Use 'xs:sequence' in both",
    span,
  );
}

/** Whether a particle is an `xs:all` that is not empty. */
export function isAll(particle: Particle | undefined): boolean {
  return (
    particle?.kind === 'model' && particle.compositor === 'all' && particle.particles.length > 0
  );
}

function times(max: number): string {
  return max === Number.POSITIVE_INFINITY ? 'any number of times' : `${max} times`;
}

function warn(defects: Defects, message: string, help: string, span: Span): void {
  defects.warn({ code: 'ASMX3009', message, span, help });
}
