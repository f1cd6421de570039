import { namespaces } from '../../model/common/namespaces.ts';
import { asmxTypeName, isReferenceType, rootBase } from '../../model/notation/asmx-names.ts';
import { formShape } from '../../model/notation/http-fit.ts';
import type {
  ArrayType,
  FieldNotation,
  NamedType,
  ReturnsNotation,
  TypeExpression,
} from '../../model/notation/notation.ts';
import type {
  BindingKind,
  BindingOperation,
  Part,
  PortTypeOperation,
} from '../../model/wsdl/definitions.ts';
import { describeReference, describeUse, type TypeScope } from './describe-fields.ts';
import type { SoapDescription } from './describe-soap.ts';

/** What an operation says over GET or POST. */
export interface HttpDescription {
  readonly parameters: readonly FieldNotation[];
  readonly returns: ReturnsNotation;
}

/**
 * Describes an operation of an HTTP binding; complains where it is not what ASMX would make of the
 * operation.
 *
 * @param soap the same operation over SOAP, whose types are the true ones: those of GET and POST
 *   are mostly texts
 */
export function describeHttp(
  scope: TypeScope,
  operation: PortTypeOperation,
  bound: BindingOperation,
  kind: BindingKind,
  soap: SoapDescription | undefined,
): HttpDescription | undefined {
  const { misfits, index } = scope;
  const { name } = operation;
  const owner = `operation '${name}' over ${kind}`;
  if (bound.location !== `/${name}`) {
    misfits.refuse(bound.span, `${owner} is at '${bound.location ?? ''}' in place of '/${name}'`);
  }
  const content = bound.input?.http?.kind ?? 'none';
  const expected = kind === 'httpGet' ? 'urlEncoded' : 'form';
  const parts = operation.input && (index.message(operation.input.message.name)?.parts ?? []);
  if (content !== expected && (content !== 'none' || (parts?.length ?? 0) > 0)) {
    misfits.refuse(bound.input?.span ?? bound.span, `${owner} takes its input as '${content}'`);
  }
  const parameters = describeParameters(scope, parts ?? [], owner, soap);
  const returns = describeAnswer(scope, operation, bound, owner);
  if (parameters === undefined || returns === undefined) return undefined;
  if (soap !== undefined) compareAnswers(scope, operation, owner, soap, returns);
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
 * The notation has one word for whether GET and POST want what SOAP can do without: it holds for
 * the whole contract.
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
  misfits.refuse(
    part.span,
    `parameter '${part.name}' of ${owner} ${mayBeAbsent ? 'may be absent' : 'must be there'}, unlike others or over SOAP`,
  );
}

/**
 * ASMX says `string` of every part; a WSDL that repeats the type of the SOAP parameter says no
 * more.
 */
function comparePart(scope: TypeScope, part: Part, parameter: FieldNotation, owner: string): void {
  const shape = formShape(parameter.type, scope.kinds);
  const told = part.type?.name;
  const texts = told?.localName === 'StringArray' && told.namespace !== namespaces.xsd;
  const text = told?.namespace === namespaces.xsd && told.localName === 'string';
  const { base } = parameter.type;
  const own = base.kind === 'named' && told?.localName === base.name;
  const fits = shape === 'texts' ? texts : shape === 'text' && (text || own);
  if (!fits) {
    scope.misfits.refuse(
      part.span,
      `parameter '${part.name}' of ${owner} has another type than over SOAP`,
    );
  }
}

function describeParameter(scope: TypeScope, part: Part, owner: string): FieldNotation | undefined {
  const { name, span, type } = part;
  const plain = { optional: false, nillable: false, repeated: false, span };
  const optional = part.optional === true;
  const field = (base: NamedType | ArrayType): FieldNotation => ({
    name,
    span,
    type: { base, ...plain, optional },
    documentation: part.documentation,
  });
  if (type === undefined) {
    scope.misfits.refuse(
      span,
      `parameter '${name}' of ${owner} names an element in place of a type`,
    );
    return undefined;
  }
  const told = /^([^\s[\]*]+)(\[\]|\*)?$/.exec(part.notation ?? '');
  if (told?.[1] !== undefined) return repeatedParameter(scope, part, told[1], told[2]);
  if (type.name.localName === 'StringArray' && type.name.namespace !== namespaces.xsd) {
    const item: TypeExpression = { base: { kind: 'named', name: 'string', span }, ...plain };
    return field({ kind: 'array', item, span });
  }
  const base = describeReference(scope, type.name, type.span);
  if (base === undefined) return undefined;
  if (formShape({ base, ...plain }, scope.kinds) !== 'text') {
    scope.misfits.refuse(span, `parameter '${name}' of ${owner} is not one text`);
  }
  return field(base);
}

/** A parameter of the type that an extension attribute of ours names. */
function repeatedParameter(
  scope: TypeScope,
  { name, span, documentation, optional = false }: Part,
  word: string,
  mark: string | undefined,
): FieldNotation {
  const plain = { optional: false, nillable: false, repeated: false, span };
  const named: NamedType = { kind: 'named', name: word, span };
  scope.reach(word);
  const base: NamedType | ArrayType =
    mark === '[]' ? { kind: 'array', item: { base: named, ...plain }, span } : named;
  const repeated = mark === '*';
  const type = { base, ...plain, repeated, optional: optional && !repeated };
  return { name, span, type, documentation };
}

/** What the output content of the binding names. */
function describeAnswer(
  scope: TypeScope,
  operation: PortTypeOperation,
  bound: BindingOperation,
  owner: string,
): ReturnsNotation | undefined {
  const { misfits, index } = scope;
  const content = bound.output?.http ?? { kind: 'none' as const };
  if (content.kind === 'none') {
    const { written } = operation;
    return written === undefined ? { kind: 'void' } : { kind: 'written', as: written };
  }
  const span = bound.output?.span ?? bound.span;
  const message = operation.output && index.message(operation.output.message.name);
  const named = 'part' in content ? content.part : undefined;
  const part =
    named === undefined ? message?.parts[0] : message?.parts.find((one) => one.name === named);
  const plain = { optional: false, nillable: false, repeated: false, span };
  const result = (type: TypeExpression): ReturnsNotation => ({
    kind: 'result',
    field: { name: `${operation.name}Result`, span, type },
  });
  if (
    content.kind === 'mimeContent' &&
    content.type === 'text/xml' &&
    part?.element === undefined
  ) {
    return result({ base: { kind: 'named', name: 'xml', span }, ...plain });
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
    misfits.refuse(span, `${owner} answers with '${element.name.localName}' in place of '${root}'`);
  }
  const nillable = element.nillable && !isReferenceType(base, scope.kinds);
  return result({ base, ...plain, nillable });
}

function compareAnswers(
  scope: TypeScope,
  { span }: PortTypeOperation,
  owner: string,
  { returns }: SoapDescription,
  answer: ReturnsNotation,
): void {
  const root = ({ kind, ...rest }: ReturnsNotation): string | undefined =>
    kind === 'result' && 'field' in rest
      ? asmxTypeName(rootBase(rest.field.type), scope.kinds)
      : undefined;
  if (root(returns) !== root(answer) || (returns.kind === 'out' && returns.fields.length > 0)) {
    scope.misfits.refuse(span, `${owner} answers with another type than over SOAP`);
  }
}
