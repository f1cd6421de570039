/** A path of a configuration, which may have been written on Windows. */
export function forwardSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}
