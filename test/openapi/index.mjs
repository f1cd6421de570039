// `npm run openapi [-- CONTRACT]`: a gateway is called through its OpenAPI document. openapi-typescript
// makes types of it (versions 3.1 and 3.0), and a program with a call of every operation, by
// openapi-fetch, is compiled against these and run. The packages are installed in peers/ when first
// needed. Build first (`npm run build`).
import { equal } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findPeers } from '../bench/peers.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = resolve(here, '../..');

/** Runs a script of Node in a folder. */
function run(folder, script, ...args) {
  execFileSync(process.execPath, [script, ...args], { cwd: folder, stdio: 'inherit' });
}

/** Handlers that answer with samples; operations without a result write to the response. */
function handlersOf(code) {
  const handler = (_, context) => {
    const result = code.sample(code[context.operation]);
    if (result === undefined) context.write('{"written":true}');
    return result;
  };
  const nested = new Proxy(handler, { get: () => nested });
  return nested;
}

/** A program that calls every operation of a document with a sample. */
function programOf({ paths }, code) {
  const calls = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId }]) => {
      const schema = code[`${operationId}InputSchema`];
      const body = JSON.stringify(code.toJson(schema, code.sample(schema)));
      const options = `{ body: ${body}, parseAs: 'text' }`;
      const call = `client.${method.toUpperCase()}('${path}', ${options})`;
      return `calls.push(['${operationId}', () => ${call}]);`;
    }),
  );
  return `import createClient from 'openapi-fetch';
import type { paths } from './api.js';
type Call = () => Promise<{ readonly response: Response; readonly error?: unknown }>;
export function callsOf(fetch: (request: Request) => Promise<Response>): readonly [string, Call][] {
  const client = createClient<paths>({ baseUrl: 'http://localhost', fetch });
  const calls: [string, Call][] = [];
  ${calls.join('\n  ')}
  return calls;
}
`;
}

async function check(contract, version) {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  try {
    symlinkSync(join(here, 'peers/node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const to = ['--to', 'openapi', '--openapi', version, '-o', 'openapi.json', '--quiet'];
    run(folder, join(root, 'bin/asmx-gen.js'), 'convert', contract, ...to);
    const toTypes = join(here, 'peers/node_modules/openapi-typescript/bin/cli.js');
    run(folder, toTypes, 'openapi.json', '-o', 'api.ts');
    const targets = ['--targets', 'client,server,gateway,schemas', '--emit', 'js', '--quiet'];
    run(folder, join(root, 'bin/asmx-gen.js'), 'generate', contract, '-o', 'generated', ...targets);
    const code = await import(pathToFileURL(join(folder, 'generated/index.js')).href);
    const document = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8'));
    writeFileSync(join(folder, 'calls.ts'), programOf(document, code));
    const settings = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--skipLibCheck'];
    run(folder, join(here, 'peers/node_modules/typescript/bin/tsc'), ...settings, 'calls.ts');
    const { callsOf } = await import(pathToFileURL(join(folder, 'calls.js')).href);
    const name = document.info.title;
    const server = code[`create${name}Server`](handlersOf(code));
    const calls = callsOf(code[`create${name}Gateway`](server).fetch);
    for (const [operation, call] of calls) {
      const { response, error } = await call();
      equal(response.ok, true, `${operation}: ${response.status} ${JSON.stringify(error)}`);
    }
    console.log(`OpenAPI ${version}: ${calls.length} operations called`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (findPeers(join(here, 'peers/')) === undefined) process.exit(0);
const contract = resolve(process.argv[2] ?? join(root, 'specs/student-information.yaml'));
for (const version of ['3.1', '3.0']) await check(contract, version);
