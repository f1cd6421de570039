import type {
  OperationMessage,
  PortType,
  PortTypeOperation,
} from '../../model/wsdl/definitions.ts';
import { faultMessage, hasOutput } from './build-messages.ts';
import {
  type BoundOperation,
  operationsOver,
  type ServiceContext,
  type Wire,
  wiresOf,
} from './service-context.ts';

/**
 * PortTypes XSoap, XHttpGet and XHttpPost of a service X. One without operations is empty, as in
 * ASMX.
 */
export function buildPortTypes(context: ServiceContext): readonly PortType[] {
  const { service } = context;
  return wiresOf(service).map((wire) => ({
    name: context.tns(`${service.name}${wire}`, service.span).name,
    operations: operationsOver(context, wire).map((one) => portTypeOperation(context, one, wire)),
    span: service.span,
  }));
}

function portTypeOperation(
  context: ServiceContext,
  operation: BoundOperation,
  wire: Wire,
): PortTypeOperation {
  const { name, span, returns, documentation } = operation;
  const side = (suffix: string): OperationMessage => ({
    message: context.tns(`${name}${wire}${suffix}`, span),
    span,
  });
  return {
    name,
    input: side('In'),
    output: hasOutput(operation, wire) ? side('Out') : undefined,
    faults: (wire === 'Soap' ? operation.faults : []).map((one) => ({
      name: one.name,
      message: faultMessage(context, operation, one),
      span: one.span,
    })),
    withoutForms: operation.withoutForms ? true : undefined,
    written: returns.kind === 'written' ? returns.as : undefined,
    documentation,
    span,
  };
}
