import type { SimpleType } from '../../model/xsd/schema.ts';
import { commentLines, commentText, docComment } from '../print/encode.ts';
import { unionType } from '../print/layout.ts';
import { declaredType, isDeclared } from '../shapes/shape-simple-type.ts';
import type { Shaper } from '../shapes/shaper.ts';
import type { DeclarationPlan } from './declaration-plan.ts';
import { facetTexts } from './facet-text.ts';

/**
 * The declaration of an enumeration or a union; `undefined` for types that are written where they
 * are used.
 */
export function declareSimple(type: SimpleType, shaper: Shaper): DeclarationPlan | undefined {
  if (!isDeclared(type, shaper)) return undefined;
  const name = shaper.nameOf(type);
  const text = declaredType(type, shaper);
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
  const literals = members?.map((member) => member.literal) ?? text.text.split(' | ');
  return {
    name,
    text: `${docComment(doc)}${unionType({ before: `export type ${name} = `, members: literals, after: ';' })}`,
    runtimeTypes: text.runtime,
    uses: text.names.filter((one) => one !== name),
    namespace: shaper.namespaceOf(type),
  };
}
