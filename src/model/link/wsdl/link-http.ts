import type { BindingOperation, HttpContent } from '../../wsdl/definitions.ts';
import type { HttpOperation, LinkedPort, MessagePart } from '../../wsdl/service-model.ts';
import type { LinkContext } from '../link-context.ts';
import type { AbstractOperation, LinkedMessage } from './link-message.ts';
import { missingPart } from './link-soap.ts';

/** The marshalling of an operation over HTTP GET or POST (WSDL 1.1 section 4). */
export function linkHttpOperation(
  context: LinkContext,
  port: LinkedPort,
  abstract: AbstractOperation,
  binding: BindingOperation,
): HttpOperation {
  const fallback: HttpContent = port.kind === 'httpGet' ? { kind: 'urlEncoded' } : { kind: 'form' };
  const parameters = abstract.input?.parts ?? [];
  const input = binding.input?.http ?? fallback;
  const output = binding.output?.http ?? { kind: 'none' };
  return {
    port,
    location: binding.location ?? `/${abstract.messageName}`,
    input: input.kind === 'none' && parameters.length > 0 ? fallback : input,
    parameters,
    output,
    result: resultPart(context, abstract.output, output, binding),
  };
}

function resultPart(
  context: LinkContext,
  message: LinkedMessage | undefined,
  output: HttpContent,
  binding: BindingOperation,
): MessagePart | undefined {
  if (message === undefined || output.kind === 'none') return undefined;
  const name = 'part' in output ? output.part : undefined;
  if (name === undefined) return message.parts[0];
  const part = message.parts.find((one) => one.name === name);
  if (part !== undefined) return part;
  const span = binding.output?.span ?? binding.span;
  missingPart(context, message, { name, span }, 'is ignored');
  return message.parts[0];
}
