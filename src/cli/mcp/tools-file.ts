import { readFileSync } from 'node:fs';
import type { Tool } from '../../runtime/mcp/tools.ts';
import { messageOf } from '../../runtime/operation/errors.ts';
import { unifiedDiff } from '../../write/diff.ts';
import { CliError } from '../terminal/cli-error.ts';
import type { Console } from '../terminal/console.ts';
import { counted } from '../terminal/counts.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { parseJson } from '../terminal/parse-json.ts';
import { writeData } from '../terminal/streams.ts';
import { writeTextFile } from '../terminal/write-text-file.ts';

/** Writes what an agent sees of the tools. */
export function writeTools(path: string, tools: readonly Tool[], console: Console): ExitCode {
  writeTextFile(path, toolsText(tools));
  console.say(`${counted(tools.length, 'tool')} written to ${path}`);
  return exitCodes.fine;
}

/**
 * Compares it with such a file, and prints the difference. The layout of the file does not matter.
 *
 * @throws {CliError} the file is not JSON
 */
export async function checkTools(
  path: string,
  tools: readonly Tool[],
  console: Console,
): Promise<ExitCode> {
  const difference = unifiedDiff(path, fileText(path), toolsText(tools));
  if (difference === '') {
    console.say(`${counted(tools.length, 'tool')} as in ${path}`);
    return exitCodes.fine;
  }
  await writeData(difference);
  console.warn(`asmx-gen: the tools differ from ${path}`);
  console.warn(
    '  Agents and their prompts may depend on them. asmx-gen mcp --write takes them over.',
  );
  return exitCodes.no;
}

/** What a file has, laid out as it is written. */
function fileText(path: string): string {
  const text = readFileSync(path, 'utf8');
  try {
    return jsonLines(parseJson(text));
  } catch (error) {
    throw new CliError(`${path} is not JSON: ${messageOf(error)}`, 'Write it with --write.');
  }
}

/** The tools in the form of `tools/list`. */
function toolsText(tools: readonly Tool[]): string {
  const listed = tools.map(({ operation: _, ...shown }) => shown);
  return jsonLines({ tools: listed });
}

function jsonLines(data: unknown): string {
  return `${JSON.stringify(data, undefined, 2)}\n`;
}
