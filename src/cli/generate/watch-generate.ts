import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defaultSettings } from '../../config/config.ts';
import { configNames, findConfig } from '../../config/find-config.ts';
import { createMemoryCache } from '../../format/prettier-format.ts';
import { CliError } from '../terminal/cli-error.ts';
import { createConsole } from '../terminal/console.ts';
import { counted } from '../terminal/counts.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { onParentEnd, takeInterrupt } from '../terminal/interrupt.ts';
import { reportFailure } from '../terminal/report-failure.ts';
import { withFlags } from './generate-flags.ts';
import type { WarmRun } from './job-outcome.ts';
import type { GenerateCommandOptions } from './options.ts';
import { runGenerate } from './run.ts';
import { createFileWatcher } from './watch-files.ts';

/** Milliseconds to wait for further changes, because editors save in several steps. */
const settleTime = 50;
/**
 * Extensions of files that a glob of the configuration, an import or a template folder may include.
 */
const endings = ['.wsdl', '.xsd', '.yaml', '.yml', '.hbs'];

/**
 * Runs `asmx-gen generate --watch` until SIGINT or SIGTERM: generates, and again whenever a file
 * changes that was read or searched for: contracts, imports, templates, the configuration. After
 * errors it waits for the next change.
 *
 * @throws {CliError} for wrong usage
 */
export async function watchGenerate(
  contracts: readonly string[],
  options: GenerateCommandOptions,
): Promise<ExitCode> {
  if (options.check === true || options.dryRun === true) {
    const other = options.check === true ? '--check' : '--dry-run';
    throw new CliError(`--watch and ${other} exclude each other`, `Leave one of them out.`);
  }
  withFlags(defaultSettings, options);
  const console = createConsole(options);
  const cache = createMemoryCache();
  const { wake, sleep, stopped } = createAlarm();
  const watcher = createFileWatcher(endings, settleTime, wake);
  let first = true;
  try {
    while (stopped() === undefined) {
      const start = Date.now();
      const files = new Set(configFiles(options.config));
      const warm: WarmRun = {
        cache,
        noteFile: (path) => files.add(path),
        noteTemplates: (folder) => {
          files.add(join(folder, '*'));
          files.add(join(folder, 'partials', '*'));
        },
      };
      const code = await runGenerate(contracts, options, warm).catch((error: unknown) => {
        // without anything to generate, no change of a file could help
        if (first && contracts.length === 0 && findConfig(process.cwd()) === undefined) throw error;
        return reportFailure(error, console.verbose);
      });
      for (const contract of contracts) files.add(resolve(contract));
      watcher.follow(files);
      if (code !== exitCodes.fine) console.say('nothing written; waiting for a change');
      if (first) console.say(`watching ${counted(countThere(files), 'file')}; Ctrl-C ends`);
      first = false;
      if (changedSince(files, start)) continue;
      await sleep();
    }
  } finally {
    watcher.close();
  }
  return stopped() ?? exitCodes.fine;
}

/** The configuration in use, and those that would take precedence if they existed. */
function configFiles(given: string | undefined): readonly string[] {
  if (given !== undefined) return [resolve(given)];
  const found = findConfig(process.cwd());
  return found === undefined ? configNames.map((name) => resolve(name)) : [found];
}

function countThere(files: Iterable<string>): number {
  return [...files].filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile()).length;
}

/** Whether a file was saved while it was being read. */
function changedSince(files: Iterable<string>, time: number): boolean {
  return [...files].some((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    // a time in the future means nothing, and would repeat this forever
    return stats?.isFile() === true && stats.mtimeMs > time && stats.mtimeMs <= Date.now();
  });
}

/**
 * Waits until something changes or a signal ends the watch: Ctrl-C with 130, SIGTERM with 0. A
 * second Ctrl-C ends the process at once.
 */
function createAlarm(): {
  readonly wake: () => void;
  readonly sleep: () => Promise<void>;
  /** The exit code after a signal. */
  readonly stopped: () => ExitCode | undefined;
} {
  let ringing = false;
  let stop: ExitCode | undefined;
  let ring: (() => void) | undefined;
  const wake = (): void => {
    ringing = true;
    ring?.();
  };
  const end = (code: ExitCode): void => {
    stop = code;
    takeInterrupt(() => process.exit(exitCodes.interrupted));
    wake();
  };
  takeInterrupt(() => end(exitCodes.interrupted));
  process.once('SIGTERM', () => end(exitCodes.fine));
  onParentEnd(() => end(exitCodes.fine));
  return {
    wake,
    sleep: async () => {
      if (!ringing) {
        await new Promise<void>((done) => {
          ring = done;
        });
      }
      ringing = false;
      ring = undefined;
    },
    stopped: () => stop,
  };
}
