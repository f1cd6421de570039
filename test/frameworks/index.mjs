// `npm run frameworks`: generated servers mounted in Express 4 and 5, Connect, Fastify, NestJS, Hono
// and Next.js, installed in peers/ when first needed. The programs of docs/how-to/express-and-fastify.md are
// compiled against the frameworks' own types and run. Build first (`npm run build`).
import { deepEqual, equal, match } from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findPeers } from '../bench/peers.mjs';
import { checkApplication } from './next-application.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = resolve(here, '../..');
const page = readFileSync(join(root, 'docs/how-to/express-and-fastify.md'), 'utf8');

/** The programs of the page by file. */
const programs = new Map(
  [...page.matchAll(/(?:file: (\S+)\.ts -->|needs (\w+);.*-->)\n```ts\n([\s\S]*?)^```$/gm)].map(
    ([, file, framework, text]) => [
      file ?? `${text.includes("'./guarded.ts'") ? 'guarded-' : ''}${framework.toLowerCase()}`,
      text,
    ],
  ),
);

/** What Next.js demands of the type of a route handler. */
const nextTypes = `import type { NextRequest } from 'next/server.js';
import * as route from './next.js';

type Handler = (request: NextRequest) => Promise<Response>;
export const checked: Readonly<Record<'GET' | 'HEAD' | 'POST', Handler>> = route;
`;

/** Generates the services of the page. */
function generate(...args) {
  const only = ['--only', 'AuthCodeSending.*', '--only', 'GetNoteType.*'];
  const all = [join(root, 'bin/asmx-gen.js'), 'generate', ...args, ...only, '--quiet'];
  // elsewhere, so that no configuration says which ending imports have
  execFileSync(process.execPath, all, { cwd: tmpdir(), stdio: 'inherit' });
}

/** A project with the page's programs, compiled. */
function prepare(port) {
  const folder = mkdtempSync(join(tmpdir(), 'frameworks-'));
  const node = (script, ...args) =>
    execFileSync(process.execPath, [join(root, script), ...args], {
      cwd: folder,
      stdio: 'inherit',
    });
  symlinkSync(join(here, 'peers/node_modules'), join(folder, 'node_modules'));
  cpSync(join(root, 'specs/student-information.yaml'), join(folder, 'school.yaml'));
  generate(join(folder, 'school.yaml'), '-o', join(folder, 'generated/school'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const [name, text] of programs) {
    // The handler of Next.js is three folders deep.
    const beside = text.replace("'../../../school'", "'./school.ts'");
    writeFileSync(join(folder, `${name}.ts`), beside.replaceAll('8080', port));
  }
  writeFileSync(join(folder, 'next-types.ts'), nextTypes);
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    target: 'es2023',
    module: 'nodenext',
    rewriteRelativeImportExtensions: true,
    types: ['node'],
    skipLibCheck: true,
    outDir: 'js',
    rootDir: '.',
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  node('node_modules/typescript/bin/tsc', '-p', folder);
  mkdirSync(join(folder, 'js'), { recursive: true });
  return folder;
}

async function freePort() {
  const socket = createSocket();
  await new Promise((ready) => socket.listen(0, '127.0.0.1', ready));
  const { port } = socket.address();
  socket.close();
  return String(port);
}

const envelope = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>
<AuthCode xmlns="http://tempuri.org/"><code>1</code><phone>2</phone></AuthCode></e:Body></e:Envelope>`;
const soap = {
  method: 'POST',
  headers: {
    'Content-Type': 'text/xml; charset=utf-8',
    SOAPAction: '"http://tempuri.org/AuthCode"',
  },
  body: envelope,
};
const form = (body) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body,
});
const service = '/AuthCodeSending.asmx';

/** What a mounted server must answer, and what it must leave to the application. */
async function checkAnswers(base) {
  const ask = async (path, init) => {
    const answer = await fetch(base + path, init);
    return { status: answer.status, text: await answer.text() };
  };
  match((await ask(service, soap)).text, /<AuthCodeResponse /);
  deepEqual(await ask(`${service}/AuthCode?code=1&phone=2`), { status: 200, text: '' });
  deepEqual(await ask(`${service}/AuthCode`, form('code=1&phone=2')), { status: 200, text: '' });
  deepEqual(await ask(`${service}/AuthCode`, form('code=1')), {
    status: 500,
    text: 'Missing parameter: phone.\r\n',
  });
  match((await ask(`${service}?WSDL`)).text, new RegExp(`location="${base}${service}"`));
  match((await ask(service)).text, /AuthCode/);
  deepEqual(await ask('/'), { status: 200, text: 'the application' });
  equal((await ask('/nothing')).status, 404);
}

/** A route handler of Next.js, asked with the requests that Next.js makes. */
async function checkRoute(route, NextRequest) {
  const ask = async (path, init = {}) => {
    const request = new NextRequest(`http://localhost:3000${path}`, init);
    const answer = await route[request.method](request);
    return { status: answer.status, text: await answer.text() };
  };
  match((await ask(service, soap)).text, /<AuthCodeResponse /);
  deepEqual(await ask(`${service}/AuthCode?code=1&phone=2`), { status: 200, text: '' });
  deepEqual(await ask(`${service}/AuthCode`, form('code=1&phone=2')), { status: 200, text: '' });
  match((await ask(`${service}?WSDL`)).text, /location="http:\/\/localhost:3000\/Auth/);
  deepEqual(await ask(service, { method: 'HEAD' }), { status: 200, text: '' });
  equal((await ask('/nothing')).status, 404);
  console.log('as on the page: next, with its requests');
}

/** A guarded server, asked with and without a key, in every spelling that a guard may overlook. */
async function checkGuard(base) {
  const key = { 'X-Api-Key': 'secret' };
  const ask = async (path, headers) => {
    const answer = await fetch(base + path, { headers });
    return { status: answer.status, text: await answer.text() };
  };
  const call = `${service}/AuthCode?code=1&phone=2`;
  deepEqual(await ask(call, key), { status: 200, text: '' });
  deepEqual(await ask(call, {}), { status: 500, text: 'Log in first.\r\n' });
  equal((await ask(service, key)).status, 200);
  const { headers } = soap;
  const faulted = await fetch(base + service, soap);
  match(await faulted.text(), /<faultcode>soap:Client<\/faultcode><faultstring>Log in first\.</);
  const answered = await fetch(base + service, { ...soap, headers: { ...headers, ...key } });
  match(await answered.text(), /<AuthCodeResponse /);
  for (const path of [`/${call}`, call.replace('/A', '/%41'), call.replace('x/A', 'x%2fA')]) {
    equal((await ask(path, key)).status, 404, path);
  }
}

/** Runs one of the page's programs and asks it. */
async function runProgram(name, { folder, port, check }) {
  const child = spawn(process.execPath, [join(folder, 'js', `${name}.js`)], { stdio: 'inherit' });
  try {
    const base = `http://127.0.0.1:${port}`;
    for (let attempt = 0; ; attempt++) {
      if (child.exitCode !== null || attempt === 400) throw new Error(`${name} does not listen`);
      if (await fetch(base).catch(() => undefined)) break;
      await new Promise((next) => setTimeout(next, 25));
    }
    await check(base);
  } finally {
    child.kill();
    await new Promise((ended) => child.once('close', ended));
  }
  console.log(`as on the page: ${name}`);
}

/** Serves a listener while it is asked. */
async function serving(name, listener, check) {
  const server = createServer(listener);
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  try {
    await check(`http://127.0.0.1:${server.address().port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
  console.log(name);
}

const application = (_request, response) => response.end('the application');

/** Express of one version: plain, after parsers, and below a path. */
async function checkExpress(name, express, { listener }) {
  const plain = express();
  plain.use(listener);
  plain.get('/', application);
  await serving(name, plain, checkAnswers);

  const parsed = express();
  parsed.use(express.text({ type: 'text/xml' }), express.urlencoded({ extended: true }), listener);
  parsed.get('/', application);
  await serving(`${name}, after its parsers`, parsed, checkAnswers);

  const router = express.Router();
  router.use(listener);
  router.get('/', application);
  const nested = express();
  nested.use('/legacy', router);
  await serving(`${name}, a router below a path`, nested, (base) => checkAnswers(`${base}/legacy`));

  const alone = express();
  alone.use('/legacy', (request, response) => listener(request, response));
  await serving(`${name}, without next below a path`, alone, async (base) => {
    match(await (await fetch(`${base}/legacy`)).text(), /Web Services/);
  });
}

async function checkConnect(connect, { listener }) {
  const app = connect();
  app.use(listener);
  app.use('/', (request, response, next) =>
    request.url === '/' ? application(request, response) : next(),
  );
  await serving('Connect', app, checkAnswers);
}

async function checkMiddie(fastify, middie, { listener }) {
  const app = fastify();
  await app.register(middie);
  app.use(listener);
  app.get('/', async () => 'the application');
  await app.listen({ port: 0, host: '127.0.0.1' });
  await checkAnswers(`http://127.0.0.1:${app.server.address().port}`);
  await app.close();
  console.log('Fastify with @fastify/middie');
}

const peers = findPeers(join(here, 'peers/'));
if (peers === undefined) process.exit(0);
const port = await freePort();
const folder = prepare(port);
try {
  const load = async (name) => (await import(pathToFileURL(peers(name)).href)).default;
  const { school } = await import(pathToFileURL(join(folder, 'js/school.js')).href);
  await checkExpress('Express 4', await load('express-4'), school);
  await checkExpress('Express 5', await load('express'), school);
  await checkConnect(await load('connect'), school);
  await checkMiddie(await load('fastify'), await load('@fastify/middie'), school);
  for (const name of ['express', 'fastify']) {
    await runProgram(name, { folder, port, check: checkAnswers });
    await runProgram(`guarded-${name}`, { folder, port, check: checkGuard });
  }
  for (const name of ['nestjs', 'hono']) {
    await runProgram(name, { folder, port, check: checkAnswers });
  }
  const route = await import(pathToFileURL(join(folder, 'js/next.js')).href);
  await checkRoute(route, (await load('next/server.js')).NextRequest);
  await checkApplication(join(here, 'peers'), {
    ...{ school: programs.get('school'), handler: programs.get('next') },
    generate: (output, ...options) =>
      generate(join(root, 'specs/student-information.yaml'), '-o', output, ...options),
    ...{ service, soap, form, port },
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
