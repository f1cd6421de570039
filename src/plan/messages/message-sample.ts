import type { MarkupElement, MarkupNode } from '../../model/common/markup.ts';
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
export function sampleBody(
  body: BodyShape,
  globals: readonly ElementDeclaration[],
): readonly MarkupNode[] {
  switch (body.kind) {
    case 'empty':
      return [];
    case 'void':
      return body.place === undefined
        ? inWrapper(body.element, [])
        : [samplePayload(body.place, globals)];
    case 'object':
    case 'unwrapped':
      return [samplePayload(body.place, globals)];
    case 'content':
      return sampleContent(body.object.source, samplePlace(globals));
    case 'single':
      return inWrapper(body.wrapper, [samplePart(body.field, globals)]);
    case 'parts':
      return inWrapper(
        body.wrapper,
        body.fields.map((field) => samplePart(field, globals)),
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
): MarkupElement {
  return sampleElement(element, samplePlace(globals));
}

function samplePart(
  { place }: ElementField,
  globals: readonly ElementDeclaration[],
): MarkupElement {
  return samplePayload(place, globals);
}

function inWrapper(
  wrapper: QName | undefined,
  children: readonly MarkupNode[],
): readonly MarkupNode[] {
  if (wrapper === undefined) return children;
  const { namespace, localName } = wrapper;
  if (namespace === '') return [{ name: localName, tag: localName, children }];
  const name = `m:${localName}`;
  return [{ name, tag: `${name} xmlns:m="${escapeXml(namespace)}"`, children }];
}
