// Services of JAX-WS that were written in Java, and what is generated from their WSDL: the Java
// client calls the generated server, and the generated client calls the service in Java.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { textOf } from '../dotnet/values.mjs';
import { generateModule, serve } from './generated.mjs';
import { jars } from './jaxws.mjs';

const program = fileURLToPath(new URL('../../bin/asmx-gen.js', import.meta.url));
const kinds = ['Plain', 'Bare', 'Rpc', 'Mtom', 'Addressed'];
const photo = new Uint8Array(3000).fill(200);
const items = {
  item: [
    {
      $type: 'item',
      id: 'i1',
      name: ' <a>\u00e9\u{1f600}\r\n',
      count: -5,
      price: 1e-7,
      kind: 'FILM',
      photo,
      tags: ['x', '', 'y'],
    },
    null,
    { $type: 'special', name: 's', count: null, price: -Infinity, reason: 'r' },
  ],
};

/** The members that a kind has around inputs and results. */
function formsOf(kind) {
  const isWrapped = !['Bare', 'Rpc'].includes(kind);
  /** The input of an operation, whose parameter has another name where it is wrapped. */
  const name = (operation, parameter) => (kind === 'Bare' ? operation : parameter);
  return {
    read: (input, operation, parameter) =>
      kind === 'Bare' && operation === 'echo' ? input : input[name(operation, parameter)],
    given: (operation, parameter, value) =>
      kind === 'Bare' && operation === 'echo' ? value : { [name(operation, parameter)]: value },
    result: (member, value) => (isWrapped ? { [member]: value } : value),
  };
}

/** Handlers as in `CodeFirst.Base`. */
function handlersOf(code, kind) {
  let pinged = '';
  const { read, result } = formsOf(kind);
  const hello = (name) => (name === '?' ? pinged : `Hello ${name}`);
  return {
    greet: (input) => result('greeting', hello(read(input, 'greet', 'name'))),
    echo: (input) => result('items', read(input, 'echo', 'items')),
    bytes: (input) => result('data', read(input, 'bytes', 'data')),
    fail: () => {
      const detail = { code: 7, reason: 'none left' };
      throw code.fault(code.Fail, 'ShopFault', detail, 'no item');
    },
    ping: (input) => {
      pinged = read(input, 'ping', 'text');
    },
  };
}

/** The Java client against the generated server. */
async function callOurs(kind, code, { run, path }) {
  const create = code[`create${kind}ServiceServer`];
  const failures = [];
  const onError = (error) => failures.push(`${kind} onError: ${error}`);
  const { base, stop } = await serve(create(handlersOf(code, kind), { onError }).listener);
  try {
    const address = `${base}/${kind}`;
    const given = ['-cp', path, 'CodeFirst', 'call', `${address}?wsdl`, kind, address];
    const { stdout, stderr } = await run('java', given);
    const lines = stdout.split('\n').filter((line) => line.includes('\t'));
    const wrong = lines.filter((line) => !line.endsWith('\tright'));
    if (lines.length < 8) failures.push(`${kind}: ${stderr.slice(-800)}`);
    failures.push(...wrong.map((line) => `${kind} ${line}`));
    return { counts: [lines.length - wrong.length, 8], failures };
  } finally {
    stop();
  }
}

/** The generated client against the service in Java. */
async function callTheirs(kind, code, base) {
  const client = code[`create${kind}ServiceClient`]({
    baseUrl: base,
    ...(kind === 'Mtom' ? { mtom: true } : {}),
  });
  const { given, result: shaped } = formsOf(kind);
  const calls = [
    ['text', () => client.greet(given('greet', 'name', 'Ann')), shaped('greeting', 'Hello Ann')],
    ['classes', () => client.echo(given('echo', 'items', items)), shaped('items', items)],
    ['bytes', () => client.bytes(given('bytes', 'data', photo)), shaped('data', photo)],
    [
      'a declared fault',
      () =>
        client.fail(given('fail', 'how', 'declared')).catch((error) => ({
          is: code.isFault(error, code.Fail, 'ShopFault'),
          message: error.message,
          detail: error.detail,
        })),
      { is: true, message: 'no item', detail: { code: 7, reason: 'none left' } },
    ],
    [
      'one-way',
      async () => {
        await client.ping(given('ping', 'text', 'p'));
        return client.greet(given('greet', 'name', '?'));
      },
      shaped('greeting', 'p'),
    ],
  ];
  const failures = [];
  for (const [what, call, expected] of calls) {
    const result = await call().catch((error) => `${error.code}: ${error.message}`);
    if (textOf(result) !== textOf(expected))
      failures.push(`${kind} ${what}: ${textOf(result)?.slice(0, 600)}`);
  }
  return { counts: [calls.length - failures.length, calls.length], failures };
}

/** @returns what each side says: counts by the names of rows, and failures */
export async function callCodeFirst({ run, work, programs, freePort }) {
  const folder = join(work, 'code-first');
  mkdirSync(folder);
  const path = `${folder}:${jars}`;
  const source = join(programs, 'CodeFirst.java');
  const flags = ['-nowarn', '-proc:none', '-cp', jars, '-d', folder];
  const compiled = await run('javac', [...flags, source]);
  if (compiled.code !== 0) throw new Error(`javac: ${compiled.stdout}${compiled.stderr}`);
  const base = `http://127.0.0.1:${await freePort()}`;
  const child = spawn('java', ['-cp', path, 'CodeFirst', 'serve', base], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const sums = {
    client: { counts: [0, 0], failures: [] },
    server: { counts: [0, 0], failures: [] },
  };
  const count = (side, { counts, failures }) => {
    for (const index of [0, 1]) sums[side].counts[index] += counts[index];
    sums[side].failures.push(...failures);
  };
  try {
    await new Promise((done) => child.stdout.once('data', done));
    for (const kind of kinds) {
      const given = ['init', `${base}/${kind}?wsdl`, '--no-config', '--name', kind, '--quiet'];
      execFileSync(process.execPath, [program, ...given], { cwd: folder, stdio: 'inherit' });
      const wsdl = pathToFileURL(join(folder, 'specs', `${kind}.wsdl`));
      const code = await generateModule(work, wsdl.href);
      count('client', await callOurs(kind, code, { run, path }));
      count('server', await callTheirs(kind, code, base));
    }
    return sums;
  } finally {
    child.stdin.end('\n');
    child.kill();
  }
}
