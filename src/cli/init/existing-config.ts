import { readFileSync, realpathSync } from 'node:fs';
import { isTextConfig, loadConfig, readConfigText } from '../../config/load-config.ts';
import { isGlob, pathGlob } from '../../config/path-glob.ts';
import { createDiagnosticBag } from '../../diagnostics/diagnostic.ts';
import type { Console } from '../terminal/console.ts';
import { exitCodeOf } from '../terminal/diagnostics-exit-code.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { reportDiagnostics } from '../terminal/report-diagnostics.ts';
import { pathFromHere, shownPath } from '../terminal/shown-path.ts';
import { addEntry, type ConfigEntry, entryLines } from './add-entry.ts';
import type { PlannedFile, Said } from './planned-files.ts';

/** The configuration of a project. */
export interface ExistingConfig {
  /** Absolute path. */
  readonly path: string;
  /** Paths and globs of each entry. */
  readonly inputs: readonly (readonly string[])[];
  /** Output folders that its entries name. A parent of folders is none. */
  readonly outputs: readonly string[];
  /** The file with an entry more or, for a module, the lines to paste. */
  withEntry(entry: ConfigEntry): PlannedFile | Said;
}

/** Opens a configuration. Its errors were reported by {@link checkExisting}. */
export async function openExisting(path: string): Promise<ExistingConfig> {
  const bag = createDiagnosticBag();
  const text = isTextConfig(path) ? readFileSync(path, 'utf8') : undefined;
  const settings =
    text === undefined
      ? (await loadConfig(path, bag))?.contracts
      : readConfigText({ path, text }, bag);
  const withEntry = (entry: ConfigEntry): PlannedFile | Said => {
    const edited = text === undefined ? undefined : addEntry({ path, text }, entry);
    if (edited === undefined) return pasted(path, entry);
    const shown = pathFromHere(path);
    const target = pathFromHere(realpathSync(path));
    return { path: target, data: edited, grows: true, said: `added ${entry.input} to ${shown}` };
  };
  return {
    path,
    inputs: settings?.map(({ input }) => input) ?? [],
    outputs:
      settings?.flatMap(({ output, folderEach }) => (folderEach ? [] : (output ?? []))) ?? [],
    withEntry,
  };
}

/** The lines to paste into a configuration that cannot be edited. */
function pasted(path: string, entry: ConfigEntry): Said {
  const lines = entryLines(entry).map((line) => `    ${line}`);
  return {
    said: [`Add these lines to 'contracts' in ${pathFromHere(path)}:`, ...lines].join('\n'),
  };
}

/**
 * Reports the errors of a configuration in JSON or YAML before anything is downloaded for it. Empty
 * `contracts` are fine here, since there will be one. A module is not edited, so it may have
 * errors.
 */
export async function checkExisting(path: string, console: Console): Promise<ExitCode> {
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

/** Whether an entry includes a contract, by its path from the configuration. */
export function includes({ inputs }: ExistingConfig, path: string): boolean {
  const matches = (pattern: string): boolean => {
    const plain = pattern.replaceAll('\\', '/').replace(/^\.\//, '');
    return isGlob(plain) ? pathGlob(plain).test(path) : plain === path;
  };
  return inputs.some(
    (list) =>
      list.some((one) => !one.startsWith('!') && matches(one)) &&
      !list.some((one) => one.startsWith('!') && matches(one.slice(1))),
  );
}
