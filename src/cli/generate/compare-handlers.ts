import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createDiagnosticBag } from '../../diagnostics/diagnostic.ts';
import { mergeHandlers } from '../../format/handlers/merge-handlers.ts';
import type { FormatCache } from '../../format/prettier-format.ts';
import type { ExpectedHandlers } from '../../plan/result/plan.ts';
import type { FileChange, FolderComparison } from '../../write/compare-files.ts';
import { blockedPath } from '../../write/refusals.ts';
import { shownPath } from '../terminal/shown-path.ts';

/**
 * Compares the user's handlers files with their required content. Only reads. A missing file is
 * created, one that lacks a stub is completed. Links are followed, because the files are the
 * user's. An existing file in the other language (`.ts` or `.js`) counts, whatever `emit` says.
 *
 * @throws the file system's error for files that cannot be read
 */
export async function compareHandlers(
  directory: string,
  files: readonly { readonly text: string; readonly plan: ExpectedHandlers }[],
  cache: FormatCache | undefined,
): Promise<FolderComparison> {
  const bag = createDiagnosticBag();
  const changes: FileChange[] = [];
  const unchanged: string[] = [];
  for (const { text, plan } of files) {
    const file = [plan.path, otherLanguage(plan.path)].find((one) =>
      existsSync(join(directory, one)),
    );
    const target = join(directory, file ?? plan.path);
    if (file === undefined) {
      changes.push({ path: plan.path, kind: 'create', after: text });
      continue;
    }
    if (!statSync(target).isFile()) {
      bag.report(blockedPath(directory, { what: 'no file', by: file }));
      continue;
    }
    const path = relative(realpathSync(directory), realpathSync(target)).replaceAll('\\', '/');
    const before = decode(readFileSync(target));
    if (before === undefined) {
      bag.report({
        code: 'ASMX7005',
        severity: 'error',
        message: `'${shownPath(target)}' is not UTF-8`,
        help: 'convert it; it is left as it is until then',
      });
      continue;
    }
    const after = await mergeHandlers({ path: shownPath(target), text: before }, plan, bag, cache);
    if (after === before) unchanged.push(path);
    else changes.push({ path, kind: 'update', before, after });
  }
  const real = existsSync(directory) ? realpathSync(directory) : directory;
  return { directory: real, changes, unchanged, diagnostics: bag.diagnostics, userOwned: true };
}

function otherLanguage(path: string): string {
  return path.endsWith('.js') ? path.replace(/js$/, 'ts') : path.replace(/ts$/, 'js');
}

/** The text of a file, including its byte order mark. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
