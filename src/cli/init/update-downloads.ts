import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportLock } from '../../read/host.ts';
import { hashOf } from '../../read/import-lock.ts';
import { downloadContract, webSource } from '../contract/download.ts';
import { nodeHost } from '../contract/node-host.ts';
import { CliError } from '../terminal/cli-error.ts';
import type { Console } from '../terminal/console.ts';
import { counted } from '../terminal/counts.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { reportDefects } from '../terminal/lenient-advice.ts';
import { writeTextFile } from '../terminal/write-text-file.ts';
import { lockFile, lockPath, readLock } from './import-lock-file.ts';
import { type LaidOut, layOut } from './layout.ts';
import type { InitCommandOptions } from './options.ts';
import { specsFolder } from './planned-files.ts';
import { webSettings } from './web-settings.ts';

/**
 * Downloads the documents of the lock file again. Changed ones are shown and replaced; the previous
 * ones are kept in a temporary folder, for `asmx-gen diff`. If a copy was edited, nothing is
 * written.
 *
 * @throws {CliError} if there is no lock file, or nothing in it to download
 */
export async function updateDownloads(
  options: InitCommandOptions,
  console: Console,
): Promise<ExitCode> {
  const lock = readLock();
  const entries = [...(lock?.copies ?? [])].filter(([, copy]) => copy.entry);
  if (lock === undefined || entries.length === 0) {
    throw new CliError(
      lock === undefined
        ? `there is no ${lockPath}`
        : `${lockPath} names no contract that was downloaded`,
      'Download a service first: asmx-gen init http://server/Service.asmx',
    );
  }
  const hosts = [...lock.imports.keys()].map((url) => new URL(url).host);
  const settings = await webSettings(options, console);
  const allowHosts = [...hosts, ...settings.allowHosts];
  const documents: LaidOut[] = [];
  for (const [url, copy] of entries) {
    console.progress.step(`downloading ${url} …`);
    const source = webSource(url, { ...settings, allowHosts });
    const download = await downloadContract(source, options.lenient);
    const { contract, bag } = download;
    console.progress.clear();
    if (contract === undefined) {
      return reportDefects(bag.diagnostics, download.outlook, console);
    }
    documents.push(...layOut(download, copy.file.replace(/\.(?:wsdl|xsd)$/, ''), download.entry));
  }
  return replace(
    lock,
    documents,
    entries.map(([, copy]) => copy.file),
    console,
  );
}

function replace(
  lock: ImportLock,
  documents: readonly LaidOut[],
  entries: readonly string[],
  console: Console,
): ExitCode {
  const present = new Set(documents.map((one) => one.url));
  const changed = documents.filter((one) => {
    const before = lock.imports.get(one.url);
    return before !== undefined && before !== one.sha256;
  });
  const added = documents.filter((one) => !lock.imports.has(one.url));
  const gone = [...(lock.copies ?? [])].filter(([url]) => !present.has(url));
  if (changed.length + added.length + gone.length === 0) {
    console.say(`${counted(documents.length, 'document')} downloaded: nothing changed`);
    return exitCodes.fine;
  }
  const edited = [...(lock.copies ?? [])].flatMap(([url, copy]) => {
    const touched = gone.some(([one]) => one === url) || changed.some((one) => one.url === url);
    const bytes = nodeHost.readFile(`${specsFolder}/${copy.file}`);
    return touched && bytes !== undefined && hashOf(bytes) !== copy.sha256 ? [copy.file] : [];
  });
  const lines = [
    ...changed.map((one) => `  changed  ${one.path}  (${one.url})`),
    ...added.map((one) => `  new      ${one.path}  (${one.url})`),
    ...gone.map(([url, copy]) => `  gone     ${specsFolder}/${copy.file}  (${url})`),
  ];
  if (edited.length > 0) {
    console.warn(
      [
        'asmx-gen: nothing was written, because these copies were edited by hand:',
        ...edited.map((one) => `  ${specsFolder}/${one}`),
        'What changed on the servers:',
        ...lines,
        'Move the edited copies away, and run the command again.',
      ].join('\n'),
    );
    return exitCodes.no;
  }
  const kept = keepPrevious(lock);
  for (const { path, data } of documents) writeTextFile(path, data);
  for (const [, copy] of gone) rmSync(`${specsFolder}/${copy.file}`, { force: true });
  const file = lockFile(lock, documents, new Set(gone.map(([url]) => url)));
  writeTextFile(file.path, file.data);
  const hints = entries.map((one) => `  asmx-gen diff "${join(kept, one)}" ${specsFolder}/${one}`);
  console.say(
    [
      ...lines,
      'The documents before are kept; to see what it means for callers and servers, run:',
      ...hints,
    ].join('\n'),
  );
  return exitCodes.fine;
}

/** Copies of the previous documents, in their layout. */
function keepPrevious(lock: ImportLock): string {
  const folder = mkdtempSync(join(tmpdir(), 'asmx-gen-before-'));
  for (const { file } of lock.copies?.values() ?? []) {
    const bytes = nodeHost.readFile(`${specsFolder}/${file}`);
    if (bytes !== undefined) writeTextFile(join(folder, file), bytes);
  }
  return folder;
}
