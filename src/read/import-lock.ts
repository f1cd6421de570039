import { createHash } from 'node:crypto';
import type { DiagnosticSink } from '../diagnostics/diagnostic.ts';
import type { SourceFile } from '../diagnostics/source-file.ts';
import type { ImportLock } from './host.ts';

/** Usual name of the lock file, beside the contracts. */
export const lockFileName = 'asmx-gen.lock.json';

/** SHA-256 of a document in lower-case hexadecimal. */
export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * Reads a lock file: `{ "asmx": 1, "imports": { "<url>": { "sha256": "<hex>" } } }`.
 *
 * @returns `undefined`, reported as ASMX1033, when it is not of that form: going on without it would hide a change
 */
export function parseImportLock(file: SourceFile, sink: DiagnosticSink): ImportLock | undefined {
  const imports = new Map<string, string>();
  try {
    const value: unknown = JSON.parse(file.text);
    if (!isRecord(value) || value.asmx !== 1 || !isRecord(value.imports)) throw new Error();
    for (const [url, entry] of Object.entries(value.imports)) {
      const hash = isRecord(entry) ? entry.sha256 : undefined;
      if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) throw new Error();
      imports.set(url, hash);
    }
    return { imports };
  } catch {
    sink.report({
      code: 'ASMX1033',
      severity: 'error',
      message: `'${file.path}' is not a lock file`,
      span: { file, start: 0, end: 0 },
      help: 'Restore it, or remove it to have it written anew',
    });
    return undefined;
  }
}

/** Text of a lock file: entries sorted by URL, so that equal locks are equal bytes. */
export function formatImportLock(lock: ImportLock): string {
  const entries = [...lock.imports].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const imports = Object.fromEntries(entries.map(([url, sha256]) => [url, { sha256 }]));
  return `${JSON.stringify({ asmx: 1, imports }, undefined, 2)}\n`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
