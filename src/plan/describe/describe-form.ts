import { codec, codecConstant, runtime } from '../codecs/codec.ts';
import {
  canBeEmpty,
  type FormParameter,
  formBuiltin,
  isFlags,
  type WrittenForm,
} from '../codecs/messages/form-codecs.ts';
import { isNullable, mayBeEmpty } from '../codecs/messages/write-form.ts';
import { stringLiteral } from '../print/encode.ts';
import { array, arrow, call, type Expression, entry, joined } from '../print/node.ts';
import { runtimeType } from '../print/type-node.ts';
import { builtinOf } from '../shapes/shape-simple.ts';
import { detailOf } from './describe-field.ts';
import type { Describer } from './describer.ts';
import { pure } from './pure.ts';

/** The constant that describes the parameters of an operation over HTTP GET and POST. */
export function describeForm(describer: Describer, form: WrittenForm, name: string): Expression {
  const { parameters, type, namespace } = form;
  const make = (): ReturnType<typeof codecConstant> => {
    const list = parameters.map((one) => describeParameter(describer, one));
    const declared = joined(runtimeType('Form'), '<', type ?? 'object', '>');
    return codecConstant(name, declared, pure('form', arrow('()', array(list))), namespace);
  };
  return codec(describer.context.ensure(name, make));
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
    ...(bytes ? [entry('bytes', 'true')] : []),
    ...(isOptional ? [entry('optional', optional)] : []),
    ...(mayBeEmpty(context, parameter) ? [entry('empty', 'true')] : []),
    ...(isNeeded ? [entry('needed', 'true')] : []),
  ];
}

/** How a form has a value, where that is not as in XML. */
function textEntries({ context }: Describer, parameter: FormParameter): readonly Expression[] {
  const { item, bytes } = parameter;
  if (bytes) return [];
  const builtin = formBuiltin(item);
  if (builtin !== undefined) {
    const text = texts[builtin];
    return text === undefined ? [] : [entry('text', runtime(text))];
  }
  const { source, codec: own } = item;
  if (own.kind === 'text' && own.whiteSpace === 'preserve') return [];
  return [
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
