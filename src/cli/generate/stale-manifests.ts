import type { FolderComparison } from '../../write/compare-files.ts';
import { manifestName, manifestText, parseManifest } from '../../write/manifest.ts';
import type { RunComparison } from './compare-run.ts';

/**
 * Whether only hashes of the contract changed in a folder: a comment or a blank in it, from which
 * the same code follows.
 */
function hasSameCode({ changes }: FolderComparison): boolean {
  const [only, ...more] = changes;
  if (only?.path !== manifestName || more.length > 0) return false;
  const [before, after] = [only.before, only.after].map((text) => parseManifest(text ?? ''));
  if (before === undefined || after === undefined) return false;
  return manifestText({ ...before, inputs: {} }) === manifestText({ ...after, inputs: {} });
}

/** A run without folders whose code is that of the changed contract, and these contracts. */
export function withoutStaleManifests(run: RunComparison): {
  readonly run: RunComparison;
  readonly contracts: readonly string[];
} {
  const stale = run.outcomes.filter(
    ({ comparison }) => comparison !== undefined && hasSameCode(comparison),
  );
  const folders = new Set(stale.map(({ comparison }) => comparison));
  const comparisons = run.comparisons.map((one) =>
    folders.has(one) ? { ...one, changes: [], unchanged: [...one.unchanged, manifestName] } : one,
  );
  return { run: { ...run, comparisons }, contracts: stale.map(({ job }) => job.path) };
}
