import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { runCli } from '../in-process.ts';
import { type LocalServer, startLocalServer } from '../local-server.ts';
import { createFolder, type RunResult, type TestFolder } from '../run-cli.ts';
import { type Answers, guarded, shopAnswer, shopWsdl, whatXsd } from './protected-server.ts';

jest.setTimeout(60_000);

let folder: TestFolder;
let server: LocalServer;
let origin: string;
let asked: IncomingMessage[];
let answers: Answers;

beforeEach(async () => {
  folder = createFolder({});
  asked = [];
  answers = new Map();
  server = await startLocalServer((request, response) => {
    asked.push(request);
    const answer = answers.get(request.url ?? '');
    if (answer === undefined) response.writeHead(404).end();
    else if (typeof answer === 'string') response.end(answer);
    else answer(request, response);
  });
  origin = server.origin;
});
afterEach(() => {
  server.close();
  folder.remove();
});

const env = { WSDL_USER: 'ada:s3cret', KEY: 's3cret', EMPTY: '', NOWHERE: 'no-such-file.pem' };
const run = (...args: string[]): Promise<RunResult> => runCli(args, { cwd: folder.path, env });
const basic = `Basic ${Buffer.from('ada:s3cret').toString('base64')}`;
const everything = (result: RunResult): string =>
  [result.stdout, result.stderr, ...folder.files().map((one) => folder.read(one))].join('\n');

/** The contract and its schema, for those who sign in. */
function protect(name: string, value: string): void {
  answers.set('/Shop.asmx?WSDL', guarded(name, value, shopWsdl('a.xsd', `${origin}/Shop.asmx`)));
  answers.set('/a.xsd', guarded(name, value, whatXsd));
  answers.set('/Shop.asmx', guarded(name, value, shopAnswer));
}

describe('a contract for those who sign in', () => {
  test.each([
    ['authorization', basic, ['--user', 'ada:s3cret']],
    ['authorization', basic, ['--user', 'env:WSDL_USER']],
    ['x-key', 's3cret', ['--header', 'X-Key: s3cret']],
    ['x-key', 's3cret', ['--header', 'X-Key: env:KEY']],
  ])('init with %s %s by %j writes it nowhere, and --update takes it, too', async (...row) => {
    const [name, value, options] = row;
    protect(name, value);
    const first = await run('init', `${origin}/Shop.asmx`, ...options);
    expect(first).toMatchObject({ code: 0 });
    expect(asked.map((one) => one.headers[name])).toEqual([value, value]);
    const again = await run('init', '--update', ...options);
    expect(again).toMatchObject({ code: 0, stderr: '2 documents downloaded: nothing changed\n' });
    for (const result of [first, again]) expect(everything(result)).not.toMatch(/s3cret|YWRh/);
  });

  test.each([['check'], ['inspect'], ['generate', '--dry-run'], ['convert', '--to', 'yaml']])(
    '%s takes the options',
    async (command, ...more) => {
      protect('authorization', basic);
      const url = `${origin}/Shop.asmx`;
      const result = await run(command, url, ...more, '--user', 'env:WSDL_USER');
      expect(result).toMatchObject({ code: 0 });
      expect(everything(result)).not.toMatch(/s3cret|YWRh/);
    },
  );

  test('diff takes them for the server of each contract', async () => {
    protect('authorization', basic);
    const url = `${origin}/Shop.asmx`;
    expect(await run('diff', url, url, '--user', 'env:WSDL_USER')).toMatchObject({ code: 0 });
  });

  test('a refusal says what the server asks for, and names the options', async () => {
    protect('authorization', basic);
    const { code, stderr } = await run('init', `${origin}/Shop.asmx`);
    expect(code).toBe(2);
    expect(stderr).toContain('status 401 (WWW-Authenticate: Negotiate, NTLM, Basic realm="shop")');
    for (const one of ['--user NAME:PASSWORD', '--ntlm', '--header', '--cert', '--pfx', 'env:']) {
      expect(stderr).toContain(one);
    }
  });

  test.each([
    ['Digest realm="Basic, a", nonce="x", qop="auth"', 'Digest', '--digest --user NAME'],
    ['Negotiate', 'Negotiate', '--negotiate --user :'],
  ])('a server that asks for nothing we have: %s', async (challenge, scheme, flags) => {
    answers.set('/Shop.asmx?WSDL', (_request, response) => {
      response.writeHead(401, { 'WWW-Authenticate': challenge }).end();
    });
    const { code, stderr } = await run('init', `${origin}/Shop.asmx`, '--user', 'eve:guess');
    expect(code).toBe(2);
    expect(stderr).toContain(
      `The server asks for ${scheme}, which is not supported. ` +
        `Download it with another program: curl ${flags} -o FILE URL`,
    );
    expect(stderr).not.toContain('Sign in with');
  });

  test('a refusal of what was given says so', async () => {
    protect('authorization', basic);
    answers.set('/Shop.asmx?WSDL', (_request, response) => response.writeHead(403).end());
    const { code, stderr } = await run('check', `${origin}/Shop.asmx`, '--user', 'eve:guess');
    expect(code).toBe(2);
    expect(stderr).toContain('status 403');
    expect(stderr).toContain('The server refuses what you gave');
    expect(stderr).not.toContain('guess');
  });

  test('an import on another host gets nothing, nor does the target of a redirect', async () => {
    const other = origin.replace('127.0.0.1', 'localhost');
    answers.set('/Shop.asmx?WSDL', guarded('authorization', basic, shopWsdl('/moved.xsd', origin)));
    answers.set('/moved.xsd', (_request, response) => {
      response.writeHead(302, { Location: `${other}/what.xsd` }).end();
    });
    answers.set('/what.xsd', whatXsd);
    const allowed = ['--allow-host', new URL(other).host];
    const options = ['--user', 'env:WSDL_USER', '--header', 'X-Key: env:KEY'];
    const { code } = await run('check', `${origin}/Shop.asmx`, ...allowed, ...options);
    expect(code).toBe(0);
    const seen = asked.map(({ headers }) => [
      headers.host,
      headers.authorization,
      headers['x-key'],
    ]);
    expect(seen).toEqual([
      [server.host, basic, 's3cret'],
      [server.host, basic, 's3cret'],
      [new URL(other).host, undefined, undefined],
    ]);
  });

  test('of a contract in a file, the one host that is allowed gets them', async () => {
    protect('authorization', basic);
    folder.write('shop.wsdl', shopWsdl(`${origin}/a.xsd`, origin));
    const options = ['--allow-host', server.host, '--user', 'env:WSDL_USER'];
    expect(await run('check', 'shop.wsdl', ...options)).toMatchObject({ code: 0 });
    const two = await run('check', 'shop.wsdl', ...options, '--allow-host', 'localhost:1');
    expect(two.code).not.toBe(0);
    expect(two.stderr).toContain('What you gave was not sent');
  });
});

describe('call', () => {
  const call = (...more: string[]): Promise<RunResult> =>
    run('call', `${origin}/Shop.asmx`, 'Ask', 'what=tea', ...more);

  test('signs in at the service, and for the contract at the same server', async () => {
    protect('authorization', basic);
    const url = ['--url', origin];
    expect(await call('--user', 'env:WSDL_USER', ...url)).toMatchObject({ code: 0 });
    expect(await call('--user', 'env:WSDL_USER')).toMatchObject({ code: 0 });
    expect(asked.at(-1)?.headers.authorization).toBe(basic);
  });

  test('does not sign in at another server that has the contract', async () => {
    const other = origin.replace('127.0.0.1', 'localhost');
    answers.set('/Shop.asmx?WSDL', shopWsdl('a.xsd', `${other}/Shop.asmx`));
    answers.set('/a.xsd', whatXsd);
    answers.set('/Shop.asmx', shopAnswer);
    for (const more of [[], ['--url', other]]) {
      asked = [];
      const header = ['--header', 'X-Key: env:KEY'];
      expect(await call(...header, ...more)).toMatchObject({ code: 0 });
      expect(asked.map((one) => one.headers['x-key'])).toEqual([undefined, undefined, 's3cret']);
    }
  });

  test('does not sign in at a service other than that of a contract that is protected', async () => {
    protect('authorization', basic);
    const other = origin.replace('127.0.0.1', 'localhost');
    answers.set('/a.xsd', whatXsd);
    answers.set(
      '/Shop.asmx?WSDL',
      guarded('authorization', basic, shopWsdl('a.xsd', `${other}/Shop.asmx`)),
    );
    const { code, stderr } = await call('--user', 'env:WSDL_USER');
    expect(code).toBe(2);
    expect(stderr).toContain(`the service is at ${other}`);
    expect(asked.at(-1)?.url).not.toBe('/Shop.asmx');
  });

  test('a refusal names the options, and says what is not supported', async () => {
    answers.set('/Shop.asmx?WSDL', shopWsdl('a.xsd', `${origin}/Shop.asmx`));
    answers.set('/a.xsd', whatXsd);
    const refuse = (challenge: string): void => {
      answers.set('/Shop.asmx', (_request, response) => {
        response.writeHead(401, { 'WWW-Authenticate': challenge }).end('no');
      });
    };
    refuse('Basic realm="shop"');
    expect((await call()).stderr).toMatch(/\n {2}Sign in with --user NAME:PASSWORD/);
    expect((await call('--user', 'eve:guess')).stderr).toMatch(
      /\n {2}The server refuses what you gave\. Sign in with/,
    );
    refuse('Digest realm="shop", nonce="x"');
    expect((await call()).stderr).toContain(
      '  The server asks for Digest, which is not supported. ' +
        '--curl prints the request for curl; add --digest --user NAME to it.\n',
    );
  });

  test.each([['--dry-run'], ['--curl']])('%s prints no secret', async (option) => {
    protect('authorization', basic);
    const secrets = ['--user', 'env:WSDL_USER', '--header', 'X-Key: env:KEY', '--header', 'X-A: b'];
    const { code, stdout } = await call(...secrets, option);
    expect(code).toBe(0);
    expect(stdout).toContain('Authorization: Basic ***');
    expect(stdout).toContain('X-Key: env:KEY');
    expect(stdout).toContain('X-A: b');
    expect(stdout).not.toMatch(/s3cret|YWRh/);
  });
});

describe('options that cannot be used end with 2, and nothing is asked', () => {
  test.each([
    [['--user', 'env:UNSET'], 'the environment variable UNSET, which --user names, is not set'],
    [['--user', 'env:EMPTY'], 'is empty'],
    [['--user', 'env:'], '--user names no environment variable'],
    [['--user', 's3cret'], '--user has no password'],
    [['--user', 'env:KEY'], 'the value of env:KEY for --user has no password'],
    [['--header', 'X-Key: env:UNSET'], 'UNSET, which --header names, is not set'],
    [['--header', 's3cret'], "invalid value '…' for --header"],
    [['--header', 'Authorization s3cret'], "invalid value '…' for --header"],
    [['--ntlm'], '--ntlm needs a user'],
    [['--key', 'a.pem'], '--key needs a certificate'],
    [['--passphrase', 'env:KEY'], '--passphrase needs a key'],
    [['--cert', 'a.pem', '--pfx', 'b.pfx'], 'exclude each other'],
    [['--cert', 'a.pem'], 'the file of --cert does not exist: a.pem'],
    [['--ca', 'env:NOWHERE'], 'the file of --ca does not exist: no-such-file.pem'],
    [['--pfx', 'bad.pem', '--passphrase', 's3cret'], '--pfx cannot be used'],
    [['--ca', 'bad.pem'], '--ca names no certificate in PEM'],
  ])('%j', async (options, said) => {
    folder.write('bad.pem', 'nonsense');
    protect('authorization', basic);
    for (const command of [['init'], ['check'], ['init', '--update']]) {
      const source = command.length > 1 ? [] : [`${origin}/Shop.asmx`];
      const { code, stdout, stderr } = await run(...command, ...source, ...options);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      if (command.length === 1) expect(stderr).toContain(said);
      expect(stderr).not.toContain('s3cret');
    }
    expect(asked).toEqual([]);
  });
});
