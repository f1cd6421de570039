// .NET as a process that answers: one command in JSON a line, one answer a line.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { cache } from '../programs.mjs';

const environment = {
  ...process.env,
  DOTNET_CLI_TELEMETRY_OPTOUT: '1',
  DOTNET_NOLOGO: '1',
  MSBUILDDISABLENODEREUSE: '1',
};
/** What NuGet says when it reaches no registry, or one that has other packages. */
const unreachable = /NU1301|NU1101|NU1102|NU1100/;

/** Where a project is built, by its sources: another run finds it there. */
function placeOf(file) {
  const folder = dirname(file);
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).filter((one) => /\.cs(proj)?$/.test(one)))
    hash.update(`${name}\n${readFileSync(join(folder, name))}`);
  return join(cache, `dotnet-${hash.digest('hex').slice(0, 16)}`);
}

/**
 * Builds a project, unless the same one is there.
 * @param project URL of its file
 * @param work folder for what is only needed to build
 * @returns path of the program, or why there is none
 */
export function buildDotnet(project, work) {
  if (spawnSync('dotnet', ['--version'], { stdio: 'ignore' }).status !== 0)
    return { skipped: 'no .NET SDK' };
  const file = fileURLToPath(project);
  const output = placeOf(file);
  const program = join(output, basename(file).replace('.csproj', '.dll'));
  if (existsSync(program)) return { program };
  const given = ['--artifacts-path', join(work, 'artifacts'), '--disable-build-servers'];
  const step = (...args) =>
    spawnSync('dotnet', args, { env: environment, encoding: 'utf8', timeout: 300_000 });
  const restored = step('restore', file, ...given);
  if (restored.status !== 0 && (unreachable.test(restored.stdout) || restored.signal !== null))
    return { skipped: 'NuGet cannot be reached' };
  mkdirSync(cache, { recursive: true });
  const made = `${output}-${process.pid}`;
  const built = step('build', file, ...given, '-c', 'Release', '-o', made, '--no-restore');
  if (built.status !== 0) throw new Error(`dotnet build: ${built.stdout}${built.stderr}`);
  // at once, so that what is there is whole; another run may have been quicker
  if (existsSync(output)) rmSync(made, { recursive: true });
  else renameSync(made, output);
  return { program };
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
