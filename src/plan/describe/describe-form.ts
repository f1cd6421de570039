import { stringLiteral } from '../print/encode.ts';
import { array, arrow, call, type Expression, entry, joined } from '../print/node.ts';
import { runtimeType } from '../print/type-node.ts';
import { builtinOf } from '../shapes/shape-simple.ts';
import { describedConstant, description, imported, runtime } from './context/constant.ts';
import type { Describer } from './context/describer.ts';
import { pure } from './context/pure.ts';
import { detailOf } from './describe-field.ts';
import {
  canBeEmpty,
  type FormParameter,
  formBuiltin,
  isFlags,
  isNullable,
  mayBeEmpty,
  type WrittenForm,
} from './form-parameters.ts';
import { calling } from './message-functions.ts';

/** The functions of the parameters of an operation over HTTP GET and POST. */
export interface FormFunctions {
  readonly writeForm: Expression;
  readonly readForm: Expression;
  readonly writeLocation: Expression | undefined;
}

/**
 * Plans these functions.
 *
 * @param location the location with parameters in it; `undefined` if they are not there
 */
export function planForm(
  describer: Describer,
  form: WrittenForm,
  location: string | undefined,
): FormFunctions {
  const constant = imported(formConstant(describer, form));
  return {
    writeForm: calling('writeForm', 'value', constant, 'value'),
    readForm: calling('readForm', 'form', constant, 'form'),
    writeLocation:
      location === undefined
        ? undefined
        : calling('writeLocation', 'value', constant, stringLiteral(location), 'value'),
  };
}

function formConstant(
  describer: Describer,
  { parameters, type, ...form }: WrittenForm,
): Expression {
  const { context } = describer;
  const name = context.messageConstant(form.base, 'Form');
  return description(
    context.ensure(name, () => {
      const list = parameters.map((one) => describeParameter(describer, one));
      const declared = joined(
        runtimeType('FormParameters'),
        '<',
        type ?? runtimeType('NoInput'),
        '>',
      );
      const value = pure('form', arrow('()', array(list)));
      return { ...describedConstant(name, declared, value, form.namespace), subject: form.base };
    }),
  );
}

function describeParameter(describer: Describer, parameter: FormParameter): Expression {
  const { part, field, item } = parameter;
  const { property } = field;
  const details = [
    ...(property === part.name ? [] : [entry('property', stringLiteral(property))]),
    ...presence(describer, parameter),
    ...textEntries(describer, parameter),
  ];
  const name = stringLiteral(part.name);
  return call(runtime('parameter'), name, describer.simple(item), ...detailOf(details));
}

/** Whether a parameter may be absent or empty. An absent list is sent like an empty one. */
function presence({ context }: Describer, parameter: FormParameter): readonly Expression[] {
  const { part, list, bytes, item } = parameter;
  const isMany = list || bytes;
  const isText = canBeEmpty(context, item);
  const isLeftOut = part.optional === true;
  const isOptional = isLeftOut || (isMany && isNullable(parameter));
  const optional = !isLeftOut ? "'written'" : isMany || isText ? 'true' : "'empty'";
  const isNeeded = !isMany && !isText && !isLeftOut && isNullable(parameter);
  return [
    ...(list ? [entry('list', 'true')] : []),
    ...(bytes ? [entry('bytes', item.atomic === 'string' ? runtime('base64Binary') : 'true')] : []),
    ...(isOptional ? [entry('optional', optional)] : []),
    ...(mayBeEmpty(context, parameter) ? [entry('empty', 'true')] : []),
    ...(isNeeded ? [entry('needed', 'true')] : []),
  ];
}

/** How a form has a value, where that is not as in XML. */
function textEntries({ context }: Describer, parameter: FormParameter): readonly Expression[] {
  const { item, bytes } = parameter;
  if (bytes) return [];
  const { builtin = '', isMapped } = formBuiltin(item) ?? {};
  const text = texts[builtin];
  const written = text === undefined ? [] : [entry('text', runtime(text))];
  const { source, codec: own } = item;
  if (isMapped === false || (own.kind === 'text' && own.whiteSpace === 'preserve')) return written;
  return [
    ...written,
    ...(isMapped ? [entry('wire', runtime(builtin))] : []),
    ...(isFlags(context, parameter) ? [entry('flags', 'true')] : []),
    entry('label', stringLiteral(source.name?.localName ?? builtinOf(source))),
  ];
}

/** Functions for the built-in types whose text in forms is not that of XML. */
const texts: Readonly<Record<string, string | undefined>> = {
  char: 'formChar',
  double: 'formFloat',
  float: 'formFloat',
};
