import type { SimpleType } from '../../model/xsd/schema.ts';
import {
  commentLines,
  commentText,
  commentWidth,
  docComment,
  propertyKey,
  stringLiteral,
} from '../print/encode.ts';
import { fits } from '../print/layout.ts';
import { isBuiltin } from '../scope/own-type.ts';
import type { EnumerationMember } from '../shapes/shape-simple.ts';
import { declaredType, isDeclared } from '../shapes/shape-simple-type.ts';
import type { Shaper } from '../shapes/shaper.ts';
import { aliasOf, constantOfValues, type DeclarationPlan } from './declaration-plan.ts';
import { facetTexts } from './facet-text.ts';

/** The declaration of an enumeration or a union; `undefined` for types that are written inline. */
export function declareSimple(type: SimpleType, shaper: Shaper): DeclarationPlan | undefined {
  if (!isDeclared(type, shaper)) return undefined;
  const name = shaper.nameOf(type);
  const namespace = shaper.namespaceOf(type);
  const members = shaper.members(type);
  const label = commentText(type.name?.localName ?? type.context.join('/'));
  const doc = [isBuiltin(type) ? `Built-in type \`xs:${label}\`.` : `simpleType \`${label}\`.`];
  if (type.documentation !== undefined) doc.push('', ...commentLines(type.documentation));
  if (members !== undefined && shaper.options.enums === 'const') {
    return constantOfValues({ name, namespace, doc }, members.map(constantProperty));
  }
  if (members === undefined) {
    const facets = facetTexts(type.facets);
    if (facets.length > 0) doc.push('', `${facets.join(', ')}.`);
  } else {
    doc.push(...meaningsOf(members));
  }
  return aliasOf({ name, namespace, doc }, declaredType(type, shaper));
}

/** The contract's documentation of values, as a list. */
function meaningsOf(members: readonly EnumerationMember[]): readonly string[] {
  const lines = members.flatMap(({ literal, documentation }) => {
    if (documentation === undefined) return [];
    const item = `- \`${literal}\`: ${documentation.trim()}`;
    const [first = '', ...more] = commentLines(item, commentWidth - 2);
    return [first, ...more.map((line) => `  ${line}`)];
  });
  return lines.length === 0 ? [] : ['', ...lines];
}

/** A value as a property of the same name, with its documentation. */
function constantProperty({ literal, text, documentation }: EnumerationMember): string {
  const doc = documentation === undefined ? '' : docComment(commentLines(documentation), 1);
  const name = literal === stringLiteral(text) ? text : literal.replace(/n$/, '');
  // without brackets it would set the prototype of the object
  const key = name === '__proto__' ? "['__proto__']" : propertyKey(name);
  const line = `${key}: ${literal},`;
  return `${doc}  ${fits(line, 1) ? line : `${key}:\n    ${literal},`}\n`;
}
