import { UnreadableFile } from '../../read/host.ts';
import { ChangedFolder, finalPath } from '../../write/folder.ts';
import { type ExitCode, exitCodes } from './exit.ts';
import { shownPath } from './files.ts';
import { printMessage } from './streams.ts';

/**
 * Reports why a command failed. Expected failures say what to do. Defects of the tool say that they
 * are one, and show their stack only with `--verbose`.
 */
export function reportFailure(
  error: unknown,
  verbose: boolean,
  say: (text: string) => void = printMessage,
): ExitCode {
  const known = error instanceof CliError ? error : describeSystemError(error);
  if (known !== undefined) {
    say(`asmx-gen: ${known.message}\n`);
    if (known.help !== undefined) say(`${indent(known.help)}\n`);
    if (verbose && known !== error && error instanceof Error) say(`${error.stack ?? ''}\n`);
    return known.exitCode;
  }
  const message = error instanceof Error ? error.message : String(error);
  say(`asmx-gen: internal error: ${message}\n`);
  if (verbose && error instanceof Error) say(`${error.stack ?? ''}\n`);
  else say('  Run the command again with --verbose for the stack.\n');
  say('  This is a bug in asmx-gen: please report it, with the contract that causes it.\n');
  return exitCodes.cannotRun;
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}

/** An error that ends a command with a message for its user instead of a stack trace. */
export class CliError extends Error {
  /** What to do about it, as an instruction; shown on separate lines. */
  readonly help: string | undefined;
  readonly exitCode: ExitCode;

  constructor(message: string, help?: string, exitCode: ExitCode = exitCodes.cannotRun) {
    super(message);
    this.name = 'CliError';
    this.help = help;
    this.exitCode = exitCode;
  }
}

const systemErrors: Readonly<Record<string, (path: string) => [message: string, help: string]>> = {
  ENOENT: (path) => [`${path} does not exist`, 'Check the path.'],
  ENOTDIR: (path) => [
    `a part of the path ${path} is a file, not a folder`,
    'Choose another folder.',
  ],
  EISDIR: (path) => [`${path} is a folder, not a file`, 'Name a file.'],
  EACCES: (path) => [`no permission for ${path}`, 'Change its permissions or choose another path.'],
  EPERM: (path) => [`no permission for ${path}`, 'Change its permissions or choose another path.'],
  EROFS: (path) => [`${path} is on a read-only file system`, 'Choose another folder.'],
  ENOSPC: () => ['the disk is full', 'Make room and run the command again.'],
  EMFILE: () => ['too many files are open', 'Raise the limit with ulimit -n.'],
  ENAMETOOLONG: (path) => [
    `a name in the path ${path.slice(0, 100)}… is longer than the system allows`,
    'Choose a shorter name.',
  ],
  EFBIG: (path) => [
    `${path} would be larger than the system allows`,
    'Raise the limit with ulimit -f.',
  ],
  EDQUOT: () => ['the disk quota is used up', 'Make room and run the command again.'],
  EBUSY: (path) => [`${path} is in use`, 'Close what uses it and run the command again.'],
  ETXTBSY: (path) => [`${path} is in use`, 'Close what uses it and run the command again.'],
  EEXIST: (path) => [`${path} exists already`, 'Remove it or choose another path.'],
  ENOTEMPTY: (path) => [`${path} is not empty`, 'Empty it or choose another path.'],
  ELOOP: (path) => [`${path} is a circle of symbolic links`, 'Repair the links.'],
};

/**
 * Converts an error of the operating system (`code`, `path`) to a message that says what to do;
 * `undefined` for other errors, which are defects of the tool.
 */
export function describeSystemError(error: unknown): CliError | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if (error instanceof ChangedFolder) {
    return new CliError(error.message, 'It came while the command ran. Run it again.');
  }
  if (error instanceof UnreadableFile) {
    return new CliError(`${shownPath(error.path)} cannot be read: ${error.message}`);
  }
  const { code, path, errno, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined) return undefined;
  const file = path === undefined ? 'the file' : shownPath(finalPath(path));
  const describe = systemErrors[code];
  if (describe !== undefined) return new CliError(...describe(file));
  if (errno === undefined || syscall === undefined) return undefined;
  // such as `EIO: i/o error, write`
  const [, reason = code] = /: ([^,]+)/.exec((error as Error).message) ?? [];
  return new CliError(`the system refused to ${syscall} ${file}: ${reason}`);
}
