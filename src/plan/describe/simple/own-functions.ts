import type { SimpleType } from '../../../model/xsd/schema.ts';
import { whiteSpaceOf } from '../../../model/xsd/white-space.ts';
import { pascalName } from '../../../names/names.ts';
import { callWith, type Expression, named } from '../../print/node.ts';
import type { OwnTypeUse } from '../../scope/own-type.ts';
import type { SimpleShape } from '../../shapes/shape.ts';
import { runtime } from '../context/constant.ts';

/** A shape with values of a user's own type. */
export type OwnShape = SimpleShape & {
  readonly codec: Extract<SimpleShape['codec'], { readonly kind: 'custom' }>;
};

/** Name under which `descriptions.ts` imports Temporal from a module. */
export const importedTemporal = 'Temporal$Module';

/** The user's function that reads a text. */
export function parserOf(use: OwnTypeUse): Expression {
  if (use.kind === 'module') return named('own', use.parse);
  const { builtin, module } = use;
  const temporal = module === undefined ? 'globalThis.Temporal' : named('own', importedTemporal);
  return callWith(runtime(`temporal${pascalName(builtin)}`), [temporal]);
}

/** The user's function that writes a value. */
export function formatterOf(use: OwnTypeUse): Expression {
  if (use.kind === 'module') return named('own', use.format);
  return runtime(`formatTemporal${pascalName(use.builtin)}`);
}

/** The function for the white space rule of a type; `undefined` if white space is preserved. */
export function spacingOf(source: SimpleType): Expression | undefined {
  if (source.variety === 'union') return undefined;
  const rule = source.variety === 'list' ? 'collapse' : whiteSpaceOf(source, source.facets);
  if (rule === 'preserve') return undefined;
  return runtime(rule === 'collapse' ? 'collapse' : 'replaceWhiteSpace');
}
