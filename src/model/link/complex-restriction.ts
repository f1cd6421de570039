import type { SchemaType } from '../xsd/schema.ts';
import type { ComplexDerivationSyntax } from '../xsd/schema-document.ts';
import type { ComplexDraft, LinkContext } from './link-context.ts';

/**
 * Whether `xs:complexContent` restricts text and has no element, where XML Schema requires
 * `xs:simpleContent` (part 1 section 3.4.6). Its meaning is unambiguous.
 */
export function isSimpleInFact(
  context: LinkContext,
  { syntax, type }: ComplexDraft,
  base: SchemaType | undefined,
  derivation: ComplexDerivationSyntax,
): boolean {
  const { particle } = syntax;
  if (derivation.method !== 'restriction' || base === undefined) return false;
  if (particle !== undefined && (particle.kind !== 'model' || particle.particles.length > 0)) {
    return false;
  }
  if (base.kind === 'complex' && base.simpleContent === undefined) return false;
  type.mixed = false;
  context.defects.warn({
    code: 'ASMX3003',
    message:
      `Type '${derivation.base.name.localName}' has simple content: ` +
      `'complexContent' is read as 'simpleContent'`,
    span: derivation.base.span,
    help: "Write 'simpleContent'",
  });
  return true;
}
