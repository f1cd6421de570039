// What all journeys need: a folder of their own, the built command line, servers, and an end.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));

/** What makes `generate` write modules that every version of Node imports. */
export const asJavaScript = ['--emit', 'js', '--import-extension', 'js', '--quiet'];

/** One user's way: its steps are printed when they succeed, and the first that fails ends it. */
export class Journey {
  passed = 0;
  skipped = 0;
  folder = mkdtempSync(join(tmpdir(), 'journey-'));
  #ends = [];

  constructor(name) {
    this.name = name;
    this.write('package.json', '{ "type": "module" }');
  }

  /** Does a step, and says so. */
  async step(says, act) {
    try {
      const result = await act();
      this.passed++;
      console.log(`${this.name}: ${says}`);
      return result;
    } catch (error) {
      throw new Error(`${this.name}: ${says}`, { cause: error });
    }
  }

  /** Leaves out what this machine cannot do. */
  skip(reason) {
    this.skipped++;
    console.log(`${this.name}: skipped: ${reason}`);
  }

  /** Something to do when the journey is over, the last one first. */
  later(act) {
    this.#ends.unshift(act);
  }

  write(file, content) {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true });
    writeFileSync(join(this.folder, file), content);
  }

  /** Runs a program in the folder to its end. */
  async run(program, args, env = {}) {
    const { NODE_OPTIONS: _, GITHUB_ACTIONS: __, ...rest } = process.env;
    const child = spawn(program, args, { cwd: this.folder, env: { ...rest, ...env } });
    child.stdin.end();
    const ended = once(child, 'close');
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const [code] = await ended;
    return { code, stdout, stderr };
  }

  /** Runs the built command line. */
  cli(args, env) {
    return this.run(process.execPath, [join(root, 'bin/asmx-gen.js'), ...args], env);
  }

  /** Runs the built command line, which must succeed. */
  async must(...args) {
    const ended = await this.cli(args);
    if (ended.code !== 0) throw new Error(`asmx-gen ${args.join(' ')}: ${ended.stderr}`);
    return ended;
  }

  /** Generates a contract as JavaScript, and imports it. */
  async generate(contract) {
    await this.must('generate', contract, '-o', 'generated/js', ...asJavaScript);
    return this.load('generated/js/index.js');
  }

  load(file) {
    return import(pathToFileURL(join(this.folder, file)).href);
  }

  /** Starts an HTTP server at a free port. */
  async listen(listener) {
    const server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    this.later(() => {
      server.closeAllConnections();
      server.close();
    });
    return { server, origin: `http://127.0.0.1:${server.address().port}` };
  }

  async end() {
    for (const act of this.#ends) await act();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
