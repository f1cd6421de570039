import { compactText } from '../../model/common/markup.ts';
import type { SampleContext } from '../../model/sample/sample-element.ts';
import { sampleSimple } from '../../model/sample/sample-simple.ts';
import type { MessageField } from '../../plan/messages/message-field.ts';
import { samplePayload } from '../../plan/messages/message-sample.ts';
import type { OperationPlan } from '../../plan/result/plan.ts';
import { FormReader } from '../../runtime/form/reader.ts';
import type { MessageFunctions } from '../run/message-functions.ts';
import { readWith, sampleMessage } from '../run/sample-value.ts';

/** What a client is given to send a request. */
export interface SampleInput {
  readonly input: unknown;
  readonly soapHeaders: Readonly<Record<string, unknown>>;
}

/**
 * A valid input of an operation, with all headers that it declares: a message created from the
 * schema, and read by the generated code.
 *
 * @throws XmlValueError the contract has no valid sample, such as of a pattern that nothing matches
 */
export function sampleInput(
  plan: OperationPlan,
  functions: MessageFunctions,
  context: SampleContext,
): SampleInput {
  const { messages, operation } = plan;
  const headers = messages.inputHeaders.flatMap(({ name, place }): readonly [string, unknown][] => {
    const read = functions.inputHeaders[name];
    return read === undefined
      ? []
      : [[name, readWith(read, compactText(samplePayload(place, context)))]];
  });
  const soapHeaders = Object.fromEntries(headers);
  if (operation.soap11 === undefined && operation.soap12 === undefined) {
    return { input: formInput(plan, functions), soapHeaders };
  }
  const { readRequest } = functions;
  const input = readRequest && sampleMessage(messages.input, readRequest, context);
  return { input: input ?? {}, soapHeaders };
}

/** The input of an operation that only GET and POST have. */
function formInput({ messages }: OperationPlan, { readForm }: MessageFunctions): unknown {
  if (readForm === undefined) return {};
  return readForm(new FormReader(messages.input.fields.map(parameter).join('&')));
}

function parameter({ property, wireName = property, value }: MessageField): string {
  const one = value.kind === 'array' ? value.item.value : value;
  const seed = { name: wireName, ordinal: 0 };
  const text = one.kind === 'simple' ? sampleSimple(one.source, seed) : '';
  return `${encodeURIComponent(wireName)}=${encodeURIComponent(text)}`;
}
