/**
 * What generated folders weigh: `npm run size` prints, for five contracts by target, files and
 * lines of the vendored runtime, and bytes of a bundle of the folder's first factory, minified and
 * gzipped. It fails where the smallest client is above its bar.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Gzipped bytes of the client of one operation over SOAP 1.1, imported from `client.ts`. */
const bar = 22_600;

/** Loaded when a request gets no answer, in a file of its own: no call that succeeds needs it. */
const words = './connection-errors.js';

const root = resolve(import.meta.dirname, '../..');
const contracts = [
  ['one operation, SOAP 1.1', 'test/fixtures/size/greeter.yaml'],
  ['student information', 'specs/student-information.yaml'],
  ['attachments', 'test/golden/mime-multipart/contract.wsdl'],
  ['SOAP encoding', 'test/golden/rpc-encoded/contract.wsdl'],
  ['arrays of SOAP 1.1', 'test/golden/soapenc-array/contract.wsdl'],
];
const targets = [
  ['types', undefined],
  ['types,client', 'client'],
  ['types,server', 'server'],
  ['types,server,docs', 'server'],
  ['types,client,server,docs', 'client'],
];

/**
 * @param {string} folder
 * @param {string} kind `client` or `server`: the file whose first factory is bundled.
 */
async function bundle(folder, kind) {
  const text = readFileSync(join(folder, `${kind}.ts`), 'utf8');
  const [, factory] = /^export function (create\w+)/m.exec(text) ?? [];
  const contents = `export { ${factory} } from './${kind}.ts';`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2023',
    write: false,
    external: [words],
  });
  const [{ contents: code }] = outputFiles;
  return { minified: code.length, gzipped: gzipSync(code, { level: 9 }).length };
}

/**
 * @param {string} contract
 * @param {string} target
 * @param {string | undefined} kind
 */
async function measure(contract, target, kind) {
  const folder = mkdtempSync(join(tmpdir(), 'asmx-size-'));
  try {
    const program = join(root, 'bin/asmx-gen.js');
    const options = ['-o', folder, '--targets', target, '--force', '--quiet'];
    execFileSync(process.execPath, [program, 'generate', join(root, contract), ...options], {
      cwd: folder,
    });
    const runtime = join(folder, 'runtime');
    const files = existsSync(runtime)
      ? readdirSync(runtime, { recursive: true }).filter((name) => String(name).endsWith('.ts'))
      : [];
    const lines = files
      .map((name) => readFileSync(join(runtime, String(name)), 'utf8').split('\n').length - 1)
      .reduce((sum, one) => sum + one, 0);
    const bytes = kind === undefined ? undefined : await bundle(folder, kind);
    return { files: files.length, lines, bytes };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const grouped = (/** @type {number | undefined} */ number) =>
  number === undefined ? '–' : number.toLocaleString('en-GB');

process.stdout.write(
  '| contract | targets | files | lines | minified | gzipped |\n|---|---|--:|--:|--:|--:|\n',
);
let smallest = 0;
for (const [name, contract] of contracts) {
  for (const [target, kind] of targets) {
    const { files, lines, bytes } = await measure(contract, target, kind);
    const cells = [files, lines, bytes?.minified, bytes?.gzipped].map(grouped);
    process.stdout.write(`| ${[name, `\`${target}\``, ...cells].join(' | ')} |\n`);
    if (contract === contracts[0][1] && target === 'types,client') smallest = bytes.gzipped;
  }
}
if (smallest > bar) {
  process.stderr.write(
    `The client of one operation has ${smallest} bytes, and the bar is ${bar}.\n`,
  );
  process.exitCode = 1;
}
