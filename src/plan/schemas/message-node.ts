import { isOptional } from '../declarations/type-text.ts';
import type { AttachmentShape } from '../messages/attachment-shape.ts';
import type { MessageShape, ResultShape } from '../messages/operation-messages.ts';
import { array, type Expression } from '../print/node.ts';
import { isFixed } from '../shapes/fixed-fields.ts';
import type { ContentField, ObjectShape } from '../shapes/shape.ts';
import { atomicType } from '../shapes/shape-simple-type.ts';
import { anyOf, keywords } from './node.ts';
import { type ExtraProperty, membersNode, objectNode } from './object-node.ts';
import { exampleValues } from './sample-values.ts';
import type { SchemaContext } from './schema-context.ts';
import { fieldNode, placeNode } from './value-node.ts';

/** The object type that forms a message by itself. */
export function wholeObject({ body, attachments }: MessageShape): ObjectShape | undefined {
  if (attachments.length > 0) return undefined;
  if (body.kind === 'content') return body.object;
  return body.kind === 'object' && !body.place.nillable ? body.object : undefined;
}

/** Description of an input: an object, without details if there are no parameters. */
export function inputNode(context: SchemaContext, message: MessageShape): Expression {
  const { body, attachments } = message;
  const beside = attachments.map((one) => attachmentMember(context, one));
  switch (body.kind) {
    case 'empty':
    case 'void':
      return membersNode(beside);
    case 'object':
    case 'content': {
      if (beside.length > 0) return objectNode(context, body.object, beside);
      const whole =
        body.kind === 'object' ? placeNode(context, body.place) : context.object(body.object);
      return keywordsOf(whole);
    }
    case 'unwrapped':
    case 'single':
      return membersNode([fieldMember(context, body.field), ...beside]);
    case 'parts':
      return membersNode([...body.fields.map((field) => fieldMember(context, field)), ...beside]);
  }
}

/** Description of a result. */
export function resultNode(context: SchemaContext, message: ResultShape): Expression {
  if (message.kind === 'void') return nothing;
  if (message.kind === 'object') return inputNode(context, message);
  const { body } = message;
  if (body.kind !== 'unwrapped' && body.kind !== 'single') return nothing;
  const { field } = body;
  const node = textNode(context, field) ?? fieldNode(context, field, !isOptional(field));
  return keywordsOf(isOptional(field) ? anyOf([node, nothing]) : node);
}

/** A text that may be anything. It has no property, so its samples are named after its element. */
function textNode({ shaper }: SchemaContext, field: ContentField): Expression | undefined {
  if (field.kind !== 'element' || field.repeated) return undefined;
  const { element, value, nillable } = field.place;
  if (value.kind !== 'simple' || nillable || element.fixed !== undefined) return undefined;
  const { localName } = element.name;
  const { source } = value;
  const isPlain =
    atomicType(source, shaper) === 'string' &&
    exampleValues(source, localName, shaper) === undefined;
  if (!isPlain || shaper.own(source) !== undefined) return undefined;
  return keywords({ type: 'string', examples: [localName, `${localName} 2`] });
}

/** No value: `null` in JSON. */
const nothing = keywords({ type: 'null', javascript: 'undefined' });

/** A reference as a description, because the schema of a message must be one. */
function keywordsOf(node: Expression): Expression {
  return node.kind === 'text' ? keywords({}, { anyOf: array([node]) }) : node;
}

function fieldMember(context: SchemaContext, field: ContentField): ExtraProperty {
  const there = !isOptional(field);
  const required = there && !isFixed(field);
  return { name: field.property, node: fieldNode(context, field, there), required };
}

function attachmentMember(
  context: SchemaContext,
  { property, kind, place }: AttachmentShape,
): ExtraProperty {
  const name = property;
  if (place !== undefined) return { name, node: placeNode(context, place), required: true };
  const node =
    kind === 'text'
      ? keywords({ type: 'string', examples: ['sample'] })
      : keywords({
          type: 'string',
          javascript: 'Uint8Array',
          contentEncoding: 'base64',
          examples: ['c2FtcGxl'],
        });
  return { name, node, required: true };
}
