// Counts how often each block of code ran (V8's precise coverage). Counts are the same on every
// machine, busy or not, which times are not.
import { Session } from 'node:inspector/promises';

/**
 * Starts counting.
 * @param nameOf the name of a file by its URL; undefined for files that do not count
 * @returns a function that gives the counts by block since it was called last
 */
export async function countBlocks(nameOf) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const blocks = {};
    for (const { url, functions } of result) {
      const file = nameOf(url);
      if (file === undefined) continue;
      for (const { functionName, ranges } of functions) {
        for (const { startOffset, endOffset, count } of ranges) {
          if (count > 0) blocks[`${file} ${functionName} ${startOffset}-${endOffset}`] = count;
        }
      }
    }
    return blocks;
  };
}

/** The name of a file of this package as it was built. */
export const builtFile = (url) => /\/dist\/(.*)$/.exec(url)?.[1];
