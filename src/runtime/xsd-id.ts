import { parseXsdNCName } from './xsd-names.ts';
import type { LexicalScope } from './xsd-qname.ts';

/** Reads `xs:ID` (XML Schema 2, 3.3.8). */
export function parseXsdID(text: string, scope: LexicalScope): string {
  const name = parseXsdNCName(text, scope);
  scope.names?.push({ name, refers: false });
  return name;
}

/** Reads `xs:IDREF` (XML Schema 2, 3.3.9). */
export function parseXsdIDREF(text: string, scope: LexicalScope): string {
  const name = parseXsdNCName(text, scope);
  scope.names?.push({ name, refers: true });
  return name;
}
