import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DiagnosticSink } from '../diagnostics/diagnostic.ts';
import { isGlob, pathGlob } from './path-glob.ts';

/** Maximum number of files for one glob. */
const maximumFiles = 100_000;

/**
 * Finds the files of `input`. URLs and plain paths stay unchanged, whether or not they exist. Globs
 * are matched against the files below the folder (except `node_modules` and hidden folders), in
 * code unit order; a leading `!` excludes. Reports a glob that matches nothing.
 *
 * @returns absolute paths and URLs, without duplicates
 */
export function expandInputs(
  patterns: readonly string[],
  directory: string,
  sink: DiagnosticSink,
): readonly string[] {
  const found = new Set<string>();
  for (const pattern of patterns) {
    if (/^https?:\/\//i.test(pattern)) found.add(pattern);
    else if (pattern.startsWith('!')) {
      const left = pathGlob(normalize(pattern.slice(1)));
      for (const path of found) {
        if (left.test(relativeTo(path, directory))) found.delete(path);
      }
    } else if (!isGlob(pattern)) found.add(resolve(directory, pattern));
    else {
      const matches = match(normalize(pattern), directory);
      if (matches.length === 0) {
        const message = `'${pattern}' matches no file in ${directory}`;
        sink.report({ code: 'ASMX5002', severity: 'error', message, help: 'check the path' });
      }
      for (const path of matches) found.add(path);
    }
  }
  return [...found];
}

function match(pattern: string, directory: string): readonly string[] {
  const segments = pattern.split('/');
  const plain = segments.findIndex(isGlob);
  const prefix = segments.slice(0, plain).join('/');
  const expression = pathGlob(segments.slice(plain).join('/'));
  const root = resolve(directory, prefix === '' && pattern.startsWith('/') ? '/' : prefix);
  return filesBelow(root)
    .filter((path) => expression.test(path))
    .sort()
    .map((path) => join(root, path));
}

/** Files below a folder, as paths relative to it with `/`. */
function filesBelow(root: string): readonly string[] {
  const files: string[] = [];
  const waiting = [''];
  for (
    let at = waiting.pop();
    at !== undefined && files.length < maximumFiles;
    at = waiting.pop()
  ) {
    if (statSync(join(root, at), { throwIfNoEntry: false })?.isDirectory() !== true) continue;
    for (const entry of readdirSync(join(root, at), { withFileTypes: true })) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.isFile()) files.push(path);
      else if (
        entry.isDirectory() &&
        entry.name !== 'node_modules' &&
        !entry.name.startsWith('.')
      ) {
        waiting.push(path);
      }
    }
  }
  return files;
}

function normalize(pattern: string): string {
  return pattern.replaceAll('\\', '/').replace(/^\.\//, '');
}

function relativeTo(path: string, directory: string): string {
  const base = resolve(directory);
  const within = path.startsWith(base) ? path.slice(base.length + 1) : path;
  return within.replaceAll('\\', '/');
}
