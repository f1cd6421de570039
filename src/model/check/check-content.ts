import { qnameKey } from '../common/qname.ts';
import type { Defects } from '../defects/defects.ts';
import type { Components } from '../link/link-context.ts';
import { sizeOf } from '../link/link-particle.ts';
import type { ComplexType, ElementDeclaration, Particle } from '../xsd/schema.ts';
import { type Competitor, findCompetitors } from './content-positions.ts';

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
