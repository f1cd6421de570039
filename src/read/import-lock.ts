import type { DiagnosticSink } from '../diagnostics/diagnostic.ts';
import type { SourceFile } from '../diagnostics/source-file.ts';
import type { ImportLock, LockedCopy } from './host.ts';
import { isRemote } from './resolve-location.ts';

/** Usual name of the lock file, beside the contracts. */
export const lockFileName = 'asmx-gen.lock.json';

/** SHA-256 of a document in lower-case hexadecimal. */
export function hashOf(bytes: Uint8Array): string {
  // loaded on demand, because that takes a quarter of Node's own start
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * Reads a lock file: `{ "asmx": 1, "imports": { "<url>": { "sha256": "<hex>" } } }`, with `file`,
 * `copy` and `entry` if there is a local copy.
 *
 * @returns `undefined`, reported as ASMX1033, if it does not have that form: continuing without
 *   it would hide a change
 */
export function parseImportLock(file: SourceFile, sink: DiagnosticSink): ImportLock | undefined {
  const imports = new Map<string, string>();
  const copies = new Map<string, LockedCopy>();
  try {
    const value: unknown = JSON.parse(file.text);
    if (!isRecord(value) || value.asmx !== 1 || !isRecord(value.imports)) throw new Error();
    for (const [url, entry] of Object.entries(value.imports)) {
      if (!isRemote(url) || !URL.canParse(url)) throw new Error();
      const hash = isRecord(entry) ? entry.sha256 : undefined;
      if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) throw new Error();
      imports.set(url, hash);
      const copy = isRecord(entry) ? copyOf(entry, hash) : undefined;
      if (copy !== undefined) copies.set(url, copy);
    }
    return { imports, copies };
  } catch {
    sink.report({
      code: 'ASMX1033',
      severity: 'error',
      message: `'${file.path}' is not a lock file`,
      // its content, whatever it is, is not quoted
      span: { file: { ...file, text: '' }, start: 0, end: 0 },
      help: 'Restore it, or remove it to have it written anew',
    });
    return undefined;
  }
}

/** Text of a lock file. Entries are sorted by URL, so that equal locks have equal bytes. */
export function formatImportLock(lock: ImportLock): string {
  const entries = [...lock.imports].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const imports = Object.fromEntries(
    entries.map(([url, sha256]) => {
      const copy = lock.copies?.get(url);
      if (copy === undefined) return [url, { sha256 }];
      const { file, entry } = copy;
      const own = copy.sha256 === sha256 ? {} : { copy: copy.sha256 };
      return [url, { sha256, file, ...own, ...(entry ? { entry } : {}) }];
    }),
  );
  return `${JSON.stringify({ asmx: 1, imports }, undefined, 2)}\n`;
}

/** `file`, with the hash of the copy if it differs from that of the document. */
function copyOf(entry: Readonly<Record<string, unknown>>, sha256: string): LockedCopy | undefined {
  const { file, copy = sha256, entry: contract = false } = entry;
  if (file === undefined) return undefined;
  if (typeof file !== 'string' || typeof copy !== 'string' || typeof contract !== 'boolean') {
    throw new Error();
  }
  return { file, sha256: copy, entry: contract };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
