/**
 * Makes an error of the file system name the target file instead of the temporary one beside it.
 *
 * @param temporary Path of the temporary file or folder; paths below it are renamed, too.
 * @returns the same error
 */
export function nameTarget(error: unknown, temporary: string, target: string): unknown {
  if (!(error instanceof Error) || !('path' in error)) return error;
  const { path } = error;
  if (typeof path === 'string' && path.startsWith(temporary)) {
    error.path = target + path.slice(temporary.length);
  }
  return error;
}
