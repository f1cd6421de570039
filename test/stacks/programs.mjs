// Programs of other makes: whether they are there, what they print, ports for their services.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Whether a command ends well. */
export const answers = (command, ...args) =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/**
 * Runs a program.
 * @param options of `spawn`, and `input` for what it reads
 * @returns its exit code and what it printed
 */
export function run(command, args, { input, ...options } = {}) {
  return new Promise((done) => {
    const stdin = input === undefined ? 'ignore' : 'pipe';
    const child = spawn(command, args, { ...options, stdio: [stdin, 'pipe', 'pipe'] });
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr']) {
      child[name].setEncoding('utf8').on('data', (text) => {
        output[name] += text;
      });
    }
    // a program that ends early does not read all
    child.stdin?.on('error', () => undefined).end(input);
    const timer = setTimeout(() => child.kill('SIGKILL'), 600_000);
    child.on('error', (error) => {
      output.stderr += error.message;
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      done({ code, ...output });
    });
  });
}

/** A port no one listens on. */
export function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

/** What must be installed for a stack of Debian, by its name in the table: packages, a probe. */
const needs = {
  zeep: ['python3-zeep', '/usr/bin/python3', '-c', 'import zeep'],
  suds: ['python3-suds', '/usr/bin/python3', '-c', 'import suds'],
  php: ['php-cli and php-soap', 'php', '-r', 'exit(class_exists("SoapClient") ? 0 : 1);'],
  'soap-lite': ['libsoap-lite-perl', 'perl', '-MSOAP::Lite', '-e', '1'],
  soap4r: ['ruby-soap4r', 'ruby', '-e', 'require "soap/wsdlDriver"'],
};

/** Why a stack of Debian cannot be run; `undefined` when it can. */
export function missing(stack) {
  const [packages, ...probe] = needs[stack];
  return answers(...probe) ? undefined : `not installed: ${packages}`;
}

/** The version of a package of Debian that is installed. */
export async function installed(name) {
  const { stdout } = await run('dpkg-query', ['-W', '-f', `\${Version}`, name]);
  return stdout;
}

/** Where packages of Debian are unpacked, which the system itself does not need. */
const unpacked = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'asmx-gen-stacks');

/**
 * Unpacks packages of Debian with those that they need and that are not installed.
 * @param packages names with versions: `lua-soap=3.0`
 * @returns the folder that has what they hold; `undefined` where they cannot be had
 */
export async function debian(packages) {
  const root = join(
    unpacked,
    createHash('sha256').update(packages.join()).digest('hex').slice(0, 16),
  );
  if (existsSync(root)) return root;
  mkdirSync(unpacked, { recursive: true });
  const work = mkdtempSync(`${root}-`);
  try {
    const asked = ['install', '--print-uris', '-qq', '-y', '--no-install-recommends'];
    const { stdout } = await run('apt-get', [...asked, ...packages]);
    const files = [...stdout.matchAll(/^'\S+' (\S+)_(\S+)_\w+\.deb /gm)];
    const exact = files.map(([, name, version]) => `${name}=${decodeURIComponent(version)}`);
    const { code } = await run('apt-get', ['download', '-qq', ...exact], { cwd: work });
    if (code !== 0 || exact.length === 0) return undefined;
    for (const file of readdirSync(work).filter((name) => name.endsWith('.deb')))
      await run('dpkg-deb', ['-x', join(work, file), join(work, 'root')]);
    // at once, so that what is there is whole
    renameSync(join(work, 'root'), root);
    return root;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
