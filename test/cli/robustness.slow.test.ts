import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  constants,
  createReadStream,
  mkdirSync,
  openSync,
  readFileSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { bin, createFolder, finished, runCli, startCli, type TestFolder } from './run-cli.ts';

jest.setTimeout(180_000);

const operations = (count: number): string =>
  Array.from(
    { length: count },
    (_, index) => `      Operation${index}: { parameters: { a: Thing${index} }, returns: int }\n`,
  ).join('');
const types = (count: number): string =>
  Array.from(
    { length: count },
    (_, index) => `  Thing${index}: { fields: { id: int, name: string?, more: 'string[]' } }\n`,
  ).join('');
const contract = (count: number): string => `asmx: 1
name: Shop
namespace: urn:shop
services:
  Orders:
    operations:
${operations(count)}types:
${types(count)}`;

let folder: TestFolder;
beforeAll(() => {
  folder = createFolder({ 'shop.yaml': contract(3), 'large.yaml': contract(400) });
});
afterAll(() => folder.remove());

const run = (...args: string[]) => runCli(args, { cwd: folder.path });
const posix = process.platform === 'win32' ? test.skip : test;

describe('links', () => {
  posix('a contract and a configuration that are links are read', async () => {
    mkdirSync(join(folder.path, 'links'));
    symlinkSync('../shop.yaml', join(folder.path, 'links', 'contract.yaml'));
    expect(await run('check', 'links/contract.yaml', '--quiet')).toMatchObject({ code: 0 });
    const args = ['generate', 'links/contract.yaml', '-o', 'links/out', '--runtime', 'package'];
    expect(await run(...args)).toMatchObject({ code: 0 });
  });

  posix(
    'a folder of output that is a link is written through, a file that is one is refused',
    async () => {
      mkdirSync(join(folder.path, 'real'));
      symlinkSync('real', join(folder.path, 'linked'));
      const args = ['generate', 'shop.yaml', '-o', 'linked', '--targets', 'types'];
      expect(await run(...args, '--runtime', 'package')).toMatchObject({ code: 0 });
      expect(folder.files()).toContain('real/types.ts');
      mkdirSync(join(folder.path, 'trap'));
      folder.write('precious.txt', 'keep me\n');
      symlinkSync('../precious.txt', join(folder.path, 'trap', 'types.ts'));
      const trapped = await run('generate', 'shop.yaml', '-o', 'trap', '--targets', 'types');
      expect(trapped.code).toBe(1);
      expect(trapped.stderr).toContain('trap/types.ts');
      expect(folder.read('precious.txt')).toBe('keep me\n');
    },
  );

  posix('a circle of links is told, not followed', async () => {
    symlinkSync('round.yaml', join(folder.path, 'round.yaml'));
    const result = await run('check', 'round.yaml');
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain('circle of symbolic links');
  });
});

describe('folders that cannot be written', () => {
  test('a path through a file', async () => {
    const result = await run('generate', 'shop.yaml', '-o', 'shop.yaml/out');
    expect(result.code).toBe(2);
    expect(result.stderr).toContain('shop.yaml');
    expect(result.stderr).not.toContain('internal error');
  });

  posix('a read-only folder', async () => {
    const own = createFolder({ 'shop.yaml': contract(1), 'closed/keep.txt': '' });
    try {
      chmodSync(own.path, 0o755);
      chmodSync(join(own.path, 'closed'), 0o555);
      // root may write everywhere: then somebody else runs it, if they can read the program
      const root = process.getuid?.() === 0;
      const user = root ? { uid: 65_534, gid: 65_534 } : {};
      const as = (...args: string[]) =>
        spawnSync(process.execPath, [bin, ...args], { cwd: own.path, ...user, encoding: 'utf8' });
      if (as('--version').status !== 0) {
        console.warn('skipped: run as root, and no one else can read the program');
        return;
      }
      for (const args of [
        ['generate', 'shop.yaml', '-o', 'closed/out'],
        ['convert', 'shop.yaml', '--to', 'wsdl', '-o', 'closed/shop.wsdl'],
      ]) {
        const result = as(...args);
        expect(result.status).toBe(2);
        expect(result.stderr).toContain(`no permission for ${args.at(-1)}\n`);
        expect(result.stderr).toContain('Change its permissions or choose another path.');
      }
      expect(own.files()).toEqual(['closed/keep.txt', 'shop.yaml']);
    } finally {
      chmodSync(join(own.path, 'closed'), 0o755);
      own.remove();
    }
  });
});

describe('terminals and pipes', () => {
  test('without a terminal nothing is coloured and no progress is shown', async () => {
    const result = await run('generate', 'shop.yaml', '-o', 'plain', '--runtime', 'package');
    expect(result.stdout).toBe('');
    expect(result.stderr).toMatch(
      /^1 service, 3 operations, \d+ files: \d+ created \(\d+\.\d s\)\n$/,
    );
  });

  const script = spawnSync('script', ['-qec', ':', '/dev/null']).status === 0 ? posix : test.skip;
  script('on a terminal progress is shown and wiped', () => {
    const line = `'${process.execPath}' '${bin}' generate shop.yaml -o shown --runtime package`;
    const result = spawnSync('script', ['-qec', line, '/dev/null'], {
      cwd: folder.path,
      env: { ...process.env, NODE_OPTIONS: '', TERM: 'xterm' },
    });
    const text = String(result.stdout);
    expect(text).toContain('\r\u001b[2Kgenerating shop.yaml');
    expect(text.split('\u001b[2K').at(-1)).toMatch(/^1 service, 3 operations/);
  });

  posix('a reader that goes away ends the run in silence', () => {
    const pipe = (args: string) =>
      spawnSync(
        'bash',
        ['-c', `'${process.execPath}' '${bin}' ${args} | head -n 1; echo "\${PIPESTATUS[0]}"`],
        { cwd: folder.path, encoding: 'utf8' },
      );
    for (const [args, code] of [
      ['inspect large.yaml --json', '0'],
      ['convert large.yaml --to wsdl', '0'],
      ['generate large.yaml -o piped --check --runtime package', '1'],
    ] as const) {
      const { stdout, stderr } = pipe(args);
      const lines = stdout.trimEnd().split('\n');
      expect(lines).toHaveLength(2);
      expect({ args, code: lines[1] }).toEqual({ args, code });
      expect(stderr).not.toMatch(/EPIPE|internal error| {4}at /);
    }
  });

  posix('a slow reader of a pipe that does not wait gets everything', async () => {
    const path = join(folder.path, 'fifo');
    expect(spawnSync('mkfifo', [path]).status).toBe(0);
    const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;
    const opener = openSync(path, O_RDONLY | O_NONBLOCK);
    const writer = openSync(path, O_WRONLY | O_NONBLOCK);
    const reader = openSync(path, O_RDONLY);
    closeSync(opener);
    const child = spawn(process.execPath, [bin, 'inspect', 'large.yaml', '--json'], {
      cwd: folder.path,
      stdio: ['ignore', writer, 'inherit'],
    });
    closeSync(writer);
    const end = new Promise<number | null>((resolve) => child.on('close', resolve));
    // longer than it takes to fill the pipe, which holds 64 KB
    await new Promise((resolve) => setTimeout(resolve, 500));
    const chunks: Buffer[] = [];
    const input = createReadStream('', { fd: reader, highWaterMark: 4096 });
    for await (const chunk of input) chunks.push(chunk as Buffer);
    expect(await end).toBe(0);
    const text = Buffer.concat(chunks).toString();
    expect(text.length).toBeGreaterThan(100_000);
    expect(text).toBe((await run('inspect', 'large.yaml', '--json')).stdout);
  });
});

describe('in a process that may not', () => {
  test('make code of texts, all but the templates of users works', async () => {
    const env = { NODE_OPTIONS: '--disallow-code-generation-from-strings' };
    for (const args of [
      ['generate', 'shop.yaml', '-o', 'no-eval'],
      ['call', 'shop.yaml', 'Operation0', 'a.id=1', 'a.more=x', '--dry-run', '--url', 'http://a/'],
    ]) {
      const { code, stderr } = await runCli(args, { cwd: folder.path, env });
      expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
    }
  });

  test('trust the folder for temporary files, the compile cache is elsewhere', async () => {
    const told = "module.enableCompileCache = (folder) => console.error('cache: ' + folder);";
    const hook = encodeURIComponent(`import module from 'node:module';${told}`);
    const env = (more: Readonly<Record<string, string>>) => ({
      NODE_OPTIONS: `--import=data:text/javascript,${hook}`,
      XDG_CACHE_HOME: '',
      LOCALAPPDATA: '',
      HOME: '',
      ...more,
    });
    const said = async (more: Readonly<Record<string, string>>) =>
      (await runCli(['--version'], { env: env(more) })).stderr;
    expect(await said({ HOME: '/home/a' })).toBe('cache: /home/a/.cache/asmx-gen\n');
    expect(await said({ HOME: '/home/a', XDG_CACHE_HOME: '/c' })).toBe('cache: /c/asmx-gen\n');
    expect(await said({})).toBe('');
  });
});

describe('Ctrl-C', () => {
  posix('ends with 130 and leaves nothing half-written, whenever it comes', async () => {
    // spread over what a whole run takes on this machine, so that some come before its end
    const start = performance.now();
    await run('generate', 'large.yaml', '-o', 'whole');
    const whole = performance.now() - start;
    let heard = 0;
    for (let part = 1; part <= 8; part += 1) {
      const delay = Math.round((whole * part) / 8);
      const out = `stop-${part}`;
      const child = startCli(['generate', 'large.yaml', '-o', out], { cwd: folder.path });
      const end = finished(child);
      await new Promise((resolve) => setTimeout(resolve, delay));
      child.kill('SIGINT');
      const { code } = await end;
      // before the program has taken the signal over, the signal itself ends it
      expect([0, 130, null]).toContain(code);
      if (code === 130) heard += 1;
      const files = folder.files().filter((path) => path.startsWith(`${out}/`));
      if (files.length === 0) continue;
      expect(files.filter((path) => path.endsWith('.tmp'))).toEqual([]);
      const { files: listed } = JSON.parse(
        readFileSync(join(folder.path, out, 'asmx-gen.manifest.json'), 'utf8'),
      );
      expect(files).toHaveLength(Object.keys(listed).length + 1);
      expect(await run('verify', out)).toMatchObject({ code: 0 });
    }
    expect(heard).toBeGreaterThan(0);
  });
});
