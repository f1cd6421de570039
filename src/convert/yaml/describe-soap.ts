import { namespaces } from '../../model/common/namespaces.ts';
import type { BindingMessage, PortTypeOperation } from '../../model/wsdl/definitions.ts';
import type { ElementSyntax } from '../../model/xsd/schema-document.ts';
import type { FieldNotation, HeaderNotation, ReturnsNotation } from '../../model/yaml/notation.ts';
import { notationKeys } from '../../model/yaml/notation-keys.ts';
import type { BoundOperation } from './bound-operation.ts';
import { describeContent, type TypeScope } from './describe-fields.ts';
import { describeFaults, describeHeaders } from './describe-soap-elements.ts';

/** An operation over SOAP. */
export interface SoapDescription {
  readonly parameters: readonly FieldNotation[];
  readonly returns: ReturnsNotation;
  readonly headers: readonly HeaderNotation[];
  readonly faults: readonly FieldNotation[];
  readonly oneWay: boolean;
  /** Absent if it is the default. */
  readonly soapAction?: string | undefined;
}

/**
 * Describes an operation of a SOAP binding, and reports what ASMX's document style does not have.
 */
export function describeSoap(
  scope: TypeScope,
  operation: BoundOperation,
): SoapDescription | undefined {
  const { misfits } = scope;
  const { declared, bound } = operation;
  const { name } = declared;
  const owner = `operation '${name}'`;
  if (bound.style === 'rpc') {
    misfits.refuse(bound.span, `${owner} is of style rpc`, 'The notation knows document/literal');
    return undefined;
  }
  if (bound.soapActionRequired === true) {
    const why = 'which clients of the notation do not send';
    misfits.drop(bound.span, `${owner} requires its action over SOAP 1.2, ${why}`);
  }
  const input = describeSide(scope, operation, 'input', name);
  const output = describeSide(scope, operation, 'output', `${name}Response`);
  if (input === undefined) return undefined;
  return {
    parameters: input,
    returns: returnsOf(scope, declared, output ?? []),
    headers: describeHeaders(scope, operation, owner),
    faults: describeFaults(scope, operation, owner),
    oneWay: declared.output === undefined,
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
  const only = fields.length === 1;
  if (only && first.name === `${name}Result`) return { kind: 'result', field: first };
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

/** Fields of the wrapper element in one direction. */
function describeSide(
  scope: TypeScope,
  { declared: operation, bound }: BoundOperation,
  side: 'input' | 'output',
  expected: string,
): readonly FieldNotation[] | undefined {
  const { misfits, index } = scope;
  const declared = operation[side];
  if (declared === undefined) return undefined;
  const owner = `the ${side} of operation '${operation.name}'`;
  const sent = bound[side];
  if (sent !== undefined) checkSent(scope, sent, owner);
  const message = index.message(declared.message.name);
  const listed = sent?.body?.parts;
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
    misfits.refuse(part.span, `${owner} names a type instead of an element`);
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

function checkSent(scope: TypeScope, message: BindingMessage, owner: string): void {
  const { misfits } = scope;
  if (message.body?.use === 'encoded') {
    misfits.refuse(message.body.span, `${owner} is encoded`, 'The notation knows document/literal');
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
        ? `${owner} is ${what} instead of '${expected}'`
        : `${owner} is ${what} of namespace '${element.name.namespace}' instead of '${namespace}'`,
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
