import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SourceFile } from '../diagnostics/source-file.ts';

/** The text of one template. Partials are in the subfolder `partials`, the others at the top. */
export interface TemplateSource {
  readonly name: string;
  readonly partial: boolean;
  readonly file: SourceFile;
}

/**
 * The folder of the built-in templates, at the same relative path from here in `src` as in `dist`.
 */
export function builtInFolder(): string {
  return fileURLToPath(new URL('../../templates/', import.meta.url));
}

/**
 * Reads the templates of a folder, sorted by name.
 *
 * @throws the file system's error if there is no such folder
 */
export function readTemplateFolder(folder: string): readonly TemplateSource[] {
  return [...readLevel(folder, false), ...readLevel(join(folder, 'partials'), true)];
}

function readLevel(folder: string, partial: boolean): readonly TemplateSource[] {
  if (partial && !existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.hbs'))
    .sort()
    .map((file) => {
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
      return {
        name: basename(file, '.hbs'),
        partial,
        file: { path: path.replaceAll('\\', '/'), text },
      };
    });
}
