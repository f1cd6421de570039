import type { BindingOperation } from '../../wsdl/definitions.ts';
import type { LinkedPort, MessageActions } from '../../wsdl/service-model.ts';
import type { AbstractOperation } from './link-message.ts';

/** What actions follow from. */
interface ActionSources {
  readonly port: LinkedPort;
  readonly abstract: AbstractOperation;
  readonly binding: BindingOperation;
}

/** Actions of an operation's messages (WS-Addressing 1.0 Metadata, section 4.4). */
export function actionsOf({ port, abstract, binding }: ActionSources): MessageActions {
  const { name, input, output, faults } = abstract.syntax;
  const start = interfaceStart(port.portType.namespace, port.portType.localName);
  const delimiter = delimiterOf(port.portType.namespace);
  const inputName = input?.name ?? (output === undefined ? name : `${name}Request`);
  return {
    input: input?.action ?? (binding.soapAction || start + inputName),
    output: output && (output.action ?? start + (output.name ?? `${name}Response`)),
    faults: new Map(
      faults.map((fault) => [
        fault.name,
        fault.action ?? [`${start}${name}`, 'Fault', fault.name].join(delimiter),
      ]),
    ),
  };
}

/** Namespace and portType, each followed by the delimiter. */
export function interfaceStart(namespace: string, portType: string): string {
  const delimiter = delimiterOf(namespace);
  const start = namespace.endsWith(delimiter) ? namespace : namespace + delimiter;
  return start + portType + delimiter;
}

export function delimiterOf(namespace: string): string {
  return /^urn:/i.test(namespace) ? ':' : '/';
}
