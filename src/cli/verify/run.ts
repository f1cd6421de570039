import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { manifestName } from '../../write/manifest.ts';
import {
  type FolderVerdict,
  isAsGenerated,
  type NoManifest,
  verifyFolder,
} from '../../write/verify-folder.ts';
import { CliError } from '../terminal/cli-error.ts';
import { coloursFor } from '../terminal/colours.ts';
import type { GlobalOptions } from '../terminal/console.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { dataTerminal, writeData } from '../terminal/streams.ts';
import { verdictGithub, verdictJson, verdictText } from './verdict-text.ts';

/**
 * Runs `asmx-gen verify`: compares a folder with its manifest and writes the verdict to stdout.
 *
 * @throws {CliError} if the folder has no usable manifest
 */
export async function runVerify(directory: string, options: GlobalOptions): Promise<ExitCode> {
  const stats = statSync(directory, { throwIfNoEntry: false });
  if (stats === undefined) throw new CliError(`${directory} does not exist`, 'Check the path.');
  if (!stats.isDirectory()) {
    throw new CliError(`${directory} is a file, not a folder`, 'Name the generated folder.');
  }
  const verdict = verifyFolder(directory);
  if (verdict.manifest === undefined) throw withoutManifest(directory, verdict);
  await writeData(render(directory, verdict, options));
  return isAsGenerated(verdict) ? exitCodes.fine : exitCodes.no;
}

function render(directory: string, verdict: FolderVerdict, options: GlobalOptions): string {
  if (options.reporter === 'json') return verdictJson(directory, verdict);
  if (options.reporter === 'github') return verdictGithub(directory, verdict);
  return verdictText(directory, verdict, coloursFor(dataTerminal(), options.color));
}

function withoutManifest(directory: string, { problem }: NoManifest): CliError {
  if (problem !== undefined) {
    const newer = problem.includes('format');
    return new CliError(
      `the manifest ${join(directory, manifestName)} ${problem}`,
      newer
        ? 'Verify it with the version of asmx-gen that wrote it, or a later one.'
        : 'Restore it from version control, or generate the folder again.',
    );
  }
  const near = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(directory, entry.name))
    .filter((path) => statSync(join(path, manifestName), { throwIfNoEntry: false })?.isFile());
  return new CliError(
    `${directory} has no ${manifestName}`,
    near.length > 0
      ? `Did you mean ${near.slice(0, 5).join(' or ')}?`
      : 'Name a folder that asmx-gen generated; copy the manifest along with the rest of it.',
  );
}
