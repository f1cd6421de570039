import { transformSync } from '@swc/core';

/**
 * JavaScript of generated TypeScript, of which it removes the types. TypeScript's compiler does the
 * same, and takes a second to load in each file of tests.
 */
export function stripTypes(text: string): string {
  const { code } = transformSync(text, {
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript' },
      transform: { verbatimModuleSyntax: true },
    },
    module: { type: 'es6' },
  });
  // a statement begins its line, also after a comment
  return code.replace(/^(.*\*\/) (?=(?:export|const|function) )/gm, '$1\n');
}
