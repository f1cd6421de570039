import type { HttpContent } from '../../model/definitions.ts';
import type { HeaderPart, HttpOperation, SoapMessage } from '../../model/service-model.ts';
import { sampleElement, sampleValue } from './sample-content.ts';
import { sampleEncodedBody } from './sample-encoded.ts';
import { type SampleText, SampleWriter } from './sample-writer.ts';

/** Levels of `soap:Envelope` and `soap:Body` around the content of a message. */
const envelopeDepth = 2;

/**
 * Content of `soap:Body` for one direction of an operation (asmx-behaviour 11.1 and 12).
 *
 * @param namespace that of the service
 */
export function sampleBody(message: SoapMessage, namespace: string): SampleText {
  const out = new SampleWriter(envelopeDepth);
  if (message.use === 'encoded') {
    sampleEncodedBody(out, message, namespace);
  } else if (message.rpcWrapper !== undefined) {
    out.start(message.rpcWrapper.localName);
    out.defaultNamespace(message.rpcWrapper.namespace);
    for (const part of message.parts) {
      if (part.type === undefined) continue;
      out.start(part.name);
      out.defaultNamespace('');
      sampleValue(out, part.type, '', 1);
      out.end();
    }
    out.end();
  } else {
    for (const part of message.parts) {
      if (part.element !== undefined) sampleElement(out, part.element, '', 0);
    }
  }
  return out.finish();
}

/** Content of `soap:Header`; `undefined` when the message declares none. */
export function sampleHeader(headers: readonly HeaderPart[]): SampleText | undefined {
  if (headers.length === 0) return undefined;
  const out = new SampleWriter(envelopeDepth);
  for (const { part } of headers) {
    if (part.element !== undefined) sampleElement(out, part.element, '', 1);
  }
  return out.finish();
}

/** Answer of an HTTP binding behind the XML declaration; `undefined` for void. */
export function sampleResult(operation: HttpOperation): SampleText | undefined {
  const { output, result } = operation;
  if (output.kind === 'none') return undefined;
  if (output.kind === 'mimeXml' && result?.element !== undefined) {
    const out = new SampleWriter(0);
    sampleElement(out, result.element, '', 0);
    return out.finish();
  }
  return ['', isXmlContent(output) ? 'xml' : 'content', ''];
}

/** Content type of an answer that is no XML; `undefined` for the others. */
export function resultContentType({ output }: HttpOperation): string | undefined {
  if (output.kind !== 'mimeContent' || isXmlContent(output)) return undefined;
  return output.type ?? '*/*';
}

function isXmlContent(output: HttpContent): boolean {
  return output.kind !== 'mimeContent' || /\bxml$/i.test(output.type ?? '');
}
