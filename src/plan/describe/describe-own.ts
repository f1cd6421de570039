import { whiteSpaceOf } from '../../model/xsd/white-space.ts';
import { pascalName } from '../../names/names.ts';
import { codecConstant, ownFunction, runtime } from '../codecs/codec.ts';
import { importedTemporal, type OwnShape } from '../codecs/simple/own-type-code.ts';
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
  const constant = context.constantName(name);
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
  if (use.kind === 'module') {
    return [
      entry('parse', arrow('(text)', callWith(ownFunction(use.parse), ['text']))),
      entry('format', arrow('(value: never)', callWith(ownFunction(use.format), ['value']))),
    ];
  }
  const { builtin, module } = use;
  const temporal = module === undefined ? 'globalThis.Temporal' : ownFunction(importedTemporal);
  const parse = callWith(runtime(`temporal${pascalName(builtin)}`), [temporal]);
  return [
    entry('parse', arrow('(text)', callWith(parse, ['text']))),
    entry('format', runtime(`formatTemporal${pascalName(builtin)}`)),
  ];
}

/** What is known of the type of the contract, which checks the text. */
function contractType(describer: Describer, { source, codec }: OwnShape): readonly Expression[] {
  const { shaper } = describer.context;
  const wire = shaper.simple(shaper.wire(source));
  const isAnyText = wire.codec.kind === 'text' && wire.codec.parse === undefined;
  const space =
    source.variety === 'list'
      ? 'collapse'
      : source.variety === 'union'
        ? 'preserve'
        : whiteSpaceOf(source, source.facets);
  const { use } = codec;
  const isMoment = use.kind === 'temporal' && ['dateTime', 'time'].includes(use.builtin);
  const forms = isMoment ? patternEntries(describer.context, wire) : [];
  return [
    ...(isAnyText ? [] : [entry('wire', describer.simple(wire))]),
    ...(space === 'preserve'
      ? []
      : [entry('space', runtime(space === 'collapse' ? 'collapse' : 'replaceWhiteSpace'))]),
    ...(forms.length === 0
      ? []
      : [entry('forms', object([...forms, entry('forms', runtime('secondForms'))]))]),
  ];
}
