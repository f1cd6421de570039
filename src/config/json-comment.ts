import type { SourceFile, Span } from '../diagnostics/source-file.ts';

/** A string, or the beginning of a comment after a space or a character of JSON's own. */
const stringOrComment = /"(?:[^"\\\n]|\\.)*"|(?<=^|[\s,{}[\]"])(?:\/\/|\/\*)/g;

/**
 * Finds the first comment of JavaScript in JSON, up to the end of its line. YAML, which includes
 * JSON, would read it as a part of the next key.
 */
export function findJsonComment(file: SourceFile): Span | undefined {
  for (const { 0: found, index } of file.text.matchAll(stringOrComment)) {
    if (found.startsWith('"')) continue;
    const end = file.text.indexOf('\n', index);
    const line = file.text.slice(index, end < 0 ? undefined : end);
    return { file, start: index, end: index + line.trimEnd().length };
  }
  return undefined;
}
