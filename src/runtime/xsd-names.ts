import { isNcName, isNmToken } from './xml-chars.ts';
import { badText } from './xsd-bad-text.ts';
import type { LexicalScope } from './xsd-qname.ts';
import { collapse } from './xsd-white-space.ts';

/** Reads a name, whose form counts only where a reader is strict: .NET looks at its white space alone. */
function parseName(
  text: string,
  scope: LexicalScope,
  isName: (text: string) => boolean,
  type: string,
): string {
  const value = collapse(text);
  if (scope.strict && !isName(value)) throw badText(text, type);
  return value;
}

/** Reads `xs:NCName` or `xs:ENTITY` (XML Schema 2, 3.3.7 and 3.3.11). */
export function parseXsdNCName(text: string, scope: LexicalScope): string {
  return parseName(text, scope, isNcName, 'NCName');
}

/** Reads `xs:Name` (XML Schema 2, 3.3.6). */
export function parseXsdName(text: string, scope: LexicalScope): string {
  const isName = (name: string): boolean => isNmToken(name) && !/^[-.\d]/.test(name);
  return parseName(text, scope, isName, 'Name');
}

/** Reads `xs:NMTOKEN` (XML Schema 2, 3.3.4). */
export function parseXsdNmToken(text: string, scope: LexicalScope): string {
  return parseName(text, scope, isNmToken, 'NMTOKEN');
}

/** Reads `xs:language` (XML Schema 2, 3.3.3). */
export function parseXsdLanguage(text: string, scope: LexicalScope): string {
  const isTag = (tag: string): boolean => /^[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*$/.test(tag);
  return parseName(text, scope, isTag, 'language');
}

/** The scope of a union's members, the first of which that takes a text is its type: names always need their form there. */
export function strictScope(scope: LexicalScope): LexicalScope {
  const { names } = scope;
  return { strict: true, names, resolveQName: (text) => scope.resolveQName(text) };
}
