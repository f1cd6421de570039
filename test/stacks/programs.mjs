// Programs of other makes: whether they are there, what they print, ports for their services.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
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

/** Runs a program that must end well. */
export async function made(command, args, options) {
  const output = await run(command, args, options);
  if (output.code !== 0)
    throw new Error(`${command}: ${output.stdout}${output.stderr}`.slice(0, 3000));
  return output;
}

/** Whether someone listens at a port. */
const isOpen = (port) =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
      .on('connect', () => {
        socket.destroy();
        done(true);
      })
      .on('error', () => done(false));
  });

/**
 * Starts a program that serves.
 * @param program its command, arguments and options of `spawn`
 * @param port where it listens; without one, it prints a line once it is ready
 * @returns the line, and a function that ends it
 */
export async function start({ command, args = [], options = {} }, port) {
  const child = spawn(command, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
  const stop = () => {
    // a detached one has a group of its own
    if (options.detached && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  };
  let said = '';
  let line;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      if (stream === child.stdout) line ??= text;
      said = (said + text).slice(-4000);
    });
  child.on('error', (error) => {
    said += error.message;
  });
  for (let tries = 0; tries < 1200; tries += 1) {
    if (port === undefined ? line !== undefined : await isOpen(port)) return { line, stop };
    if (child.exitCode !== null || child.pid === undefined) break;
    await new Promise((next) => setTimeout(next, 50));
  }
  stop();
  throw new Error(`${command} does not start: ${said}`);
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

const has = (...programs) => programs.every((one) => answers('which', one));

/** Files of Java that Debian installs, as a class path. */
export const javaPath = (names) => names.map((name) => `/usr/share/java/${name}.jar`).join(':');
const isThere = (path) => path.split(':').every(existsSync);

export const axisPath = javaPath(
  'axis axis-jaxrpc axis-saaj commons-discovery commons-logging wsdl4j'.split(' '),
);
export const wss4jPath = javaPath('wss4j xmlsec commons-logging slf4j-api slf4j-nop'.split(' '));

/** What must be installed for a stack of Debian, by its name: packages, a probe. */
const needs = {
  zeep: ['python3-zeep', () => answers('/usr/bin/python3', '-c', 'import zeep')],
  xmlsec: ['python3-xmlsec', () => answers('/usr/bin/python3', '-c', 'import xmlsec')],
  suds: ['python3-suds', () => answers('/usr/bin/python3', '-c', 'import suds')],
  php: [
    'php-cli and php-soap',
    () => answers('php', '-r', 'exit(class_exists("SoapClient") ? 0 : 1);'),
  ],
  'soap-lite': ['libsoap-lite-perl', () => answers('perl', '-MSOAP::Lite', '-e', '1')],
  soap4r: ['ruby-soap4r', () => answers('ruby', '-e', 'require "soap/wsdlDriver"')],
  mono: ['mono-devel and mono-mcs', () => has('mono', 'mcs', 'wsdl')],
  'jax-ws': ['jaxws and default-jdk-headless', () => has('java', 'javac', 'wsimport')],
  axis: ['libaxis-java and default-jdk-headless', () => has('javac') && isThere(axisPath)],
  wss4j: ['libwss4j-java and default-jdk-headless', () => has('javac') && isThere(wss4jPath)],
  gsoap: [
    'gsoap, libgsoap-dev and g++',
    () => has('wsdl2h', 'soapcpp2', 'g++') && existsSync('/usr/include/stdsoap2.h'),
  ],
};

/** Why a stack of Debian cannot be run; `undefined` when it can. */
export function missing(stack) {
  const [packages, isInstalled] = needs[stack];
  return isInstalled() ? undefined : `not installed: ${packages}`;
}

/** The version of a package of Debian that is installed. */
export async function installed(name) {
  const { stdout } = await run('dpkg-query', ['-W', '-f', `\${Version}`, name]);
  return stdout;
}

/** Where another run finds what was built, and packages of Debian that the system does not need. */
export const cache = join(
  process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
  'asmx-gen-stacks',
);

/**
 * Unpacks packages of Debian with those that they need and that are not installed.
 * @param packages names with versions: `lua-soap=3.0`
 * @returns the folder that has what they hold; `undefined` where they cannot be had
 */
export async function debian(packages) {
  const root = join(cache, createHash('sha256').update(packages.join()).digest('hex').slice(0, 16));
  if (existsSync(root)) return root;
  mkdirSync(cache, { recursive: true });
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

/**
 * What is in no archive of packages: a commit of a repository.
 * @param address of the repository; `ASMX_GEN_CLONES` is a folder with clones, by the last part of
 *   the address, for machines that do not reach it
 * @param commit its name in full
 * @param folder that does not exist yet
 * @returns whether it could be had
 */
export async function checkOut(address, commit, folder) {
  const clones = process.env.ASMX_GEN_CLONES;
  const from = clones === undefined ? address : join(clones, address.split('/').at(-1));
  // no question for a password
  const env = { ...process.env, GIT_TERMINAL_PROMPT: '0' };
  const { code } = await run('git', ['clone', '--quiet', '--no-checkout', from, folder], { env });
  return code === 0 && answers('git', '-C', folder, 'checkout', '--quiet', commit);
}
