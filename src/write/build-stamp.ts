import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { manifestName } from './manifest.ts';

/**
 * The version in a manifest says which code wrote a folder only where versions are released. In a checkout of this tool the code changes
 * under one version, so there each build keeps notes beside itself of the folders it wrote or found right.
 */
const notes = fileURLToPath(new URL('../outputs/', import.meta.url));
/** Written anew by every build. */
const build = fileURLToPath(new URL('../render/precompiled-templates.js', import.meta.url));
/** Not in the released package. */
const sources = fileURLToPath(new URL('../../src/write/build-stamp.ts', import.meta.url));

/** Whether this is the build of a checkout, whose version proves nothing. */
function isCheckout(): boolean {
  return existsSync(sources) && existsSync(build);
}

function noteOf(directory: string): string {
  const name = createHash('sha256').update(resolve(directory)).digest('hex').slice(0, 32);
  return join(notes, name);
}

/** What is noted: the build, and the manifest's bytes. */
function contentOf(directory: string): string {
  const manifest = readFileSync(join(directory, manifestName));
  return `${statSync(build).mtimeMs} ${createHash('sha256').update(manifest).digest('hex')}`;
}

/** Notes that this build has just made a folder, or found nothing to change in it. */
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
