import type { AnyOperation } from '../operation/operation.ts';
import { escapeAttribute } from '../xml/write-text.ts';

/**
 * What the `soap` package needs to know of a service: names and actions. Bodies never pass through
 * its schema model.
 */
export interface SoapPackageService {
  /** Name of the service and of its port. */
  readonly name: string;
  /** A short WSDL without types. */
  readonly wsdl: string;
  /**
   * Name of each operation in that WSDL, which the package finds by the first element of the body
   * or by the action.
   */
  readonly methods: ReadonlyMap<AnyOperation, string>;
}

/** Operations with a SOAP binding, by service. */
export function soapServices(
  operations: readonly AnyOperation[],
): ReadonlyMap<string, readonly AnyOperation[]> {
  const services: Map<string, AnyOperation[]> = new Map();
  for (const operation of operations) {
    if (!operation.bindings.includes('soap11') && !operation.bindings.includes('soap12')) continue;
    const group = services.get(operation.service);
    if (group === undefined) services.set(operation.service, [operation]);
    else group.push(operation);
  }
  return services;
}

/**
 * Describes a service to the `soap` package.
 *
 * @param style `document` lets a client send raw bodies; `rpc` lets a server answer with bodies
 *   of any name.
 */
export function describeForSoapPackage(
  name: string,
  operations: readonly AnyOperation[],
  style: 'document' | 'rpc',
): SoapPackageService {
  const methods: Map<AnyOperation, string> = new Map();
  const taken: Set<string> = new Set();
  const unique = (preferred: string): string => {
    let free = preferred;
    for (let number = 2; taken.has(free); number++) free = `${preferred}_${number}`;
    taken.add(free);
    return free;
  };
  const described: (readonly [string, string])[] = [];
  for (const operation of operations) {
    const method = unique(operation.soap?.element?.local ?? operation.name);
    methods.set(operation, method);
    described.push([method, operation.soap?.action ?? '']);
    if (operation.soap?.element !== undefined || style === 'document') continue;
    // if the body is empty, the package looks for its content in the envelope
    for (const element of ['Body', 'Header']) {
      if (!taken.has(element)) described.push([unique(element), '']);
    }
  }
  const [first] = operations;
  const { namespace = '', path = '/' } = first ?? {};
  return { name, wsdl: wsdlOf({ name, namespace, path, operations: described, style }), methods };
}

/** The content of the WSDL of a service. */
interface Description {
  readonly name: string;
  readonly namespace: string;
  readonly path: string;
  readonly operations: readonly (readonly [method: string, action: string])[];
  readonly style: 'document' | 'rpc';
}

function wsdlOf({ name, namespace, path, operations, style }: Description): string {
  const each = (write: (method: string, action: string) => string): string =>
    operations.map(([method, action]) => write(method, action)).join('');
  return (
    '<?xml version="1.0" encoding="utf-8"?>' +
    '<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"' +
    ' xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"' +
    ` xmlns:tns="${escapeAttribute(namespace)}" targetNamespace="${escapeAttribute(namespace)}">` +
    each((method) => `<wsdl:message name="${method}"/><wsdl:message name="${method}Response"/>`) +
    `<wsdl:portType name="${name}">` +
    each(
      (method) =>
        `<wsdl:operation name="${method}"><wsdl:input message="tns:${method}"/>` +
        `<wsdl:output message="tns:${method}Response"/></wsdl:operation>`,
    ) +
    `</wsdl:portType><wsdl:binding name="${name}" type="tns:${name}">` +
    `<soap:binding transport="http://schemas.xmlsoap.org/soap/http" style="${style}"/>` +
    each(
      (method, action) =>
        `<wsdl:operation name="${method}">` +
        `<soap:operation soapAction="${escapeAttribute(action)}" style="${style}"/>` +
        '<wsdl:input><soap:body use="literal"/></wsdl:input>' +
        '<wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>',
    ) +
    `</wsdl:binding><wsdl:service name="${name}"><wsdl:port name="${name}" binding="tns:${name}">` +
    `<soap:address location="${escapeAttribute(path)}"/>` +
    '</wsdl:port></wsdl:service></wsdl:definitions>'
  );
}
