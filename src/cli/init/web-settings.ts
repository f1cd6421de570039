import { createDiagnosticBag } from '../../diagnostics/diagnostic.ts';
import type { WebSettings } from '../contract/download.ts';
import { importMap, readMap } from '../contract/import-sources.ts';
import { nodeHost } from '../contract/node-host.ts';
import { CliError } from '../terminal/cli-error.ts';
import type { Console } from '../terminal/console.ts';
import { reportDiagnostics } from '../terminal/report-diagnostics.ts';
import { readAccess } from '../web/access.ts';
import type { InitCommandOptions } from './options.ts';

/**
 * How `init` reads contracts and what they import, by its options.
 *
 * @throws {CliError} for invalid values, and, reported, for a catalog that cannot be read
 */
export async function webSettings(
  options: InitCommandOptions,
  console: Console,
): Promise<WebSettings> {
  const { allowHost = [], map = [], timeout } = options;
  const bag = createDiagnosticBag();
  const access = readAccess(options);
  const settings = importMap(map.map(readMap), allowHost, { host: nodeHost, sink: bag });
  if (bag.failed) {
    await reportDiagnostics(bag.diagnostics, console);
    throw new CliError('a catalog of --map cannot be read');
  }
  return { ...settings, timeout, access };
}
