import { isList, isRequired, isSimple, propertyOf } from '../type/described.ts';
import type { Field } from '../type/description.ts';
import type { Message } from '../type/message-kinds.ts';
import { isSchema, type SchemaKeywords, type SchemaNode } from './node.ts';
import { membersNode, type Property, propertiesNode } from './object-node.ts';
import { isPlainText } from './simple-node.ts';
import { anyOf, fieldNodeIn, placeNode } from './value-node.ts';

/** Properties of a message that are sent beside its envelope. */
export interface Attachments {
  readonly [property: string]: 'text' | 'bytes' | Message;
}

/** No value: `null` in JSON. */
export const nothing: SchemaKeywords = { type: 'null', javascript: 'undefined' };

/** No value where `null` means a nil element. */
const absent: SchemaKeywords = {
  type: 'object',
  javascript: 'absent',
  required: ['$absent'],
  properties: { $absent: { const: true } },
};

/** Bytes that may be anything. */
export const anyBytes: SchemaKeywords = {
  type: 'string',
  javascript: 'Uint8Array',
  contentEncoding: 'base64',
  examples: ['c2FtcGxl'],
};

/** Description of the value of a message. */
export function messageNode(message: Message, attachments: Attachments = {}): SchemaKeywords {
  const { kind, namespace, detail } = message;
  const { scope = namespace } = detail;
  const extra = Object.entries(attachments).map(attachmentNode);
  const fields = message.fields();
  const [first] = fields;
  const type = message.type?.() ?? objectOf(first);
  if (kind === 'empty' || kind === 'nothing') return propertiesNode(extra);
  if ((kind === 'content' || kind === 'element') && type !== undefined && extra.length > 0) {
    const { members, content } = type;
    return membersNode(members, fieldNodeIn(type.scope, content), { extra, content });
  }
  if (kind === 'content' && type !== undefined) {
    return keywordsOf(placeNode({ kind: 'element', name: '', type, min: 1, max: 1 }, ''));
  }
  if (kind === 'element' && first !== undefined) return keywordsOf(placeNode(first, scope));
  if (kind === 'result' && first !== undefined) return keywordsOf(resultNode(first, scope));
  if (extra.length === 0) return membersNode(fields, fieldNodeIn(scope));
  const node = fieldNodeIn(scope);
  const own = fields.map((field) => {
    const isThere = isRequired(field);
    return { name: propertyOf(field), node: node(field, isThere), required: isThere };
  });
  return propertiesNode([...own, ...extra]);
}

function objectOf(field: Field | undefined): ReturnType<NonNullable<Message['type']>> | undefined {
  const { type } = field ?? {};
  return type !== undefined && 'kind' in type && type.kind === 'object' ? type : undefined;
}

/** A result has no property, so samples of a text are named after its element. */
function resultNode(field: Field, scope: string): SchemaNode {
  const { type, name, nil } = field;
  const isThere = isRequired(field);
  const isText =
    isSimple(type) && !isList(field) && nil === undefined && type.from?.fixed === undefined;
  const node =
    isText && isPlainText(type)
      ? { type: 'string' as const, examples: [name, `${name} 2`] }
      : fieldNodeIn(scope)(field, isThere);
  return isThere ? node : anyOf([node, nil === undefined ? nothing : absent]);
}

/** A schema as a description, because that of a message must be one. */
function keywordsOf(node: SchemaNode): SchemaKeywords {
  return isSchema(node) ? { anyOf: [node] } : node;
}

function attachmentNode([name, kind]: [string, Attachments[string]]): Property {
  const required = true;
  if (kind === 'text') return { name, node: { type: 'string', examples: ['sample'] }, required };
  if (kind === 'bytes') return { name, node: anyBytes, required };
  const [field] = kind.fields();
  return { name, node: field === undefined ? {} : placeNode(field, kind.namespace), required };
}
