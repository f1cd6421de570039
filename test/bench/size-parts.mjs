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
const words = './transport-error.js';

const root = resolve(import.meta.dirname, '../..');

/** Files of the runtime by what they are for. */
const parts = {
  'connections of node:http and fetch': ['client/node', 'client/fetch', 'platform/send-together'],
  'what an answer is that is no message': ['client/text-answer'],
  'answers in several parts': ['mime/read-parts'],
  charsets: ['text/encoding', 'text/header'],
  'XML of fault details': ['xml/capture'],
  'answers read whole': ['client/whole-answer', 'platform/byte-collector'],
  'words of errors': ['client/call-error'],
  'lenient reading': ['client/deviations', 'xml/deviation', 'codec/meant', 'xml/mark'],
  'addresses as people have them': ['client/address'],
  headers: ['client/headers'],
  redirects: ['client/redirect'],
  'headers that no contract declares': ['operation/soap-header'],
  'a clock that holds across interceptors': ['client/call-clock'],
};

/**
 * @param {string} folder
 * @param {readonly string[]} without files of the runtime that are empty
 */
async function gzippedBytes(folder, without) {
  const left = {
    name: 'left-out',
    /** @param {import('esbuild').PluginBuild} bundle */
    setup(bundle) {
      bundle.onLoad({ filter: /runtime.*\.ts$/ }, ({ path }) => {
        const file = path.replaceAll('\\', '/');
        if (!without.some((one) => file.endsWith(`/runtime/${one}.ts`))) return undefined;
        const text = readFileSync(path, 'utf8');
        const names = text.matchAll(/^export (?:async )?(?:function|const|class|let) (\w+)/gm);
        const all = new Set([...names].map(([, name]) => name));
        return { contents: [...all].map((name) => `export const ${name} = 0;`).join('') };
      });
    },
  };
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
