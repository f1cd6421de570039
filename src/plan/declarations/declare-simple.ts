import type { SimpleType } from '../../model/xsd/schema.ts';
import { commentLines, commentText } from '../print/encode.ts';
import { declaredType, isDeclared } from '../shapes/shape-simple-type.ts';
import type { Shaper } from '../shapes/shaper.ts';
import { aliasOf, type DeclarationPlan } from './declaration-plan.ts';
import { facetTexts } from './facet-text.ts';

/**
 * The declaration of an enumeration or a union; `undefined` for types that are written where they
 * are used.
 */
export function declareSimple(type: SimpleType, shaper: Shaper): DeclarationPlan | undefined {
  if (!isDeclared(type, shaper)) return undefined;
  const name = shaper.nameOf(type);
  const members = shaper.members(type);
  const label = commentText(type.name?.localName ?? type.context.join('/'));
  const doc = [`simpleType \`${label}\`.`];
  if (type.documentation !== undefined) doc.push('', ...commentLines(type.documentation));
  const meanings = (members ?? []).filter((member) => member.documentation !== undefined);
  if (meanings.length > 0) doc.push('');
  for (const { literal, documentation } of meanings) {
    const [first = '', ...more] = commentLines(documentation ?? '', 100);
    doc.push(`- \`${commentText(literal)}\`: ${first}`, ...more.map((line) => `  ${line}`));
  }
  if (members === undefined) {
    const facets = facetTexts(type.facets);
    if (facets.length > 0) doc.push('', `${facets.join(', ')}.`);
  }
  return aliasOf({ name, namespace: shaper.namespaceOf(type), doc }, declaredType(type, shaper));
}
