import { codecConstant, runtime } from '../codecs/codec.ts';
import { formatterOf, type OwnShape, parserOf, spacingOf } from '../codecs/simple/own-type-code.ts';
import { arrow, callWith, type Expression, entry, object } from '../print/node.ts';
import { runtimeType } from '../print/type-node.ts';
import type { OwnTypeUse } from '../scope/own-type.ts';
import type { Describer } from './describer.ts';
import { patternEntries } from './facets.ts';
import { pure } from './pure.ts';

/** Name of the constant that describes a type of the user's own. */
export function describeOwn(describer: Describer, shape: OwnShape): string {
  const { name, use } = shape.codec;
  const { context } = describer;
  const constant = context.constantName(`${name}$Own`);
  return context.ensure(constant, () => {
    const { source } = shape;
    const value = pure('own', object([...functions(use), ...contractType(describer, shape)]));
    return codecConstant(
      constant,
      runtimeType('Simple'),
      value,
      context.shaper.namespaceOf(source),
    );
  });
}

/** The user's functions. They may not be there yet while the file is loaded. */
function functions(use: OwnTypeUse): readonly Expression[] {
  const format = formatterOf(use);
  const isModule = use.kind === 'module';
  return [
    entry('parse', arrow('(text)', callWith(parserOf(use), ['text']))),
    entry('format', isModule ? arrow('(value: never)', callWith(format, ['value'])) : format),
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
