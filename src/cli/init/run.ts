import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, posix, relative, resolve } from 'node:path';
import { findConfig, isTextConfig, readConfigText } from '../../config/load.ts';
import { contractSchemaUrl, writeNotation } from '../../convert/yaml/text.ts';
import { createDiagnosticBag, type SourceFile } from '../../diagnostics/diagnostic.ts';
import { addressOrigin, addressPath, splitQuery } from '../../model/services.ts';
import type { Contract } from '../../model/wsdl.ts';
import { kebabName } from '../../plan/settings.ts';
import { loadContract } from '../../read/contract.ts';
import { beginsAsWebPage, decodeDocument } from '../../read/document-text.ts';
import { type HelpOptions, readHelpPages } from '../../read/help-contract.ts';
import { largestPage } from '../../read/help-page.ts';
import {
  type Host,
  type ImportLock,
  isRemote,
  resolveLocation,
  withoutExtension,
} from '../../read/host.ts';
import {
  formatImportLock,
  hashOf,
  lockFileName,
  parseImportLock,
} from '../../read/import-rules.ts';
import { decodedPath, type Links } from '../../read/imports.ts';
import { isNcName } from '../../read/syntax.ts';
import { readYamlContract } from '../../read/yaml/contract.ts';
import { pathProblem } from '../../write/folder.ts';
import {
  createFetch,
  downloadContract,
  downloadPages,
  linkRead,
  type WebSettings,
  webSource,
} from '../contract/download.ts';
import { importMap, onlyHost, readMap } from '../contract/source.ts';
import { readAccess } from '../contract/web-access.ts';
import { readTargets, wrongValue } from '../terminal/arguments.ts';
import {
  type Console,
  createConsole,
  exitCodeOf,
  reportDefects,
  reportDiagnostics,
} from '../terminal/console.ts';
import { type ExitCode, exitCodes } from '../terminal/exit.ts';
import { CliError } from '../terminal/failure.ts';
import { nodeHost, shownPath, writeTextFile, writeTextFiles } from '../terminal/files.ts';
import { counted } from '../terminal/text.ts';
import {
  addEntry,
  configForService,
  configForStarter,
  copyPaths,
  type InitCommandOptions,
  type LaidOut,
  layOut,
  type PlannedFile,
  rewriteLocations,
  schemaLocation,
  specsFolder,
  stemOf,
  writePlanned,
} from './files.ts';
import { initFromSoapUi } from './soapui.ts';

/**
 * Reports the errors of a configuration in JSON or YAML before anything is downloaded for it. Empty
 * `contracts` are fine here, since there will be one. A module is not edited, so it may have
 * errors.
 */
async function checkExisting(path: string, console: Console): Promise<ExitCode> {
  if (!isTextConfig(path)) return exitCodes.fine;
  const file = { path: shownPath(path), text: readFileSync(path, 'utf8') };
  const edited = addEntry(file, { input: 'a', output: undefined });
  const after = createDiagnosticBag();
  readConfigText({ ...file, text: edited ?? file.text }, after);
  if (!after.failed) return exitCodes.fine;
  // the errors of the file itself, which are where people find them
  const bag = createDiagnosticBag();
  readConfigText(file, bag);
  await reportDiagnostics(bag.diagnostics, console);
  return exitCodeOf(bag.diagnostics);
}

/**
 * Runs `asmx-gen init`: creates a contract and a configuration from nothing, a WSDL or XML Schema,
 * a URL, help pages or a SoapUI project. Overwrites nothing; a configuration that is there gets one
 * entry more.
 *
 * @throws {CliError} if the source does not exist or is none of these
 */
export async function runInit(
  sources: readonly string[],
  options: InitCommandOptions,
): Promise<ExitCode> {
  const console = createConsole(options);
  if (options.name !== undefined) checkName(options.name);
  if (options.targets !== undefined) readTargets(options.targets);
  if (options.update === true) {
    if (sources.length > 0) {
      throw new CliError('--update takes no source', 'The lock file says what to download again.');
    }
    return updateDownloads(options, console);
  }
  const found = findConfig(process.cwd());
  const config = options.config ? found : undefined;
  const unsound = config === undefined ? exitCodes.fine : await checkExisting(config, console);
  if (unsound !== exitCodes.fine) return unsound;
  const agents = options.agents === true;
  // a project that is set up gets the line alone
  const isSetUp = agents && sources.length === 0 && found !== undefined;
  const code = isSetUp ? exitCodes.fine : await initFrom(sources, options, console);
  return agents && code === exitCodes.fine ? writeAgentsLine(console) : code;
}

/** Adds the line for agents to `AGENTS.md`, unless it has one that names the same file. */
function writeAgentsLine(console: Console): ExitCode {
  const path = readdirSync('.').find((one) => /^agents\.md$/i.test(one)) ?? 'AGENTS.md';
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (text.includes(skill)) {
    console.say(`${path} leads to ${skill} already`);
    return exitCodes.fine;
  }
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' ? '' : /\n$/.test(text) ? eol : eol + eol;
  const target = text === '' ? path : relative('.', realpathSync(path));
  const said = text === '' ? `wrote ${path}` : `added a line to ${path}`;
  const data = `${text}${gap}${agentsLine}${eol}`;
  return writePlanned([{ path: target, data, grows: true, said }], console);
}

const skill = 'node_modules/asmx-gen/SKILL.md';
const agentsLine =
  `- SOAP, WSDL and .asmx services: read \`${skill}\` before you call, serve or change one. ` +
  'Do not edit generated files: change the contract, then run `npx asmx-gen generate`.';

async function initFrom(
  sources: readonly string[],
  options: InitCommandOptions,
  console: Console,
): Promise<ExitCode> {
  const [source] = sources;
  if (source === undefined) return initFromNothing(options, console);
  if (isRemote(source)) {
    single(sources);
    return initFromUrl(source, options, console);
  }
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(source)) {
    throw new CliError(
      `${source} is not an http or https URL`,
      'Name a file, or an address that begins with http:// or https://',
    );
  }
  for (const one of sources) {
    if (statSync(one, { throwIfNoEntry: false }) === undefined) {
      throw new CliError(`${one} does not exist`, 'Check the path.');
    }
  }
  const pages = findPages(sources);
  if (pages !== undefined) {
    if (pages.length > 0) return initFromPages(pages, options, console);
    throw noPages(sources);
  }
  single(sources);
  const project = soapUiText(source);
  if (project !== undefined) return initFromSoapUi(source, project, options, console);
  return initFromFile(source, options, console);
}

/** Whether a text is a SoapUI project, by its first element. */
function isSoapUiProject(text: string): boolean {
  const start = text.slice(0, 10_000).replace(/<!--[\s\S]*?-->|<\?[^>]*\?>/g, '');
  return /^\ufeff?\s*<(?:[\w.-]+:)?soapui-project[\s>]/.test(start);
}

/** The text of a SoapUI project; `undefined` for another file. */
function soapUiText(path: string): string | undefined {
  if (!/\.xml$/i.test(path) || !statSync(path).isFile()) return undefined;
  const { text } = decodeDocument(readFileSync(path));
  return isSoapUiProject(text) ? text : undefined;
}

function single(sources: readonly string[]): void {
  if (sources.length > 1) {
    throw new CliError(
      'several sources are named',
      'Only saved help pages can be several: run the command once for each.',
    );
  }
}

async function initFromNothing(options: InitCommandOptions, console: Console): Promise<ExitCode> {
  const name = starterName(options.name, process.cwd());
  const path = `${specsFolder}/${kebabName(name)}.yaml`;
  const schema = schemaLocation('asmx-contract.schema.json', specsFolder);
  return writePlanned(
    [
      { path, data: starterContract(name, schema) },
      ...(await configForStarter({ input: path, name }, options)),
    ],
    console,
  );
}

/**
 * The contract's name: the given one, otherwise one derived from that of the folder.
 *
 * @throws {CliError} if the given one is not a valid name
 */
function starterName(given: string | undefined, folder: string): string {
  if (given !== undefined) {
    checkName(given);
    return given;
  }
  const words = basename(folder).match(/[A-Za-z0-9]+/g) ?? [];
  const name = words.map((one) => one.charAt(0).toUpperCase() + one.slice(1)).join('');
  return /^[A-Za-z]/.test(name) ? name : `Service${name}`;
}

/** @throws {CliError} if a name is not valid in XML and as a file */
function checkName(name: string): void {
  if (isNcName(name)) return;
  const help = 'A name begins with a letter or _ and continues with letters, digits, _, - and .';
  throw wrongValue('--name', name, help);
}

/** A small contract that works unchanged, with comments on what can be changed. */
function starterContract(name: string, schema: string = contractSchemaUrl): string {
  return `# yaml-language-server: $schema=${schema}
asmx: 1
name: ${name}
# Change the namespace to one of your own: http://tempuri.org/ is what ASMX has where none is given.
namespace: http://tempuri.org/
baseUrl: http://localhost:8080
bindings: [soap11, soap12, httpGet, httpPost]

services:
  # Served at /${name}.asmx
  ${name}:
    operations:
      Greet:
        documentation: Greets somebody by name.
        parameters: { name: string }
        returns: string
      GetItems:
        documentation: Lists the items of a kind.
        parameters: { kind: Kind }
        returns: Item[]

types:
  Kind: { values: [small, large] }
  # A question mark: may be absent
  Item: { fields: { id: int, title: string, price: 'decimal?', kind: Kind } }
`;
}

/**
 * Copies a contract and its imports to `specs/`, keeping their folders. Imports from the Web are
 * downloaded if allowed. A contract that is already there stays, and gets a configuration.
 *
 * @throws {CliError} for a name that some systems refuse
 */
async function initFromFile(
  path: string,
  options: InitCommandOptions,
  console: Console,
): Promise<ExitCode> {
  const settings = await webSettings(options, console);
  const read = new Map<string, Uint8Array>();
  const host: Host = {
    ...hostThatKeeps(read),
    fetch: createFetch({ ...settings, trusts: onlyHost(options.allowHost ?? []) }),
  };
  const bag = createDiagnosticBag();
  console.progress.step(`reading ${path} …`);
  const { allowHosts, imports } = settings;
  const loaded = await loadContract(path, host, bag, {
    allowHosts,
    imports,
    confine: options.confine,
  });
  const { isSound, outlook } = linkRead(loaded.contract, bag, options.lenient);
  console.progress.clear();
  if (loaded.contract === undefined || !isSound) {
    return reportDefects(bag.diagnostics, outlook, console);
  }
  await reportDiagnostics(bag.diagnostics, { ...console, reporter: 'text' });
  if (loaded.entry !== path) console.say(`${path} leads to the contract at ${loaded.entry}`);
  if (isRemote(loaded.entry)) return initFromUrl(loaded.entry, options, console);
  const { isSchema } = loaded.contract;
  const entry = resolve(loaded.entry);
  const name = options.name ?? withoutExtension(basename(entry));
  // an import may refer to any file: only WSDL and XML Schema are copied
  const documents = new Set(loaded.contract.files.map((one) => resolve(one.path)));
  const local = [...read.keys()].filter((one) => documents.has(one));
  if (local.every((one) => isInside(one, resolve(specsFolder))) && loaded.fetched.size === 0) {
    const inside = relative(process.cwd(), entry).replaceAll('\\', '/');
    const config = await configForService({ input: inside, name, isSchema }, options);
    sayMap(options, console);
    if (options.config) return writePlanned(config, console);
    console.say(`${loaded.entry} is in ${specsFolder} already: nothing to do`);
    return exitCodeOf([]);
  }
  const root = commonFolder(local);
  const places = copyPaths(loaded.fetched, name, undefined);
  const links = absolute(loaded.links);
  const copies = local.map((one) => {
    const bytes = read.get(one) ?? new Uint8Array();
    return copyOf(one, bytes, { root, places, links: links.get(one) });
  });
  const downloads = layOut({ documents: loaded.fetched, links }, name, undefined);
  const input = `${specsFolder}/${relative(root, entry).replaceAll('\\', '/')}`;
  return writePlanned(
    [
      ...copies,
      ...downloads,
      ...(downloads.length > 0 ? [lockFile(readLock(), downloads)] : []),
      ...(await configForService({ input, name, isSchema }, options)),
    ],
    console,
  );
}

/** The host of this machine. Keeps what it reads, by absolute path. */
function hostThatKeeps(read: Map<string, Uint8Array>): Host {
  return {
    ...nodeHost,
    readFile: (path, limit) => {
      const bytes = nodeHost.readFile(path, limit);
      if (bytes !== undefined) read.set(resolve(path), bytes);
      return bytes;
    },
  };
}

/** Shows the import map for the configuration, because the contract stays as it is. */
function sayMap({ map = [] }: InitCommandOptions, console: Console): void {
  const rules = map.map(readMap);
  const entries = rules.flatMap((one) => ('from' in one ? [[one.from, one.to] as const] : []));
  const catalog = rules.find((one) => 'catalog' in one)?.catalog;
  if (rules.length === 0) return;
  const value = entries.length === 0 ? catalog : Object.fromEntries(entries);
  console.say(`for the configuration: "imports": ${JSON.stringify(value)}`);
}

/** Links with absolute paths of local documents. */
function absolute(links: Links): Links {
  const full = (path: string): string => (isRemote(path) ? path : resolve(path));
  return new Map(
    [...links].map(([base, targets]) => [
      full(base),
      new Map([...targets].map(([location, target]) => [location, full(target)])),
    ]),
  );
}

/** Where copies are, and what their locations mean. */
interface Copying {
  /** Folder that becomes `specs/`. */
  readonly root: string;
  /** Path below `specs/` by URL. */
  readonly places: ReadonlyMap<string, string>;
  /** Absolute paths and URLs by location. */
  readonly links: ReadonlyMap<string, string> | undefined;
}

/**
 * The copy of a document, with imports changed to copies of their documents where the locations
 * lead elsewhere.
 */
function copyOf(
  document: string,
  bytes: Uint8Array,
  { root, places, links }: Copying,
): PlannedFile {
  const inside = (path: string): string => relative(root, path).replaceAll('\\', '/');
  const own = inside(document);
  const data = rewriteLocations(document.replaceAll('\\', '/'), bytes, (location) => {
    const target = links?.get(location);
    if (target === undefined || leadsTo(document, location, target)) return undefined;
    const place = isRemote(target) ? places.get(target) : inside(target);
    return place === undefined ? undefined : posix.relative(posix.dirname(own), place);
  });
  return { path: checked(`${specsFolder}/${own}`), data };
}

/** Whether a location in a local document means a local document by itself. */
function leadsTo(document: string, location: string, target: string): boolean {
  const found = resolveLocation(document.replaceAll('\\', '/'), location);
  if (found.kind !== 'local') return false;
  return [found.path, decodedPath(found.path)].some((one) => resolve(one) === target);
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith('..') && resolve(folder, way) === path;
}

/** The deepest folder that contains all the files. */
function commonFolder(paths: readonly string[]): string {
  let folder = dirname(paths[0] ?? '.');
  while (!paths.every((one) => isInside(one, folder)) && folder !== dirname(folder)) {
    folder = dirname(folder);
  }
  return folder;
}

function checked(path: string): string {
  const problem = pathProblem(path);
  if (problem === undefined) return path;
  throw new CliError(
    `${path} cannot be written: it ${problem}`,
    'Rename the file, and the import that leads to it.',
  );
}

/** What to do about copies of documents that the lock file names. */
const downloadAgain =
  'To download them again, run asmx-gen init --update; ' +
  'for another copy, choose another name with --name.';

/**
 * Downloads a WSDL with its imports to `specs/` and locks it. For an `.asmx` page without WSDL,
 * writes a YAML contract from its help pages.
 */
async function initFromUrl(
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
  const laidOut = layOut(download, name, entry);
  const input = laidOut.find(({ copy }) => copy.entry)?.path ?? `${specsFolder}/${name}.wsdl`;
  const baseUrl = fetchedBaseUrl(entry, input, contract);
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

/** Maximum number of saved pages. */
const mostPages = 2000;

/**
 * Saved pages among files and folders (without subfolders, where browsers save pictures);
 * `undefined` if one is not a page.
 */
function findPages(sources: readonly string[]): readonly string[] | undefined {
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
function noPages(folders: readonly string[]): CliError {
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
  return bytes !== undefined && beginsAsWebPage(decodeDocument(bytes).text);
}

/**
 * Writes a YAML contract from saved help pages.
 *
 * @throws {CliError} if no page shows an operation
 */
async function initFromPages(
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
    return { path, text: decodeDocument(bytes).text };
  });
  return writeFromPages(files, options, {}, console);
}

/** Writes a YAML contract from the texts of help pages. */
async function writeFromPages(
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

/**
 * The base URL of a service by the address that its WSDL was fetched from, if the WSDL names
 * another one: that of the server behind a proxy, or one that is not reachable from here. For a
 * UPnP device always, since its description has only paths.
 *
 * @param input the copy: `.xml` for a device
 * @returns `undefined` if they are the same, or the WSDL was not fetched from the service itself:
 *   its URL has neither the path of a port at its end nor the query `?wsdl`
 */
function fetchedBaseUrl(url: string, input: string, { definitions }: Contract): string | undefined {
  const { origin, pathname, search } = new URL(url);
  const ports = definitions.flatMap(({ services }) => services.flatMap((one) => one.ports));
  const addresses = ports.flatMap(({ address }) => (address === undefined ? [] : address.trim()));
  const origins = new Set(addresses.flatMap((one) => originOf(one) ?? []));
  const [own] = origins;
  // one base URL cannot stand for several
  if (own === undefined || origins.size > 1) return undefined;
  if (input.endsWith('.xml')) return own;
  const prefixes = addresses.flatMap((one) => {
    const { path } = splitQuery(addressPath(one) ?? '');
    const ends = path.length > 1 && pathname.toLowerCase().endsWith(path.toLowerCase());
    return ends ? pathname.slice(0, -path.length) : [];
  });
  const [prefix = /^\?(?:wsdl|singlewsdl)\b/i.test(search) ? '' : undefined] = prefixes;
  if (prefix === undefined) return undefined;
  const fetched = `${origin}${prefix}`;
  return fetched === own ? undefined : fetched;
}

/** The origin of an address as URLs write it, without a default port. */
function originOf(address: string): string | undefined {
  const text = addressOrigin(address);
  return text !== undefined && URL.canParse(text) ? new URL(text).origin : undefined;
}

/**
 * Downloads the documents of the lock file again. Changed ones are shown and replaced; the previous
 * ones are kept in a temporary folder, for `asmx-gen diff`. If a copy was edited, nothing is
 * written.
 *
 * @throws {CliError} if there is no lock file, or nothing in it to download
 */
async function updateDownloads(options: InitCommandOptions, console: Console): Promise<ExitCode> {
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
  const copies = [...(lock.copies?.values() ?? [])].flatMap(({ file }) => {
    const bytes = nodeHost.readFile(`${specsFolder}/${file}`);
    return bytes === undefined ? [] : [[file, bytes] as const];
  });
  writeTextFiles(folder, copies);
  return folder;
}

/**
 * How `init` reads contracts and what they import, by its options.
 *
 * @throws {CliError} for invalid values, and, reported, for a catalog that cannot be read
 */
async function webSettings(options: InitCommandOptions, console: Console): Promise<WebSettings> {
  const { allowHost = [], map = [], timeout } = options;
  const bag = createDiagnosticBag();
  const access = await readAccess(options);
  const settings = importMap(map.map(readMap), allowHost, { host: nodeHost, sink: bag });
  if (bag.failed) {
    await reportDiagnostics(bag.diagnostics, console);
    throw new CliError('a catalog of --map cannot be read');
  }
  return { ...settings, timeout, access };
}

/** The lock file beside the contracts. */
const lockPath: string = `${specsFolder}/${lockFileName}`;

/**
 * The lock of this project; `undefined` if there is none.
 *
 * @throws {CliError} if the file is malformed
 */
function readLock(): ImportLock | undefined {
  const bytes = nodeHost.readFile(lockPath);
  if (bytes === undefined) return undefined;
  const bag = createDiagnosticBag();
  const lock = parseImportLock({ path: lockPath, text: new TextDecoder().decode(bytes) }, bag);
  if (lock === undefined) {
    throw new CliError(`${lockPath} is not a lock file`, bag.diagnostics[0]?.help);
  }
  for (const { file } of lock.copies?.values() ?? []) {
    const problem = pathProblem(file);
    if (problem === undefined) continue;
    throw new CliError(`${lockPath} names the file '${file}', which ${problem}`, 'Restore it.');
  }
  return lock;
}

/** The lock file with added documents, and without those in `gone`. */
function lockFile(
  before: ImportLock | undefined,
  documents: readonly LaidOut[],
  gone: ReadonlySet<string> = new Set(),
): PlannedFile {
  const kept = <T>(map: ReadonlyMap<string, T> | undefined): readonly (readonly [string, T])[] =>
    [...(map ?? [])].filter(([url]) => !gone.has(url));
  const lock: ImportLock = {
    imports: new Map([
      ...kept(before?.imports),
      ...documents.map((one) => [one.url, one.sha256] as const),
    ]),
    copies: new Map([
      ...kept(before?.copies),
      ...documents.map((one) => [one.url, one.copy] as const),
    ]),
  };
  return { path: lockPath, data: formatImportLock(lock), grows: true };
}
