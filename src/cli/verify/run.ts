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
import type { VerifyCommandOptions } from './options.ts';
import { verdictGithub, verdictsJson, verdictText } from './verdict-text.ts';

/**
 * Runs `asmx-gen verify`: compares folders with their manifests and writes the verdicts to stdout;
 * or, with `--recording`, a live server with a recording.
 *
 * @throws {CliError} if a folder has no usable manifest, or options are missing
 */
export async function runVerify(
  directories: readonly string[],
  options: VerifyCommandOptions,
): Promise<ExitCode> {
  const { recording, url } = options;
  if (recording !== undefined && url !== undefined) {
    const { verifyRecording } = await import('./verify-recording.ts');
    return verifyRecording(directories, { ...options, recording, url });
  }
  if (recording !== undefined) {
    throw new CliError('--recording needs a server', 'Say where it is with --url.');
  }
  if (url !== undefined) {
    throw new CliError('--url is for --recording', 'Name the recording with --recording FILE.');
  }
  const verdicts = directories.map((one) => [one, judge(one)] as const);
  await writeData(render(verdicts, options));
  return verdicts.every(([, verdict]) => isAsGenerated(verdict)) ? exitCodes.fine : exitCodes.no;
}

function judge(directory: string): FolderVerdict {
  const stats = statSync(directory, { throwIfNoEntry: false });
  if (stats === undefined) throw new CliError(`${directory} does not exist`, 'Check the path.');
  if (!stats.isDirectory()) {
    throw new CliError(`${directory} is a file, not a folder`, 'Name the generated folder.');
  }
  const verdict = verifyFolder(directory);
  if (verdict.manifest === undefined) throw withoutManifest(directory, verdict);
  return verdict;
}

type Verdicts = readonly (readonly [directory: string, verdict: FolderVerdict])[];

function render(verdicts: Verdicts, options: GlobalOptions): string {
  if (options.reporter === 'json') return verdictsJson(verdicts);
  if (options.reporter === 'github') {
    return verdicts.map(([directory, verdict]) => verdictGithub(directory, verdict)).join('');
  }
  const colours = coloursFor(dataTerminal(), options.color);
  return verdicts
    .map(([directory, verdict]) => verdictText(directory, verdict, colours))
    .join('\n');
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
