// Whole processes: what a command costs from start to end.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const usage = fileURLToPath(new URL('child-usage.cjs', import.meta.url));

/**
 * Runs a script to its end.
 * @param args the script and its arguments
 * @param cwd folder it runs in
 * @returns wall and CPU time in ms, peak resident memory in MB, and whether it ended well, with its status
 */
export function runChild(args, cwd) {
  const start = performance.now();
  const { status, output } = spawnSync(process.execPath, ['--require', usage, ...args], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const wall = performance.now() - start;
  const [, , stderr, used] = output;
  return { wall, ...(used === '' ? {} : JSON.parse(used)), passed: status === 0, status, stderr };
}
