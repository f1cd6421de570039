import { stringLiteral } from '../../print/encode.ts';
import { array, call, type Expression, entry, object } from '../../print/node.ts';
import { returns } from '../../print/statement.ts';
import type { CodecPlan } from '../../result/plan.ts';
import { codecFunction, local, property, runtime } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { formatExpression } from '../simple/simple.ts';
import { textFunction, textParameters } from '../simple/text-function.ts';
import type { ValueSource } from '../value-source.ts';
import { isTrue } from '../write/child-rows.ts';
import { constant, expression, type Piece, returned } from '../write/xml-template.ts';
import {
  canBeEmpty,
  type FormParameter,
  formBuiltin,
  isFlags,
  type WrittenForm,
} from './form-codecs.ts';

const input = local('input');

/** The function that writes a query string or form. */
export function writeForm(context: CodecContext, form: WrittenForm, name: string): CodecPlan {
  const { parameters, type, operation, namespace } = form;
  const isEmpty = parameters.length === 0;
  return codecFunction({
    name,
    exported: true,
    doc: `Writes the parameters of operation \`${operation}\` as a query string or form.`,
    parameters: isEmpty || type === undefined ? [] : [{ name: 'input', type }],
    returns: 'string',
    body: [returns(isEmpty ? "''" : writtenForm(context, parameters))],
    namespace,
  });
}

function writtenForm(context: CodecContext, parameters: readonly FormParameter[]): Expression {
  const rows = parameters.map((parameter) => parameterRow(context, parameter));
  return call(runtime('writeForm'), input, array(rows));
}

/** How a parameter is written. An absent list is sent like an empty one, so it is optional. */
function parameterRow(context: CodecContext, parameter: FormParameter): Expression {
  const { part, field, list, bytes } = parameter;
  const wire = encodeURIComponent(part.name);
  const isLeftOut = part.optional === true;
  const isOptional = isLeftOut || ((list || bytes) && isNullable(parameter));
  return object([
    entry('name', stringLiteral(wire)),
    ...(field.property === wire ? [] : [entry('property', stringLiteral(field.property))]),
    ...(bytes ? [] : [entry('text', parameterText(context, parameter))]),
    ...(bytes && parameter.item.atomic === 'string'
      ? [entry('bytes', runtime('parseXsdBase64Binary'))]
      : []),
    ...isTrue('list', list),
    ...isTrue('optional', isOptional),
    ...isTrue('empty', mayBeEmpty(context, parameter)),
  ]);
}

/** The function that gives the text of a value, or of an item. */
function parameterText(context: CodecContext, parameter: FormParameter): Expression {
  const { part, item, list } = parameter;
  const source = textParameters;
  const isRequired = !list && isNullable(parameter) && part.optional !== true;
  const given =
    isRequired && !canBeEmpty(context, item)
      ? { ...source, value: call(runtime('formParameter'), 'value', 'owner', 'name') }
      : source;
  return textFunction(item, formText(context, parameter, given));
}

/** Whether a value may be absent or null in the input, although it is sent. */
export function isNullable({ part, field }: FormParameter): boolean {
  return field.place.nillable || (field.optional && part.optional !== true);
}

/** Whether an empty text is sent for a null. Of single values, only a text can be empty. */
export function mayBeEmpty(context: CodecContext, parameter: FormParameter): boolean {
  const { field, item, list, bytes } = parameter;
  const { value } = field.place;
  if (list) return value.kind === 'array' && value.item.nillable;
  return !bytes && isNullable(parameter) && canBeEmpty(context, item);
}

/** The text of a value as ASMX reads it from a form, which for some types is not that of XML. */
function formText(
  context: CodecContext,
  parameter: FormParameter,
  source: ValueSource,
): Expression {
  const text = formatExpression(context, parameter.item, source, 'raw');
  if (isFlags(context, parameter)) return call(runtime('formFlags'), text);
  const format = formats[formBuiltin(parameter.item) ?? ''];
  return format === undefined ? text : call(runtime(format), text);
}

/** Functions for the built-in types whose text in forms is not that of XML. */
const formats: Readonly<Record<string, string | undefined>> = {
  char: 'formChar',
  double: 'formFloat',
  float: 'formFloat',
};

function encoded(text: Expression): Expression {
  return call(runtime('encodeFormValue'), text);
}

/**
 * The function that returns the location of an operation whose parameters are in the path (WSDL 1.1
 * section 4.6).
 */
export function writeLocation(
  context: CodecContext,
  location: string,
  { parameters, type, operation, namespace }: WrittenForm,
  name: string,
): CodecPlan {
  const pieces: Piece[] = [];
  let rest = location;
  for (let open = rest.indexOf('('); open >= 0; open = rest.indexOf('(')) {
    const end = rest.indexOf(')', open);
    const parameter = parameters.find((one) => one.part.name === rest.slice(open + 1, end));
    if (end < 0 || parameter === undefined) break;
    const { field } = parameter;
    const value = property(input, field.property);
    const source = { value, owner: input, name: stringLiteral(field.property) };
    const text = encoded(formText(context, parameter, source));
    pieces.push(constant(rest.slice(0, open)), expression(text));
    rest = rest.slice(end + 1);
  }
  return codecFunction({
    name,
    exported: true,
    doc: `Writes the location of operation \`${operation}\`.`,
    parameters: type === undefined ? [] : [{ name: 'input', type }],
    returns: 'string',
    body: returned([...pieces, constant(rest)]),
    namespace,
  });
}
