import { style } from './style.ts';

/** Keeps formatted texts by the hash of their sources. */
export interface FormatCache {
  get(key: string): string | undefined;
  set(key: string, text: string): void;
}

/** A cache for the lifetime of a process, for `--watch`. */
export function createMemoryCache(): FormatCache {
  const texts = new Map<string, string>();
  return { get: (key) => texts.get(key), set: (key, text) => void texts.set(key, text) };
}

/**
 * Formats a text with prettier, in our style or that of the project a path belongs to. Loads
 * prettier only for texts that are not in the cache, except to read a project's settings.
 *
 * @param projectPath Path of the file in the user's project, whose prettier configuration
 *   decides. `undefined` for our style.
 * @throws SyntaxError the text is malformed
 */
export async function formatWithPrettier(
  text: string,
  projectPath: string | undefined,
  cache: FormatCache,
): Promise<string> {
  const options = projectPath === undefined ? style : await projectOptions(projectPath);
  const { createHash } = await import('node:crypto');
  const key = createHash('sha256')
    .update(JSON.stringify(options))
    .update('\0')
    .update(text)
    .digest('hex');
  const known = cache.get(key);
  if (known !== undefined) return known;
  const { format } = await import('prettier');
  const formatted = await format(text, { ...options, parser: 'typescript' });
  cache.set(key, formatted);
  return formatted;
}

async function projectOptions(path: string): Promise<object> {
  const { resolveConfig } = await import('prettier');
  return (await resolveConfig(path, { editorconfig: true })) ?? {};
}
