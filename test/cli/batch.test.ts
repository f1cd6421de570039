import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createDiagnosticBag } from '../../src/diagnostics/diagnostic.ts';
import type { EvaluatedContract } from '../../src/evaluate.ts';
import { linkContract } from '../../src/model/link.ts';
import { readContract } from '../../src/read/contract.ts';
import { SoapFault } from '../../src/runtime/index.ts';
import { runCli } from './in-process.ts';
import { createFolder, finished, type RunResult, startCli, type TestFolder } from './run-cli.ts';

// after what stands for the streams
const { contractCode } = await import('../../src/cli/contract/code.ts');
const { installInterrupt } = await import('../../src/cli/terminal/exit.ts');
const { createConsole } = await import('../../src/cli/terminal/console.ts');

jest.setTimeout(60_000);

const contract = `asmx: 1
name: Orders
namespace: urn:orders
services:
  Orders:
    operations:
      GetOrder: { parameters: { id: int }, returns: Order }
      Ping: {}
      Export: { returns: { written: text } }
types:
  Order: { fields: { id: long, text: string } }
`;

let code: EvaluatedContract;
beforeAll(async () => {
  const bag = createDiagnosticBag();
  const bytes = new TextEncoder().encode(contract);
  const read = readContract('orders.yaml', { readFile: () => bytes }, bag);
  const model = read && linkContract(read, bag);
  if (model === undefined) throw new Error(JSON.stringify(bag.diagnostics));
  const console = createConsole({ color: false, quiet: true, reporter: 'text' });
  const made = await contractCode(model, console, { targets: ['server'], only: [] });
  if (made === undefined) throw new Error('not generated');
  code = made;
});

const folder: TestFolder = createFolder({ 'orders.yaml': contract });
afterAll(() => folder.remove());

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

type GetOrder = (input: { readonly id: number }) => unknown;

/** A service that notes the orders that it was asked for. */
async function serve(
  getOrder: GetOrder = ({ id }) => ({ id: BigInt(id), text: `order "${id}"\n` }),
): Promise<{ readonly url: string; readonly asked: number[] }> {
  const asked: number[] = [];
  const server = code.createServer(
    {
      getOrder: (input: never) => {
        asked.push((input as { readonly id: number }).id);
        return getOrder(input);
      },
      ping: () => undefined,
      export: () => 'a text',
    },
    {},
  );
  const http = createServer(server.listener as never);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  open.push(() => {
    http.close();
    http.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, asked };
}

const lines = (...values: unknown[]): string =>
  values.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join('');

function batch(url: string, ...args: string[]): Promise<RunResult> {
  const all = ['call', 'orders.yaml', ...args, '--batch', 'in.jsonl', '--url', url];
  return runCli(all, { cwd: folder.path });
}

const answers = (name = 'out.jsonl'): unknown[] =>
  folder
    .read(name)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

const operation = 'Orders.GetOrder';

describe('call --batch', () => {
  afterEach(() => {
    for (const name of ['in.jsonl', 'out.jsonl']) rmSync(join(folder.path, name), { force: true });
  });

  test('adds results and faults, prints what failed, and goes on with that', async () => {
    const { url, asked } = await serve(({ id }) => {
      if (id === 3) throw new SoapFault({ code: 'Client', message: 'There is\nno order 3.' });
      return { id: BigInt(id), text: 'a "b"\n' };
    });
    folder.write(
      'in.jsonl',
      lines({ id: 1 }, '', '{"id": 2', { id: 3 }, { id: 'x' }, { id: 'A-6', input: { id: 6 } }),
    );
    const first = await batch(url, 'GetOrder', '--out', 'out.jsonl');
    expect(first.code).toBe(1);
    expect(first.stdout).toBe('');
    expect(first.stderr.split('\n')).toEqual([
      expect.stringMatching(/^line 3: this is no JSON: .+$/),
      'line 4: fault Client: There is no order 3.',
      expect.stringMatching(/^line 5: .*id.*$/),
      '3 calls answered, 1 fault, 2 without an answer',
      'The same command goes on: what is in out.jsonl is not called again.',
      '',
    ]);
    expect(answers()).toEqual([
      { line: 1, operation, result: { id: 1, text: 'a "b"\n' } },
      { line: 4, operation, fault: { code: 'Client', message: 'There is\nno order 3.' } },
      { line: 6, id: 'A-6', operation, result: { id: 6, text: 'a "b"\n' } },
    ]);
    folder.write(
      'in.jsonl',
      lines({ id: 1 }, '', { id: 2 }, { id: 3 }, { id: 5 }, { id: 6 }, { id: 7 }),
    );
    const second = await batch(url, 'GetOrder', '--out', 'out.jsonl');
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toBe(
      '3 lines answered before in out.jsonl\n3 calls answered, 3 before, 1 fault\n',
    );
    expect(asked).toEqual([1, 3, 6, 2, 5, 7]);
    expect(answers().map((one) => (one as { readonly line: number }).line)).toEqual([
      1, 4, 6, 3, 5, 7,
    ]);
  });

  test('writes to stdout without a file, and ends with 0 if each call has a result', async () => {
    const { url } = await serve();
    folder.write('in.jsonl', lines({ id: 1 }, { id: 2 }));
    const { code: exit, stdout, stderr } = await batch(url, 'GetOrder');
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '2 calls answered\n' });
    expect(stdout).toBe(
      `{"line": 1,"operation": "${operation}","result": {"id": 1,"text": "order \\"1\\"\\n"}}\n` +
        `{"line": 2,"operation": "${operation}","result": {"id": 2,"text": "order \\"2\\"\\n"}}\n`,
    );
  });

  test('lines end at line feeds alone', async () => {
    const separators = 'a\u2028b\u2029c\u0085d\re';
    const { url, asked } = await serve(({ id }) => ({ id: BigInt(id), text: separators }));
    // longer than what is read at a time, and with characters of three bytes across its edge
    const long = JSON.stringify({ id: separators.repeat(20_000), input: { id: 2 } });
    folder.write('in.jsonl', `{"id": 1}\r\n${long}\n\n{"id": 4}`);
    const first = await batch(url, 'GetOrder', '--out', 'out.jsonl');
    expect(first).toMatchObject({ code: 0, stderr: '3 calls answered\n' });
    expect(answers()).toEqual([
      { line: 1, operation, result: { id: 1, text: separators } },
      { line: 2, id: separators.repeat(20_000), operation, result: { id: 2, text: separators } },
      { line: 4, operation, result: { id: 4, text: separators } },
    ]);
    const second = await batch(url, 'GetOrder', '--out', 'out.jsonl');
    expect(second).toMatchObject({ code: 0 });
    expect(asked).toEqual([1, 2, 4]);
  });

  test('Ctrl-C ends a batch that waits for a line of stdin', async () => {
    const { url } = await serve();
    const args = ['call', 'orders.yaml', 'GetOrder', '--batch', '-', '--url', url];
    const child = startCli(args, { cwd: folder.path });
    open.push(() => child.kill('SIGKILL'));
    const result = finished(child);
    child.stdout?.once('data', () => child.kill('SIGINT'));
    child.stdin?.write('{"id": 1}\n');
    expect(await result).toMatchObject({
      code: 130,
      stderr: 'waiting for the calls that run; Ctrl-C again ends at once\n1 call answered\n',
    });
  });

  test('has the operation of each line', async () => {
    const { url } = await serve();
    folder.write(
      'in.jsonl',
      lines(
        { operation: 'Orders.GetOrder', input: { id: 1 } },
        { operation: 'Ping', input: {} },
        { operation: 'Export', input: {} },
        { operation: 'Pong', input: {} },
        { id: 4 },
      ),
    );
    const { stderr } = await batch(url, '--out', 'out.jsonl');
    expect(stderr).toContain("line 4: the contract has no operation 'Pong'. Did you mean 'Ping'?");
    expect(stderr).toContain('line 5: this line names no operation. Name the operation there');
    expect(answers()).toEqual([
      { line: 1, operation: 'Orders.GetOrder', result: { id: 1, text: 'order "1"\n' } },
      { line: 2, operation: 'Ping', result: null },
      { line: 3, operation: 'Export', result: 'a text' },
    ]);
    folder.write('in.jsonl', lines({ operation: 'Ping', input: {} }));
    const other = await batch(url, 'GetOrder');
    expect(other.stderr).toContain('line 1: this is a call of Ping, and the batch is of GetOrder');
  });

  test('runs as many calls at a time as it is told', async () => {
    let running = 0;
    let most = 0;
    let release = (): void => {};
    const three = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { url } = await serve(async ({ id }) => {
      running += 1;
      most = Math.max(most, running);
      if (running === 3) release();
      await three;
      running -= 1;
      return { id: BigInt(id), text: '' };
    });
    folder.write('in.jsonl', lines(...Array.from({ length: 12 }, (_, id) => ({ id }))));
    expect(await batch(url, 'GetOrder', '--concurrency', '3')).toMatchObject({ code: 0 });
    expect(most).toBe(3);
  });

  test('lets running calls end after Ctrl-C, and goes on with the others', async () => {
    const before = process.listenerCount('SIGINT');
    installInterrupt();
    open.push(() => {
      for (const one of process.rawListeners('SIGINT').slice(before)) {
        process.off('SIGINT', one as () => void);
      }
    });
    const { url, asked } = await serve(({ id }) => {
      if (id === 2) process.emit('SIGINT');
      return { id: BigInt(id), text: '' };
    });
    folder.write('in.jsonl', lines({ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }));
    const first = await batch(url, 'GetOrder', '--out', 'out.jsonl');
    expect(first).toMatchObject({ code: 130 });
    expect(first.stderr).toBe(
      'waiting for the calls that run; Ctrl-C again ends at once\n' +
        '2 calls answered\n' +
        'The same command goes on: what is in out.jsonl is not called again.\n',
    );
    expect(asked).toEqual([1, 2]);
    expect(await batch(url, 'GetOrder', '--out', 'out.jsonl')).toMatchObject({ code: 0 });
    expect(asked).toEqual([1, 2, 3, 4]);
  });

  test('calls a line again whose answer a crash cut off', async () => {
    const { url, asked } = await serve();
    folder.write('in.jsonl', lines({ id: 1 }, { id: 2 }));
    folder.write('out.jsonl', '{"line": 1,"result": null}\n{"line": 2,"resu');
    const { code: exit, stderr } = await batch(url, 'GetOrder', '--out', 'out.jsonl');
    expect(stderr).toContain('out.jsonl: removed a last line that was not complete\n');
    expect({ exit, asked }).toEqual({ exit: 0, asked: [2] });
    expect(answers()).toMatchObject([{ line: 1 }, { line: 2, result: { id: 2 } }]);
  });

  test.each([
    ['{"a":1}\n', 'out.jsonl:1: this line is none of call --batch'],
    ['{"line": 1,"result": 5}\nprecious\n', 'out.jsonl:2: this line is none of call --batch'],
    ['precious', 'out.jsonl:1: this line is none of call --batch'],
    ['{"line": 0,"result": 5}\n', 'out.jsonl:1: this line is none of call --batch'],
    [
      '{"line": 1,"operation": "Orders.Ping","result": null}\n',
      'out.jsonl:1: this is an answer of Orders.Ping, and the batch is of Orders.GetOrder\n' +
        '  Name another file with --out',
    ],
  ])('writes nothing into the file %j', async (text, message) => {
    const { url, asked } = await serve();
    folder.write('in.jsonl', lines({ id: 1 }));
    folder.write('out.jsonl', text);
    const { code: exit, stderr } = await batch(url, 'GetOrder', '--out', 'out.jsonl');
    expect(stderr).toContain(message);
    expect({ exit, asked, text: folder.read('out.jsonl') }).toEqual({ exit: 2, asked: [], text });
  });

  test('says how far it is', async () => {
    const { url } = await serve();
    folder.write('in.jsonl', lines(...Array.from({ length: 1000 }, () => ({ id: 1 }))));
    const { stderr } = await batch(url, 'GetOrder', '--progress', '--concurrency', '20');
    expect(stderr).toMatch(/^1000 done, 0 failed, 0 running, [\d.]+\/s\n1000 calls answered\n$/);
  });

  const wrong: readonly [args: readonly string[], message: string, help: string][] = [
    [['GetOrder', '--out', 'in.jsonl'], '--out would write to the batch in.jsonl', 'another file'],
    [['GetOrder', 'id=1'], "and 'id=1' is another", 'Write them into the lines'],
    [['GetOrder', '--dry-run'], '--batch and --dry-run exclude each other', 'Leave one out'],
    [['GetOrder', '--soap-headers', '{}'], '--batch and --soap-headers exclude', 'Leave one out'],
    [['GetOrder', '--concurrency', '0'], "invalid value '0' for --concurrency", 'from 1 to 10,000'],
    [['GetOrder', '--concurrency', '10001'], "invalid value '10001'", 'from 1 to 10,000'],
    [['GetOrder', '--rate', 'fast'], "invalid value 'fast' for --rate", 'such as 5 or 0.5'],
    [['GetOrders'], "no operation 'GetOrders'", "Did you mean 'GetOrder'?"],
  ];
  test.each(wrong)('refuses %j', async (args, message, help) => {
    folder.write('in.jsonl', '{"id":1}\n');
    const { code: exit, stdout, stderr } = await batch('http://localhost:9', ...args);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).toContain(help);
    expect(folder.read('in.jsonl')).toBe('{"id":1}\n');
  });

  test('its options need it, and a call needs an operation', async () => {
    const cwd = folder.path;
    const rate = await runCli(['call', 'orders.yaml', 'Ping', '--rate', '5'], { cwd });
    expect(rate.stderr).toContain('--rate is for --batch');
    const none = await runCli(['call', 'orders.yaml'], { cwd });
    expect(none).toMatchObject({ code: 2 });
    expect(none.stderr).toContain("missing required argument 'operation'");
  });

  test('a file that is not there is told', async () => {
    const { url } = await serve();
    const { code: exit, stderr } = await batch(url, 'GetOrder');
    expect(exit).toBe(2);
    expect(stderr).toContain('in.jsonl does not exist');
  });
});
