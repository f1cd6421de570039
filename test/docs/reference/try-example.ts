import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { planOptions } from '../../../src/cli/contract/project.ts';
import { defaultSettings } from '../../../src/config/settings.ts';
import {
  createDiagnosticBag,
  type Diagnostic,
  type LintLevels,
  withLintLevels,
} from '../../../src/diagnostics/diagnostic.ts';
import { reportText } from '../../../src/diagnostics/report.ts';
import { lintModel } from '../../../src/lint/rules.ts';
import { linkContract } from '../../../src/model/link.ts';
import { planContract } from '../../../src/plan/contract.ts';
import { loadContract } from '../../../src/read/contract.ts';
import type { Host } from '../../../src/read/host.ts';
import { runCli } from '../../cli/in-process.ts';
import { tidyOutput } from '../output.ts';
import type { Example } from './diagnostics/explanation.ts';

/** What an example brings about. */
export interface Outcome {
  /** What the user sees, without what has nothing to do with the code. */
  readonly output: string;
  /** Severity of the diagnostic. */
  readonly severity: string;
  /** The command that complains. */
  readonly command: string;
}

/**
 * Tries the example of a code.
 *
 * @throws {Error} when it does not bring the code about
 */
export async function tryExample(
  code: string,
  example: Example,
  levels: LintLevels = {},
): Promise<Outcome> {
  return example.steps === undefined
    ? await checkExample(code, example, levels)
    : await runExample(code, example);
}

/** `check` in memory. */
async function checkExample(code: string, example: Example, levels: LintLevels): Promise<Outcome> {
  const { file } = example;
  const found = (await diagnosticsOf(example, levels)).filter((one) => one.code === code);
  const [first] = found;
  if (first === undefined) throw new Error(`the example of ${code} does not show it`);
  const output = reportText(found.slice(0, 1)).trimEnd();
  return { output, severity: first.severity, command: `npx asmx-gen check ${file}` };
}

async function diagnosticsOf(
  { file, files, remote }: Example,
  levels: LintLevels,
): Promise<readonly Diagnostic[]> {
  const bag = createDiagnosticBag();
  const encoder = new TextEncoder();
  const readFile = (path: string): Uint8Array | undefined => {
    const content = files[path];
    return typeof content === 'string' ? encoder.encode(content) : content;
  };
  const host: Host =
    remote === undefined
      ? { readFile }
      : { readFile, fetch: async () => ({ status: 200, body: encoder.encode(remote.text) }) };
  const options =
    remote === undefined
      ? {}
      : {
          allowHosts: [new URL(remote.url).host],
          lock: { imports: new Map([[remote.url, remote.locked]]) },
        };
  const { contract } = await loadContract(file, host, withLintLevels(bag, levels), options);
  const model = contract && linkContract(contract, bag);
  if (model !== undefined) {
    lintModel(model, bag, levels);
    planContract(model, planOptions(defaultSettings, file, '.'), bag);
  }
  return bag.diagnostics;
}

/** The command line, in a folder of its own. */
async function runExample(code: string, { files, steps = [] }: Example): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'docs-'));
  const write = (name: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  };
  try {
    for (const [name, content] of Object.entries(files)) write(name, content);
    let outcome: Outcome | undefined;
    let last = '';
    for (const step of steps) {
      if (!isCommand(step)) {
        for (const [name, content] of Object.entries(step)) write(name, content);
        continue;
      }
      const { stdout, stderr } = await runCli(step, { cwd: folder, env: { NO_COLOR: '1' } });
      const output = tidyOutput(`${stderr}${stdout}`, '\0', folder)
        // how many files there are has nothing to do with the code, and changes with the runtime
        .replaceAll(/^.*\bfiles: .*\n/gm, '')
        .trim();
      const [, severity = ''] = new RegExp(`(error|warning|hint) ${code}|$`).exec(output) ?? [];
      const [, level = ''] = /^::(error|warning|notice)/m.exec(output) ?? [];
      last = output;
      const shown = output.includes(code);
      outcome = shown
        ? { output, severity: severity || level, command: `npx asmx-gen ${step.join(' ')}` }
        : undefined;
    }
    if (outcome === undefined) throw new Error(`the example of ${code} does not show it\n${last}`);
    return outcome;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isCommand(step: NonNullable<Example['steps']>[number]): step is readonly string[] {
  return Array.isArray(step);
}
