import { stringLiteral } from '../print/encode.ts';
import { array, type Expression, entry, object } from '../print/node.ts';
import type { AttachmentPlan } from '../result/plan.ts';
import type { Describer } from './context/describer.ts';
import { pure } from './context/pure.ts';
import { messageReader, type NamedMessage } from './message-functions.ts';

/** The function that gives the attachments of a message. */
export function attachmentsOf(attachments: readonly AttachmentPlan[]): Expression {
  const parts = attachments.map((one) =>
    object([
      ...partEntries(one),
      entry('type', stringLiteral(one.sentAs)),
      ...(one.payload === undefined ? [] : [entry('write', one.payload.write)]),
    ]),
  );
  return pure('attaches', array(parts));
}

/** The function that reads a Body and its attachments as one value. */
export function attachedReader(
  describer: Describer,
  message: NamedMessage,
  attachments: readonly AttachmentPlan[],
): Expression {
  const parts = attachments.map((one) => object([...partEntries(one), ...rootEntries(one)]));
  return pure('readsAttached', messageReader(describer, message), array(parts));
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
  return [entry('root', object(names)), entry('read', payload.read)];
}
