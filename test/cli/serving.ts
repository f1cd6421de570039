import { finished, startCli } from './run-cli.ts';

/** A server that was started by the command line. */
export interface Serving {
  /** Scheme, host and port. */
  readonly url: string;
  /** What it wrote to stdout so far. */
  readonly out: () => string;
  /** What it said on stderr so far. */
  readonly text: () => string;
  /** Sends a signal and gives the exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** Runs `asmx-gen serve` with the arguments on a free port and waits until it says where it is. */
export function startServing(cwd: string, ...args: string[]): Promise<Serving> {
  return startListening(cwd, 'serve', ...args);
}

/** The same for any command that listens. */
export async function startListening(
  cwd: string,
  command: string,
  ...args: string[]
): Promise<Serving> {
  const child = startCli([command, '--port', '0', ...args], { cwd });
  let text = '';
  let out = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const end = finished(child);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      const match = /(http:\/\/127\.0\.0\.1:\d+)\/(?:mcp)?\n/.exec(out);
      if (match?.[1] !== undefined) resolve(match[1]);
    });
    end.then(({ stderr }) => reject(new Error(stderr)), reject);
  });
  return {
    url,
    out: () => out,
    text: () => text,
    stop: async (signal = 'SIGINT') => {
      child.kill(signal);
      return (await end).code;
    },
  };
}
