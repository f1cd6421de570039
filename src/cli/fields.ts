import { builtinType } from '../model/builtin-schema.ts';
import type {
  ComplexType,
  ElementDeclaration,
  ElementParticle,
  Particle,
  SchemaType,
} from '../model/schema.ts';
import type { MessagePart, ServiceOperation, SoapMessage } from '../model/service-model.ts';

/** An element, attribute or text content as people name it: one property of an input or a result. */
export interface Field {
  /** Wire name; `$value` for text content. */
  readonly name: string;
  readonly type: SchemaType;
  /** May be left out: minOccurs 0, a branch of a choice, an optional attribute. */
  readonly optional: boolean;
  /** May stand several times, itself or the group around it. */
  readonly repeated: boolean;
  readonly nillable: boolean;
  readonly documentation?: string | undefined;
}

/** Fields of a complex type: attributes, then elements of its content in document order, groups and choices flattened. */
export function fieldsOf(type: ComplexType): readonly Field[] {
  const fields: Field[] = type.attributes.map((attribute) => ({
    name: attribute.name.localName,
    type: attribute.type,
    optional: !attribute.required,
    repeated: false,
    nillable: false,
    documentation: attribute.documentation,
  }));
  if (type.simpleContent !== undefined) {
    fields.push({
      name: '$value',
      type: type.simpleContent,
      optional: false,
      repeated: false,
      nillable: false,
    });
  }
  if (type.particle !== undefined) collect(type.particle, false, false, fields);
  return fields;
}

function collect(particle: Particle, optional: boolean, repeated: boolean, into: Field[]): void {
  const may = optional || particle.occurs.min === 0;
  const many = repeated || particle.occurs.max > 1;
  switch (particle.kind) {
    case 'element': {
      const { element } = particle;
      const alternatives = element.substitutes.length > 0;
      for (const one of [element, ...element.substitutes]) {
        if (!one.abstract) into.push(elementField(one, may || alternatives, many));
      }
      break;
    }
    case 'model': {
      const choice = particle.compositor === 'choice' && particle.particles.length > 1;
      for (const one of particle.particles) collect(one, may || choice, many, into);
      break;
    }
    case 'any':
      break;
  }
}

function elementField(element: ElementDeclaration, optional: boolean, repeated: boolean): Field {
  return {
    name: element.name.localName,
    type: element.type,
    optional,
    repeated,
    nillable: element.nillable,
    documentation: element.documentation,
  };
}

function partField(part: MessagePart): Field | undefined {
  if (part.element !== undefined) return elementField(part.element, false, false);
  if (part.type === undefined) return undefined;
  const { name, type, documentation } = part;
  return { name, type, documentation, optional: false, repeated: false, nillable: false };
}

/** The item of an ASMX array: a complexType `ArrayOf…` that holds one repeated element and nothing else. */
export function arrayItem(type: SchemaType): ElementParticle | undefined {
  if (type.kind === 'simple' || type.attributes.length > 0 || type.mixed) return undefined;
  if (type.name?.localName.startsWith('ArrayOf') !== true || type.derived.length > 0) {
    return undefined;
  }
  const particle = type.particle;
  const [only, more] = particle?.kind === 'model' ? particle.particles : [particle];
  const single = more === undefined && only?.kind === 'element' && only.occurs.max > 1;
  return single ? only : undefined;
}

/** Fields of a SOAP message's body: those of the wrapper element, or one for each part. */
export function messageFields(message: SoapMessage): readonly Field[] {
  const [part] = message.parts;
  const wrapper = message.wrapped ? part?.element?.type : undefined;
  if (wrapper?.kind === 'complex') return fieldsOf(wrapper);
  return message.parts.flatMap((one) => partField(one) ?? []);
}

/** Parts beside the envelope: XML of an element of the contract, text, or bytes, which people write in base64. */
function attachmentFields({ attachments }: SoapMessage): readonly Field[] {
  return attachments.map(({ part, types: [first = ''], declared }) => {
    const isXml = /^[^;]*[/+]xml\s*(?:;|$)/i.test(first);
    const type = isXml ? declared?.element?.type : undefined;
    const plain = builtinType(/^\s*text\//i.test(first) ? 'string' : 'base64Binary');
    const nillable = type !== undefined && declared?.element?.nillable === true;
    return { name: part, type: type ?? plain, optional: false, repeated: false, nillable };
  });
}

/** What callers give: fields of the SOAP request, or parameters where an operation has HTTP bindings alone. */
export function inputFields(operation: ServiceOperation): readonly Field[] {
  const soap = operation.soap11 ?? operation.soap12;
  if (soap !== undefined) return [...messageFields(soap.input), ...attachmentFields(soap.input)];
  const http = operation.httpGet ?? operation.httpPost;
  return (http?.parameters ?? []).flatMap((one) => partField(one) ?? []);
}

/** What callers get; empty for void and one-way operations. */
export function outputFields(operation: ServiceOperation): readonly Field[] {
  const soap = operation.soap11 ?? operation.soap12;
  if (soap !== undefined) {
    const { output } = soap;
    return output === undefined ? [] : [...messageFields(output), ...attachmentFields(output)];
  }
  const result = (operation.httpGet ?? operation.httpPost)?.result;
  return result === undefined ? [] : [partField(result) ?? []].flat();
}
