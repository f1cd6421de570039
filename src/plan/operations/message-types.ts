import type { WrittenKind } from '../../model/wsdl/definitions.ts';
import type { DeclarationPlan } from '../declarations/declaration-plan.ts';
import { property } from '../declarations/declare-object.ts';
import { fieldType, isOptional, placeType } from '../declarations/type-text.ts';
import type { BodyShape } from '../messages/message-shape.ts';
import { commentText, docComment, propertyKey } from '../print/encode.ts';
import { fits, unionType } from '../print/layout.ts';
import { createMentions, distinct, mention, otherNames } from '../print/mentions.ts';
import type { TypeText } from '../print/typescript-type.ts';
import type { AttachmentPlan } from '../result/plan.ts';
import type { ElementField } from '../shapes/shape.ts';
import { namedType, plainType, unionOf } from '../shapes/shape-simple.ts';

/** A type of an operation, with the declaration made for it alone. */
export interface MessageType {
  readonly type: TypeText;
  readonly declaration: DeclarationPlan | undefined;
}

const absent = plainType('undefined');

/** Type of the input; `undefined` for an operation without parameters. */
export function inputType(
  body: BodyShape,
  name: string,
  operation: string,
  namespace: string,
  attachments: readonly AttachmentPlan[] = [],
): MessageType | undefined {
  const doc = `Input of operation \`${commentText(operation)}\`.`;
  switch (body.kind) {
    case 'empty':
    case 'void':
      return attachments.length === 0 ? undefined : ofParts([], name, doc, namespace, attachments);
    case 'object':
    case 'content':
      return attachments.length === 0
        ? aliased(wholeType(body), body.object.name, name, doc, namespace)
        : withAttachments(body.object.name, name, doc, namespace, attachments);
    case 'parts':
      return body.fields.length + attachments.length === 0
        ? undefined
        : ofParts(body.fields, name, doc, namespace, attachments);
    case 'unwrapped':
    case 'single':
      return ofParts([body.field], name, doc, namespace, attachments);
  }
}

/** Type of the result. */
export function outputType(
  body: BodyShape,
  name: string,
  operation: string,
  namespace: string,
  attachments: readonly AttachmentPlan[] = [],
): MessageType {
  const doc = `Output of operation \`${commentText(operation)}\`.`;
  switch (body.kind) {
    case 'empty':
    case 'void':
      return attachments.length === 0
        ? { type: plainType('void'), declaration: undefined }
        : ofParts([], name, doc, namespace, attachments);
    case 'object':
    case 'content':
      return attachments.length === 0
        ? { type: wholeType(body), declaration: undefined }
        : withAttachments(body.object.name, name, doc, namespace, attachments);
    case 'parts':
      return body.fields.length + attachments.length === 0
        ? { type: plainType('void'), declaration: undefined }
        : ofParts(body.fields, name, doc, namespace, attachments);
    case 'unwrapped':
    case 'single':
      return { type: resultType(body.field), declaration: undefined };
  }
}

/** Type of a result that is one field. */
export function resultType(field: ElementField): TypeText {
  const type = fieldType(field);
  return isOptional(field) ? unionOf([type, absent]) : type;
}

/** Type of the result of an operation that writes straight to the response. */
export function writtenType(kind: WrittenKind): TypeText {
  switch (kind) {
    case 'text':
      return plainType('string');
    case 'binary':
      return plainType('Uint8Array');
    case 'json':
      return { text: 'JsonValue', names: ['JsonValue'], runtime: [], union: false };
  }
}

/** Type of a message that is one object. */
function wholeType(body: Extract<BodyShape, { kind: 'object' | 'content' }>): TypeText {
  return body.kind === 'object' && body.place.nillable ? placeType(body.place) : body.object.type;
}

/** A type under the name of the message, but for an anonymous type, which has that name itself. */
function aliased(
  type: TypeText,
  own: string,
  name: string,
  doc: string,
  namespace: string,
): MessageType {
  if (own === name || `${own}Message` === name) return { type, declaration: undefined };
  return {
    type: namedType(name),
    declaration: {
      name,
      text: `${docComment([doc])}${aliasText(name, type.text)}`,
      runtimeTypes: [],
      uses: type.names,
      namespace,
    },
  };
}

function ofParts(
  fields: readonly ElementField[],
  name: string,
  doc: string,
  namespace: string,
  attachments: readonly AttachmentPlan[],
): MessageType {
  return {
    type: namedType(name),
    declaration: partsInterface(fields, name, doc, namespace, attachments),
  };
}

/** The type of a Body, and attachments. */
function withAttachments(
  type: string,
  name: string,
  doc: string,
  namespace: string,
  attachments: readonly AttachmentPlan[],
): MessageType {
  const lines = attachments.map(attachmentProperty).join('');
  return {
    type: namedType(name),
    declaration: {
      name,
      text: `${docComment([doc])}export type ${name} = ${type} & {\n${lines}};`,
      runtimeTypes: [],
      uses: [type, ...attachments.flatMap((one) => one.type.names)],
      namespace,
    },
  };
}

function attachmentProperty({ part, property: key, types, type }: AttachmentPlan): string {
  const media = types.map((one) => `\`${commentText(one)}\``).join(' or ');
  const doc = docComment([`Attachment \`${commentText(part)}\`: ${media}.`], 1);
  const text = unionType({
    before: `readonly ${propertyKey(key)}: `,
    members: type.text.startsWith('readonly ') ? [type.text] : type.text.split(' | '),
    after: ';',
    indent: 1,
  });
  return `${doc}  ${text}\n`;
}

/** An interface with a property for each part. */
export function partsInterface(
  fields: readonly ElementField[],
  name: string,
  doc: string,
  namespace: string,
  attachments: readonly AttachmentPlan[] = [],
): DeclarationPlan {
  const mentioned = createMentions();
  const lines = fields.map((field) => property(field, isOptional(field), 1, mentioned));
  for (const attachment of attachments) {
    for (const one of attachment.type.names) mention(mentioned.names, one);
    lines.push(attachmentProperty(attachment));
  }
  return {
    name,
    text: `${docComment([doc])}export interface ${name} {\n${lines.join('')}}`,
    runtimeTypes: distinct(mentioned.runtime),
    uses: otherNames(mentioned.names, name),
    namespace,
  };
}

/** `export type A = B;`, broken behind the sign where it is too long. */
export function aliasText(name: string, type: string): string {
  const flat = `export type ${name} = ${type};`;
  if (!type.includes(' | ') && !fits(flat)) return `export type ${name} =\n  ${type};`;
  return unionType({
    before: `export type ${name} = `,
    members: type.startsWith('readonly ') ? [type] : type.split(' | '),
    after: ';',
  });
}
