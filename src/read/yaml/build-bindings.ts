import type {
  Binding,
  BindingKind,
  BindingMessage,
  BindingOperation,
  Definitions,
  HttpContent,
  Port,
  SoapHeader,
} from '../../model/wsdl/definitions.ts';
import { hasOutput, headerMessage } from './build-messages.ts';
import {
  type BoundOperation,
  type ServiceContext,
  type Wire,
  wireBindings,
  wires,
} from './service-context.ts';

/** `soap:binding/@transport` of SOAP over HTTP. */
const transport = 'http://schemas.xmlsoap.org/soap/http';

/** Bindings, and a service with a port for each. */
export function buildBindings(context: ServiceContext): Pick<Definitions, 'bindings' | 'services'> {
  const { contract, service } = context;
  const { span } = service;
  const bindings = wires.flatMap((wire) =>
    wireBindings[wire]
      .filter((kind) => service.bindings.includes(kind))
      .map((kind) => binding(context, wire, kind)),
  );
  // Without a base URL the address is only a path, because the server is unknown.
  const address = `${(contract.baseUrl ?? '').replace(/\/+$/, '')}${service.path}`;
  const ports = bindings.map(
    (one): Port => ({ name: one.name.localName, binding: { name: one.name, span }, address, span }),
  );
  const { name, script, documentation } = service;
  return { bindings, services: [{ name, ports, script, documentation, span }] };
}

function binding(context: ServiceContext, wire: Wire, kind: BindingKind): Binding {
  const { service } = context;
  const { name, span } = service;
  const ending = kind === 'soap12' ? 'Soap12' : wire;
  return {
    name: context.tns(`${name}${ending}`, span).name,
    kind,
    portType: context.tns(`${name}${wire}`, span),
    transport: wire === 'Soap' ? transport : undefined,
    operations: context.operations
      .filter((one) => one.reachable.has(kind))
      .map((one) => bindingOperation(context, one, wire)),
    span,
  };
}

function bindingOperation(
  context: ServiceContext,
  operation: BoundOperation,
  wire: Wire,
): BindingOperation {
  const { name, span } = operation;
  const soap = wire === 'Soap';
  return {
    name,
    soapAction: soap ? (operation.soapAction ?? defaultAction(context, name)) : undefined,
    style: 'document',
    input: soap
      ? soapMessage(context, operation, 'in')
      : httpMessage(operation, inputContent(wire)),
    output: !hasOutput(operation, wire)
      ? undefined
      : soap
        ? soapMessage(context, operation, 'out')
        : httpMessage(operation, outputContent(context, operation)),
    faults: (soap ? operation.faults : []).map((one) => ({
      name: one.name,
      use: 'literal' as const,
      span: one.span,
    })),
    location: soap ? undefined : `/${name}`,
    span,
  };
}

/** Namespace and operation, joined by one `/`. */
function defaultAction(context: ServiceContext, operation: string): string {
  const { namespace } = context.service;
  return `${namespace}${namespace.endsWith('/') ? '' : '/'}${operation}`;
}

function soapMessage(
  context: ServiceContext,
  operation: BoundOperation,
  direction: 'in' | 'out',
): BindingMessage {
  const { span } = operation;
  const headers = operation.headers
    .filter((one) => one[direction])
    .map(
      (one): SoapHeader => ({
        message: headerMessage(context, operation, one),
        part: one.name,
        use: 'literal',
        required: false,
        faults: [],
        span: one.span,
      }),
    );
  return { body: { use: 'literal', span }, headers, attachments: [], span };
}

function httpMessage({ span }: BoundOperation, http: HttpContent): BindingMessage {
  return { headers: [], http, attachments: [], span };
}

function inputContent(wire: Wire): HttpContent {
  return wire === 'HttpGet' ? { kind: 'urlEncoded' } : { kind: 'form' };
}

function outputContent(context: ServiceContext, { returns }: BoundOperation): HttpContent {
  if (returns.kind !== 'result') return { kind: 'none' };
  return context.library.root(returns.field.type) === undefined
    ? { kind: 'mimeContent', part: 'Body', type: 'text/xml' }
    : { kind: 'mimeXml', part: 'Body' };
}
