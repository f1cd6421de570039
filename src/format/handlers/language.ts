import type { SourceFile } from '../../diagnostics/source-file.ts';

/** Whether a file of handlers is JavaScript, where types are in comments. */
export function isScript({ path }: Pick<SourceFile, 'path'>): boolean {
  return path.endsWith('.js');
}
