import type { DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import type { QName } from '../common/qname.ts';
import type {
  MessagePart,
  ServiceModel,
  ServiceOperation,
  SoapOperation,
} from '../wsdl/service-model.ts';

/**
 * Warns of valid but probably unintended parts of a linked contract: requests that servers cannot
 * distinguish, parts that do not suit their style, rpc wrappers without namespace.
 */
export function checkModel(model: ServiceModel, sink: DiagnosticSink): void {
  for (const service of model.services) {
    for (const { operations } of service.interfaces) {
      for (const operation of operations) checkOperation(operation, sink);
      checkDispatch(operations, sink);
    }
  }
}

function checkOperation(operation: ServiceOperation, sink: DiagnosticSink): void {
  const soap = operation.soap11 ?? operation.soap12;
  if (soap === undefined) return;
  const warn = (message: string, help: string): void => {
    sink.report({
      code: 'ASMX3006',
      severity: 'warning',
      message: `Operation '${operation.name}': ${message}`,
      span: operation.span,
      help,
    });
  };
  const { input } = soap;
  if (soap.style === 'rpc') {
    if (input.assumedNamespace === true || input.rpcWrapper?.namespace === '') {
      warn(
        "'soap:body' of an rpc operation names no namespace",
        input.assumedNamespace === true
          ? 'Its wrapper element gets the target namespace, as in most stacks'
          : 'Its wrapper element is written without one',
      );
    }
    if (input.parts.some((part) => part.element !== undefined)) {
      warn('a part of an rpc message refers to an element', "WS-I requires 'type' there");
    }
    return;
  }
  if (input.parts.length > 1) {
    warn(
      `${input.parts.length} parts are side by side in the body`,
      'Many stacks read the first only',
    );
  }
  if (input.parts.some((part) => part.type !== undefined)) {
    warn("a part of a document message names a 'type'", "WS-I requires 'element' there");
  }
}

/**
 * A server cannot distinguish two operations of one SOAP version with the same action and request
 * element.
 */
function checkDispatch(operations: readonly ServiceOperation[], sink: DiagnosticSink): void {
  for (const kind of ['soap11', 'soap12'] as const) {
    const seen = new Map<string, ServiceOperation>();
    for (const operation of operations) {
      const soap = operation[kind];
      if (soap === undefined) continue;
      const key = signatureOf(soap);
      const twin = seen.get(key);
      if (twin === undefined) seen.set(key, operation);
      else {
        sink.report({
          code: 'ASMX3006',
          severity: 'warning',
          message:
            `Operations '${twin.name}' and '${operation.name}' have the same action ` +
            `and the same request element`,
          span: operation.span,
          help: `A server takes every such request for '${twin.name}'`,
          related: [{ message: 'the other operation', span: twin.span }],
        });
      }
    }
    if (seen.size > 0) return;
  }
}

function signatureOf({ action, input }: SoapOperation): string {
  const [first] = input.parts;
  const name = input.rpcWrapper ?? first?.element?.name ?? (first && nameByType(first));
  return `${action} {${name?.namespace ?? ''}}${name?.localName ?? ''}`;
}

/** The first element of a Body whose part names a type: that of the type, or one for the part. */
function nameByType({ name, type }: MessagePart): QName | undefined {
  if (type?.kind !== 'complex' || type.simpleContent !== undefined) {
    return { namespace: '', localName: name };
  }
  let particle = type.particle;
  while (particle?.kind === 'model') particle = particle.particles[0];
  return particle?.kind === 'element' ? particle.element.name : undefined;
}
