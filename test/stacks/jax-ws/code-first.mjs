// Services of JAX-WS that were written in Java, and what is generated from their WSDL: the Java
// client calls the generated server, and the generated client calls the service in Java.
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { judgeLines, tally } from '../checks.mjs';
import { generateModule, serve } from '../generated.mjs';
import { freePort, run, start } from '../programs.mjs';

const asmxGen = fileURLToPath(new URL('../../../bin/asmx-gen.js', import.meta.url));
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
async function callOurs(kind, code, program) {
  const create = code[`create${kind}ServiceServer`];
  const errors = [];
  const onError = (error) => errors.push(`${kind} onError: ${error}`);
  const { base, stop } = await serve(create(handlersOf(code, kind), { onError }).listener);
  try {
    const address = `${base}/${kind}`;
    const { command, args } = program('CodeFirst', 'call', `${address}?wsdl`, kind, address);
    const { counts, failures } = judgeLines(await run(command, args), 8);
    return { counts, failures: [...failures.map((line) => `${kind} ${line}`), ...errors] };
  } finally {
    stop();
  }
}

/** The generated client against the service in Java. */
async function callTheirs(kind, code, base, check) {
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
  for (const [what, call, expected] of calls)
    check(
      'code first, its service',
      `${kind} ${what}`,
      await call().catch((error) => `${error.code}: ${error.message}`),
      expected,
    );
}

/**
 * Both ways, for each kind.
 * @param program gives that of a class with arguments
 */
export async function codeFirst(work, program) {
  const folder = mkdtempSync(join(work, 'code-first-'));
  const base = `http://127.0.0.1:${await freePort()}`;
  const { stop } = await start(program('CodeFirst', 'serve', base));
  const { rows, check } = tally();
  const client = { counts: [0, 0], failures: [] };
  try {
    for (const kind of kinds) {
      const given = ['init', `${base}/${kind}?wsdl`, '--no-config', '--name', kind, '--quiet'];
      execFileSync(process.execPath, [asmxGen, ...given], { cwd: folder, stdio: 'inherit' });
      const wsdl = pathToFileURL(join(folder, 'specs', `${kind}.wsdl`));
      const code = await generateModule(work, wsdl.href);
      const { counts, failures } = await callOurs(kind, code, program);
      for (const index of [0, 1]) client.counts[index] += counts[index];
      client.failures.push(...failures);
      await callTheirs(kind, code, base, check);
    }
  } finally {
    stop();
  }
  return { 'code first': client, ...rows };
}
