import { compactText } from '../../model/common/markup.ts';
import type { SampleContext } from '../../model/sample/sample-element.ts';
import { sampleSimple } from '../../model/sample/sample-simple.ts';
import type { MessageField } from '../../plan/messages/message-field.ts';
import { sampleBody, samplePayload } from '../../plan/messages/message-sample.ts';
import type { OperationPlan } from '../../plan/result/plan.ts';
import { FormReader } from '../../runtime/form/reader.ts';
import type { AttachedParts } from '../../runtime/operation/message.ts';
import { XmlReader } from '../../runtime/xml/reader.ts';
import type { ModuleExports } from '../run/code-module.ts';

type Read = (reader: XmlReader, attached?: AttachedParts) => unknown;

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
  const read = (name: string, xml: string, attached?: AttachedParts): unknown => {
    const reader = new XmlReader(xml);
    reader.nextTag();
    return (functions[name] as Read)(reader, attached);
  };
  const headers = inputHeaders.flatMap(({ name, read: reads }): readonly [string, unknown][] => {
    const shape = messages.inputHeaders.find((one) => one.name === name);
    return shape === undefined
      ? []
      : [[name, read(reads, compactText(samplePayload(shape.place, context)))]];
  });
  const soapHeaders = Object.fromEntries(headers);
  if (operation.soap11 === undefined && operation.soap12 === undefined) {
    return { input: formInput(plan, functions), soapHeaders };
  }
  const { input } = messages;
  const name = codecs.readRequest;
  if (name === undefined) return { input: {}, soapHeaders };
  const attached: AttachedParts = new Map(
    input.attachments.map(({ part, place }) => {
      const text = place === undefined ? 'sample' : compactText(samplePayload(place, context));
      return [part, { id: '', type: '', content: new TextEncoder().encode(text) }];
    }),
  );
  const body = `<Body>${compactText(sampleBody(input.body, context))}</Body>`;
  return { input: read(name, body, attached), soapHeaders };
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
