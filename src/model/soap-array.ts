import { anyType, builtinType } from './builtin-schema.ts';
import type { LinkContext, Place } from './link-context.ts';
import { typeNamed } from './link-type.ts';
import { namespaces } from './namespaces.ts';
import type { QName } from './qname.ts';
import type { ComplexType, Particle, SchemaType } from './schema.ts';
import type { AttributeSyntax } from './schema-document.ts';

type SoapArray = NonNullable<ComplexType['soapArray']>;

/** Whether a name is that of the array type of the SOAP encoding (SOAP 1.1 section 5.4.2). */
export function isSoapArray(name: QName): boolean {
  const { namespace, localName } = name;
  return (
    localName === 'Array' &&
    (namespace === namespaces.soapEncoding11 || namespace === namespaces.soapEncoding12)
  );
}

/**
 * Item type and dimensions of an array type: from `wsdl:arrayType` (WSDL 1.1 section 2.2), else from the one repeated element of
 * its content, else any items.
 */
export function arrayOf(
  context: LinkContext,
  arrayType: AttributeSyntax['arrayType'],
  particle: Particle | undefined,
  place: Place,
  inherited?: SoapArray,
): SoapArray {
  if (arrayType !== undefined) {
    const item = typeNamed(context, arrayType.type, place) ?? builtinType('string');
    return { item, dimensions: arrayType.dimensions };
  }
  const item = onlyElement(particle);
  if (item !== undefined) return { item, dimensions: '[]' };
  return inherited ?? { item: anyType, dimensions: '[]' };
}

function onlyElement(particle: Particle | undefined): SchemaType | undefined {
  if (particle?.kind === 'element') return particle.element.type;
  if (particle?.kind !== 'model' || particle.particles.length !== 1) return undefined;
  return onlyElement(particle.particles[0]);
}
