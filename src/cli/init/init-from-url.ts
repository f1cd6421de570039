import { downloadContract, downloadPages, webSource } from '../contract/download.ts';
import type { Console } from '../terminal/console.ts';
import type { ExitCode } from '../terminal/exit-codes.ts';
import { reportDefects } from '../terminal/lenient-advice.ts';
import { reportDiagnostics } from '../terminal/report-diagnostics.ts';
import { fetchedBaseUrl } from './fetched-base-url.ts';
import { lockFile, readLock } from './import-lock-file.ts';
import { configForService } from './init-config.ts';
import { writeFromPages } from './init-from-pages.ts';
import { layOut, stemOf } from './layout.ts';
import type { InitCommandOptions } from './options.ts';
import { specsFolder, writePlanned } from './planned-files.ts';
import { webSettings } from './web-settings.ts';

/** What to do about copies of documents that the lock file names. */
const downloadAgain =
  'To download them again, run asmx-gen init --update; ' +
  'for another copy, choose another name with --name.';

/**
 * Downloads a WSDL with its imports to `specs/` and locks it. For an `.asmx` page without WSDL,
 * writes a YAML contract from its help pages.
 */
export async function initFromUrl(
  url: string,
  options: InitCommandOptions,
  console: Console,
): Promise<ExitCode> {
  const source = webSource(url, await webSettings(options, console));
  console.progress.step(`downloading ${source.wsdl} …`);
  const download = await downloadContract(source, options.lenient);
  const { contract, entry, documents, bag } = download;
  if (contract === undefined && documents.size === 0 && source.asmx) {
    console.progress.step(`downloading the help pages of ${source.page} …`);
    const pages = await downloadPages(source, (page, reason) => {
      // what the WSDL has failed for is said of it below
      if (bag.diagnostics.some(({ message }) => message.endsWith(reason))) return;
      console.say(`the help page ${page} cannot be read: ${reason}`);
    });
    console.progress.clear();
    if (pages.length > 0) {
      const [why] = bag.diagnostics;
      console.say(
        `no WSDL: ${why?.message ?? 'it cannot be read'}; its help pages are read instead`,
      );
      const { origin } = new URL(source.page);
      return writeFromPages(pages, options, { baseUrl: origin, name: undefined }, console);
    }
  }
  console.progress.clear();
  if (contract === undefined) {
    return reportDefects(bag.diagnostics, download.outlook, console);
  }
  await reportDiagnostics(bag.diagnostics, { ...console, reporter: 'text' });
  if (entry !== source.wsdl) console.say(`${source.wsdl} leads to the contract at ${entry}`);
  const name = options.name ?? stemOf(entry);
  const { isSchema } = contract;
  const baseUrl = fetchedBaseUrl(entry, contract);
  const laidOut = layOut(download, name, entry);
  const input = laidOut.find(({ copy }) => copy.entry)?.path ?? `${specsFolder}/${name}.wsdl`;
  const lock = readLock();
  return writePlanned(
    [
      ...laidOut,
      lockFile(lock, laidOut),
      ...(await configForService({ input, name, baseUrl, isSchema }, options)),
    ],
    console,
    lock?.imports.has(entry) ? downloadAgain : undefined,
  );
}
