import type {
  Message,
  OperationFault,
  OperationMessage,
  PortType,
  PortTypeOperation,
} from '../../model/definitions.ts';
import { namespaces } from '../../model/namespaces.ts';
import { type WsdlScope, writeDocumentation } from './wsdl-scope.ts';

/** `wsdl:message` (WSDL 1.1 section 2.3). */
export function writeMessage(scope: WsdlScope, message: Message): void {
  const { out, prefixes, messages } = scope;
  out.element('wsdl:message', { name: messages.name(message.name) }, () => {
    writeDocumentation(scope, message.documentation);
    for (const part of message.parts) {
      const attributes = {
        name: part.name,
        element: part.element && prefixes.name(part.element.name),
        type: part.type && prefixes.name(part.type.name),
      };
      out.element('wsdl:part', attributes, () => writeDocumentation(scope, part.documentation));
    }
  });
}

/** `wsdl:portType` (WSDL 1.1 section 2.4). */
export function writePortType(scope: WsdlScope, portType: PortType): void {
  const name = scope.portTypes.name(portType.name);
  scope.out.element('wsdl:portType', { name }, () => {
    writeDocumentation(scope, portType.documentation);
    for (const operation of portType.operations) writeOperation(scope, operation);
  });
}

function writeOperation(scope: WsdlScope, operation: PortTypeOperation): void {
  const { parameterOrder } = operation;
  const attributes = {
    ...writtenAttributes(scope, operation),
    name: operation.name,
    parameterOrder: parameterOrder?.length ? parameterOrder.join(' ') : undefined,
  };
  scope.out.element('wsdl:operation', attributes, () => {
    writeDocumentation(scope, operation.documentation);
    if (operation.input !== undefined) writeDirection(scope, 'wsdl:input', operation.input);
    if (operation.output !== undefined) writeDirection(scope, 'wsdl:output', operation.output);
    for (const fault of operation.faults) writeDirection(scope, 'wsdl:fault', fault);
  });
}

function writeDirection(
  scope: WsdlScope,
  element: string,
  direction: OperationMessage | OperationFault,
): void {
  const attributes = {
    name: direction.name,
    message: scope.messages.reference(direction.message.name),
  };
  scope.out.element(element, attributes, () => writeDocumentation(scope, direction.documentation));
}

/** What an operation writes straight to the HTTP response: ASMX's WSDL has no word for it. */
function writtenAttributes(
  scope: WsdlScope,
  { written }: PortTypeOperation,
): Readonly<Record<string, string>> {
  if (!scope.extensions || written === undefined) return {};
  return { 'xmlns:contract': namespaces.contract, 'contract:written': written };
}
