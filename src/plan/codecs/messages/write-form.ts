import { variableName } from '../../../names/names.ts';
import { stringLiteral } from '../../print/encode.ts';
import { binary, call, conditional, type Expression } from '../../print/node.ts';
import {
  constant as declared,
  line,
  loopOver,
  returns,
  type Statement,
} from '../../print/statement.ts';
import type { CodecPlan } from '../../result/plan.ts';
import { codecFunction, local, property, runtime, writeOrThrow } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { formatExpression } from '../simple/simple.ts';
import {
  around,
  constant,
  declaredAs,
  expression,
  onlyWhere,
  type Piece,
  returned,
  statements,
} from '../write/xml-template.ts';
import { canBeEmpty, type FormParameter, type WrittenForm } from './form-codecs.ts';

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
    body: isEmpty ? [returns("''")] : [writeOrThrow(formStatements(context, parameters), input)],
    namespace,
  });
}

function formStatements(
  context: CodecContext,
  parameters: readonly FormParameter[],
): readonly Statement[] {
  const [first] = parameters;
  const isAlwaysThere =
    first !== undefined && first.part.optional !== true && !first.list && !first.bytes;
  const pieces = parameters.flatMap((parameter) => {
    const separator = parameter === first && isAlwaysThere ? '' : '&';
    return writeParameter(context, parameter, separator);
  });
  if (isAlwaysThere) return returned(pieces);
  return [...declaredAs(pieces), line("return xml.startsWith('&') ? xml.slice(1) : xml;")];
}

/** A parameter, omitted if it is optional and absent. */
function writeParameter(
  context: CodecContext,
  parameter: FormParameter,
  separator: string,
): readonly Piece[] {
  const { part, field, item, list, bytes } = parameter;
  const pieces = writeGiven(context, parameter, separator);
  if (part.optional !== true) return pieces;
  const mayBeNull = field.place.nillable && !list && !bytes && canBeEmpty(context, item);
  const value = property(input, field.property);
  const isThere = mayBeNull ? binary('!==', value, 'undefined') : binary('!=', value, 'null');
  return [onlyWhere(isThere, pieces)];
}

/**
 * A parameter that is present. Of single values that may be absent or null in the input, only a
 * text can be sent empty. A list is a parameter for each item, so an absent one is sent like an
 * empty one.
 */
function writeGiven(
  context: CodecContext,
  parameter: FormParameter,
  separator: string,
): readonly Piece[] {
  const { part, field, item, list, bytes } = parameter;
  const value = property(input, field.property);
  const wire = encodeURIComponent(part.name);
  const isLeftOut = part.optional === true;
  const nullable = field.place.nillable || (field.optional && !isLeftOut);
  if (bytes) {
    const text = call(runtime('encodeFormBytes'), stringLiteral(wire), value);
    return [expression(nullable && !isLeftOut ? orEmptyText(value, text) : text)];
  }
  const name = stringLiteral(field.property);
  if (list) {
    const given = nullable && !isLeftOut ? binary('??', value, '[]') : value;
    const items = call(runtime('asList'), given, input, name);
    return [
      statements(declared(variableName(field.property), items)),
      writeItems(context, parameter),
    ];
  }
  const isText = canBeEmpty(context, item);
  const given =
    nullable && !isText && !isLeftOut ? call(runtime('formParameter'), value, input, name) : value;
  const source = { value: given, owner: input, name };
  const text = encoded(formatExpression(context, item, source, 'raw'));
  return [
    constant(`${separator}${wire}=`),
    expression(nullable && isText ? orEmptyText(value, text) : text),
  ];
}

/** The text of a value, or an empty text if there is no value. */
function orEmptyText(value: Expression, text: Expression): Expression {
  return conditional(binary('==', value, 'null'), "''", text);
}

/** The items of a list, one parameter each. */
function writeItems(context: CodecContext, { part, field, item }: FormParameter): Piece {
  const list = variableName(field.property);
  const { value } = field.place;
  const holdsNull = value.kind === 'array' && value.item.nillable;
  const source = { value: 'item', owner: list, name: 'String(index)' };
  const text = encoded(formatExpression(context, item, source, 'raw'));
  const pieces = [
    constant(`&${encodeURIComponent(part.name)}=`),
    expression(holdsNull ? conditional('item === null', "''", text) : text),
  ];
  const one = declared('item', call(runtime('at'), list, 'index'));
  return around(pieces, (body) => [loopOver(list, [one, ...body])]);
}

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
    const { field, item } = parameter;
    const value = property(input, field.property);
    const source = { value, owner: input, name: stringLiteral(field.property) };
    const text = encoded(formatExpression(context, item, source, 'raw'));
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
