import { ts } from 'ts-morph';

/** Comments stay text: reading JSDoc takes as long as the code, and none of it is needed here. */
export const jsDocParsingMode: ts.JSDocParsingMode = ts.JSDocParsingMode.ParseNone;

/** Parses a text; the ending of the name says the language. */
export function parse(name: string, text: string): ts.SourceFile {
  const options = { languageVersion: ts.ScriptTarget.ESNext, jsDocParsingMode };
  return ts.createSourceFile(name, text, options, true);
}
