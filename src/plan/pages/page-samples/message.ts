import type { QName } from '../../../model/common/qname.ts';
import type { HttpContent } from '../../../model/wsdl/definitions.ts';
import type { HttpOperation } from '../../../model/wsdl/service-model.ts';
import type { BodyShape } from '../../messages/message-shape.ts';
import type { PayloadShape } from '../../messages/operation-messages.ts';
import type { ElementField } from '../../shapes/shape.ts';
import { pageSampleContent, pageSampleElement } from './element.ts';
import { type EncodedService, encodedPageHeader } from './encoded.ts';
import { type PageSample, PageSampleWriter, pageSampleText } from './writer.ts';

/**
 * Content of `soap:Body` for a literal message.
 *
 * @param operation its name
 */
export function pageSampleBody(body: BodyShape, operation: string): PageSample {
  const out = new PageSampleWriter(true, operation);
  switch (body.kind) {
    case 'empty':
      break;
    case 'void':
      if (body.place !== undefined) pageSampleElement(out, body.place.element, '', 0);
      else sampleParts(out, body.element, []);
      break;
    case 'object':
    case 'unwrapped':
      pageSampleElement(out, body.place.element, '', 0);
      break;
    case 'content':
      pageSampleContent(out, body.object.source);
      break;
    case 'single':
      sampleParts(out, body.wrapper, [body.field]);
      break;
    case 'parts':
      sampleParts(out, body.wrapper, body.fields);
  }
  return out.finish();
}

function sampleParts(
  out: PageSampleWriter,
  wrapper: QName | undefined,
  parts: readonly ElementField[],
): void {
  if (wrapper === undefined) {
    for (const { place } of parts) pageSampleElement(out, place.element, '', 0);
    return;
  }
  out.start(wrapper.localName);
  out.defaultNamespace(wrapper.namespace);
  for (const { place } of parts) pageSampleElement(out, place.element, wrapper.namespace, 1);
  out.end();
}

/**
 * Content of `soap:Header`; `undefined` if the message declares none.
 *
 * @param service namespace of the service if the body has SOAP encoding, and the operation
 */
export function pageSampleHeader(
  headers: readonly PayloadShape[],
  service: EncodedService,
): PageSample | undefined {
  if (headers.length === 0) return undefined;
  const samples = headers.map((one) => {
    if (one.encoded) return encodedPageHeader(one.place.element, service);
    const out = new PageSampleWriter(true, service.operation);
    pageSampleElement(out, one.place.element, '', 1);
    return out.finish();
  });
  return {
    nodes: samples.flatMap(({ nodes }) => nodes),
    placeholders: samples.reduce((sum, { placeholders }) => sum + placeholders, 0),
  };
}

/**
 * Answer over an HTTP binding, after the XML declaration; `undefined` for void.
 *
 * @param answered its content
 * @param operation its name
 */
export function pageSampleResult(
  { output }: HttpOperation,
  answered: BodyShape,
  operation: string,
): readonly string[] | undefined {
  if (output.kind === 'none') return undefined;
  if (output.kind === 'mimeXml' && answered.kind === 'single') {
    const out = new PageSampleWriter(false, operation);
    pageSampleElement(out, answered.field.place.element, '', 0);
    return pageSampleText(out.finish().nodes, 0);
  }
  return ['', isXmlContent(output) ? 'xml' : 'content', ''];
}

/** Content type of an answer that is not XML; `undefined` for others. */
export function resultContentType({ output }: HttpOperation): string | undefined {
  if (output.kind !== 'mimeContent' || isXmlContent(output)) return undefined;
  return output.type ?? '*/*';
}

function isXmlContent(output: HttpContent): boolean {
  return output.kind !== 'mimeContent' || /\bxml$/i.test(output.type ?? '');
}
