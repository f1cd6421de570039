import { namespaces } from '../../model/common/namespaces.ts';
import type { MessagePart } from '../../model/wsdl/service-model.ts';
import type { TypeNode } from '../print/node.ts';
import type { ElementField, SimpleShape } from '../shapes/shape.ts';
import { builtinOf } from '../shapes/shape-simple.ts';
import type { PlanContext } from './context/plan-context.ts';

/** A parameter of an HTTP binding, and the property of the input it corresponds to. */
export interface FormParameter {
  readonly part: MessagePart;
  readonly field: ElementField;
  readonly item: SimpleShape;
  readonly list: boolean;
  /** Whether it is binary data, which ASMX expects as a number for each byte. */
  readonly bytes: boolean;
}

/** The content of a query string, form or location. */
export interface WrittenForm {
  readonly parameters: readonly FormParameter[];
  /** Type of the input; `undefined` if there is none. */
  readonly type: TypeNode | undefined;
  /** Name of the operation in the names of its functions. */
  readonly base: string;
  readonly namespace: string;
}

/**
 * Matches parameters with properties of the input; `undefined` if a parameter has no property, or
 * one that is neither a scalar nor an array of scalars.
 *
 * @param inOrder Whether parameters and properties without a counterpart are matched in order, as
 *   in ASMX, where the parameters of a method may have other names over SOAP.
 */
export function formParameters(
  parts: readonly MessagePart[],
  fields: readonly ElementField[],
  inOrder: boolean,
): readonly FormParameter[] | undefined {
  const [only, ...others] = parts;
  if (only?.element !== undefined && others.length === 0 && isOfObject(only)) {
    // a part with an element stands for the children of the element, as in Axis2
    return fields.flatMap((field) =>
      scalar({ ...only, name: field.place.element.name.localName }, field),
    );
  }
  const named = parts.map((part) => fieldNamed(part.name, fields));
  const unnamed = fields.filter((field) => !named.includes(field));
  const rest = named.filter((field) => field === undefined).length;
  if (rest > 0 && !(inOrder && rest === unnamed.length)) return undefined;
  const found = parts.map((part, index) => {
    const field = named[index] ?? unnamed.shift();
    return field === undefined ? [] : scalar(part, field);
  });
  return found.some((parameter) => parameter.length === 0) ? undefined : found.flat();
}

function fieldNamed(name: string, fields: readonly ElementField[]): ElementField | undefined {
  const local = (field: ElementField): string => field.place.element.name.localName;
  return (
    fields.find((field) => local(field) === name) ??
    fields.find((field) => field.property === name) ??
    fields.find((field) => local(field).toLowerCase() === name.toLowerCase())
  );
}

function isOfObject(part: MessagePart): boolean {
  const type = part.element?.type;
  return (
    type?.kind === 'complex' && type.simpleContent === undefined && type.soapArray === undefined
  );
}

/** The parameter for a field if it is a scalar or an array of scalars. */
function scalar(part: MessagePart, field: ElementField): readonly FormParameter[] {
  const { value } = field.place;
  if (value.kind === 'simple') {
    const bytes = !field.repeated && isArray(part) && isBase64(value);
    return [{ part, field, item: value, list: field.repeated, bytes }];
  }
  const isList = value.kind === 'array' && value.rank === 1;
  if (isList && value.item.value.kind === 'simple' && !field.repeated) {
    return [{ part, field, item: value.item.value, list: true, bytes: false }];
  }
  return [];
}

/** Whether a value of a type can be sent as an empty text. */
export function canBeEmpty(context: PlanContext, { source }: SimpleShape): boolean {
  return isText(source) && context.shaper.members(source) === undefined;
}

/** Whether a part is an array of strings, which is how ASMX describes all arrays. */
function isArray({ type }: MessagePart): boolean {
  return type?.kind === 'complex' && type.soapArray !== undefined;
}

function isBase64({ codec }: SimpleShape): boolean {
  return codec.kind === 'builtin' && codec.parse.startsWith('parseXsdBase64Binary');
}

/** A type that forms have as in ASMX. */
export interface FormBuiltin {
  readonly builtin: string;
  /** Whether the program has another type in its place. */
  readonly isMapped: boolean;
}

/** That type of a value; `undefined` if forms have its XML form. */
export function formBuiltin({ source, codec: own }: SimpleShape): FormBuiltin | undefined {
  const builtin = builtinOf(source);
  if (!methods.has(builtin) || (own.kind !== 'builtin' && own.kind !== 'custom')) return undefined;
  const isMapped = own.kind === 'custom' || /As[A-Z]\w+$/.test(own.parse);
  const isDerived = source.name?.namespace !== namespaces.xsd && builtin !== 'char';
  return isMapped && isDerived ? undefined : { builtin, isMapped };
}

/**
 * Whether a parameter is a list of values of an enumeration that its part calls a text: the flags
 * of ASMX.
 */
export function isFlags(context: PlanContext, { part, item }: FormParameter): boolean {
  const { source } = item;
  if (source.variety !== 'list' || source.item === undefined) return false;
  const { type } = part;
  const isDeclared = type?.kind === 'simple' && type.variety === 'list';
  return !isDeclared && context.shaper.members(source.item) !== undefined;
}

/** Built-ins that the form reader converts like ASMX. */
const methods: ReadonlySet<string> = new Set([
  ...['boolean', 'byte', 'short', 'int', 'long', 'unsignedByte', 'unsignedShort', 'unsignedInt'],
  ...['unsignedLong', 'integer', 'nonNegativeInteger', 'positiveInteger', 'nonPositiveInteger'],
  ...['negativeInteger', 'decimal', 'float', 'double', 'dateTime', 'char'],
]);

/** Whether a value may be absent or null in the input, although it is sent. */
export function isNullable({ part, field }: FormParameter): boolean {
  return field.place.nillable || (field.optional && part.optional !== true);
}

/** Whether an empty text is sent for a null. Of single values, only a text can be empty. */
export function mayBeEmpty(context: PlanContext, parameter: FormParameter): boolean {
  const { field, item, list, bytes } = parameter;
  const { value } = field.place;
  if (list) return value.kind === 'array' && value.item.nillable;
  return !bytes && isNullable(parameter) && canBeEmpty(context, item);
}

/** Whether values are texts, which may be empty. */
function isText(source: SimpleShape['source']): boolean {
  const builtin = source.variety === 'atomic' ? builtinOf(source) : undefined;
  return (
    builtin === 'string' ||
    builtin === 'anySimpleType' ||
    builtin === 'normalizedString' ||
    builtin === 'token' ||
    builtin === 'anyURI'
  );
}
