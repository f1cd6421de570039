import type { ElementDeclaration } from '../schema.ts';
import type { HttpOperation, MessagePart, SoapMessage } from '../service-model.ts';
import { sampleContent, sampleElement, samplePlace, unqualifiedElement } from './sample-element.ts';
import { escapeXml } from './sample-escape.ts';

/**
 * Content of `soap:Body` for a message, valid against its schema and the same on every run: what the sample server answers.
 *
 * @param globals global elements of the contract, for strict wildcards
 */
export function sampleBody(message: SoapMessage, globals: readonly ElementDeclaration[]): string {
  const wrapper = message.rpcWrapper;
  if (wrapper === undefined) return documentBody(message, globals);
  const content = message.parts.map((part) => samplePart(part, globals)).join('');
  if (wrapper.namespace === '') return `<${wrapper.localName}>${content}</${wrapper.localName}>`;
  return `<m:${wrapper.localName} xmlns:m="${escapeXml(wrapper.namespace)}">${content}</m:${wrapper.localName}>`;
}

/** Document style: a part by type is the type of the body itself (WSDL 1.1 section 3.5). */
function documentBody(message: SoapMessage, globals: readonly ElementDeclaration[]): string {
  const [part] = message.parts;
  if (part?.type?.kind === 'complex' && part.type.simpleContent === undefined) {
    if (message.use === 'literal') return sampleContent(part.type, samplePlace(globals));
  }
  return message.parts.map((one) => samplePart(one, globals)).join('');
}

/** Root element of an answer by HTTP GET or POST; `undefined` for void and for content that is no XML. */
export function sampleHttpResult(
  operation: HttpOperation,
  globals: readonly ElementDeclaration[],
): string | undefined {
  const { output, result } = operation;
  if (output.kind !== 'mimeXml' || result === undefined) return undefined;
  return samplePart(result, globals);
}

/** The element of a part: the one it names, or an unqualified one with the name of the part. */
function samplePart(part: MessagePart, globals: readonly ElementDeclaration[]): string {
  const place = samplePlace(globals);
  if (part.element !== undefined) return sampleElement(part.element, place);
  if (part.type === undefined) return '';
  return sampleElement(unqualifiedElement(part.name, part.type), place);
}
