import type { AnyOperation } from './operation.ts';

/**
 * Action of requests: that of the contract, otherwise a SOAPAction that is not empty, otherwise the
 * default pattern (WS-Addressing 1.0 Metadata, section 4.4).
 */
export function inputAction(operation: AnyOperation): string {
  const { action, addressing } = operation.soap ?? {};
  return addressing?.input ?? (action || defaultInput(operation));
}

/** All actions that requests of an operation may have. */
export function inputActions(operation: AnyOperation): readonly string[] {
  const { action = '', action12 = '' } = operation.soap ?? {};
  const known = [inputAction(operation), action, action12, defaultInput(operation)];
  return known.filter((one) => one !== '');
}

/** Action of answers. */
export function outputAction(operation: AnyOperation): string {
  const { addressing } = operation.soap ?? {};
  return addressing?.output ?? `${interfaceOf(operation)}${operation.name}Response`;
}

/** Action of a declared fault. */
export function faultAction(operation: AnyOperation, name: string): string {
  const { addressing } = operation.soap ?? {};
  const { delimiter } = partsOf(operation);
  const pattern = `${interfaceOf(operation)}${operation.name}${delimiter}Fault${delimiter}${name}`;
  const known = Object.entries(addressing?.faults ?? {}).find(([fault]) => fault === name);
  return known?.[1] ?? pattern;
}

/** Actions of the messages of an operation (WS-Addressing 1.0 Metadata, section 4.4). */
export interface DocumentedActions {
  readonly input: string;
  readonly output: string;
  fault(name: string): string;
}

/** Actions of all messages of an operation, as a WSDL says them. */
export function documentedActions(operation: AnyOperation): DocumentedActions {
  return {
    input: inputAction(operation),
    output: outputAction(operation),
    fault: (name) => faultAction(operation, name),
  };
}

function defaultInput(operation: AnyOperation): string {
  return `${interfaceOf(operation)}${operation.name}${operation.oneWay === true ? '' : 'Request'}`;
}

/** Target namespace and portType, with a delimiter after each. */
function interfaceOf(operation: AnyOperation): string {
  const { namespace, delimiter, portType } = partsOf(operation);
  const start = namespace.endsWith(delimiter) ? namespace : namespace + delimiter;
  return start + portType + delimiter;
}

function partsOf({
  namespace,
  service,
  soap,
}: AnyOperation): Record<'namespace' | 'delimiter' | 'portType', string> {
  return {
    namespace,
    delimiter: /^urn:/i.test(namespace) ? ':' : '/',
    portType: soap?.addressing?.portType ?? `${service}Soap`,
  };
}
