/**
 * What parts of the smallest client weigh: `node test/bench/size-parts.mjs` bundles the client of
 * one operation over SOAP 1.1 once whole and once without each part, and prints the differences of
 * the gzipped bundles. A bundle without a part does not work; it only shows what the part costs.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Loaded when a request gets no answer, in a file of its own: no call that succeeds needs it. */
const words = './connection-errors.js';

const root = resolve(import.meta.dirname, '../..');

/** Functions and classes of the runtime by what they are for. */
const parts = {
  'connections of node:http and fetch': ['createTransport'],
  charsets: ['decodeText', 'xmlEncoding', 'invalidAt', 'checkBytes'],
  'answers read whole': ['wholeAnswer'],
  'words of errors': ['decodeError', 'encodeError'],
  deviations: ['isReadLeniently', 'deviate', 'tolerate'],
  'addresses as people have them': ['serviceUrl'],
  headers: ['callHeaders', 'checkHeaders'],
  'a clock that holds across interceptors': ['CallClock'],
};

/**
 * @param {string} folder
 * @param {readonly string[]} without functions and classes that are empty
 */
async function gzippedBytes(folder, without) {
  const left = {
    name: 'left-out',
    /** @param {import('esbuild').PluginBuild} bundle */
    setup(bundle) {
      bundle.onLoad({ filter: /runtime.*\.ts$/ }, ({ path }) => {
        let contents = readFileSync(path, 'utf8');
        for (const name of without) {
          // at the top of the file, up to the brace that closes it
          const kinds = '(?:async )?function|class';
          const declaration = new RegExp(`^(export )?(?:${kinds}) ${name}\\b[\\s\\S]*?^\\}`, 'm');
          contents = contents.replace(declaration, (_, exported = '') => {
            missing.delete(name);
            return `${exported}const ${name}: any = 0;`;
          });
        }
        return { contents, loader: 'ts' };
      });
    },
  };
  const missing = new Set(without);
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'client.ts')],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2023',
    write: false,
    external: [words],
    plugins: [left],
  });
  if (missing.size > 0) throw new Error(`No file has ${[...missing].join(', ')}.`);
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
}

const folder = mkdtempSync(join(tmpdir(), 'asmx-size-'));
try {
  const program = join(root, 'bin/asmx-gen.js');
  const contract = join(root, 'test/fixtures/size/greeter.yaml');
  const options = ['-o', folder, '--targets', 'types,client', '--force', '--quiet'];
  execFileSync(process.execPath, [program, 'generate', contract, ...options], { cwd: folder });
  const whole = await gzippedBytes(folder, []);
  console.log(`whole: ${whole}`);
  for (const [name, files] of Object.entries(parts)) {
    console.log(`${name}: ${whole - (await gzippedBytes(folder, files))}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
