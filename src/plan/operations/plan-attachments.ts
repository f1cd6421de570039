import { attachParts, readAttached } from '../codecs/messages/attachment-codecs.ts';
import type { MessageCodec } from '../codecs/messages/message-codecs.ts';
import type { AttachmentShape } from '../messages/attachment-shape.ts';
import { stringLiteral } from '../print/encode.ts';
import type { TypeNode } from '../print/node.ts';
import { namedType, plainType, typeOf } from '../print/type-node.ts';
import type { AttachmentPlan, PayloadPlan } from '../result/plan.ts';
import type { ChosenOperation } from '../scope/operations.ts';
import type { OperationContext } from './operation-context.ts';
import { planPayloads } from './plan-payload.ts';

/**
 * Plans the parts of a message that are sent beside its envelope.
 *
 * @param direction `Request` or `Response`.
 */
export function planAttachments(
  context: OperationContext,
  chosen: ChosenOperation,
  attachments: readonly AttachmentShape[],
  direction: 'Request' | 'Response',
): readonly AttachmentPlan[] {
  const documents = attachments.flatMap(({ part, place }) =>
    place === undefined ? [] : [{ name: part, place, required: true, encoded: false }],
  );
  const payloads = planPayloads(context, chosen, documents, `${direction}Attachment`);
  return attachments.map((attachment): AttachmentPlan => {
    const payload = payloads.find(({ name }) => name === attachment.part);
    return { ...attachment, payload, type: attachmentType(attachment, payload) };
  });
}

function attachmentType({ kind }: AttachmentShape, payload: PayloadPlan | undefined): TypeNode {
  if (payload !== undefined) return payload.type;
  return plainType(kind === 'text' ? 'string' : 'Uint8Array');
}

/** Names of the codecs that write attachments, and that read a message with them. */
export interface AttachmentCodecs {
  readonly attach: string;
  readonly read: string;
}

/** Plans the codecs of a message with attachments around those of its Body. */
export function planAttachmentCodecs(
  { codecs }: OperationContext,
  base: string,
  message: MessageCodec,
  attachments: readonly AttachmentPlan[],
): AttachmentCodecs {
  const noun = message.direction === 'request' ? 'Request' : 'Response';
  const attach = codecs.messageFunction('attach', base, noun);
  const read = codecs.messageFunction('read', base, noun);
  const whole = message.type ?? plainType('void');
  const body = { ...message, type: bodyType(message, attachments) };
  return {
    attach: codecs.ensure(attach, () => attachParts(message, whole, attachments, attach)),
    read: codecs.ensure(read, () => readAttached(codecs, body, { whole, attachments }, read)),
  };
}

/** Type of the content of the Body alone; `undefined` if there is none. */
function bodyType(
  { body, type }: MessageCodec,
  attachments: readonly AttachmentPlan[],
): TypeNode | undefined {
  switch (body.kind) {
    case 'empty':
    case 'void':
      return undefined;
    case 'object':
    case 'content':
      return namedType(body.object.name);
    case 'unwrapped':
    case 'single':
    case 'parts': {
      if (type === undefined || (body.kind === 'parts' && body.fields.length === 0))
        return undefined;
      const names = attachments.map(({ property }) => stringLiteral(property)).join(' | ');
      return typeOf(`Omit<${type.flat}, ${names}>`, type.names);
    }
  }
}
