import type { Span } from '../../diagnostics/diagnostic.ts';
import type {
  Binding,
  BindingKind,
  BindingMessage,
  BindingOperation,
  Message,
  Part,
  PortTypeOperation,
  SoapHeader,
} from '../../model/wsdl.ts';
import { namespaces } from '../../model/xml.ts';
import type { ElementSyntax } from '../../model/xsd/schema-document.ts';
import {
  type ArrayType,
  asmxTypeName,
  type ElementNotation,
  type FieldNotation,
  formShape,
  type HeaderNotation,
  isBuiltin,
  isContentType,
  isReferenceType,
  notationKeys,
  type ReturnsNotation,
  rootBase,
  type TypeExpression,
} from '../../model/yaml.ts';
import {
  describeContent,
  describeReference,
  describeUse,
  plainTypeExpression,
  type TypeScope,
} from './fields.ts';

/** An operation over GET or POST. */
export interface HttpDescription {
  readonly parameters: readonly FieldNotation[];
  readonly returns: ReturnsNotation;
}

/**
 * Describes an operation of an HTTP binding, and reports deviations from ASMX.
 *
 * @param soap the same operation over SOAP, which has the types: GET and POST declare most
 *   parameters as text
 */
export function describeHttp(
  scope: TypeScope,
  operation: BoundOperation,
  soap: SoapDescription | undefined,
): HttpDescription | undefined {
  const { misfits, index } = scope;
  const { declared, bound, kind } = operation;
  const { name } = declared;
  const owner = `operation '${name}' over ${kind}`;
  if (bound.location !== `/${name}`) {
    misfits.refuse(bound.span, `${owner} is at '${bound.location ?? ''}' instead of '/${name}'`);
  }
  const content = bound.input?.http?.kind ?? 'none';
  const expected = kind === 'httpGet' ? 'urlEncoded' : 'form';
  const parts = declared.input && (index.message(declared.input.message.name)?.parts ?? []);
  if (content !== expected && (content !== 'none' || (parts?.length ?? 0) > 0)) {
    misfits.refuse(bound.input?.span ?? bound.span, `${owner} takes its input as '${content}'`);
  }
  const parameters = describeParameters(scope, parts ?? [], owner, soap);
  const returns = describeAnswer(scope, operation, owner);
  if (parameters === undefined || returns === undefined) return undefined;
  if (soap !== undefined && !sameAnswer(scope, soap.returns, returns)) {
    misfits.refuse(declared.span, `${owner} answers with another type than over SOAP`);
  }
  return { parameters, returns };
}

function describeParameters(
  scope: TypeScope,
  parts: readonly Part[],
  owner: string,
  soap: SoapDescription | undefined,
): readonly FieldNotation[] | undefined {
  if (soap === undefined) {
    return parts.flatMap((part) => describeParameter(scope, part, owner) ?? []);
  }
  const { parameters } = soap;
  const same =
    parameters.map((one) => one.name).join(' ') === parts.map((one) => one.name).join(' ');
  const first = parts[0] ?? parameters[0];
  if (!same) {
    if (first !== undefined) {
      scope.misfits.refuse(first.span, `${owner} has other parameters than over SOAP`);
    }
    return undefined;
  }
  for (const [at, part] of parts.entries()) {
    const parameter = parameters[at];
    if (parameter === undefined) continue;
    comparePart(scope, part, parameter, owner);
    compareAbsence(scope, part, parameter, owner);
  }
  return parameters;
}

/**
 * Whether GET and POST require what is optional over SOAP is one setting of the notation for the
 * whole contract.
 */
function compareAbsence(
  { misfits, presence }: TypeScope,
  part: Part,
  { type }: FieldNotation,
  owner: string,
): void {
  const mayBeAbsent = part.optional === true;
  if (type.optional || type.repeated) {
    presence.allParameters ??= !mayBeAbsent;
    if (presence.allParameters !== mayBeAbsent) return;
  } else if (!mayBeAbsent) return;
  const says = mayBeAbsent ? 'may be absent' : 'must be there';
  misfits.refuse(
    part.span,
    `parameter '${part.name}' of ${owner} ${says}, unlike others or over SOAP`,
  );
}

/** ASMX declares each part as `string`. The type of the SOAP parameter is accepted, too. */
function comparePart(scope: TypeScope, part: Part, parameter: FieldNotation, owner: string): void {
  const shape = formShape(parameter.type, scope.kinds);
  const declared = part.type?.name;
  const texts = declared?.localName === 'StringArray' && declared.namespace !== namespaces.xsd;
  const text = declared?.namespace === namespaces.xsd && declared.localName === 'string';
  const { base } = parameter.type;
  const own = base.kind === 'named' && declared?.localName === base.name;
  const fits = shape === 'texts' ? texts : shape === 'text' && (text || own);
  if (!fits) {
    scope.misfits.refuse(
      part.span,
      `parameter '${part.name}' of ${owner} has another type than over SOAP`,
    );
  }
}

function describeParameter(scope: TypeScope, part: Part, owner: string): FieldNotation | undefined {
  const { name, span, type, documentation, optional = false } = part;
  if (type === undefined) {
    scope.misfits.refuse(
      span,
      `parameter '${name}' of ${owner} names an element instead of a type`,
    );
    return undefined;
  }
  const [, word, mark] = /^([^\s[\]*]+)(\[\]|\*)?$/.exec(part.notation ?? '') ?? [];
  if (word !== undefined) return repeatedParameter(scope, part, word, mark);
  if (type.name.localName === 'StringArray' && type.name.namespace !== namespaces.xsd) {
    const array = arrayOf('string', span);
    return { name, span, type: { ...plainTypeExpression(array, span), optional }, documentation };
  }
  const base = describeReference(scope, type.name, type.span);
  if (base === undefined) return undefined;
  const plain = plainTypeExpression(base, span);
  if (formShape(plain, scope.kinds) !== 'text') {
    scope.misfits.refuse(span, `parameter '${name}' of ${owner} is not one text`);
  }
  return { name, span, type: { ...plain, optional }, documentation };
}

function arrayOf(name: string, span: Span): ArrayType {
  return { kind: 'array', item: plainTypeExpression({ kind: 'named', name, span }, span), span };
}

/** A parameter with the type in our extension attribute. */
function repeatedParameter(
  scope: TypeScope,
  { name, span, documentation, optional = false }: Part,
  word: string,
  mark: string | undefined,
): FieldNotation {
  scope.use({ namespace: scope.service, localName: word });
  const base = mark === '[]' ? arrayOf(word, span) : ({ kind: 'named', name: word, span } as const);
  const repeated = mark === '*';
  const type = { ...plainTypeExpression(base, span), repeated, optional: optional && !repeated };
  return { name, span, type, documentation };
}

/** The content of the binding's output. */
function describeAnswer(
  scope: TypeScope,
  { declared, bound }: BoundOperation,
  owner: string,
): ReturnsNotation | undefined {
  const { misfits, index } = scope;
  const content = bound.output?.http ?? { kind: 'none' as const };
  if (content.kind === 'none') {
    const { written } = declared;
    return written === undefined ? { kind: 'void' } : { kind: 'written', as: written };
  }
  const span = bound.output?.span ?? bound.span;
  const message = declared.output && index.message(declared.output.message.name);
  const named = 'part' in content ? content.part : undefined;
  const part =
    named === undefined ? message?.parts[0] : message?.parts.find((one) => one.name === named);
  const result = (type: TypeExpression): ReturnsNotation => ({
    kind: 'result',
    field: { name: `${declared.name}Result`, span, type },
  });
  const isXml = content.kind === 'mimeContent' && content.type === 'text/xml';
  if (isXml && part?.element === undefined) {
    return result(plainTypeExpression({ kind: 'named', name: 'xml', span }, span));
  }
  const element = part?.element && index.element(part.element.name);
  if (content.kind !== 'mimeXml' || element === undefined) {
    misfits.refuse(span, `${owner} answers with something else than an XML element`);
    return undefined;
  }
  const base = describeUse(scope, element, '');
  if (base === undefined) return undefined;
  const root = asmxTypeName(base, scope.kinds);
  if (element.name.localName !== root || element.name.namespace !== scope.namespace) {
    misfits.refuse(span, `${owner} answers with '${element.name.localName}' instead of '${root}'`);
  }
  const isReference = isReferenceType(base, scope.kinds);
  if (isReference && !element.nillable) {
    misfits.drop(span, `${owner} answers with an element that cannot be nil: now it can`);
  }
  const nillable = element.nillable && !isReference;
  return result({ ...plainTypeExpression(base, span), nillable });
}

/** Whether an answer over HTTP has the type of the one over SOAP. */
function sameAnswer({ kinds }: TypeScope, soap: ReturnsNotation, http: ReturnsNotation): boolean {
  const root = (one: ReturnsNotation): string | undefined =>
    one.kind === 'result' ? asmxTypeName(rootBase(one.field.type), kinds) : undefined;
  return root(soap) === root(http) && (soap.kind !== 'out' || soap.fields.length === 0);
}

/** An operation over SOAP. */
export interface SoapDescription {
  readonly parameters: readonly FieldNotation[];
  readonly returns: ReturnsNotation;
  readonly headers: readonly HeaderNotation[];
  readonly faults: readonly ElementNotation[];
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
  if (names.includes('type') && names.every((one) => Object.hasOwn(notationKeys.field, one))) {
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
  if (bound.style === 'rpc') return describeParts(scope, sent, parts, owner);
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

/** Parts of style rpc, each a type. */
function describeParts(
  scope: TypeScope,
  sent: BindingMessage | undefined,
  parts: readonly Part[],
  owner: string,
): readonly FieldNotation[] {
  const { misfits, namespace } = scope;
  const { body } = sent ?? {};
  if (body !== undefined && body.namespace !== namespace) {
    const where = body.namespace === undefined ? 'no namespace' : `namespace '${body.namespace}'`;
    misfits.refuse(body.span, `${owner} is in ${where}, and others in '${namespace}'`);
  }
  return parts.flatMap(({ name, type, documentation, span }): readonly FieldNotation[] => {
    if (type === undefined) {
      misfits.refuse(span, `part '${name}' of ${owner} names an element instead of a type`);
      return [];
    }
    const base = describeReference(scope, type.name, type.span);
    if (base === undefined) return [];
    return [{ name, span, type: plainTypeExpression(base, span), documentation }];
  });
}

function checkSent(scope: TypeScope, message: BindingMessage, owner: string): void {
  const { misfits } = scope;
  if (message.body?.use === 'encoded') {
    misfits.refuse(message.body.span, `${owner} is encoded`, 'The notation knows literal messages');
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

/** The SOAP headers of both directions, each once. */
function describeHeaders(
  scope: TypeScope,
  { bound }: BoundOperation,
  owner: string,
): readonly HeaderNotation[] {
  const found = new Map<string, HeaderNotation>();
  for (const direction of ['in', 'out'] as const) {
    const message = direction === 'in' ? bound.input : bound.output;
    for (const header of message?.headers ?? []) {
      const field = describeHeader(scope, header, owner);
      if (field === undefined) continue;
      const known = found.get(field.name) ?? { ...field, in: false, out: false };
      found.set(field.name, { ...known, [direction]: true });
    }
  }
  return [...found.values()];
}

function describeHeader(
  scope: TypeScope,
  { message, part, use, required, faults, span }: SoapHeader,
  owner: string,
): ElementNotation | undefined {
  const { misfits } = scope;
  const what = `SOAP header '${part}' of ${owner}`;
  if (use === 'encoded') {
    misfits.refuse(span, `${what} is encoded`, 'The notation knows literal messages');
    return undefined;
  }
  if (required) misfits.drop(span, `${what} is required: now it may be left out`);
  if (faults.length > 0) misfits.drop(span, `the header faults of ${what} are left out`);
  const element = describeElement(
    scope,
    scope.index.message(message.name)?.parts.find((one) => one.name === part),
    { what, span },
  );
  if (element === undefined) return undefined;
  if (element.name !== part) {
    misfits.drop(span, `${what} gets the name of its element, '${element.name}'`);
  }
  if (element.type.base.kind === 'named') scope.headerTypes.add(element.type.base.name);
  return element;
}

/** The declared faults. */
function describeFaults(
  scope: TypeScope,
  { declared, bound }: BoundOperation,
  owner: string,
): readonly ElementNotation[] {
  const { misfits } = scope;
  const found = new Map<string, ElementNotation>();
  const encoded = new Set(bound.faults.flatMap((one) => (one.use === 'encoded' ? one.name : [])));
  for (const { name, message, documentation, span } of declared.faults) {
    const what = `fault '${name}' of ${owner}`;
    if (encoded.has(name)) {
      misfits.refuse(span, `${what} is encoded`, 'The notation knows literal messages');
      continue;
    }
    const parts = scope.index.message(message.name)?.parts ?? [];
    const element = describeElement(scope, parts[0], { what, span });
    if (element === undefined) continue;
    if (element.name !== name) {
      misfits.drop(span, `${what} gets the name of its element, '${element.name}'`);
    }
    found.set(element.name, { documentation, ...element });
  }
  return [...found.values()];
}

/** The element of a part, with what it is for and where. */
function describeElement(
  scope: TypeScope,
  part: Message['parts'][number] | undefined,
  { what, span }: { readonly what: string; readonly span: Span },
): ElementNotation | undefined {
  const { index, misfits } = scope;
  if (part?.element === undefined) {
    misfits.refuse(part?.span ?? span, `${what} names no element`);
    return undefined;
  }
  const element = index.element(part.element.name);
  const { localName } = part.element.name;
  if (element === undefined) {
    misfits.refuse(part.span, `element '${localName}' of ${what} is not declared`);
    return undefined;
  }
  if (element.abstract || element.substitutionGroup !== undefined) {
    misfits.refuse(element.span, `${what} is an element that can be substituted`);
  }
  const { namespace } = element.name;
  if (misfits.refusesNamespace(namespace, part.span, what)) return undefined;
  const base = describeUse(scope.within(namespace), element, '');
  if (base === undefined) return undefined;
  const { span: place, documentation, typeRef } = element;
  const isOwn = base.kind === 'array' || isBuiltin(base.name) || isContentType(base.name);
  const usual = isOwn ? scope.service : (typeRef?.name.namespace ?? namespace);
  return {
    name: localName,
    span: place,
    type: { ...plainTypeExpression(base, place), nillable: element.nillable },
    namespace: namespace === usual ? undefined : namespace,
    documentation,
  };
}

/** An operation of a port type, with one binding of it. */
interface BoundOperation {
  readonly kind: BindingKind;
  readonly declared: PortTypeOperation;
  readonly bound: BindingOperation;
  /** Another operation of the same name. */
  readonly overload?: PortTypeOperation | undefined;
}

/** The operations of a binding by name, of several of one name the first. */
export function boundOperations(
  { index }: TypeScope,
  binding: Binding,
): ReadonlyMap<string, BoundOperation> {
  const bound = new Map<string, BindingOperation>();
  for (const one of binding.operations) if (!bound.has(one.name)) bound.set(one.name, one);
  const found = new Map<string, BoundOperation>();
  for (const declared of index.portType(binding.portType.name)?.operations ?? []) {
    const { name } = declared;
    const known = found.get(name);
    const own = bound.get(name);
    if (own === undefined) continue;
    const { kind } = binding;
    if (known === undefined) found.set(name, { kind, declared, bound: own });
    else if (known.overload === undefined) found.set(name, { ...known, overload: declared });
  }
  return found;
}
