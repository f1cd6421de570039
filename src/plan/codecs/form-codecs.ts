import type { MessagePart } from '../../model/service-model.ts';
import { propertyAccess, propertyKey, stringLiteral } from '../encode.ts';
import type { CodecPlan } from '../plan.ts';
import type { ElementField, SimpleShape, TypeText } from '../shape.ts';
import { builtinOf } from '../shape-simple.ts';
import { atomicType } from '../shape-simple-type.ts';
import {
  type Code,
  createCode,
  finishFunction,
  line,
  objectLines,
  runtime,
  runtimeType,
  typed,
  uses,
} from './code.ts';
import type { CodecContext } from './context.ts';
import { valuesConstant } from './enumeration-code.ts';
import { formatExpression, isText, outsideXml, parseReference } from './simple.ts';
import { constant, createTemplate, expression, finishTemplate } from './xml-template.ts';

/** A parameter of an HTTP binding and the property of the input it carries. */
export interface FormParameter {
  readonly part: MessagePart;
  readonly field: ElementField;
  readonly item: SimpleShape;
  readonly list: boolean;
  /** Whether it is binary data, which ASMX wants as a number for each byte. */
  readonly bytes: boolean;
}

/**
 * Matches parameters with properties of the input; `undefined` where the input has none for one of them, or one that is no scalar
 * and no array of scalars.
 *
 * @param inOrder Whether parameters and properties without counterpart belong together in order, as with ASMX, where a method's
 * parameters may have other names over SOAP.
 */
export function formParameters(
  parts: readonly MessagePart[],
  fields: readonly ElementField[],
  inOrder: boolean,
): readonly FormParameter[] | undefined {
  const [only, ...others] = parts;
  if (only?.element !== undefined && others.length === 0 && isOfObject(only)) {
    // a part by element stands for the children of the element, as Axis2 has it
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

/** The parameter for a field, if that is a scalar or an array of scalars. */
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
export function canBeEmpty(context: CodecContext, { source }: SimpleShape): boolean {
  return isText(source) && context.shaper.members(source) === undefined;
}

/** Whether a part is an array of strings, as ASMX describes arrays of whatever. */
function isArray({ type }: MessagePart): boolean {
  return type?.kind === 'complex' && type.soapArray !== undefined;
}

function isBase64({ codec }: SimpleShape): boolean {
  return codec.kind === 'builtin' && codec.parse === 'parseXsdBase64Binary';
}

/** Expression that reads one scalar of a form. */
function formExpression(
  context: CodecContext,
  code: Code,
  shape: SimpleShape,
  form: string,
  name: string,
): string {
  const { source, codec } = shape;
  const builtin = builtinOf(source);
  if (codec.kind === 'text' && codec.whiteSpace === 'preserve') return `${form}.string(${name})`;
  if (codec.kind === 'builtin' && methods.has(builtin) && !/As[A-Z]\w+$/.test(codec.parse)) {
    return `${form}.${builtin}(${name})`;
  }
  const label = stringLiteral(source.name?.localName ?? builtin);
  const members = context.shaper.members(source);
  if (members !== undefined && atomicType(source, context.shaper) === 'string') {
    return `${form}.enumeration(${name}, ${uses(code, valuesConstant(context, shape))}, ${label})`;
  }
  return `${form}.lexical(${name}, ${parseReference(context, code, shape, outsideXml(code, shape))}, ${label})`;
}

/** Built-ins the form reader converts as ASMX does. */
const methods: ReadonlySet<string> = new Set([
  ...['boolean', 'byte', 'short', 'int', 'long', 'unsignedByte', 'unsignedShort', 'unsignedInt'],
  ...['unsignedLong', 'integer', 'nonNegativeInteger', 'positiveInteger', 'nonPositiveInteger'],
  ...['negativeInteger', 'decimal', 'float', 'double', 'dateTime', 'char'],
]);

/** The function that reads query string or form; properties no parameter carries are absent. */
export function readForm(
  context: CodecContext,
  parameters: readonly FormParameter[],
  fields: readonly ElementField[],
  type: TypeText | undefined,
  name: string,
  operation: string,
  namespace: string,
): CodecPlan {
  const code = createCode();
  let returns = 'NoInput';
  const inputs: string[] = [];
  if (type === undefined || fields.length === 0) {
    if (type === undefined) runtimeType(code, 'NoInput');
    else returns = typed(code, type);
    line(code, 'return {};');
  } else {
    returns = typed(code, type);
    runtimeType(code, 'FormReader');
    inputs.push('form: FormReader');
    const entries = fields.map((field): readonly [string, string] => {
      const parameter = parameters.find((one) => one.field === field);
      const key = propertyKey(field.property);
      if (parameter === undefined) return [key, 'undefined'];
      const value = parameterExpression(context, code, parameter);
      if (parameter.part.optional !== true) return [key, value];
      const { list, bytes, item } = parameter;
      const given = list || bytes || canBeEmpty(context, item) ? 'has' : 'isFilled';
      const wire = stringLiteral(parameter.part.name);
      return [key, `form.${given}(${wire}) ? ${value} : undefined`];
    });
    objectLines(code, 'return ', entries, ';');
  }
  return finishFunction(code, {
    name,
    exported: true,
    doc: `Reads the parameters of operation \`${operation}\` from a query string or form.`,
    parameters: inputs,
    returns,
    namespace,
  });
}

/** Expression that reads a parameter. */
function parameterExpression(
  context: CodecContext,
  code: Code,
  { part, item, list, bytes }: FormParameter,
): string {
  const wire = stringLiteral(part.name);
  if (bytes) return `form.bytes(${wire})`;
  if (!list) return formExpression(context, code, item, 'form', wire);
  if (item.codec.kind === 'text') return `form.strings(${wire})`;
  return `form.list(${wire}, (item) => ${formExpression(context, code, item, 'item', wire)})`;
}

/** The function that gives the location of an operation whose parameters stand in the path (WSDL 1.1 section 4.6). */
export function writeLocation(
  context: CodecContext,
  location: string,
  parameters: readonly FormParameter[],
  type: TypeText | undefined,
  name: string,
  operation: string,
  namespace: string,
): CodecPlan {
  const code = createCode();
  const template = createTemplate(code);
  let rest = location;
  for (let open = rest.indexOf('('); open >= 0; open = rest.indexOf('(')) {
    const end = rest.indexOf(')', open);
    const parameter = parameters.find((one) => one.part.name === rest.slice(open + 1, end));
    if (end < 0 || parameter === undefined) break;
    constant(template, rest.slice(0, open));
    const { field, item } = parameter;
    const value = propertyAccess('input', field.property);
    const property = stringLiteral(field.property);
    const text = formatExpression(context, code, item, value, 'input', property, 'raw');
    expression(template, `${runtime(code, 'encodeFormValue')}(${text})`);
    rest = rest.slice(end + 1);
  }
  constant(template, rest);
  finishTemplate(template);
  return finishFunction(code, {
    name,
    exported: true,
    doc: `Writes the location of operation \`${operation}\`.`,
    parameters: type === undefined ? [] : [`input: ${typed(code, type)}`],
    returns: 'string',
    namespace,
  });
}
