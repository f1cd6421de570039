import { posix } from 'node:path';
import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import { harmless } from '../../diagnostics/display-width.ts';
import { reportGithub } from '../../diagnostics/report-github.ts';
import { reportJson } from '../../diagnostics/report-json.ts';
import { manifestName } from '../../write/manifest.ts';
import { type FolderVerdict, isAsGenerated } from '../../write/verify-folder.ts';
import type { Colours } from '../terminal/colours.ts';
import { counted } from '../terminal/counts.ts';

/** Maximum number of listed files with other line ends; of more, only the number is shown. */
const namedLineEnds = 5;

/** Writes the verdict on a folder as text. */
export function verdictText(directory: string, verdict: FolderVerdict, colours: Colours): string {
  const { manifest, edited, stale, missing, stray, lineEnds } = verdict;
  const inputs = Object.entries(manifest.inputs).map(([path, sha256]) => {
    const hash = sha256 === '' ? 'no document' : `sha256 ${sha256}`;
    return `  contract   ${harmless(path)}  ${colours.dim(hash)}`;
  });
  const line = (word: string, path: string, more = ''): string =>
    `  ${colours.red(word.padEnd(9))}  ${harmless(path)}${more === '' ? '' : ` (${more})`}`;
  const found = [
    ...edited.map(({ path, why }) => line('edited', path, why === 'edited' ? '' : `is ${why}`)),
    ...stale.map(({ path, why }) => line('stale', path, `is ${why}`)),
    ...missing.map((path) => line('missing', path)),
    ...stray.map((path) => line('stray', path)),
  ];
  const head = [
    colours.bold(harmless(directory)),
    `  made by    asmx-gen ${harmless(manifest.tool)}`,
    ...inputs,
    ...(manifest.runtime === undefined
      ? []
      : [`  runtime    ${harmless(manifest.runtime.folder)}, which is shared`]),
    ...(manifest.sharedBy ?? []).map((path) => `  shared by  ${harmless(path)}`),
  ];
  const blocks = [head, found, lineEndsText(lineEnds), [summaryOf(verdict)]];
  const texts = blocks.filter((block) => block.length > 0).map((block) => block.join('\n'));
  return `${texts.join('\n\n')}\n`;
}

function lineEndsText(paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return [];
  const what = paths.length === 1 ? '1 file has' : `${paths.length} files have`;
  return [
    `  ${what} CR LF line ends, as git writes them on Windows (core.autocrlf); ` +
      'nothing else changed in them',
    ...(paths.length > namedLineEnds ? [] : paths.map((path) => `    ${harmless(path)}`)),
  ];
}

/** Number of files in the manifests of the folder and of its shared runtime. */
function filesOf({ manifest, runtime }: FolderVerdict): number {
  return [manifest, runtime].reduce((sum, one) => sum + Object.keys(one?.files ?? {}).length, 0);
}

function summaryOf(verdict: FolderVerdict): string {
  const { edited, stale, missing, stray } = verdict;
  const files = counted(filesOf(verdict), 'file');
  const parts = [
    edited.length > 0 ? `${edited.length} edited` : '',
    stale.length > 0 ? 'a stale runtime' : '',
    missing.length > 0 ? `${missing.length} missing` : '',
    stray.length > 0 ? `${stray.length} stray` : '',
  ].filter((part) => part !== '');
  return parts.length === 0
    ? `${files}, all as generated`
    : `${parts.join(', ')}, of ${files} generated`;
}

/** Writes the verdict on a folder, or a list of those on several, as one JSON document. */
export function verdictsJson(verdicts: readonly (readonly [string, FolderVerdict])[]): string {
  const all = verdicts.map(([directory, verdict]) => verdictData(directory, verdict));
  const [only] = all;
  if (only !== undefined && all.length === 1) return reportJson([], only);
  return reportJson([], { ok: all.every((one) => one.ok), folders: all });
}

/** The verdict on a folder as data. */
function verdictData(directory: string, verdict: FolderVerdict) {
  const { manifest, edited, stale, missing, stray, lineEnds } = verdict;
  return {
    directory,
    ok: isAsGenerated(verdict),
    tool: manifest.tool,
    inputs: manifest.inputs,
    files: filesOf(verdict),
    runtime: manifest.runtime?.folder,
    sharedBy: manifest.sharedBy,
    edited,
    stale,
    missing,
    stray,
    lineEnds,
  };
}

/** Writes the differences as workflow commands. */
export function verdictGithub(directory: string, verdict: FolderVerdict): string {
  const diagnostic = (code: DiagnosticCode, path: string, message: string) => {
    // a shared runtime is beside the folder
    const file = { path: posix.normalize(`${directory.replace(/[\\/]+$/, '')}/${path}`), text: '' };
    return { code, severity: 'error', message, span: { file, start: 0, end: 0 } } as const;
  };
  const { edited, stale, missing, stray } = verdict;
  return reportGithub([
    ...edited.map(({ path, why }) =>
      diagnostic('ASMX7001', path, `'${path}' ${why === 'edited' ? 'was edited' : `is ${why}`}`),
    ),
    ...stale.map(({ path, why }) =>
      diagnostic('ASMX7003', `${path}/${manifestName}`, `the runtime '${path}' is ${why}`),
    ),
    ...missing.map((path) => diagnostic('ASMX7003', path, `'${path}' is missing`)),
    ...stray.map((path) =>
      diagnostic('ASMX7002', path, `'${path}' is not part of the generated code`),
    ),
  ]);
}
