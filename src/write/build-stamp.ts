import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { manifestName } from './manifest.ts';

/**
 * The version in a manifest says which code wrote a folder only where versions are released. In a
 * checkout of this tool the code changes under one version, so there each build keeps notes beside
 * itself of the folders it wrote or found right.
 */
const root = fileURLToPath(new URL('../../', import.meta.url));
const notes = join(root, 'dist', 'outputs');

/**
 * Whether this is the build of a checkout, whose version proves nothing: the released package has
 * no such source.
 */
function isCheckout(): boolean {
  return !import.meta.url.endsWith('.ts') && existsSync(join(root, 'src', 'write'));
}

/**
 * Says one state of the code from another: when it was built. What it is built of has no say until
 * then.
 */
function codeState(): number {
  return statSync(fileURLToPath(import.meta.url)).mtimeMs;
}

function noteOf(directory: string): string {
  const name = createHash('sha256').update(resolve(directory)).digest('hex').slice(0, 32);
  return join(notes, name);
}

/** What is noted: the state of the code, and the manifest's bytes. */
function contentOf(directory: string): string {
  const manifest = readFileSync(join(directory, manifestName));
  return `${codeState()} ${createHash('sha256').update(manifest).digest('hex')}`;
}

/** Records that this build has just written a folder, or found nothing to change in it. */
export function noteOutput(directory: string): void {
  if (!isCheckout()) return;
  mkdirSync(notes, { recursive: true });
  writeFileSync(noteOf(directory), contentOf(directory));
}

/** Whether the version in a folder's manifest can be taken for the code that is running. */
export function isVersionTrusted(directory: string): boolean {
  if (!isCheckout()) return true;
  const note = noteOf(directory);
  return existsSync(note) && readFileSync(note, 'utf8') === contentOf(directory);
}
