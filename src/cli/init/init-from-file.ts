import { basename, dirname, posix, relative, resolve } from 'node:path';
import { createDiagnosticBag } from '../../diagnostics/diagnostic.ts';
import { linkContract } from '../../model/link.ts';
import type { Host } from '../../read/host.ts';
import { loadContract } from '../../read/read-contract.ts';
import { pathProblem } from '../../write/safe-path.ts';
import { nodeHost } from '../contract/node-host.ts';
import { createFetch } from '../contract/web-host.ts';
import { CliError } from '../terminal/cli-error.ts';
import type { Console } from '../terminal/console.ts';
import { exitCodeOf } from '../terminal/diagnostics-exit-code.ts';
import type { ExitCode } from '../terminal/exit-codes.ts';
import { reportDiagnostics } from '../terminal/report-diagnostics.ts';
import { lockFile, readLock } from './import-lock-file.ts';
import { configForService } from './init-config.ts';
import { layOut, placesOf } from './layout.ts';
import type { InitCommandOptions } from './options.ts';
import { type PlannedFile, specsFolder, writePlanned } from './planned-files.ts';
import { rewriteLocations } from './rewrite-locations.ts';

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
  const read = new Map<string, Uint8Array>();
  const host: Host = {
    ...nodeHost,
    readFile: (one, limit) => {
      const bytes = nodeHost.readFile(one, limit);
      if (bytes !== undefined) read.set(resolve(one), bytes);
      return bytes;
    },
    fetch: createFetch({ timeout: options.timeout }),
  };
  const bag = createDiagnosticBag();
  console.progress.step(`reading ${path} …`);
  const { allowHost: allowHosts, confine } = options;
  const loaded = await loadContract(path, host, bag, { allowHosts, confine });
  const model = loaded.contract && linkContract(loaded.contract, bag);
  console.progress.clear();
  await reportDiagnostics(bag.diagnostics, bag.failed ? console : { ...console, reporter: 'text' });
  if (loaded.contract === undefined || model === undefined || bag.failed) {
    return exitCodeOf(bag.diagnostics);
  }
  const entry = resolve(path);
  const name = options.name ?? basename(path).replace(/\.[^.]*$/, '');
  // an import may refer to any file: only WSDL and XML Schema are copied
  const documents = new Set(loaded.contract.files.map((one) => resolve(one.path)));
  const local = [...read.keys()].filter((one) => documents.has(one));
  if (local.every((one) => isInside(one, resolve(specsFolder))) && loaded.fetched.size === 0) {
    const inside = relative(process.cwd(), entry).replaceAll('\\', '/');
    const config = await configForService({ input: inside, name }, options);
    if (options.config) return writePlanned(config, console);
    console.say(`${path} is in ${specsFolder} already: nothing to do`);
    return exitCodeOf([]);
  }
  const root = commonFolder(local);
  const places = placesOf(loaded.fetched, name, undefined);
  const copies = local.map((one) => copyOf(one, read.get(one) ?? new Uint8Array(), root, places));
  const downloads = layOut(loaded.fetched, name, undefined);
  const input = `${specsFolder}/${relative(root, entry).replaceAll('\\', '/')}`;
  return writePlanned(
    [
      ...copies,
      ...downloads,
      ...(downloads.length > 0 ? [lockFile(readLock(), downloads)] : []),
      ...(await configForService({ input, name }, options)),
    ],
    console,
  );
}

/**
 * The copy of a document, with imports from the Web changed to their downloaded copies.
 *
 * @param root Folder that becomes `specs/`.
 * @param places Path below `specs/` by URL.
 */
function copyOf(
  document: string,
  bytes: Uint8Array,
  root: string,
  places: ReadonlyMap<string, string>,
): PlannedFile {
  const inside = relative(root, document).replaceAll('\\', '/');
  const data = rewriteLocations(document.replaceAll('\\', '/'), bytes, (url) => {
    const place = places.get(url);
    return place === undefined ? undefined : posix.relative(posix.dirname(inside), place);
  });
  return { path: checked(`${specsFolder}/${inside}`), data };
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
