import type { QName } from '../../model/common/qname.ts';
import { sampleContent, sampleElement, samplePlace } from '../../model/sample/sample-element.ts';
import { escapeXml } from '../../model/sample/sample-escape.ts';
import type { ElementDeclaration } from '../../model/xsd/schema.ts';
import type { ElementField, PlaceShape } from '../shapes/shape.ts';
import type { BodyShape } from './message-shape.ts';

/**
 * Content of `soap:Body` for a message, valid against its schema and always the same: the answer of
 * the sample server.
 *
 * @param globals global elements of the contract, for strict wildcards
 */
export function sampleBody(body: BodyShape, globals: readonly ElementDeclaration[]): string {
  switch (body.kind) {
    case 'empty':
      return '';
    case 'void':
      return body.place === undefined
        ? inWrapper(body.element, '')
        : samplePayload(body.place, globals);
    case 'object':
    case 'unwrapped':
      return samplePayload(body.place, globals);
    case 'content':
      return sampleContent(body.object.source, samplePlace(globals));
    case 'single':
      return inWrapper(body.wrapper, samplePart(body.field, globals));
    case 'parts':
      return inWrapper(
        body.wrapper,
        body.fields.map((field) => samplePart(field, globals)).join(''),
      );
  }
}

/**
 * An element of a message: a header entry, the detail of a fault, an attachment, an answer to GET
 * or POST.
 */
export function samplePayload(
  { element }: PlaceShape,
  globals: readonly ElementDeclaration[],
): string {
  return sampleElement(element, samplePlace(globals));
}

function samplePart({ place }: ElementField, globals: readonly ElementDeclaration[]): string {
  return samplePayload(place, globals);
}

function inWrapper(wrapper: QName | undefined, content: string): string {
  if (wrapper === undefined) return content;
  const { namespace, localName } = wrapper;
  if (namespace === '') return `<${localName}>${content}</${localName}>`;
  return `<m:${localName} xmlns:m="${escapeXml(namespace)}">${content}</m:${localName}>`;
}
