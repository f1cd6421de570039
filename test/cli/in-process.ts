import { jest } from '@jest/globals';
import type * as Streams from '../../src/cli/terminal/streams.ts';
import { logText, pipedText } from '../../src/cli/terminal/text.ts';
import type { RunOptions, RunResult } from './run-cli.ts';

let stdout: Buffer[] = [];
let stderr = '';
let answers: string[] = [];

/** What stands for `terminal/streams.ts`: the output of one run, which goes to no terminal. */
const streams: typeof Streams = {
  writeData: async (data) => {
    stdout.push(Buffer.from(typeof data === 'string' ? pipedText(data) : data));
  },
  printData: (text) => {
    stdout.push(Buffer.from(pipedText(text)));
  },
  printMessage: (text) => {
    stderr += logText(text);
  },
  messageTerminal: () => undefined,
  dataTerminal: () => undefined,
  flushStreams: async () => undefined,
  askTerminal: async (question) => {
    if (answers.length === 0) return undefined;
    stderr += `${question}\n`;
    return answers.shift();
  },
};
jest.unstable_mockModule('../../src/cli/terminal/streams.ts', () => streams);
const { run } = await import('../../src/cli/main.ts');

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command line in this process, in a fraction of the time that the built program takes to
 * start. One runs after the other, since the working directory and the environment belong to the
 * process. There is no terminal, no stdin and no signal, and jest loads the modules of users:
 * `runCli` of `run-cli.ts` runs the built program. Lines of `input` answer the questions that are
 * asked at a terminal.
 */
export function runCli(args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const result = last.then(() => runAlone(args, options));
  last = result.catch(() => undefined);
  return result;
}

async function runAlone(
  args: readonly string[],
  { cwd, env, input }: RunOptions,
): Promise<RunResult> {
  const restore = saveProcess();
  stdout = [];
  stderr = '';
  answers = input?.split('\n') ?? [];
  if (cwd !== undefined) process.chdir(cwd);
  for (const name of ['FORCE_COLOR', 'NO_COLOR', 'GITHUB_ACTIONS']) delete process.env[name];
  Object.assign(process.env, env);
  try {
    const code = await run(args);
    return { code, stdout: Buffer.concat(stdout).toString(), stderr };
  } finally {
    restore();
  }
}

const events = ['exit', 'SIGTERM', 'SIGHUP', 'SIGINT'] as const;

/**
 * Gives a function that puts back what belongs to the process, and does what a run left for its
 * end.
 */
function saveProcess(): () => void {
  const cwd = process.cwd();
  const environment = { ...process.env };
  const before = new Set(events.flatMap((event) => process.rawListeners(event)));
  return () => {
    for (const event of events) {
      for (const listener of process.rawListeners(event)) {
        if (before.has(listener)) continue;
        if (event === 'exit') listener();
        process.off(event, listener as () => void);
      }
    }
    process.chdir(cwd);
    process.env = environment;
  };
}
