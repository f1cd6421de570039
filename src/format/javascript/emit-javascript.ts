import type { GuardFinding } from '../statement-guard.ts';

/** A file to be written. */
export interface TextFile {
  /** Path inside the output folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** A file of JavaScript and its declarations. */
export interface EmittedFiles {
  readonly script: TextFile;
  readonly declaration: TextFile;
}

/**
 * Converts a TypeScript file to JavaScript with declarations.
 *
 * @returns the finding if its declarations cannot be written
 */
export async function emitJavaScript({
  path,
  text,
}: TextFile): Promise<EmittedFiles | GuardFinding> {
  // loaded on demand, because it loads the compiler
  const { declare, toScript } = await import('./compile.ts');
  const declared = declare(text);
  if ('message' in declared) return declared;
  const stem = path.replace(/\.ts$/, '');
  // the declarations have the types: a project that checks its JavaScript skips these files
  const first = /^(?:\/\* eslint-disable \*\/\n)?/;
  const script = toScript(text).replace(first, '$&// @ts-nocheck\n');
  return {
    script: { path: `${stem}.js`, text: script },
    declaration: { path: `${stem}.d.ts`, text: declared.text },
  };
}

/** The files for writing, with the map that leads from declarations to the script. */
export async function withDeclarationMap({
  script,
  declaration,
}: EmittedFiles): Promise<readonly TextFile[]> {
  const { declarationMap } = await import('./declaration-map.ts');
  const map = declarationMap(
    { name: nameOf(declaration.path), text: declaration.text },
    { name: nameOf(script.path), text: script.text },
  );
  if (map === undefined) return [script, declaration];
  const path = `${declaration.path}.map`;
  const text = `${declaration.text}//# sourceMappingURL=${nameOf(path)}\n`;
  return [script, { path: declaration.path, text }, { path, text: map }];
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
