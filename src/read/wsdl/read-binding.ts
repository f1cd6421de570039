import { namespaces } from '../../model/common/namespaces.ts';
import type {
  Binding,
  BindingFault,
  BindingKind,
  BindingMessage,
  BindingOperation,
  SoapStyle,
} from '../../model/wsdl/definitions.ts';
import { readLooseName, readName, readOptionalName, readRequiredReference } from '../attributes.ts';
import { attributeValue, spanOf, type TreeElement } from '../xml-tree.ts';
import { readHttpContent } from './read-http.ts';
import { readSoapMessage, soapUse } from './read-soap.ts';
import {
  type Choice,
  checkChildren,
  documentationIn,
  isSoap,
  isWsdl,
  nameIn,
  readLooseChoice,
  type WsdlReader,
} from './wsdl-reader.ts';

const soapStyle: Choice<SoapStyle> = { attribute: 'style', choices: ['document', 'rpc'] };

/**
 * The protocol of a binding, with the extension element that defines it; otherwise the reason to
 * leave it out.
 */
type BindingHead =
  | {
      readonly kind: BindingKind;
      readonly element: TreeElement;
      readonly transport?: string | undefined;
    }
  | { readonly kind: 'other'; readonly reason: string };

/**
 * `wsdl:binding` (WSDL 1.1 section 2.5); `undefined`, with a warning, for bindings other than SOAP
 * over HTTP and HTTP.
 */
export function readBinding(reader: WsdlReader, element: TreeElement): Binding | undefined {
  checkChildren(reader, element, ['operation']);
  const name = nameIn(reader, readLooseName(element, reader.log));
  const head = headOf(element);
  if (head.kind === 'other') {
    reader.found.leftOut.push(name);
    reader.sink.report({
      code: 'ASMX1024',
      severity: 'warning',
      message: `Binding '${name.localName}' is left out: ${head.reason}`,
      span: spanOf(element),
    });
    return undefined;
  }
  const { kind } = head;
  const http = kind === 'httpGet' || kind === 'httpPost';
  const style = http ? 'document' : readLooseChoice(reader, head.element, soapStyle, 'document');
  return {
    name,
    kind,
    portType: readRequiredReference(reader, element, 'type'),
    transport: head.transport,
    operations: element.children
      .filter((child) => isWsdl(child, 'operation'))
      .map((child) => reader.log.own(() => readOperation(reader, child, kind, style), child)),
    documentation: documentationIn(element),
    policies: reader.policies.attached(element),
    span: spanOf(element),
  };
}

function headOf(element: TreeElement): BindingHead {
  for (const child of element.children) {
    if (isSoap(child, 'binding')) {
      const transport = attributeValue(child, 'transport')?.trim();
      if (transport !== undefined && transport !== '' && !isHttpTransport(transport)) {
        return { kind: 'other', reason: `its transport '${transport}' is not HTTP` };
      }
      const kind = child.namespace === namespaces.wsdlSoap12 ? 'soap12' : 'soap11';
      return { kind, element: child, transport };
    }
    if (child.local === 'binding' && child.namespace === namespaces.wsdlHttp) {
      const verb = attributeValue(child, 'verb')?.trim();
      if (verb === 'GET') return { kind: 'httpGet', element: child };
      if (verb === 'POST') return { kind: 'httpPost', element: child };
      return { kind: 'other', reason: `its HTTP verb is '${verb ?? ''}', not GET or POST` };
    }
  }
  return { kind: 'other', reason: 'it has no SOAP or HTTP binding element' };
}

/** Whether a transport is HTTP, in SOAP 1.1 and 1.2, with or without a trailing slash. */
function isHttpTransport(transport: string): boolean {
  return /\/soap\/http\/?$/i.test(transport) || /\/soap\/bindings\/HTTP\/?$/i.test(transport);
}

function readOperation(
  reader: WsdlReader,
  element: TreeElement,
  kind: BindingKind,
  bindingStyle: SoapStyle,
): BindingOperation {
  const { log } = reader;
  checkChildren(reader, element, ['input', 'output', 'fault']);
  const http = kind === 'httpGet' || kind === 'httpPost';
  const head = element.children.find((child) =>
    http
      ? child.local === 'operation' && child.namespace === namespaces.wsdlHttp
      : isSoap(child, 'operation'),
  );
  const input = element.children.find((child) => isWsdl(child, 'input'));
  const output = element.children.find((child) => isWsdl(child, 'output'));
  const message = (given: TreeElement | undefined, direction: 'input' | 'output') => {
    if (given === undefined) return undefined;
    return http ? readHttpMessage(reader, given, direction) : readSoapMessage(reader, given);
  };
  return {
    name: readName(element, log),
    inputName: input === undefined ? undefined : readOptionalName(input, log),
    outputName: output === undefined ? undefined : readOptionalName(output, log),
    soapAction: http || head === undefined ? undefined : attributeValue(head, 'soapAction'),
    soapActionRequired: kind === 'soap12' && head !== undefined ? readRequired(head) : undefined,
    style:
      http || head === undefined
        ? bindingStyle
        : readLooseChoice(reader, head, soapStyle, bindingStyle),
    input: message(input, 'input'),
    output: message(output, 'output'),
    faults: element.children
      .filter((child) => isWsdl(child, 'fault'))
      .map((child) => readFault(reader, child)),
    location: http && head !== undefined ? attributeValue(head, 'location')?.trim() : undefined,
    documentation: documentationIn(element),
    policies: reader.policies.attached(element),
    span: spanOf(element),
  };
}

/** `soapActionRequired` (WSDL 1.1 Binding Extension for SOAP 1.2); any other text says nothing. */
function readRequired(head: TreeElement): boolean | undefined {
  const text = attributeValue(head, 'soapActionRequired')?.trim();
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : undefined;
}

function readHttpMessage(
  reader: WsdlReader,
  element: TreeElement,
  direction: 'input' | 'output',
): BindingMessage {
  return {
    body: undefined,
    headers: [],
    http: readHttpContent(reader, element, direction),
    attachments: [],
    policies: reader.policies.attached(element),
    span: spanOf(element),
  };
}

function readFault(reader: WsdlReader, element: TreeElement): BindingFault {
  const soap = element.children.find((child) => isSoap(child, 'fault'));
  return {
    name: faultName(reader, element, soap),
    use: soap === undefined ? 'literal' : readLooseChoice(reader, soap, soapUse, 'literal'),
    namespace: soap === undefined ? undefined : attributeValue(soap, 'namespace'),
    span: spanOf(element),
  };
}

/** Some tools put the name only on the extension element. */
function faultName(
  reader: WsdlReader,
  element: TreeElement,
  soap: TreeElement | undefined,
): string {
  const own = attributeValue(element, 'name');
  const inner = soap === undefined ? undefined : attributeValue(soap, 'name');
  return own === undefined && inner !== undefined ? inner.trim() : readName(element, reader.log);
}
