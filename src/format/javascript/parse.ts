import { ts } from 'ts-morph';

/**
 * Comments stay text, because parsing JSDoc takes as long as parsing the code, and is not needed
 * here.
 */
export const jsDocParsingMode: ts.JSDocParsingMode = ts.JSDocParsingMode.ParseNone;

/** Parses a text. The extension decides the language. */
export function parse(name: string, text: string): ts.SourceFile {
  const options = { languageVersion: ts.ScriptTarget.ESNext, jsDocParsingMode };
  return ts.createSourceFile(name, text, options, true);
}
