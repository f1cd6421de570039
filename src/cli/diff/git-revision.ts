import { execFileSync } from 'node:child_process';
import { relative, resolve } from 'node:path';
import type { Host } from '../../read/host.ts';
import { nodeHost } from '../contract/node-host.ts';
import { CliError } from '../terminal/cli-error.ts';

/**
 * The files of a git revision, by their paths in the working tree. What is outside the repository
 * is read from disk.
 *
 * @throws {CliError} if this is no repository, or it has no such revision
 */
export function gitRevision(revision: string): Host {
  const top = git(['rev-parse', '--show-toplevel'])?.toString().trim();
  if (top === undefined) {
    throw new CliError(
      'this folder is in no git repository, or git is not installed',
      'Name two files instead: asmx-gen diff OLD NEW',
    );
  }
  const name = `${revision}^{commit}`;
  const found = git(['rev-parse', '--verify', '--quiet', '--end-of-options', name]);
  const commit = found?.toString().trim();
  if (commit === undefined || commit === '') {
    throw new CliError(
      `git has no revision '${revision}'`,
      'Fetch it first: in a workflow, actions/checkout needs fetch-depth: 0.',
    );
  }
  const { realPath = resolve } = nodeHost;
  const root = realPath(top);
  const inside = (path: string): string | undefined => {
    const way = relative(root, realPath(path)).replaceAll('\\', '/');
    return way.startsWith('..') || resolve(root, way) !== realPath(path) ? undefined : way;
  };
  return {
    realPath,
    readFile(path, limit) {
      const way = inside(path);
      if (way === undefined) return nodeHost.readFile(path, limit);
      return git(['cat-file', 'blob', `${commit}:${way}`]);
    },
    listFolder(path) {
      const way = inside(path === '' ? '.' : path);
      if (way === undefined) return nodeHost.listFolder?.(path);
      const names = git(['ls-tree', '--name-only', '-z', `${commit}:${way}`]);
      return names?.toString().split('\0').slice(0, -1);
    },
  };
}

/** Largest file read from git, in bytes. */
const largest = 64 * 1024 * 1024;

/** The output of a git command; `undefined` if it fails. */
function git(args: readonly string[]): Buffer | undefined {
  try {
    return execFileSync('git', args, { maxBuffer: largest, stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return undefined;
  }
}
