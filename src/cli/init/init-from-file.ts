import { basename, dirname, posix, relative, resolve } from 'node:path';
import { createDiagnosticBag } from '../../diagnostics/diagnostic.ts';
import type { Host } from '../../read/host.ts';
import type { Links } from '../../read/load-imports.ts';
import { decodedPath } from '../../read/local-files.ts';
import { loadContract } from '../../read/read-contract.ts';
import { isRemote, resolveLocation } from '../../read/resolve-location.ts';
import { withoutExtension } from '../../read/text/without-extension.ts';
import { pathProblem } from '../../write/safe-path.ts';
import { onlyHost } from '../contract/contract-source.ts';
import { linkRead } from '../contract/download.ts';
import { readMap } from '../contract/import-sources.ts';
import { nodeHost } from '../contract/node-host.ts';
import { CliError } from '../terminal/cli-error.ts';
import type { Console } from '../terminal/console.ts';
import { exitCodeOf } from '../terminal/diagnostics-exit-code.ts';
import type { ExitCode } from '../terminal/exit-codes.ts';
import { reportDefects } from '../terminal/lenient-advice.ts';
import { reportDiagnostics } from '../terminal/report-diagnostics.ts';
import { createFetch } from '../web/web-host.ts';
import { lockFile, readLock } from './import-lock-file.ts';
import { configForService } from './init-config.ts';
import { initFromUrl } from './init-from-url.ts';
import { layOut, placesOf } from './layout.ts';
import type { InitCommandOptions } from './options.ts';
import { type PlannedFile, specsFolder, writePlanned } from './planned-files.ts';
import { rewriteLocations } from './rewrite-locations.ts';
import { webSettings } from './web-settings.ts';

/**
 * Copies a contract and its imports to `specs/`, keeping their folders. Imports from the Web are
 * downloaded if allowed. A contract that is already there stays, and gets a configuration.
 *
 * @throws {CliError} for a name that some systems refuse
 */
export async function initFromFile(
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
  const places = placesOf(loaded.fetched, name, undefined);
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
