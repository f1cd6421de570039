// .NET as a process that answers: one command in JSON a line, one answer a line.
import { spawn, spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const environment = {
  ...process.env,
  DOTNET_CLI_TELEMETRY_OPTOUT: '1',
  DOTNET_NOLOGO: '1',
  MSBUILDDISABLENODEREUSE: '1',
};
/** What NuGet says when it reaches no registry, or one that has other packages. */
const unreachable = /NU1301|NU1101|NU1102|NU1100/;

/**
 * Builds a project.
 * @param project URL of its file
 * @param work folder for what is built
 * @returns path of the program, or why there is none
 */
export function buildDotnet(project, work) {
  if (spawnSync('dotnet', ['--version'], { stdio: 'ignore' }).status !== 0)
    return { skipped: 'no .NET SDK' };
  const given = ['--artifacts-path', join(work, 'artifacts'), '--disable-build-servers'];
  const step = (...args) =>
    spawnSync('dotnet', args, { env: environment, encoding: 'utf8', timeout: 300_000 });
  const file = fileURLToPath(project);
  const restored = step('restore', file, ...given);
  if (restored.status !== 0 && (unreachable.test(restored.stdout) || restored.signal !== null))
    return { skipped: 'NuGet cannot be reached' };
  const output = join(work, 'dotnet');
  const built = step('build', file, ...given, '-c', 'Release', '-o', output, '--no-restore');
  if (built.status !== 0) throw new Error(`dotnet build: ${built.stdout}${built.stderr}`);
  return { program: join(output, basename(file).replace('.csproj', '.dll')) };
}

/**
 * Builds the project of this folder and starts it.
 * @param work folder for what is built
 * @param zone time zone of the process
 * @returns the process, or why there is none
 */
export function startDotnet(work, zone = 'UTC') {
  const { program, skipped } = buildDotnet(new URL('dotnet.csproj', import.meta.url), work);
  if (skipped !== undefined) return { skipped };
  const child = spawn('dotnet', [program], {
    env: { ...environment, TZ: zone },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting = [];
  createInterface({ input: child.stdout }).on('line', (line) =>
    waiting.shift()?.(JSON.parse(line)),
  );
  child.on('close', (code) => {
    for (const done of waiting) done({ error: `dotnet ended with ${code}` });
  });
  /** Sends a command; the answer has `result`, `fault` or `error`. */
  const ask = (command) =>
    new Promise((done) => {
      waiting.push(done);
      child.stdin.write(`${JSON.stringify(command)}\n`);
    });
  return {
    pid: child.pid,
    ask,
    /** The same, where only a result is right. */
    result: async (command) => {
      const { result, ...failure } = await ask(command);
      if (Object.keys(failure).length > 0)
        throw new Error(`${command.do}: ${JSON.stringify(failure).slice(0, 2000)}`);
      return result;
    },
    stop: () => child.stdin.end(),
  };
}
