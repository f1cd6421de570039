import type { Host } from './host.ts';

/**
 * The one local file whose path differs from this one in nothing but letter case: documents made on Windows are careless of it.
 *
 * @param path with `/`; `%20` and its like may stand for characters
 * @returns `undefined` when there is none, or more than one
 */
export function findByLetters(host: Host, path: string): string | undefined {
  const { listFolder } = host;
  if (listFolder === undefined) return undefined;
  let found: readonly string[] = [''];
  const steps = decoded(path).split('/');
  for (const [index, step] of steps.entries()) {
    const last = index === steps.length - 1;
    if (step === '' || step === '.' || step === '..') {
      found = found.map((before) => `${before}${step}/`);
      continue;
    }
    found = found.flatMap((before) =>
      (listFolder(before) ?? [])
        .filter((name) => name.toLowerCase() === step.toLowerCase())
        .map((name) => `${before}${name}${last ? '' : '/'}`),
    );
  }
  const [one, ...more] = found;
  return more.length > 0 ? undefined : one;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
