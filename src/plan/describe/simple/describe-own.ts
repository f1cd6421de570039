import {
  arrow,
  callWith,
  type Expression,
  entry,
  joined,
  object,
  withNames,
} from '../../print/node.ts';
import { runtimeType } from '../../print/type-node.ts';
import { describedConstant, runtime } from '../context/constant.ts';
import type { Describer } from '../context/describer.ts';
import { pure } from '../context/pure.ts';
import { patternEntries } from './facets.ts';
import { formatterOf, type OwnShape, parserOf, spacingOf } from './own-functions.ts';

/** Name of the constant that describes a type of the user's own. */
export function describeOwn(describer: Describer, shape: OwnShape): string {
  const { name } = shape.codec;
  const { context } = describer;
  const constant = context.constantName(`${name}$Own`);
  return context.ensure(constant, () => {
    const { source } = shape;
    const value = pure('own', object([...functions(shape), ...contractType(describer, shape)]));
    const namespace = context.shaper.namespaceOf(source);
    return describedConstant(constant, runtimeType('SimpleType'), value, namespace);
  });
}

/** The user's functions. They may not be there yet while the file is loaded. */
function functions({ codec: { use }, type }: OwnShape): readonly Expression[] {
  const parameter = joined('(value: ', type, ')');
  const format = formatterOf(use);
  const isModule = use.kind === 'module';
  return [
    entry('parse', arrow('(text)', callWith(parserOf(use), ['text']))),
    entry(
      'format',
      isModule
        ? withNames(arrow(parameter.flat, callWith(format, ['value'])), parameter.names)
        : format,
    ),
  ];
}

/** What is known of the type of the contract, which checks the text. */
function contractType(describer: Describer, { source, codec }: OwnShape): readonly Expression[] {
  const { shaper } = describer.context;
  const wire = shaper.simple(shaper.wire(source));
  const isAnyText = wire.codec.kind === 'text' && wire.codec.parse === undefined;
  const spacing = spacingOf(source);
  const { use } = codec;
  const isMoment = use.kind === 'temporal' && ['dateTime', 'time'].includes(use.builtin);
  const forms = isMoment ? patternEntries(describer.context, wire) : [];
  return [
    ...(isAnyText ? [] : [entry('wire', describer.simple(wire))]),
    ...(spacing === undefined ? [] : [entry('space', spacing)]),
    ...(forms.length === 0
      ? []
      : [entry('forms', object([...forms, entry('forms', runtime('secondForms'))]))]),
  ];
}
