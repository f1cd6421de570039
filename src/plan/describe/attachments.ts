import { stringLiteral } from '../print/encode.ts';
import { array, type Expression, entry, joined, object } from '../print/node.ts';
import { plainType, runtimeType } from '../print/type-node.ts';
import type { AttachmentPlan, ConstantPlan } from '../result/plan.ts';
import { description } from './context/constant.ts';
import type { Describer } from './context/describer.ts';
import { pure } from './context/pure.ts';
import { functionConstant, type MessageFunctions, messageReaderOf } from './message-functions.ts';

/** The constant of the function that gives the attachments of a message. */
export function attachmentsOf(
  message: MessageFunctions,
  attachments: readonly AttachmentPlan[],
  name: string,
): ConstantPlan {
  const parts = attachments.map((one) =>
    object([
      ...partEntries(one),
      entry('type', stringLiteral(one.sentAs)),
      ...(one.payload === undefined ? [] : [entry('write', description(one.payload.write))]),
    ]),
  );
  const type = joined(runtimeType('AttachmentsOf'), '<', wholeType(message), '>');
  return functionConstant(name, type, pure('attaches', array(parts)), message);
}

/** The constant of the function that reads a Body and its attachments as one value. */
export function attachedReader(
  describer: Describer,
  message: MessageFunctions,
  attachments: readonly AttachmentPlan[],
  name: string,
): ConstantPlan {
  const parts = attachments.map((one) => object([...partEntries(one), ...rootEntries(one)]));
  const type = joined(runtimeType('AttachedReader'), '<', wholeType(message), '>');
  const body = messageReaderOf(describer, message);
  return functionConstant(name, type, pure('readsAttached', body, array(parts)), message);
}

function wholeType({ type }: MessageFunctions): Expression {
  return type ?? plainType('object');
}

function partEntries({ part, property, kind, payload }: AttachmentPlan): readonly Expression[] {
  return [
    entry('part', stringLiteral(part)),
    ...(property === part ? [] : [entry('property', stringLiteral(property))]),
    ...(payload === undefined && kind === 'text' ? [entry('text', 'true')] : []),
  ];
}

function rootEntries({ payload }: AttachmentPlan): readonly Expression[] {
  if (payload === undefined) return [];
  const { namespace, local } = payload.element;
  const names = [
    entry('namespace', stringLiteral(namespace)),
    entry('local', stringLiteral(local)),
  ];
  return [entry('root', object(names)), entry('read', description(payload.read))];
}
