import { namespaces } from '../../model/common/namespaces.ts';
import { qnameKey } from '../../model/common/qname.ts';
import type { Reference } from '../../model/common/reference.ts';
import { addressingNamespaces } from '../../model/policy/policy.ts';
import type {
  Message,
  OperationFault,
  OperationMessage,
  PortType,
  PortTypeOperation,
} from '../../model/wsdl/definitions.ts';
import { contractAttributes, type WsdlScope, writeDocumentation } from './wsdl-scope.ts';
import { attribute } from './xml-writer.ts';

/** `wsdl:message` (WSDL 1.1 section 2.3). */
export function writeMessage(scope: WsdlScope, message: Message): void {
  const { out, prefixes, messages } = scope;
  const any = scope.xmlResults.has(qnameKey(message.name));
  out.element('wsdl:message', attribute('name', messages.name(message.name)), () => {
    writeDocumentation(scope, message.documentation);
    for (const part of message.parts) {
      const type = any && isAnyType(part.type) ? undefined : part.type;
      const attributes =
        contractAttributes(scope, {
          type: part.notation,
          optional: part.optional === true ? 'true' : undefined,
        }) +
        attribute('name', part.name) +
        attribute('element', part.element && prefixes.name(part.element.name)) +
        attribute('type', type && prefixes.name(type.name));
      out.element('wsdl:part', attributes, () => writeDocumentation(scope, part.documentation));
    }
  });
}

function isAnyType(type: Reference | undefined): boolean {
  return type?.name.localName === 'anyType' && type.name.namespace === namespaces.xsd;
}

/** `wsdl:portType` (WSDL 1.1 section 2.4). */
export function writePortType(scope: WsdlScope, portType: PortType): void {
  const name = scope.portTypes.name(portType.name);
  scope.out.element('wsdl:portType', attribute('name', name), () => {
    writeDocumentation(scope, portType.documentation);
    for (const operation of portType.operations) writeOperation(scope, operation);
  });
}

function writeOperation(scope: WsdlScope, operation: PortTypeOperation): void {
  const { parameterOrder } = operation;
  const attributes =
    // What it writes straight to the HTTP response, which ASMX's WSDL cannot express.
    contractAttributes(scope, { written: operation.written }) +
    attribute('name', operation.name) +
    attribute('parameterOrder', parameterOrder?.length ? parameterOrder.join(' ') : undefined);
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
  const attributes =
    attribute('name', direction.name) +
    attribute('message', scope.messages.reference(direction.message.name)) +
    attribute('xmlns:wsam', direction.action && addressingNamespaces[0]) +
    attribute('wsam:Action', direction.action);
  scope.out.element(element, attributes, () => writeDocumentation(scope, direction.documentation));
}
