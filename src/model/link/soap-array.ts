import { namespaces } from '../common/namespaces.ts';
import type { QName } from '../common/qname.ts';
import type { Defects } from '../defects/defects.ts';
import { anyType, builtinType } from '../xsd/builtin-schema.ts';
import type { ComplexType, Particle, SchemaType, SoapArrayType } from '../xsd/schema.ts';
import type { AttributeSyntax } from '../xsd/schema-document.ts';
import { breaksRule, type Components, type Place } from './link-context.ts';
import { typeNamed } from './link-type.ts';

/** Whether a name is that of SOAP encoding's array type (SOAP 1.1 section 5.4.2). */
export function isSoapArray(name: QName): boolean {
  const { namespace, localName } = name;
  return (
    localName === 'Array' &&
    (namespace === namespaces.soapEncoding11 || namespace === namespaces.soapEncoding12)
  );
}

/**
 * Item type and dimensions of an array type: from `wsdl:arrayType` (WSDL 1.1 section 2.2),
 * otherwise from the only repeated element of its content, otherwise any items.
 */
export function arrayOf(
  arrayType: AttributeSyntax['arrayType'],
  particle: Particle | undefined,
  place: Place,
  inherited?: SoapArrayType,
): SoapArrayType {
  if (arrayType !== undefined) {
    const item = typeNamed(arrayType.type, place) ?? builtinType('string');
    const steps = dimensionsOf(arrayType.dimensions);
    if (steps !== undefined) return nestedArray(item, steps, place);
    breaksRule(
      place,
      `'${arrayType.dimensions}' is not a valid size of a SOAP array`,
      arrayType.type.span,
      `Write '[]', with a comma for each further dimension; ` +
        `again for arrays of arrays, of each up to ${deepest}`,
    );
    return { item, dimensions: '[]' };
  }
  const item = onlyElement(particle);
  if (item !== undefined) return { item, dimensions: '[]' };
  return inherited ?? { item: anyType, dimensions: '[]' };
}

/** Refuses SOAP arrays whose items are arrays without end: no value has such a type. */
export function refuseEndlessArrays({ complexDrafts }: Components, defects: Defects): void {
  const ended = new Set<SchemaType>();
  for (const { type } of complexDrafts.values()) {
    const path = new Set<SchemaType>();
    let item: SchemaType = type;
    while (item.kind === 'complex' && item.soapArray !== undefined && !ended.has(item)) {
      if (path.has(item)) {
        const message = `The items of array '${item.name?.localName ?? ''}' are arrays without end`;
        defects.add(item, { code: 'ASMX2003', message, span: item.span });
        break;
      }
      path.add(item);
      item = item.soapArray.item;
    }
    for (const one of path) ended.add(one);
  }
}

/** Limit on arrays in arrays, and on dimensions. */
const deepest = 16;

/** The brackets of `[][,]`, those of the innermost array first; `undefined` for invalid text. */
function dimensionsOf(text: string): readonly string[] | undefined {
  const steps = text.match(/\[,*\]/g) ?? [];
  const sound =
    steps.join('') === text &&
    steps.length > 0 &&
    steps.length <= deepest &&
    steps.every((one) => one.length - 1 <= deepest);
  return sound ? steps : undefined;
}

function nestedArray(
  leaf: SchemaType,
  steps: readonly string[],
  { context, owner }: Place,
): SoapArrayType {
  const names = [...context];
  let item = leaf;
  const inner = steps.slice(0, -1);
  for (const [at, dimensions] of inner.entries()) {
    const depth = inner.length - at;
    item = arrayType([...names, ...Array.from({ length: depth }, () => 'item')], {
      item,
      dimensions,
    });
  }
  return { item, dimensions: steps.at(-1) ?? '[]' };

  function arrayType(path: readonly string[], soapArray: SoapArrayType): ComplexType {
    const { span } = owner as { readonly span?: ComplexType['span'] };
    return {
      ...anyType,
      name: undefined,
      context: path,
      mixed: false,
      span,
      soapArray,
      ...noContent,
    };
  }
}

const noContent = { particle: undefined, ownParticle: undefined, anyAttribute: undefined };

/** Number of dimensions of an array. */
export function rankOf({ dimensions }: SoapArrayType): number {
  return dimensions.length - 1;
}

/**
 * The innermost item of arrays of arrays, with the brackets of all but the outermost.
 *
 * @param named whether to look into arrays that have names, too
 */
export function leafOf(
  { item }: SoapArrayType,
  named = false,
): {
  readonly item: SchemaType;
  readonly dimensions: string;
} {
  let dimensions = '';
  let leaf = item;
  while (
    leaf.kind === 'complex' &&
    leaf.soapArray !== undefined &&
    (named || leaf.name === undefined)
  ) {
    dimensions = leaf.soapArray.dimensions + dimensions;
    leaf = leaf.soapArray.item;
  }
  return { item: leaf, dimensions };
}

function onlyElement(particle: Particle | undefined): SchemaType | undefined {
  if (particle?.kind === 'element') return particle.element.type;
  if (particle?.kind !== 'model' || particle.particles.length !== 1) return undefined;
  return onlyElement(particle.particles[0]);
}
