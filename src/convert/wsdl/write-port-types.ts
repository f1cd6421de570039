import { namespaces } from '../../model/common/namespaces.ts';
import { qnameKey } from '../../model/common/qname.ts';
import type { Reference } from '../../model/common/reference.ts';
import { actionsOf } from '../../model/link/wsdl/link-actions.ts';
import { addressingOf } from '../../model/policy/addressing.ts';
import { addressingNamespaces } from '../../model/policy/policy.ts';
import type {
  Message,
  OperationFault,
  OperationMessage,
  PortType,
  PortTypeOperation,
} from '../../model/wsdl/definitions.ts';
import type { MessageActions } from '../../model/wsdl/service-model.ts';
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
    for (const operation of portType.operations) {
      writeOperation(scope, operation, announcedActions(scope, portType, operation));
    }
  });
}

/**
 * The actions of messages, if a binding of SOAP announces WS-Addressing. WCF does not know the
 * default pattern of those of faults.
 */
function announcedActions(
  { definitions: { bindings, services } }: WsdlScope,
  portType: PortType,
  operation: PortTypeOperation,
): MessageActions | undefined {
  const key = qnameKey(portType.name);
  const ports = services.flatMap((service) => service.ports);
  const announcing = bindings.find((binding) => {
    if (!binding.kind.startsWith('soap') || qnameKey(binding.portType.name) !== key) return false;
    const own = ports.filter((port) => qnameKey(port.binding.name) === qnameKey(binding.name));
    const subjects = [binding, portType, ...own];
    return addressingOf(subjects.flatMap(({ policies = [] }) => policies)) !== undefined;
  });
  if (announcing === undefined) return undefined;
  const bound = announcing.operations.find(({ name, inputName }) => {
    return (
      name === operation.name && (inputName ?? operation.input?.name) === operation.input?.name
    );
  });
  return actionsOf(portType.name, operation, bound?.soapAction);
}

function writeOperation(
  scope: WsdlScope,
  operation: PortTypeOperation,
  actions: MessageActions | undefined,
): void {
  const { parameterOrder } = operation;
  const attributes =
    // What it writes straight to the HTTP response, which ASMX's WSDL cannot express.
    contractAttributes(scope, { written: operation.written }) +
    attribute('name', operation.name) +
    attribute('parameterOrder', parameterOrder?.length ? parameterOrder.join(' ') : undefined);
  scope.out.element('wsdl:operation', attributes, () => {
    writeDocumentation(scope, operation.documentation);
    const write = (tag: string, one: OperationMessage | OperationFault, action?: string): void =>
      writeDirection(scope, tag, { ...one, action: one.action ?? action });
    const { input, output, faults } = operation;
    if (input !== undefined) write('wsdl:input', input, actions?.input);
    if (output !== undefined) write('wsdl:output', output, actions?.output);
    for (const fault of faults) write('wsdl:fault', fault, actions?.faults.get(fault.name));
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
