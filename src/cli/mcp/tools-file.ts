import { readFileSync } from 'node:fs';
import type { Tool } from '../../runtime/mcp/tools.ts';
import { unifiedDiff } from '../../write/diff.ts';
import type { Console } from '../terminal/console.ts';
import { counted } from '../terminal/counts.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { writeData } from '../terminal/streams.ts';
import { writeTextFile } from '../terminal/write-text-file.ts';

/** Writes what an agent sees of the tools. */
export function writeTools(path: string, tools: readonly Tool[], console: Console): ExitCode {
  writeTextFile(path, toolsText(tools));
  console.say(`${counted(tools.length, 'tool')} written to ${path}`);
  return exitCodes.fine;
}

/** Compares it with such a file, and prints the difference. */
export async function checkTools(
  path: string,
  tools: readonly Tool[],
  console: Console,
): Promise<ExitCode> {
  const before = readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
  const difference = unifiedDiff(path, before, toolsText(tools));
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

/** The tools in the form of `tools/list`. */
function toolsText(tools: readonly Tool[]): string {
  const listed = tools.map(({ operation: _, ...shown }) => shown);
  return `${JSON.stringify({ tools: listed }, undefined, 2)}\n`;
}
