import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { manifestName } from './manifest.ts';

/**
 * For released versions, the version in a manifest identifies the code that wrote a folder. In a
 * checkout of this tool the code changes without the version, so each build keeps notes about the
 * folders it wrote or found current.
 */
const root = fileURLToPath(new URL('../../', import.meta.url));
const notes = join(root, 'dist', 'outputs');

/**
 * Whether this is the build of a checkout, whose version proves nothing. The released package does
 * not have this source.
 */
function isCheckout(): boolean {
  return !import.meta.url.endsWith('.ts') && existsSync(join(root, 'src', 'write'));
}

/** Identifies a state of the code by the time of its build. */
function codeState(): number {
  return statSync(fileURLToPath(import.meta.url)).mtimeMs;
}

function noteOf(directory: string): string {
  const name = createHash('sha256').update(resolve(directory)).digest('hex').slice(0, 32);
  return join(notes, name);
}

/** Content of a note: the state of the code, and the manifest's bytes. */
function contentOf(directory: string): string {
  const manifest = readFileSync(join(directory, manifestName));
  return `${codeState()} ${createHash('sha256').update(manifest).digest('hex')}`;
}

/** Records that this build has just written a folder, or found it current. */
export function noteOutput(directory: string): void {
  if (!isCheckout()) return;
  mkdirSync(notes, { recursive: true });
  writeFileSync(noteOf(directory), contentOf(directory));
}

/** Whether the version in a folder's manifest identifies the running code. */
export function isVersionTrusted(directory: string): boolean {
  if (!isCheckout()) return true;
  const note = noteOf(directory);
  return existsSync(note) && readFileSync(note, 'utf8') === contentOf(directory);
}
