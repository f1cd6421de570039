// `node test/workspace/index.mjs`: a workspace of contracts under Turborepo, which caches what
// `asmx-gen generate` declares: a second run is a cache hit throughout, and after one contract
// changed exactly one is generated again. Turborepo is installed into a temporary folder; where the
// registry cannot be reached, that is said and nothing is tested. Build first (`npm run build`).
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));
const turbo = 'turbo@2.11.11';
const names = ['maths', 'notes', 'orders'];

const contract = (name, operation = 'Echo') => `asmx: 1
name: ${name}
namespace: urn:${name}
services:
  ${name}Service:
    operations:
      ${operation}: { parameters: { text: string }, returns: string }
`;

/** Writes the workspace: a package for each contract, and what Turborepo is to know. */
function writeWorkspace(folder) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const write = (path, content) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
    writeFileSync(join(folder, path), text);
  };
  write('package.json', {
    name: 'contracts',
    private: true,
    workspaces: ['packages/*'],
    packageManager: 'npm@10.0.0',
  });
  write('turbo.json', {
    tasks: {
      generate: { inputs: ['specs/**', 'asmx-gen.config.json'], outputs: ['generated/**'] },
    },
  });
  for (const name of names) {
    const home = `packages/${name}`;
    write(`${home}/package.json`, {
      name,
      version: '1.0.0',
      private: true,
      scripts: { generate: 'asmx-gen generate --quiet' },
      devDependencies: { 'asmx-gen': version },
    });
    write(`${home}/asmx-gen.config.json`, {
      contracts: [{ input: `specs/${name}.yaml`, output: `generated/${name}` }],
    });
    write(`${home}/specs/${name}.yaml`, contract(name));
  }
}

/** Installs Turborepo, and our own package as a link. */
function install(folder) {
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--no-workspaces'];
  const tool = join(folder, 'tool');
  mkdirSync(tool);
  writeFileSync(join(tool, 'package.json'), '{}');
  const { status } = spawnSync('npm', ['install', ...options, turbo], {
    cwd: tool,
    stdio: 'ignore',
    timeout: 120_000,
  });
  if (status !== 0) return undefined;
  const bin = join(folder, 'work/node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(root, join(folder, 'work/node_modules/asmx-gen'));
  symlinkSync(join(root, 'bin/asmx-gen.js'), join(bin, 'asmx-gen'));
  return join(tool, 'node_modules/.bin/turbo');
}

/**
 * Runs `turbo run generate`: which packages were taken from the cache, and which were generated.
 */
function generate(command, work) {
  const { status, stdout, stderr } = spawnSync(command, ['run', 'generate', '--no-color'], {
    cwd: work,
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: `${join(work, 'node_modules/.bin')}:${process.env.PATH}`,
      TURBO_TELEMETRY_DISABLED: '1',
      NO_UPDATE_NOTIFIER: '1',
      CI: '1',
    },
  });
  if (status !== 0) throw new Error(`turbo ended with ${status}\n${stdout}${stderr}`);
  const matching = (word) =>
    [...stdout.matchAll(new RegExp(`^(\\w+):generate: cache ${word}`, 'gm'))]
      .map(([, name]) => name)
      .sort();
  return { hits: matching('hit'), misses: matching('miss') };
}

let failed = 0;
function expectRun(says, { hits, misses }, wanted) {
  const right = `${hits}|${misses}` === `${wanted.hits}|${wanted.misses}`;
  if (!right) failed += 1;
  const found = `hits: ${hits.join(' ') || 'none'}; misses: ${misses.join(' ') || 'none'}`;
  console.log(`${right ? 'passed' : 'FAILED'}: ${says} (${found})`);
}

const folder = mkdtempSync(join(tmpdir(), 'workspace-'));
try {
  const work = join(folder, 'work');
  mkdirSync(work);
  const command = install(folder);
  if (command === undefined) {
    console.log(`skipped: ${turbo} cannot be installed`);
  } else {
    writeWorkspace(work);
    const run = () => generate(command, work);
    expectRun('the first run generates all', run(), { hits: [], misses: names });
    expectRun('the second takes all from the cache', run(), { hits: names, misses: [] });
    const output = join(work, 'packages/notes/generated');
    rmSync(output, { recursive: true });
    expectRun('as does one without the output', run(), { hits: names, misses: [] });
    if (!existsSync(join(output, 'notes/client.ts'))) {
      failed += 1;
      console.log('FAILED: the output was not put back');
    }
    writeFileSync(join(work, 'packages/notes/specs/notes.yaml'), contract('notes', 'Repeat'));
    const others = names.filter((name) => name !== 'notes');
    expectRun('a changed contract is generated, and no other', run(), {
      hits: others,
      misses: ['notes'],
    });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failed === 0 ? 0 : 1);
