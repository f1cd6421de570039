import type { SimpleType } from '../../../model/xsd/schema.ts';
import { whiteSpaceOf } from '../../../model/xsd/white-space.ts';
import { pascalName } from '../../../names/names.ts';
import { callWith, type Expression } from '../../print/node.ts';
import { returns } from '../../print/statement.ts';
import type { OwnTypeUse } from '../../scope/own-type.ts';
import type { SimpleShape } from '../../shapes/shape.ts';
import { codec, codecFunction, local, ownFunction, runtime } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { matchingText } from './pattern-code.ts';

/** A shape with values of a user's own type. */
export type OwnShape = SimpleShape & {
  readonly codec: Extract<SimpleShape['codec'], { readonly kind: 'custom' }>;
};

/**
 * The function that converts a text to a value with the user's function.
 *
 * @param check parser of the contract's own type; omitted if it accepts any text
 */
export function toOwn(
  context: CodecContext,
  shape: OwnShape,
  check: Expression | undefined,
): Expression {
  const { name, use } = shape.codec;
  const functionName = context.typeFunction('to', name);
  const text = spaced(shape, local('text'));
  const given = [text, parserOf(use), ...(check === undefined ? [] : [check])];
  context.ensure(functionName, () =>
    codecFunction({
      name: functionName,
      exported: true,
      parameters: [{ name: 'text', type: 'string' }],
      returns: shape.type,
      body: [returns(callWith(runtime('parseOwn'), given))],
      namespace: context.shaper.namespaceOf(shape.source),
    }),
  );
  return codec(functionName);
}

/** The function that converts a value to text with the user's function. */
export function fromOwn(
  context: CodecContext,
  shape: OwnShape,
  check: Expression | undefined,
): Expression {
  const { name, use } = shape.codec;
  const functionName = context.typeFunction('from', name);
  const place = [local('owner'), local('name')];
  const given = [local('value'), ...place, formatterOf(use)];
  const text = inPattern(context, shape, callWith(runtime('formatOwn'), given));
  const checked =
    check === undefined ? text : callWith(runtime('checkOwn'), [text, ...place, check]);
  context.ensure(functionName, () =>
    codecFunction({
      name: functionName,
      exported: true,
      parameters: [
        { name: 'value', type: shape.type },
        { name: 'owner', type: 'object | undefined' },
        { name: 'name', type: 'string' },
      ],
      returns: 'string',
      body: [returns(checked)],
      namespace: context.shaper.namespaceOf(shape.source),
    }),
  );
  return codec(functionName);
}

/** The form of a Temporal moment or time of day that matches the patterns of its type. */
function inPattern(
  context: CodecContext,
  { source, codec }: OwnShape,
  text: Expression,
): Expression {
  const { use } = codec;
  if (use.kind !== 'temporal' || !['dateTime', 'time'].includes(use.builtin)) return text;
  const wire = context.shaper.simple(context.shaper.wire(source));
  return matchingText(context, wire, text, 'secondForms');
}

/** Name under which `codecs.ts` imports Temporal from a module. */
export const importedTemporal = 'Temporal$Module';

/** The user's function that reads a text. */
export function parserOf(use: OwnTypeUse): Expression {
  if (use.kind === 'module') return ownFunction(use.parse);
  const { builtin, module } = use;
  const temporal = module === undefined ? 'globalThis.Temporal' : ownFunction(importedTemporal);
  return callWith(runtime(`temporal${pascalName(builtin)}`), [temporal]);
}

/** The user's function that writes a value. */
export function formatterOf(use: OwnTypeUse): Expression {
  if (use.kind === 'module') return ownFunction(use.format);
  return runtime(`formatTemporal${pascalName(use.builtin)}`);
}

/** A text after the white space rule of the type. */
function spaced({ source }: SimpleShape, text: Expression): Expression {
  const spacing = spacingOf(source);
  return spacing === undefined ? text : callWith(spacing, [text]);
}

/** The function for the white space rule of a type; `undefined` if white space is preserved. */
export function spacingOf(source: SimpleType): Expression | undefined {
  if (source.variety === 'union') return undefined;
  const rule = source.variety === 'list' ? 'collapse' : whiteSpaceOf(source, source.facets);
  if (rule === 'preserve') return undefined;
  return runtime(rule === 'collapse' ? 'collapse' : 'replaceWhiteSpace');
}
