import { asObject, asText } from '../codec/value.ts';
import { attachBytes } from '../mime/attachment.ts';
import { isSimple } from '../type/described.ts';
import type { ObjectType } from '../type/description.ts';
import type { Message } from '../type/message-kinds.ts';
import type { Simple } from '../type/simple-type.ts';
import type { PlainValue } from './accept.ts';
import { createSchema } from './create-schema.ts';
import type { Check } from './issues.ts';
import { type Attachments, messageNode } from './message-node.ts';
import type { SchemaKeywords, TypeSchema } from './node.ts';
import { register } from './registry.ts';
import { ownNode } from './simple-node.ts';
import { checkMessage } from './validate.ts';
import { checkOf, wholeNode } from './value-node.ts';

/**
 * The schema of a type, or of a message.
 *
 * @param name its name in JSON Schemas
 * @param attachments properties of a message that are sent beside its envelope
 */
export function schema<T>(
  name: string,
  of: Simple | ObjectType | Message | PlainValue,
  attachments?: Attachments,
): TypeSchema<T> {
  if ('way' in of || of.kind === 'object') {
    const node = (): SchemaKeywords => (isSimple(of) ? ownNode(of, name) : wholeNode(of));
    const made = createSchema<T>(name, checkOf(of), node);
    // JSON of a built-in type is part of that of others
    if (!isSimple(of) || of.from !== undefined) register(of, made);
    return made;
  }
  if (of.kind === 'plain') return createSchema(name, of.check, () => of.node);
  return createSchema(name, messageCheck(of, attachments), () => messageNode(of, attachments));
}

function messageCheck(message: Message, attachments: Attachments = {}): Check {
  return (value, found) => {
    const beside = Object.entries(attachments);
    const given =
      beside.length === 0 ? value : (asObject(value) as Readonly<Record<string, never>>);
    checkMessage(value, message, found);
    for (const [property, one] of beside) {
      const part = given[property] as never;
      found.inside(property, () => found.attempt(() => attachmentCheck(one)(part, found)));
    }
  };
}

function attachmentCheck(kind: Attachments[string]): Check {
  if (kind === 'text') return asText;
  if (kind === 'bytes') return attachBytes;
  return (value, found) => checkMessage(value, kind, found);
}
