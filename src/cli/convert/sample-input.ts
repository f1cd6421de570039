import { compactText } from '../../model/common/markup.ts';
import type { SampleContext } from '../../model/sample/sample-element.ts';
import { sampleSimple } from '../../model/sample/sample-simple.ts';
import type { MessageField } from '../../plan/messages/message-field.ts';
import { samplePayload } from '../../plan/messages/message-sample.ts';
import type { OperationPlan } from '../../plan/result/plan.ts';
import { FormReader } from '../../runtime/form/reader.ts';
import type { ModuleExports } from '../run/code-module.ts';
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
  functions: ModuleExports,
  context: SampleContext,
): SampleInput {
  const { codecs, inputHeaders, messages, operation } = plan;
  const headers = inputHeaders.flatMap(({ name, read: reads }): readonly [string, unknown][] => {
    const shape = messages.inputHeaders.find((one) => one.name === name);
    return shape === undefined
      ? []
      : [[name, readWith(functions, reads, compactText(samplePayload(shape.place, context)))]];
  });
  const soapHeaders = Object.fromEntries(headers);
  if (operation.soap11 === undefined && operation.soap12 === undefined) {
    return { input: formInput(plan, functions), soapHeaders };
  }
  const name = codecs.readRequest;
  const input = name && sampleMessage(messages.input, functions, name, context);
  return { input: input ?? {}, soapHeaders };
}

/** The input of an operation that only GET and POST have. */
function formInput({ codecs, messages }: OperationPlan, functions: ModuleExports): unknown {
  const { fields } = messages.input;
  if (codecs.readForm === undefined) return {};
  const form = fields.map(parameter).join('&');
  return (functions[codecs.readForm] as (form: FormReader) => unknown)(new FormReader(form));
}

function parameter({ property, wireName = property, value }: MessageField): string {
  const one = value.kind === 'array' ? value.item.value : value;
  const seed = { name: wireName, ordinal: 0 };
  const text = one.kind === 'simple' ? sampleSimple(one.source, seed) : '';
  return `${encodeURIComponent(wireName)}=${encodeURIComponent(text)}`;
}
