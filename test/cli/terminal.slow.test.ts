import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type LocalServer, startLocalServer } from './local-server.ts';
import { createFolder, packageRoot, type RunResult, runCli, type TestFolder } from './run-cli.ts';
import { startServing } from './serving.ts';

jest.setTimeout(60_000);

/** What moves the cursor of a terminal, colours its text or turns the direction of it. */
const evil = '\u009b31mEVIL\u001b[31mEVIL\u202e\u2066\u0085\u0007';
/** As much of it as XML may have. */
const evilXml = '&#x9b;31mEVIL&#x202e;&#x2066;&#x85;';

const shop = `asmx: 1
name: Shop
namespace: urn:shop
services:
  Orders:
    operations:
      Ping:
        documentation: "first${JSON.stringify(evil).slice(1, -1)}\\n::error::x"
        parameters: { text: string }
        returns: string
`;

let folder: TestFolder;
let server: LocalServer;
let answer: { status: number; type: string; body: string };
beforeAll(async () => {
  folder = createFolder({ 'shop.yaml': shop, [`${evil}.yaml`]: 'asmx: 1\n' });
  const fixture = join(packageRoot, 'test/fixtures/terminal/paint.wsdl');
  copyFileSync(fixture, join(folder.path, 'paint.wsdl'));
  folder.write(
    'handlers.mjs',
    `export default { ping() { throw new Error(${JSON.stringify(evil)}); } };\n`,
  );
  server = await startLocalServer((request, response) => {
    request.resume();
    response.writeHead(answer.status, { 'Content-Type': answer.type });
    response.end(answer.body);
  });
});
afterAll(() => {
  server.close();
  folder.remove();
});

/** Runs the program with both streams as terminals. */
function runInTerminal(args: readonly string[]): Promise<RunResult> {
  const terminal = 'process.stdout.isTTY=true;process.stderr.isTTY=true';
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${terminal}`, TERM: 'xterm' };
  return runCli(args, { cwd: folder.path, env });
}

const esc = String.fromCharCode(27);
const own = new RegExp(`${esc}\\[(?:1|2|22|3[0-9])m(?!EVIL)|\\r${esc}\\[2K`, 'g');

/** What of an output a terminal would obey. */
function obeyed(text: string): readonly string[] {
  const rest = text.replace(own, '').replace(/[\n\t]/g, '');
  return rest.match(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu) ?? [];
}

const envelope = (content: string): string =>
  `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${content}</e:Body></e:Envelope>`;
const xml = 'text/xml; charset=utf-8';

describe('nothing but our own sequences reaches a terminal', () => {
  const commands: readonly (readonly string[])[] = [
    ['inspect', 'paint.wsdl'],
    ['inspect', 'paint.wsdl', 'Op'],
    ['inspect', 'paint.wsdl', '--types'],
    ['inspect', 'paint.wsdl', '--json'],
    ['inspect', 'shop.yaml', 'Ping'],
    ['check', 'paint.wsdl'],
    ['check', 'paint.wsdl', '--reporter', 'github'],
    ['convert', 'paint.wsdl', '--to', 'yaml'],
    ['convert', 'shop.yaml', '--to', 'wsdl'],
    ['call', 'paint.wsdl', 'Op', '--dry-run', `paint=${evil}`],
    ['call', 'paint.wsdl', 'Op', '--curl', `text=${evil}`],
    ['call', 'paint.wsdl', `Op${evil}`],
    ['call', 'shop.yaml', 'Ping', `a${evil}=1`],
    ['inspect', `gone${evil}.wsdl`],
    ['check', `${evil}.yaml`],
    [`inspect${evil}`],
    ['inspect', `--${evil}`],
    ['inspect', 'shop.yaml', '--reporter', evil],
    ['diff', 'shop.yaml', 'paint.wsdl'],
    ['generate', 'paint.wsdl', '--dry-run', '-o', `out${evil}`],
    ['verify', `out${evil}`],
    ['serve', 'shop.yaml', '--port', evil],
  ];
  const named = commands.map((args) => [args.join(' ').replaceAll(evil, '…'), args] as const);
  test.each(named)('%s', async (_name, args) => {
    const { stdout, stderr } = await runInTerminal(args);
    expect(stdout + stderr).not.toBe('');
    expect([obeyed(stdout), obeyed(stderr)]).toEqual([[], []]);
  });

  test.each<[string, number, string, string]>([
    [
      'a result',
      200,
      xml,
      envelope(`<OpResponse xmlns="urn:paint"><OpResult>${evilXml}</OpResult></OpResponse>`),
    ],
    [
      'a fault',
      500,
      xml,
      envelope(
        `<e:Fault><faultcode>e:a</faultcode><faultstring>${evilXml}</faultstring><detail><x>${evilXml}</x></detail></e:Fault>`,
      ),
    ],
    ['a page', 404, 'text/html', `<h1>${evil}</h1>`],
    ['text', 400, 'text/plain', evil],
    ['no XML', 200, xml, envelope(`<${evil}/>`)],
    ['a wrong element', 200, xml, envelope('<x xmlns="urn:\u009b31mEVIL"/>')],
  ])('an answer with %s', async (_name, status, type, body) => {
    answer = { status, type, body };
    for (const more of [[], ['--raw']]) {
      const call = ['call', 'paint.wsdl', 'Op', 'text=a', '--url', server.origin, ...more];
      const { stdout, stderr } = await runInTerminal(call);
      expect(stdout + stderr).not.toBe('');
      expect([obeyed(stdout), obeyed(stderr)]).toEqual([[], []]);
    }
  });
});

test('data reach a pipe as they are', async () => {
  answer = {
    status: 200,
    type: xml,
    body: envelope(`<OpResponse xmlns="urn:paint"><OpResult>${evilXml}</OpResult></OpResponse>`),
  };
  const call = ['call', 'paint.wsdl', 'Op', 'text=a', '--url', server.origin];
  const { stdout } = await runCli(call, { cwd: folder.path });
  expect(JSON.parse(stdout)).toBe('\u009b31mEVIL\u202e\u2066\u0085');
  expect(stdout).toContain('\u009b31mEVIL');
});

test('colours are what a terminal expects', async () => {
  const { stdout } = await runInTerminal(['inspect', 'shop.yaml']);
  expect(stdout).toContain('\u001b[1mShop\u001b[22m');
});

test('in a workflow, nothing of a contract is a command', async () => {
  const { stdout } = await runCli(['inspect', 'shop.yaml', 'Ping', '--reporter', 'github'], {
    cwd: folder.path,
  });
  expect(stdout).toContain('error::x');
  expect(stdout).not.toMatch(/^\s*::/m);
  expect(obeyed(stdout)).toEqual([]);
});

test('the log of serve tells what a handler threw, and nothing that a terminal obeys', async () => {
  const args = ['shop.yaml', '--handlers', 'handlers.mjs'];
  const serving = await startServing(folder.path, ...args);
  const text = envelope('<Ping xmlns="urn:shop"><text>a</text></Ping>');
  await fetch(`${serving.url}/Orders.asmx`, {
    method: 'POST',
    headers: { 'Content-Type': xml, SOAPAction: '"urn:shop/Ping"' },
    body: text,
  });
  await serving.stop();
  expect(serving.text()).toContain('error \\u009b31mEVIL');
  expect(obeyed(serving.text())).toEqual([]);
});
