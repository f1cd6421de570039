import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

let checked = false;

/**
 * Builds `dist` when a source file or template is newer than the last build; one process at a time.
 */
export function ensureBuilt(root: string): void {
  if (checked) return;
  const lock = join(root, 'node_modules', '.asmx-gen-build');
  for (;;) {
    if (isFresh(root)) break;
    if (!takeLock(lock)) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
      continue;
    }
    try {
      if (!isFresh(root)) build(root);
    } finally {
      rmdirSync(lock);
    }
  }
  checked = true;
}

function takeLock(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    // a lock left behind by a killed run expires
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > 120_000) rmdirSync(lock);
    return false;
  }
}

function build(root: string): void {
  const start = new Date();
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  // types are checked elsewhere: a build with type errors runs all the same
  spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: root });
  spawnSync(process.execPath, [join('dist', 'render', 'precompile.js')], { cwd: root });
  spawnSync(process.execPath, [join('node_modules', 'rollup', 'dist', 'bin', 'rollup'), '-c'], {
    cwd: root,
  });
  const stamp = join(root, 'node_modules', '.asmx-gen-built');
  writeFileSync(stamp, '');
  utimesSync(stamp, start, start);
}

/** Whether no source file or template is newer than the program built from it. */
function isFresh(root: string): boolean {
  const main = statSync(join(root, 'dist', 'bundle', 'main.js'), { throwIfNoEntry: false });
  if (main === undefined) return false;
  const stamp = statSync(join(root, 'node_modules', '.asmx-gen-built'), { throwIfNoEntry: false });
  const built = Math.max(main.mtimeMs, stamp?.mtimeMs ?? 0);
  return ['src', 'templates'].every((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).every(
      (entry) =>
        entry.isDirectory() ||
        entry.parentPath.startsWith(join(root, 'src/runtime/dist')) ||
        statSync(join(entry.parentPath, entry.name)).mtimeMs <= built,
    ),
  );
}
