import type { Span } from '../../diagnostics/source-file.ts';
import { namespaces } from '../../model/common/namespaces.ts';
import type { Part } from '../../model/wsdl/definitions.ts';
import { asmxTypeName, isReferenceType, rootBase } from '../../model/yaml/asmx-names.ts';
import { formShape } from '../../model/yaml/http-fit.ts';
import type {
  ArrayType,
  FieldNotation,
  ReturnsNotation,
  TypeExpression,
} from '../../model/yaml/notation.ts';
import type { BoundOperation } from './bound-operation.ts';
import { describeReference, describeUse, type TypeScope } from './describe-fields.ts';
import type { SoapDescription } from './describe-soap.ts';
import { plainType } from './plain-type.ts';

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
    return { name, span, type: { ...plainType(array, span), optional }, documentation };
  }
  const base = describeReference(scope, type.name, type.span);
  if (base === undefined) return undefined;
  const plain = plainType(base, span);
  if (formShape(plain, scope.kinds) !== 'text') {
    scope.misfits.refuse(span, `parameter '${name}' of ${owner} is not one text`);
  }
  return { name, span, type: { ...plain, optional }, documentation };
}

function arrayOf(name: string, span: Span): ArrayType {
  return { kind: 'array', item: plainType({ kind: 'named', name, span }, span), span };
}

/** A parameter with the type in our extension attribute. */
function repeatedParameter(
  scope: TypeScope,
  { name, span, documentation, optional = false }: Part,
  word: string,
  mark: string | undefined,
): FieldNotation {
  scope.use(word);
  const base = mark === '[]' ? arrayOf(word, span) : ({ kind: 'named', name: word, span } as const);
  const repeated = mark === '*';
  const type = { ...plainType(base, span), repeated, optional: optional && !repeated };
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
    return result(plainType({ kind: 'named', name: 'xml', span }, span));
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
  return result({ ...plainType(base, span), nillable });
}

/** Whether an answer over HTTP has the type of the one over SOAP. */
function sameAnswer({ kinds }: TypeScope, soap: ReturnsNotation, http: ReturnsNotation): boolean {
  const root = (one: ReturnsNotation): string | undefined =>
    one.kind === 'result' ? asmxTypeName(rootBase(one.field.type), kinds) : undefined;
  return root(soap) === root(http) && (soap.kind !== 'out' || soap.fields.length === 0);
}
