import type { AttachmentShape } from '../messages/attachment-shape.ts';
import type { TypeNode } from '../print/node.ts';
import { plainType } from '../print/type-node.ts';
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
