import type { QName } from '../../common/qname.ts';
import type { PortTypeOperation } from '../../wsdl/definitions.ts';
import type { MessageActions } from '../../wsdl/service-model.ts';

/** Actions of an operation's messages (WS-Addressing 1.0 Metadata, section 4.4). */
export function actionsOf(
  portType: QName,
  { name, input, output, faults }: PortTypeOperation,
  soapAction: string | undefined,
): MessageActions {
  const start = interfaceStart(portType.namespace, portType.localName);
  const delimiter = delimiterOf(portType.namespace);
  const inputName = input?.name ?? (output === undefined ? name : `${name}Request`);
  return {
    input: input?.action ?? (soapAction || start + inputName),
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
