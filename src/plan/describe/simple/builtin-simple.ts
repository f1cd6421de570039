import type { BuiltinName } from '../../../model/xsd/builtin-types.ts';
import type { SimpleType } from '../../../model/xsd/schema.ts';
import { camelName } from '../../../names/names.ts';
import type { Expression } from '../../print/node.ts';
import type { RuntimeCodec } from '../../shapes/shape.ts';
import { builtinOf } from '../../shapes/shape-simple.ts';
import { runtime } from '../context/constant.ts';

const plainTexts = { preserve: 'string', replace: 'normalizedString', collapse: 'token' } as const;

/** The constant of the runtime for a built-in type. */
export function builtinSimple(source: SimpleType, own: RuntimeCodec): Expression {
  return runtime(builtinConstant(builtinOf(source), own));
}

/** The name of that constant. */
export function builtinConstant(builtin: BuiltinName, own: RuntimeCodec): string {
  if (own.kind === 'text') {
    return constant(own.parse === undefined ? plainTexts[own.whiteSpace] : builtin);
  }
  const stem = own.parse.slice('parseXsd'.length);
  return constant(stem === 'QName' ? stem : camelName(stem));
}

/** Names that start like those of types have another beginning. */
function constant(name: string): string {
  return /^[A-Z]/.test(name) ? `xsd${name}` : name;
}
