import { namespaces } from '../../model/common/namespaces.ts';
import type { FieldNotation, ReturnsNotation } from '../../model/notation/notation.ts';
import { notationKeys } from '../../model/notation/notation-keys.ts';
import type {
  BindingMessage,
  BindingOperation,
  PortTypeOperation,
} from '../../model/wsdl/definitions.ts';
import type { ElementSyntax } from '../../model/xsd/schema-document.ts';
import { describeContent, type TypeScope } from './describe-fields.ts';

/** What an operation says over SOAP. */
export interface SoapDescription {
  readonly parameters: readonly FieldNotation[];
  readonly returns: ReturnsNotation;
  readonly oneWay: boolean;
  /** Absent where it is the default. */
  readonly soapAction?: string | undefined;
}

/**
 * Describes an operation of a SOAP binding; complains about what is not ASMX's own document style.
 */
export function describeSoap(
  scope: TypeScope,
  operation: PortTypeOperation,
  bound: BindingOperation,
): SoapDescription | undefined {
  const { misfits } = scope;
  const { name } = operation;
  const owner = `operation '${name}'`;
  if (bound.style === 'rpc') {
    misfits.refuse(bound.span, `${owner} is of style rpc`, 'The notation knows document/literal');
    return undefined;
  }
  for (const fault of operation.faults) {
    misfits.refuse(fault.span, `${owner} declares fault '${fault.name}'`);
  }
  const input = describeSide(scope, operation, bound, 'input', name);
  const output = describeSide(scope, operation, bound, 'output', `${name}Response`);
  if (input === undefined) return undefined;
  return {
    parameters: input,
    returns: returnsOf(scope, operation, output ?? []),
    oneWay: operation.output === undefined,
    soapAction: actionOf(scope, name, bound.soapAction),
  };
}

function actionOf(scope: TypeScope, name: string, action: string | undefined): string | undefined {
  const { namespace } = scope;
  const usual = `${namespace}${namespace.endsWith('/') ? '' : '/'}${name}`;
  return action === usual ? undefined : (action ?? '');
}

function returnsOf(
  scope: TypeScope,
  { name, written, span }: PortTypeOperation,
  fields: readonly FieldNotation[],
): ReturnsNotation {
  if (written !== undefined) {
    if (fields.length === 0) return { kind: 'written', as: written };
    scope.misfits.refuse(span, `operation '${name}' both writes its answer and returns it`);
  }
  const [first] = fields;
  if (first === undefined) return { kind: 'void' };
  if (fields.length === 1 && first.name === `${name}Result`)
    return { kind: 'result', field: first };
  const names = fields.map((one) => one.name);
  if (names.includes('type') && names.every((one) => notationKeys.field.includes(one))) {
    scope.misfits.refuse(
      span,
      `the out parameters of operation '${name}' have the names of keys (${names.join(', ')})`,
      'The notation would take them for the description of one result',
    );
  }
  return { kind: 'out', fields };
}

/** Fields of the wrapper element of one direction. */
function describeSide(
  scope: TypeScope,
  operation: PortTypeOperation,
  bound: BindingOperation,
  side: 'input' | 'output',
  expected: string,
): readonly FieldNotation[] | undefined {
  const { misfits, index } = scope;
  const declared = operation[side];
  if (declared === undefined) return undefined;
  const owner = `the ${side} of operation '${operation.name}'`;
  const travelling = bound[side];
  if (travelling !== undefined) checkTravelling(scope, travelling, owner);
  const message = index.message(declared.message.name);
  const listed = travelling?.body?.parts;
  const parts = message?.parts.filter((part) => listed?.includes(part.name) ?? true) ?? [];
  const [part] = parts;
  if (message === undefined || part === undefined || parts.length > 1) {
    misfits.refuse(
      declared.span,
      `${owner} has ${parts.length} parts`,
      'The notation knows one wrapper element',
    );
    return undefined;
  }
  if (part.element === undefined) {
    misfits.refuse(part.span, `${owner} names a type in place of an element`);
    return undefined;
  }
  const element = index.element(part.element.name);
  if (element === undefined) {
    misfits.refuse(
      part.span,
      `element '${part.element.name.localName}' of ${owner} is not declared`,
    );
    return undefined;
  }
  return describeWrapper(scope, element, owner, expected);
}

function checkTravelling(scope: TypeScope, message: BindingMessage, owner: string): void {
  const { misfits } = scope;
  if (message.body?.use === 'encoded') {
    misfits.refuse(message.body.span, `${owner} is encoded`, 'The notation knows document/literal');
  }
  for (const header of message.headers) {
    misfits.refuse(header.span, `${owner} has SOAP header '${header.part}'`);
  }
  const [attachment] = message.attachments;
  if (attachment !== undefined) {
    misfits.refuse(message.span, `${owner} has attachment '${attachment.part}'`);
  }
}

function describeWrapper(
  scope: TypeScope,
  element: ElementSyntax,
  owner: string,
  expected: string,
): readonly FieldNotation[] | undefined {
  const { misfits, namespace, index } = scope;
  const { localName } = element.name;
  const what = `element '${localName}'`;
  if (localName !== expected || element.name.namespace !== namespace) {
    misfits.refuse(
      element.span,
      element.name.namespace === namespace
        ? `${owner} is ${what} in place of '${expected}'`
        : `${owner} is ${what} of namespace '${element.name.namespace}' in place of '${namespace}'`,
    );
    return undefined;
  }
  const plain = !element.nillable && !element.abstract && element.substitutionGroup === undefined;
  const type = element.typeRef === undefined ? element.type : index.type(element.typeRef.name);
  const anything = type === undefined || element.typeRef?.name.namespace === namespaces.xsd;
  if (!plain || anything || type.kind === 'simpleType' || !isParameterList(scope, type)) {
    misfits.refuse(
      element.span,
      `${what}, ${owner}, is more than a list of parameters`,
      'The notation knows wrappers that hold a sequence of elements and nothing else',
    );
    return undefined;
  }
  return describeContent(scope, type.particle, what);
}

function isParameterList(
  scope: TypeScope,
  type: Extract<ElementSyntax['type'], { kind: 'complexType' }>,
): boolean {
  const derived = type.name === undefined ? [] : scope.index.derivedFrom(type.name);
  return (
    type.derivation === undefined &&
    !type.mixed &&
    !type.abstract &&
    type.attributes.length === 0 &&
    type.anyAttribute === undefined &&
    derived.length === 0
  );
}
