import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readManifest } from '../../write/compare-files.ts';
import type { WrittenSettings } from './project-advice.ts';
import { readProjectSettings } from './project-settings.ts';

/**
 * Whether scripts in a folder need a `package.json` of their own for Node to treat them as modules:
 * if the nearest one does not say so. Not for bundlers, which then require the extensions of
 * imports, and not for scripts that TypeScript compiles.
 *
 * @param directory Generated folder, which may have one that a run wrote before.
 */
export function needsModulePackage(
  directory: string,
  { emit, importExtension }: Pick<WrittenSettings, 'emit' | 'importExtension'>,
): boolean {
  if (emit !== 'js' || importExtension === 'none') return false;
  const isOwn = readManifest(directory)?.files['package.json'] !== undefined;
  // one that somebody else put there counts, and cannot be replaced
  if (!isOwn && existsSync(join(directory, 'package.json'))) return false;
  const project = readProjectSettings(dirname(directory));
  if (project === undefined || project.compiler?.values.allowJs === true) return false;
  return project.manifest?.values.type !== 'module';
}
