import type { WrittenKind } from '../../model/wsdl/definitions.ts';
import {
  aliasOf,
  aliasOfParts,
  type DeclarationPlan,
  type Heading,
  interfaceOf,
} from '../declarations/declaration-plan.ts';
import { property } from '../declarations/property.ts';
import { fieldType, isOptional, placeType } from '../declarations/type-text.ts';
import type { BodyShape } from '../messages/message-shape.ts';
import { commentText, docComment, propertyKey } from '../print/encode.ts';
import { unionType } from '../print/layout.ts';
import { type TextNode, type TypeNode, text } from '../print/node.ts';
import { namedType, plainType, runtimeType, unionOf } from '../print/type-node.ts';
import type { AttachmentPlan } from '../result/plan.ts';
import { isFixed } from '../shapes/fixed-fields.ts';
import type { ElementField } from '../shapes/shape.ts';

/** A type of an operation, with the declaration created just for it. */
export interface MessageType {
  readonly type: TypeNode;
  readonly declaration: DeclarationPlan | undefined;
}

const absent = plainType('undefined');

/**
 * Type of the input; `undefined` for an operation without parameters.
 *
 * @param form `read` if the shapes are those of what is read, where fixed values are always present
 */
export function inputType(
  body: BodyShape,
  heading: Heading,
  attachments: readonly AttachmentPlan[],
  form: 'written' | 'read',
): MessageType | undefined {
  const ofFields = (fields: readonly ElementField[]): MessageType =>
    ofParts(
      fields.map((field) => [field, isOptional(field) || (form === 'written' && isFixed(field))]),
      heading,
      attachments,
    );
  switch (body.kind) {
    case 'empty':
    case 'void':
      return attachments.length === 0 ? undefined : ofFields([]);
    case 'object':
    case 'content':
      if (attachments.length > 0) return withAttachments(body.object.name, heading, attachments);
      return form === 'written'
        ? aliased(wholeType(body), body.object.name, heading)
        : { type: wholeType(body), declaration: undefined };
    case 'parts':
      return body.fields.length + attachments.length === 0 ? undefined : ofFields(body.fields);
    case 'unwrapped':
    case 'single':
      return ofFields([body.field]);
  }
}

/** Type of the result. */
export function outputType(
  body: BodyShape,
  heading: Heading,
  attachments: readonly AttachmentPlan[],
  form: 'written' | 'read',
): MessageType {
  switch (body.kind) {
    case 'object':
    case 'content':
      return attachments.length === 0
        ? { type: wholeType(body), declaration: undefined }
        : withAttachments(body.object.name, heading, attachments);
    case 'unwrapped':
    case 'single':
      return { type: resultType(body.field), declaration: undefined };
    default:
      return (
        inputType(body, heading, attachments, form) ?? {
          type: plainType('void'),
          declaration: undefined,
        }
      );
  }
}

/** Type of a result that is one field. */
function resultType(field: ElementField): TypeNode {
  const type = fieldType(field);
  return isOptional(field) ? unionOf([type, absent]) : type;
}

/** Type of the result of an operation that writes straight to the response. */
export function writtenType(kind: WrittenKind): TypeNode {
  switch (kind) {
    case 'text':
      return plainType('string');
    case 'binary':
      return plainType('Uint8Array');
    case 'json':
      return runtimeType('JsonValue');
  }
}

/** Type of a message that is one object. */
function wholeType(body: Extract<BodyShape, { kind: 'object' | 'content' }>): TypeNode {
  return body.kind === 'object' ? placeType(body.place) : body.object.type;
}

/** A type under the name of the message. An anonymous type already has that name. */
function aliased(type: TypeNode, own: string, heading: Heading): MessageType {
  const { name } = heading;
  if (own === name || `${own}Message` === name) return { type, declaration: undefined };
  return alias(heading, type);
}

/** A type with its own name. */
export function alias(heading: Heading, type: TypeNode): MessageType {
  return { type: namedType(heading.name), declaration: aliasOf(heading, type) };
}

/** An interface with a property for each part, which may be optional. */
function ofParts(
  fields: readonly (readonly [ElementField, boolean])[],
  heading: Heading,
  attachments: readonly AttachmentPlan[],
): MessageType {
  const lines = fields.map(([field, optional]) => property(field, optional, 1));
  const attached = attachments.map(attachmentProperty);
  return {
    type: namedType(heading.name),
    declaration: interfaceOf(heading, [...lines, ...attached]),
  };
}

/** The type of a Body, with attachments. */
function withAttachments(
  body: string,
  heading: Heading,
  attachments: readonly AttachmentPlan[],
): MessageType {
  const { name } = heading;
  const lines = attachments.map(attachmentProperty);
  const parts = [' ', namedType(body), ' & {\n', ...lines, '}'];
  return { type: namedType(name), declaration: aliasOfParts(heading, ...parts) };
}

function attachmentProperty({ part, property: key, types, type }: AttachmentPlan): TextNode {
  const media = types.map((one) => `\`${commentText(one)}\``).join(' or ');
  const doc = docComment([`Attachment \`${commentText(part)}\`: ${media}.`], 1);
  const before = `readonly ${propertyKey(key)}: `;
  const { members, names } = type;
  const line = unionType({ before, members, after: ';', indent: 1 });
  return text(`${doc}  ${line}\n`, names);
}
