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

/** JavaScript and declarations of a text. */
interface EmittedTexts {
  readonly script: string;
  readonly declaration: string;
}

/** What copied texts become: contracts have the same runtime, below headers of their own. */
const copies = new Map<string, EmittedTexts | GuardFinding>();

/**
 * Converts a TypeScript file to JavaScript with declarations.
 *
 * @param copied whether it is a file of the runtime, which is converted once for all contracts
 * @returns the finding if its declarations cannot be written
 */
export async function emitJavaScript(
  { path, text }: TextFile,
  copied = false,
): Promise<EmittedFiles | GuardFinding> {
  const header = headerOf(text);
  const body = text.slice(header.length);
  const emitted = copies.get(body) ?? (await emitTexts(body));
  if (copied) copies.set(body, emitted);
  if ('message' in emitted) return { ...emitted, offset: header.length + emitted.offset };
  const stem = path.replace(/\.ts$/, '');
  // the declarations have the types: a project that checks its JavaScript skips these files
  const first = /^(?:\/\* eslint-disable \*\/\n)?/;
  const script = `${header}${emitted.script}`.replace(first, '$&// @ts-nocheck\n');
  return {
    script: { path: `${stem}.js`, text: script },
    declaration: { path: `${stem}.d.ts`, text: header + emitted.declaration },
  };
}

async function emitTexts(text: string): Promise<EmittedTexts | GuardFinding> {
  // loaded on demand, because it loads the compiler
  const { declare, toScript } = await import('./compile.ts');
  const declared = declare(text);
  if ('message' in declared) return declared;
  return { script: toScript(text), declaration: declared.text };
}

/** The comments at the top of a file up to and including a blank line. */
function headerOf(text: string): string {
  return /^(?:\/\/[^\n]*\n|\/\*(?!\*)[^\n]*?\*\/[ \t]*\n)+\n/.exec(text)?.[0] ?? '';
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
