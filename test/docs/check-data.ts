import { parse } from 'yaml';
import { readConfig } from '../../src/config/reader.ts';
import { complainAtSpan, readDataText } from '../../src/diagnostics/data.ts';
import { createDiagnosticBag } from '../../src/diagnostics/diagnostic.ts';
import { reportText } from '../../src/diagnostics/report.ts';
import { linkContract } from '../../src/model/link.ts';
import { readContract } from '../../src/read/contract.ts';

/**
 * Checks a block of JSON or YAML: a contract as a contract, a configuration as one, anything else
 * for being well-formed.
 *
 * @throws {Error} with the diagnostics as the user would see them
 */
export async function checkData(path: string, text: string): Promise<void> {
  const bag = createDiagnosticBag();
  if (/^asmx:/m.test(text)) {
    // The documented notation is YAML for every reader.
    parse(text);
    const contract = readContract(path, { readFile: () => new TextEncoder().encode(text) }, bag);
    if (contract !== undefined) linkContract(contract, bag);
  } else if (/^(contracts:|\s*\{?\s*"contracts")/m.test(text)) {
    const data = readDataText({ path, text }, bag);
    if (data !== undefined) readConfig(data, complainAtSpan(bag));
  } else if (path.endsWith('.json')) JSON.parse(text);
  else parse(text);
  if (bag.failed) throw new Error(reportText(bag.diagnostics));
}

interface Steps {
  readonly run?: string;
  readonly script?: readonly string[];
  readonly steps?: readonly Steps[];
}

/** The shell lines of a workflow of GitHub or of a pipeline of GitLab that call the tool. */
export function ciCommands(text: string): readonly string[] {
  const document = parse(text) as { readonly jobs?: Readonly<Record<string, Steps>> };
  const jobs = document.jobs ?? (document as Readonly<Record<string, Steps>>);
  const commands = Object.values(jobs).flatMap((job) => [
    ...(job.script ?? []),
    ...(job.steps ?? []).flatMap(({ run }) => (run === undefined ? [] : [run])),
  ]);
  const ours = commands.filter((command) => /\basmx-gen\b/.test(command));
  if (ours.length === 0) throw new Error('no command of this file calls asmx-gen');
  return ours;
}
