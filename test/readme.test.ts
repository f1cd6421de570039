import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ensureBuilt } from './cli/built.ts';

/** The README as a newcomer follows it: its files written down, its commands run, its programs compiled and started. */
const readme = readFileSync('README.md', 'utf8');
const blocks = [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, text]) => ({
  language: language ?? '',
  text: text ?? '',
}));

/** The first block of a language that holds a text. */
function block(language: string, part: string): string {
  const found = blocks.find((one) => one.language === language && one.text.includes(part));
  if (found === undefined) throw new Error(`the README has no ${language} block with ${part}`);
  return found.text;
}

let folder: string;
let port: number;

beforeAll(async () => {
  ensureBuilt(resolve('.'));
  folder = mkdtempSync(join(tmpdir(), 'readme-'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  cpSync('generated', join(folder, 'generated'), { recursive: true });
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
  listener.close();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text.replaceAll('8080', String(port)));
}

/** Runs a command of the README in the folder; `npx asmx-gen` is the tool as built here. */
function run(command: string): string {
  const words = command.trim().split(/\s+/);
  expect(words.slice(0, 2)).toEqual(['npx', 'asmx-gen']);
  return execFileSync(process.execPath, [resolve('bin/asmx-gen.js'), ...words.slice(2)], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

test('the contract, the command and the two programs of the tutorial work as they stand', async () => {
  write('specs/notes.yaml', block('yaml', 'NoteService'));
  run(block('sh', 'generate specs/notes.yaml'));
  write('server.ts', block('ts', 'createNoteServiceServer'));
  write('client.ts', block('ts', 'createNoteServiceClient'));
  write('first.ts', block('ts', 'createAuthCodeSendingServer'));
  write('package.json', '{ "type": "module" }');
  write(
    'tsconfig.json',
    JSON.stringify({
      compilerOptions: {
        strict: true,
        target: 'es2023',
        lib: ['es2023'],
        types: ['node'],
        module: 'nodenext',
        outDir: 'js',
        rootDir: '.',
      },
      include: ['*.ts', 'generated'],
    }),
  );
  execFileSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', folder], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const server = spawn(process.execPath, [join(folder, 'js/server.js')], { stdio: 'inherit' });
  try {
    await untilListening();
    const printed = execFileSync(process.execPath, [join(folder, 'js/client.js')], {
      encoding: 'utf8',
    });
    expect(printed).toBe('reminder\n');
  } finally {
    server.kill();
    await once(server, 'exit');
  }
}, 120_000);

test('the commands the README names exist', () => {
  const named = [...readme.matchAll(/^\| `([a-z]+)[ `]/gm)].map((match) => match[1] ?? '');
  expect(named.length).toBeGreaterThan(3);
  for (const name of named) {
    expect(run(`npx asmx-gen ${name} --help`)).toContain(`Usage: asmx-gen ${name}`);
  }
}, 60_000);

async function untilListening(): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    try {
      await fetch(`http://localhost:${port}/NoteService.asmx?WSDL`);
      return;
    } catch {
      await new Promise((next) => setTimeout(next, 50));
    }
  }
  throw new Error('the server of the README does not answer');
}
