import { qnameKey } from '../../model/common/qname.ts';
import type {
  Binding,
  BindingMessage,
  BindingOperation,
  HttpContent,
  SoapBody,
  SoapHeader,
} from '../../model/wsdl/definitions.ts';
import { needingSoapAction } from './soap-action-required.ts';
import { type WsdlScope, writeDocumentation } from './wsdl-scope.ts';
import { attribute } from './xml-writer.ts';

/** `wsdl:binding` with its SOAP or HTTP extensions (WSDL 1.1 sections 2.5, 3, 4 and 5). */
export function writeBinding(scope: WsdlScope, binding: Binding): void {
  const { out, bindings, portTypes } = scope;
  const operations = describedOperations(scope, binding);
  const attributes =
    attribute('name', bindings.name(binding.name)) +
    attribute('type', portTypes.reference(binding.portType.name));
  out.element('wsdl:binding', attributes, () => {
    writeDocumentation(scope, binding.documentation);
    if (binding.kind === 'httpGet' || binding.kind === 'httpPost') {
      out.element('http:binding', attribute('verb', binding.kind === 'httpGet' ? 'GET' : 'POST'));
      for (const operation of operations) writeHttpOperation(scope, operation);
      return;
    }
    const soap = binding.kind === 'soap11' ? 'soap' : 'soap12';
    out.element(
      `${soap}:binding`,
      attribute('transport', binding.transport) + attribute('style', styleOf(binding)),
    );
    const needing = needingSoapAction(scope, binding);
    for (const operation of operations) {
      writeSoapOperation(scope, soap, named(scope, binding, operation), needing.has(operation));
    }
  });
}

/**
 * Gives an rpc operation the namespace of its binding, if the binding moves into the target
 * namespace of the one document: its wrapper keeps that namespace.
 */
function named(
  { definitions }: WsdlScope,
  { name: { namespace } }: Binding,
  operation: BindingOperation,
): BindingOperation {
  if (operation.style !== 'rpc' || namespace === definitions.targetNamespace) return operation;
  const message = (one: BindingMessage | undefined): BindingMessage | undefined =>
    one?.body === undefined || one.body.namespace !== undefined
      ? one
      : { ...one, body: { ...one.body, namespace } };
  return { ...operation, input: message(operation.input), output: message(operation.output) };
}

/**
 * Operations of a binding, without those that the reader left out of the portType, such as
 * notifications.
 */
function describedOperations(scope: WsdlScope, binding: Binding): readonly BindingOperation[] {
  const leftOut = new Set(scope.byName.portTypes.get(qnameKey(binding.portType.name))?.leftOut);
  return binding.operations.filter((one) => !leftOut.has(one.name));
}

/**
 * `rpc` if all operations have that style; otherwise ASMX omits the attribute, which means
 * `document`.
 */
function styleOf(binding: Binding): string | undefined {
  const { operations } = binding;
  return operations.length > 0 && operations.every((one) => one.style === 'rpc')
    ? 'rpc'
    : undefined;
}

function writeSoapOperation(
  scope: WsdlScope,
  soap: string,
  operation: BindingOperation,
  needsAction: boolean,
): void {
  const { out } = scope;
  const required = operation.soapActionRequired ?? (needsAction || undefined);
  out.element('wsdl:operation', attribute('name', operation.name), () => {
    writeDocumentation(scope, operation.documentation);
    out.element(
      `${soap}:operation`,
      attribute('soapAction', operation.soapAction) +
        attribute('style', operation.style) +
        attribute('soapActionRequired', required === undefined ? undefined : `${required}`),
    );
    writeDirections(scope, operation, (message) => writeSoapMessage(scope, soap, message));
    for (const fault of operation.faults) {
      out.element('wsdl:fault', attribute('name', fault.name), () => {
        out.element(
          `${soap}:fault`,
          attribute('use', fault.use) +
            attribute('name', fault.name) +
            attribute('namespace', fault.namespace),
        );
      });
    }
  });
}

/** `wsdl:input` and `wsdl:output` around their messages. */
function writeDirections(
  { out }: WsdlScope,
  { input, output, inputName, outputName }: BindingOperation,
  write: (message: BindingMessage) => void,
): void {
  if (input !== undefined) {
    out.element('wsdl:input', attribute('name', inputName), () => write(input));
  }
  if (output !== undefined) {
    out.element('wsdl:output', attribute('name', outputName), () => write(output));
  }
}

/**
 * Body and headers; with attachments, all inside `mime:multipartRelated` (WSDL 1.1 section 5.3).
 */
function writeSoapMessage(scope: WsdlScope, soap: string, message: BindingMessage): void {
  const { out } = scope;
  const root = (): void => {
    if (message.body !== undefined) writeBody(scope, soap, message.body);
    for (const header of message.headers) writeHeader(scope, soap, header);
  };
  if (message.attachments.length === 0) {
    root();
    return;
  }
  out.element('mime:multipartRelated', '', () => {
    out.element('mime:part', '', root);
    for (const { part, types } of message.attachments) {
      out.element('mime:part', '', () => {
        for (const type of types) {
          out.element('mime:content', attribute('part', part) + attribute('type', type));
        }
      });
    }
  });
}

function writeBody(scope: WsdlScope, soap: string, body: SoapBody): void {
  scope.out.element(
    `${soap}:body`,
    attribute('use', body.use) +
      attribute('namespace', body.namespace) +
      attribute('encodingStyle', body.encodingStyle) +
      attribute('parts', body.parts?.join(' ')),
  );
}

function writeHeader(scope: WsdlScope, soap: string, header: SoapHeader): void {
  const { out, messages } = scope;
  const attributes =
    attribute('wsdl:required', header.required ? 'true' : undefined) +
    attribute('message', messages.reference(header.message.name)) +
    attribute('part', header.part) +
    attribute('use', header.use) +
    attribute('encodingStyle', header.encodingStyle) +
    attribute('namespace', header.namespace);
  out.element(`${soap}:header`, attributes, () => {
    for (const fault of header.faults) {
      out.element(
        `${soap}:headerfault`,
        attribute('message', messages.reference(fault.message.name)) +
          attribute('part', fault.part) +
          attribute('use', fault.use) +
          attribute('namespace', fault.namespace),
      );
    }
  });
}

function writeHttpOperation(scope: WsdlScope, operation: BindingOperation): void {
  const { out } = scope;
  out.element('wsdl:operation', attribute('name', operation.name), () => {
    writeDocumentation(scope, operation.documentation);
    out.element('http:operation', attribute('location', operation.location));
    writeDirections(scope, operation, (message) => writeHttp(scope, message));
  });
}

function writeHttp(scope: WsdlScope, message: BindingMessage): void {
  const { out } = scope;
  const content: HttpContent = message.http ?? { kind: 'none' };
  switch (content.kind) {
    case 'urlEncoded':
    case 'urlReplacement':
      out.element(`http:${content.kind}`);
      break;
    case 'form':
      out.element('mime:content', attribute('type', 'application/x-www-form-urlencoded'));
      break;
    case 'mimeXml':
      out.element('mime:mimeXml', attribute('part', content.part));
      break;
    case 'mimeContent':
      out.element(
        'mime:content',
        attribute('part', content.part) + attribute('type', content.type),
      );
      break;
    case 'none':
      break;
  }
}
