import { ts } from 'ts-morph';

/** Parses a text; the ending of the name says the language. */
export function parse(name: string, text: string): ts.SourceFile {
  return ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true);
}
