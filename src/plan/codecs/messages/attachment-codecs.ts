import { propertyKey, stringLiteral } from '../../print/encode.ts';
import type { TypeNode } from '../../print/node.ts';
import { array, call, type Expression, entry, joined, object, text } from '../../print/node.ts';
import { constant, returns, run } from '../../print/statement.ts';
import { runtimeType } from '../../print/type-node.ts';
import type { AttachmentPlan, CodecPlan } from '../../result/plan.ts';
import { codec, codecFunction, local, property, reader, runtime } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { readMessage } from './checked-message.ts';
import { type MessageCodec, messageNoun } from './message-codecs.ts';

/** The function that returns the attachments of a message. */
export function attachParts(
  message: MessageCodec,
  type: TypeNode,
  attachments: readonly AttachmentPlan[],
  name: string,
): CodecPlan {
  const { direction, namespace } = message;
  const parameter = direction === 'request' ? 'input' : 'output';
  const parts = attachments.map((attachment) =>
    object(
      [
        entry('part', stringLiteral(attachment.part)),
        entry('type', stringLiteral(attachment.sentAs)),
        entry('content', contentExpression(attachment, local(parameter))),
      ],
      true,
    ),
  );
  return codecFunction({
    name,
    exported: true,
    doc: `Gives the attachments of the ${messageNoun(message)}.`,
    parameters: [{ name: parameter, type }],
    returns: joined('readonly ', runtimeType('AttachmentPart'), '[]'),
    body: [returns(array(parts))],
    namespace,
  });
}

function contentExpression(attachment: AttachmentPlan, owner: Expression): Expression {
  const { kind, payload } = attachment;
  const value = property(owner, attachment.property);
  if (payload !== undefined) return call(runtime('asDocument'), call(codec(payload.write), value));
  const check = runtime(kind === 'text' ? 'asText' : 'attachBytes');
  return call(check, value, owner, stringLiteral(attachment.property));
}

/**
 * The function that reads a Body and its attachments as one value.
 *
 * @param message The message without attachments.
 * @param whole Type of the value.
 */
export function readAttached(
  context: CodecContext,
  message: MessageCodec,
  { whole, attachments }: AttachedValue,
  name: string,
): CodecPlan {
  const inner = `${name}$Body`;
  const read = codec(context.ensure(inner, () => readMessage(context, message, inner)));
  const hasBody = message.type !== undefined;
  const body = call(read, 'reader');
  const parts = attachments.map((attachment) =>
    entry(propertyKey(attachment.property), attachedExpression(attachment)),
  );
  return codecFunction({
    name,
    exported: true,
    doc: `Reads the ${messageNoun(message)} with its attachments.`,
    parameters: [reader, { name: 'attached', type: runtimeType('AttachedParts'), optional: true }],
    returns: whole,
    body: [
      hasBody ? constant('body', body) : run(body),
      returns(object(hasBody ? [text('...body'), ...parts] : parts, true)),
    ],
    namespace: message.namespace,
  });
}

/** A value with attachments. */
export interface AttachedValue {
  readonly whole: TypeNode;
  readonly attachments: readonly AttachmentPlan[];
}

function attachedExpression({ kind, part, payload }: AttachmentPlan): Expression {
  const name = stringLiteral(part);
  const attached = local('attached');
  if (payload === undefined) {
    return call(runtime(kind === 'text' ? 'attachedText' : 'attachedBytes'), attached, name);
  }
  const root = object([
    entry('namespace', stringLiteral(payload.element.namespace)),
    entry('local', stringLiteral(payload.element.local)),
  ]);
  return call(runtime('attachedXml'), attached, name, root, codec(payload.read));
}
