import { namespaces } from '../../model/common/namespaces.ts';
import type {
  BindingMessage,
  MimeAttachment,
  SoapBody,
  SoapHeader,
  SoapHeaderFault,
  SoapUse,
} from '../../model/wsdl/definitions.ts';
import { readName, readRequiredReference, readTokens } from '../attributes.ts';
import { attributeValue, spanOf, type TreeElement } from '../xml-tree.ts';
import {
  type Choice,
  checkChildren,
  isRequired,
  isSoap,
  readLooseChoice,
  type WsdlReader,
} from './wsdl-reader.ts';

/** Values of `use`. */
export const soapUse: Choice<SoapUse> = { attribute: 'use', choices: ['literal', 'encoded'] };

/** Input or output of an operation of a SOAP binding (WSDL 1.1 section 3.5, 3.7 and 5). */
export function readSoapMessage(reader: WsdlReader, element: TreeElement): BindingMessage {
  checkChildren(reader, element, []);
  let body: SoapBody | undefined;
  const headers: SoapHeader[] = [];
  const attachments: MimeAttachment[] = [];
  const visit = (child: TreeElement): void => {
    if (isSoap(child, 'body')) body ??= readBody(reader, child);
    else if (isSoap(child, 'header')) headers.push(readHeader(reader, child));
    else if (isMime(child, 'multipartRelated')) {
      for (const part of child.children) {
        if (isMime(part, 'part')) readMimePart(part, visit, attachments);
      }
    }
  };
  for (const child of element.children) visit(child);
  const policies = reader.policies.attached(element);
  return { body, headers, http: undefined, attachments, policies, span: spanOf(element) };
}

function isMime(element: TreeElement, local: string): boolean {
  return element.local === local && element.namespace === namespaces.wsdlMime;
}

/** One part contains the envelope, the others are attachments, which may allow several types. */
function readMimePart(
  part: TreeElement,
  visit: (child: TreeElement) => void,
  attachments: MimeAttachment[],
): void {
  for (const child of part.children) {
    const isXml = isMime(child, 'mimeXml');
    if (!isXml && !isMime(child, 'content')) {
      visit(child);
      continue;
    }
    const name = attributeValue(child, 'part')?.trim();
    if (name === undefined || name === '') continue;
    const type = isXml ? 'text/xml' : (attributeValue(child, 'type')?.trim() ?? '*/*');
    const index = attachments.findIndex((one) => one.part === name);
    const known = attachments[index];
    if (known === undefined) attachments.push({ part: name, types: [type] });
    else attachments[index] = { part: name, types: [...known.types, type] };
  }
}

function readBody(reader: WsdlReader, element: TreeElement): SoapBody {
  return {
    use: readLooseChoice(reader, element, soapUse, 'literal'),
    parts: readTokens(element, 'parts'),
    namespace: attributeValue(element, 'namespace')?.trim(),
    encodingStyle: attributeValue(element, 'encodingStyle'),
    span: spanOf(element),
  };
}

function readHeader(reader: WsdlReader, element: TreeElement): SoapHeader {
  return {
    ...readHeaderFault(reader, element),
    encodingStyle: attributeValue(element, 'encodingStyle'),
    required: isRequired(element),
    faults: element.children
      .filter((child) => isSoap(child, 'headerfault'))
      .map((child) => readHeaderFault(reader, child)),
  };
}

function readHeaderFault(reader: WsdlReader, element: TreeElement): SoapHeaderFault {
  return {
    message: readRequiredReference(reader, element, 'message'),
    part: readName(element, reader.log, 'part'),
    use: readLooseChoice(reader, element, soapUse, 'literal'),
    namespace: attributeValue(element, 'namespace')?.trim(),
    span: spanOf(element),
  };
}
