import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeNotation } from '../../convert/yaml/write-notation.ts';
import { createDiagnosticBag } from '../../diagnostics/diagnostic.ts';
import type { SourceFile } from '../../diagnostics/source-file.ts';
import { kebabName } from '../../plan/views/file-names.ts';
import { isWebPage } from '../../read/document-kind.ts';
import { largestPage } from '../../read/help/help-html.ts';
import { type HelpOptions, readHelpPages } from '../../read/help/read-help-pages.ts';
import { decodeText } from '../../read/text/decode-text.ts';
import { readYamlContract } from '../../read/yaml/read-yaml-contract.ts';
import { nodeHost } from '../contract/node-host.ts';
import { CliError } from '../terminal/cli-error.ts';
import type { Console } from '../terminal/console.ts';
import { counted } from '../terminal/counts.ts';
import { exitCodeOf } from '../terminal/diagnostics-exit-code.ts';
import type { ExitCode } from '../terminal/exit-codes.ts';
import { reportDiagnostics } from '../terminal/report-diagnostics.ts';
import { configForService } from './init-config.ts';
import type { InitCommandOptions } from './options.ts';
import { schemaLocation, specsFolder, writePlanned } from './planned-files.ts';

/** Maximum number of saved pages. */
const mostPages = 2000;

/**
 * Saved pages among files and folders (without subfolders, where browsers save pictures);
 * `undefined` if one is not a page.
 */
export function findPages(sources: readonly string[]): readonly string[] | undefined {
  const pages: string[] = [];
  for (const source of sources) {
    const status = statSync(source, { throwIfNoEntry: false });
    if (status?.isDirectory() === true) {
      const names = readdirSync(source).filter((name) => isPageName(name));
      pages.push(...names.sort().map((name) => join(source, name)));
    } else if (status?.isFile() === true && isPage(source)) pages.push(source);
    else return undefined;
  }
  return pages;
}

/** Says that folders hold no help pages, and which contracts they hold instead. */
export function noPages(folders: readonly string[]): CliError {
  const composite = folders.find((folder) => readdirSync(folder).includes(compositeMark));
  if (composite !== undefined) {
    return new CliError(
      `${composite} is a composite project of SoapUI, which has many files`,
      "Set the project's property 'Composite Project' to false, and save it as one file.",
    );
  }
  const contracts = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /\.(wsdl|xsd)(\.xml)?$/i.test(name))
      .map((name) => join(folder, name)),
  );
  const [first] = contracts;
  return new CliError(
    `no help pages are in ${folders.join(', ')}`,
    first === undefined
      ? 'Save the pages that end in ?op=… as HTML into it.'
      : `Name a contract: asmx-gen init ${first}`,
  );
}

/** A file in the folders of projects that SoapUI Pro and ReadyAPI keep in many files. */
const compositeMark = 'element.order';

function isPageName(name: string): boolean {
  return /\.(html?|xhtml|aspx|asmx)$/i.test(name) || /\.asmx[?@_]?op/i.test(name);
}

/** Whether a file is HTML, whatever its name. */
function isPage(path: string): boolean {
  const bytes = nodeHost.readFile(path)?.subarray(0, largestPage);
  return bytes !== undefined && isWebPage(decodeText(bytes).text);
}

/**
 * Writes a YAML contract from saved help pages.
 *
 * @throws {CliError} if no page shows an operation
 */
export async function initFromPages(
  paths: readonly string[],
  options: InitCommandOptions,
  console: Console,
): Promise<ExitCode> {
  if (paths.length > mostPages) {
    throw new CliError(`there are more than ${mostPages} pages`, 'Name the folder of one site.');
  }
  const files = paths.map((path): SourceFile => {
    const bytes = nodeHost.readFile(path) ?? new Uint8Array();
    if (bytes.length > largestPage) {
      throw new CliError(
        `${path} is larger than ${largestPage} bytes`,
        'A help page is far smaller: check the path.',
      );
    }
    return { path, text: decodeText(bytes).text };
  });
  return writeFromPages(files, options, {}, console);
}

/** Writes a YAML contract from the texts of help pages. */
export async function writeFromPages(
  files: readonly SourceFile[],
  options: InitCommandOptions,
  known: HelpOptions,
  console: Console,
): Promise<ExitCode> {
  const bag = createDiagnosticBag();
  const found = readHelpPages(files, bag, { ...known, name: options.name ?? known.name });
  if (found === undefined) {
    await reportDiagnostics(bag.diagnostics, { ...console, verbose: true, reporter: 'text' });
    throw new CliError(
      `no sample request was found in ${counted(files.length, 'page')}`,
      'Save the pages of the operations: the addresses that end in ?op=…',
    );
  }
  const { notation, comments } = found;
  const path = `${specsFolder}/${kebabName(notation.name) || 'service'}.yaml`;
  const schema = schemaLocation('asmx-contract.schema.json', specsFolder);
  const text = writeNotation(notation, { schema, comments });
  readYamlContract({ path, text }, bag);
  await reportDiagnostics(bag.diagnostics, {
    ...console,
    // no other command reads the pages
    verbose: true,
    reporter: bag.failed ? console.reporter : 'text',
  });
  if (bag.failed) return exitCodeOf(bag.diagnostics);
  const operations = notation.services.reduce((sum, one) => sum + one.operations.length, 0);
  console.say(
    `found ${counted(notation.services.length, 'service')} ` +
      `with ${counted(operations, 'operation')} in ${counted(files.length, 'page')}`,
  );
  return writePlanned(
    [
      { path, data: text },
      ...(await configForService({ input: path, name: notation.name }, options)),
    ],
    console,
  );
}
