import type { SourceFile } from '../../diagnostics/source-file.ts';

/** Whether a handlers file is JavaScript, in which comments have the types. */
export function isScript({ path }: Pick<SourceFile, 'path'>): boolean {
  return path.endsWith('.js');
}
