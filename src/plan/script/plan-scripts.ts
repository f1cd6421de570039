import { imported } from '../describe/context/constant.ts';
import type { Describer } from '../describe/context/describer.ts';
import { messageConstant } from '../describe/message-functions.ts';
import type { Expression } from '../print/node.ts';
import { typeOf } from '../print/type-node.ts';
import type { OperationPlan, PlanOptions } from '../result/plan.ts';
import type { ScriptPlan } from '../result/script-plan.ts';
import { messageOf } from '../type-schemas/operation-schema.ts';

/**
 * Plans what a server needs to answer calls of scripts: the descriptions of messages. Operations
 * with attachments or streams have no JSON.
 */
export function planScripts(
  describer: Describer,
  operations: readonly OperationPlan[],
  options: Pick<PlanOptions, 'targets' | 'scriptServices' | 'scriptGets'>,
): ReadonlyMap<OperationPlan, ScriptPlan> {
  const scripts = new Map<OperationPlan, ScriptPlan>();
  if (!options.targets.includes('server')) return scripts;
  const gets = new Set(options.scriptGets);
  for (const operation of operations) {
    const { inputAttachments, outputAttachments, byteStreams } = operation;
    const hasParts = inputAttachments.length + outputAttachments.length > 0;
    const isStreamed = byteStreams.request || byteStreams.response;
    if (!hasParts && !isStreamed && isScripted(operation, options))
      scripts.set(operation, plan(describer, operation, gets));
  }
  return scripts;
}

function isScripted(
  { service }: OperationPlan,
  { scriptServices = [] }: Pick<PlanOptions, 'scriptServices'>,
): boolean {
  return service.script ?? (scriptServices === true || scriptServices.includes(service.name));
}

function plan(
  describer: Describer,
  operation: OperationPlan,
  gets: ReadonlySet<string>,
): ScriptPlan {
  const { messages, inputType, inputNames, outputType, outputNames } = operation;
  const constant = (direction: 'request' | 'response'): Expression => {
    const [shape, type = 'object', names] =
      direction === 'request'
        ? [messages.input, inputType, inputNames]
        : [messages.output, outputType, outputNames];
    const used = names.map((name) => ({ from: 'types' as const, name }));
    const message = { ...messageOf(operation, shape, direction), type: typeOf(type, used) };
    return imported(messageConstant(describer, message));
  };
  const isVoid = outputType === 'void' || operation.operation.written !== undefined;
  const { name, messageName } = operation.operation;
  return {
    input: constant('request'),
    output: isVoid ? undefined : constant('response'),
    get: [name, messageName].some((own) => gets.has(`${operation.service.name}.${own}`)),
  };
}

/** The messages of operations that scripts may call. */
export function messagesOf(scripts: ReadonlyMap<OperationPlan, ScriptPlan>): readonly Expression[] {
  return [...scripts.values()].flatMap(({ input, output }) =>
    output === undefined ? [input] : [input, output],
  );
}
