import { namespaces } from '../../model/common/namespaces.ts';
import type { QName } from '../../model/common/qname.ts';
import type { Reference } from '../../model/common/reference.ts';
import type { Message, Part } from '../../model/wsdl/definitions.ts';
import type { FieldNotation } from '../../model/yaml/notation.ts';
import { abstractTypes } from './build-schemas.ts';
import {
  type BoundOperation,
  operationsOver,
  type ServiceContext,
  type Wire,
  wires,
} from './service-context.ts';

/** Messages in ASMX's groups: those of SOAP, of GET, of POST. */
export function buildMessages(context: ServiceContext): readonly Message[] {
  return wires.flatMap((wire) =>
    operationsOver(context, wire).flatMap((operation) => {
      const messages = [
        message(context, operation, `${wire}In`, inputParts(context, operation, wire)),
      ];
      if (hasOutput(operation, wire)) {
        const parts = outputParts(context, operation, wire);
        messages.push(message(context, operation, `${wire}Out`, parts));
      }
      return wire === 'Soap' ? [...messages, ...soapMessages(context, operation)] : messages;
    }),
  );
}

/** The messages of headers, named as in ASMX, and those of faults. */
function soapMessages(context: ServiceContext, operation: BoundOperation): readonly Message[] {
  const element = ({ name, span }: FieldNotation): Reference => context.tns(name, span);
  const headers = operation.headers.map((one): Message => {
    const part = { name: one.name, element: element(one), span: one.span };
    return { name: headerMessage(context, operation, one).name, parts: [part], span: one.span };
  });
  const faults = operation.faults.map((one): Message => {
    const part = { name: 'detail', element: element(one), span: one.span };
    return { name: faultMessage(context, operation, one).name, parts: [part], span: one.span };
  });
  return [...headers, ...faults];
}

/** The message of a SOAP header. */
export function headerMessage(
  context: ServiceContext,
  { name }: BoundOperation,
  header: FieldNotation,
): Reference {
  return context.tns(`${name}${header.name}`, header.span);
}

/** The message of a declared fault. */
export function faultMessage(
  context: ServiceContext,
  { name }: BoundOperation,
  fault: FieldNotation,
): Reference {
  return context.tns(`${name}${fault.name}Fault`, fault.span);
}

/**
 * Whether an operation answers with a message. One-way calls have none over SOAP, and are void
 * calls over HTTP.
 */
export function hasOutput(operation: BoundOperation, wire: Wire): boolean {
  return !(operation.oneWay && wire === 'Soap');
}

function message(
  context: ServiceContext,
  operation: BoundOperation,
  suffix: string,
  parts: readonly Part[],
): Message {
  const { span } = operation;
  return { name: context.tns(`${operation.name}${suffix}`, span).name, parts, span };
}

function inputParts(
  context: ServiceContext,
  operation: BoundOperation,
  wire: Wire,
): readonly Part[] {
  const { name, span } = operation;
  if (wire === 'Soap') return [{ name: 'parameters', element: context.tns(name, span), span }];
  const soap = overSoap(operation);
  return operation.parameters.map((field): Part => {
    const { name, span: place } = field;
    const type = { name: partType(context, operation, field), span: place };
    const required = !field.type.optional && !field.type.repeated;
    const optional = required || (soap && context.contract.allParameters) ? undefined : true;
    if (soap) return { name, type, optional, span: place };
    const notation = context.formShape(field) === 'texts' ? repeatedType(field) : undefined;
    return { name, type, notation, optional, documentation: field.documentation, span: place };
  });
}

function overSoap({ reachable }: BoundOperation): boolean {
  return reachable.has('soap11') || reachable.has('soap12');
}

/** A repeated parameter of a query or form, in the notation's words. */
function repeatedType({ type }: FieldNotation): string {
  const { base, repeated } = type;
  if (base.kind === 'named') return `${base.name}${repeated ? '*' : ''}`;
  const { item } = base;
  return item.base.kind === 'named' ? `${item.base.name}[]` : 'string[]';
}

/**
 * ASMX declares every parameter as `string`, because the SOAP message has the type. An operation
 * without SOAP keeps the type here, where nothing else has it.
 */
function partType(context: ServiceContext, operation: BoundOperation, field: FieldNotation): QName {
  if (context.formShape(field) === 'texts') {
    return { namespace: abstractTypes(context.service.namespace), localName: 'StringArray' };
  }
  const own = overSoap(operation) ? undefined : context.library.use(field.type.base).typeRef;
  return own?.name ?? { namespace: namespaces.xsd, localName: 'string' };
}

function outputParts(
  context: ServiceContext,
  operation: BoundOperation,
  wire: Wire,
): readonly Part[] {
  const { name, span, returns } = operation;
  if (wire === 'Soap') {
    return [{ name: 'parameters', element: context.tns(`${name}Response`, span), span }];
  }
  if (returns.kind !== 'result') return [];
  const { span: place, type } = returns.field;
  const root = context.library.root(type);
  // An XML fragment is its own root. ASMX writes a part without element and type, which means any
  // type.
  const anyType = { namespace: namespaces.xsd, localName: 'anyType' };
  const part: Part =
    root === undefined
      ? { name: 'Body', type: { name: anyType, span: place }, span: place }
      : { name: 'Body', element: { name: root.name, span: place }, span: place };
  return [part];
}
