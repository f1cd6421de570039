import type { MarkupNode } from '../../model/common/markup.ts';
import type { QName } from '../../model/common/qname.ts';
import {
  type SampleContext,
  sampleElements,
  sampleMembers,
} from '../../model/sample/sample-element.ts';
import { escapeXml } from '../../model/sample/sample-escape.ts';
import type { PlaceShape } from '../shapes/shape.ts';
import type { BodyShape } from './message-shape.ts';

/**
 * Content of `soap:Body` for a message, valid against its schema and always the same: the answer of
 * the sample server. It has a few hundred nodes at most (`SampleGrowth`).
 */
export function sampleBody(body: BodyShape, context: SampleContext): readonly MarkupNode[] {
  switch (body.kind) {
    case 'empty':
      return [];
    case 'void':
      return body.place === undefined
        ? inWrapper(body.element, [])
        : samplePayload(body.place, context);
    case 'object':
    case 'unwrapped':
      return samplePayload(body.place, context);
    case 'content':
      return sampleMembers(body.object.source, context);
    case 'single':
      return inWrapper(body.wrapper, samplePayload(body.field.place, context));
    case 'parts': {
      const elements = body.fields.map(({ place }) => place.element);
      return inWrapper(body.wrapper, sampleElements(elements, context));
    }
  }
}

/**
 * An element of a message: a header entry, the detail of a fault, an attachment, an answer to GET
 * or POST.
 */
export function samplePayload(
  { element }: PlaceShape,
  context: SampleContext,
): readonly MarkupNode[] {
  return sampleElements([element], context);
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
