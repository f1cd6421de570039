import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { startLocalServer } from './local-server.ts';
import { createFolder, packageRoot, runCli, type TestFolder } from './run-cli.ts';
import { startServing } from './serving.ts';

jest.setTimeout(60_000);

const contract = `asmx: 1
name: Notes
namespace: urn:notes
services:
  NoteService:
    operations:
      AddNote: { parameters: { studentId: int, text: string }, returns: int }
      GetNotes: { parameters: { studentId: int }, returns: 'Note[]' }
      Export: { returns: { written: json } }
      Wait: {}
  Admin:
    operations:
      Ping: {}
types:
  Note: { fields: { id: long, text: string, kind: Kind, at: dateTime, raw: base64Binary? } }
  Kind: { values: [praise, reminder] }
`;

/** A contract with such parameters. */
const redacted = (parameters: string): string => `asmx: 1
name: Notes
namespace: urn:notes
services: { Notes: { operations: { Open: { parameters: { ${parameters}: string } } } } }
`;

const typed = `import { type Greeting, greet } from './greeting.js';

const greeting: Greeting = 'hello';

export default {
  noteService: {
    addNote: ({ text }: { readonly text: string }): number => greet(greeting, text).length,
    wait: () => new Promise<void>((resolve) => setTimeout(resolve, 400)),
    export() { throw new Error('not today'); },
  },
};
`;

let folder: TestFolder;
beforeAll(() => {
  folder = createFolder({
    'notes.yaml': contract,
    'handlers.ts': typed,
    'greeting.ts':
      "export type Greeting = 'hello' | 'bye';\nexport const greet = (a: Greeting, b: string): string => a + b;\n",
    'misspelt.mjs': 'export default { noteService: { addNot() {} } };\n',
    'no-function.mjs': 'export const handlers = { noteService: { addNote: 5 } };\n',
    'nothing.mjs': 'export const x = 1;\n',
    'broken.mjs': 'export default {\n',
  });
});
afterAll(() => folder.remove());

const serve = (...args: string[]) => startServing(folder.path, 'notes.yaml', ...args);

const call = (url: string, ...args: string[]) =>
  runCli(['call', 'notes.yaml', '--url', url, ...args], { cwd: folder.path });

describe('serve', () => {
  const club = `asmx: 1
name: Club
namespace: urn:club
services:
  Club:
    operations:
      Save: { parameters: { text: 'string?', flag: 'boolean?', at: 'dateTime?' }, returns: int }
`;

  test.each([
    [
      'Axis/1.4',
      '<text>&#xD83D;&#xDE00;</text>',
      /^The character reference 0xD83D is an invalid character\. Line \d, position \d+\.$/,
      'Save soap11 400',
      'Axis 1.4 clients write a character beyond U+FFFF as two references, which no XML parser takes: our client with lenient joins them.',
    ],
    [
      'node-soap/1.13.0',
      '<at></at>',
      /---> The string '' is not a valid AllXsd value\.$/,
      'Save soap11 500',
      'soap (npm) clients write a Date as an empty element: give a text, date.toISOString().',
    ],
    [
      'NuSOAP/0.9.5 (1.123)',
      '<flag></flag>',
      /---> The string '' is not a valid Boolean value\.$/,
      'Save soap11 500',
      'NuSOAP clients write false as "", which no reader takes: give the text "false".',
    ],
    [
      'other/1.0',
      '<flag></flag>',
      /---> The string '' is not a valid Boolean value\.$/,
      'Save soap11 500',
      undefined,
    ],
  ])(
    'names what is known of %s where it refuses a request',
    async (agent, content, why, answer, cause) => {
      writeFileSync(join(folder.path, 'club.yaml'), club);
      const server = await startServing(folder.path, 'club.yaml');
      try {
        await fetch(`${server.url}/Club.asmx`, {
          method: 'POST',
          headers: {
            'User-Agent': agent,
            'Content-Type': 'text/xml; charset=utf-8',
            SOAPAction: '"urn:club/Save"',
          },
          body: `<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><Save xmlns="urn:club">${content}</Save></Body></Envelope>`,
        });
      } finally {
        await server.stop();
      }
      const [error = '', ...told] = server.text().trim().split('\n').slice(0, -1);
      const line = told.pop();
      expect(error).toMatch(/^error /);
      expect(error.slice('error '.length)).toMatch(why);
      expect(told).toEqual(cause === undefined ? [] : [`  ${cause}`]);
      expect(line).toContain(` POST /Club.asmx ${answer} `);
    },
  );

  test('calls handlers with the property names that jaxb:property gives', async () => {
    const students = join(import.meta.dirname, 'cases/call/property-names/in/students.wsdl');
    const handlers = `export default {
  register: ({ studentId, Mark }) => \`\${studentId} \${Mark.grade}\`,
};
`;
    writeFileSync(join(folder.path, 'students.mjs'), handlers);
    const server = await startServing(folder.path, students, '--handlers', 'students.mjs');
    try {
      const values = ['Register', 'studentId=7', 'Mark.grade=A'];
      const answer = await runCli(['call', students, '--url', server.url, ...values]);
      expect(answer).toMatchObject({ code: 0, stderr: '' });
      expect(answer.stdout).toContain('7 A');
    } finally {
      await server.stop();
    }
  });

  test('answers calls over all bindings with the same valid samples, and logs each request', async () => {
    const server = await serve();
    try {
      const first = await call(server.url, 'GetNotes', 'studentId=7');
      expect(first).toMatchObject({ code: 0, stderr: '' });
      expect(JSON.parse(first.stdout)).toEqual([
        {
          id: expect.any(Number),
          text: 'text',
          kind: 'praise',
          at: '2024-01-15T08:30:00',
          raw: 'AQID',
        },
        {
          id: expect.any(Number),
          text: 'text 2',
          kind: 'reminder',
          at: '2024-01-16T08:30:00',
          raw: 'AQID',
        },
      ]);
      for (const binding of ['soap12', 'http-get', 'http-post']) {
        const again = await call(server.url, 'GetNotes', 'studentId=7', '--binding', binding);
        expect(again).toEqual(first);
      }
      const written = await call(server.url, 'Export');
      expect(written).toMatchObject({ code: 0, stdout: '{"sample":true}\n' });
      expect(await call(server.url, 'Ping')).toMatchObject({ code: 0, stdout: '' });
      const lines = server.text().trim().split('\n');
      expect(lines).toHaveLength(6);
      expect(lines[0]).toMatch(
        /^\d\d:\d\d:\d\d POST \/NoteService\.asmx GetNotes soap11 200 [\d.]+ ms$/,
      );
      expect(lines[2]).toMatch(
        / GET \/NoteService\.asmx\/GetNotes\?studentId=7 GetNotes httpGet 200 /,
      );
    } finally {
      expect(await server.stop()).toBe(0);
    }
  });

  test('serves several services, one of which has the name of the contract', async () => {
    folder.write('admin.yaml', contract.replace('name: Notes', 'name: Admin'));
    const server = await startServing(folder.path, 'admin.yaml');
    try {
      const given = ['call', 'admin.yaml', 'GetNotes', 'studentId=7', '--url', server.url];
      const { code, stdout } = await runCli(given, { cwd: folder.path });
      expect({ code, kind: JSON.parse(stdout)[0].kind }).toEqual({ code: 0, kind: 'praise' });
    } finally {
      await server.stop();
    }
  });

  test('shows the WSDL and the list of services', async () => {
    const server = await serve();
    try {
      const wsdl = await fetch(`${server.url}/NoteService.asmx?WSDL`);
      expect(wsdl.status).toBe(200);
      expect(await wsdl.text()).toContain(`location="${server.url}/NoteService.asmx"`);
      expect(await (await fetch(`${server.url}/`)).text()).toContain('NoteService');
      expect((await fetch(`${server.url}/none`)).status).toBe(404);
    } finally {
      await server.stop();
    }
  });

  describe('several contracts on one port', () => {
    const shop = `asmx: 1
name: Notes
namespace: urn:shop
services:
  Shop: { operations: { Buy: { parameters: { count: int }, returns: int }, Look: { returns: string } } }
`;
    const own = `export default {
  noteService: { addNote: () => 41 },
  shop: { buy: ({ count }) => count * 2 },
};
`;
    beforeAll(() => {
      writeFileSync(join(folder.path, 'shop.yaml'), shop);
      writeFileSync(join(folder.path, 'both.mjs'), own);
    });

    test('each is found at its paths, and / lists them all', async () => {
      const server = await serve('shop.yaml', '--fault', 'Buy=503', '--fault', 'Ping=Server');
      try {
        const { url } = server;
        const index = await (await fetch(`${url}/`)).text();
        expect(index).toContain('>Buy</a><code class="soft">(count: int): int</code>');
        for (const path of ['/NoteService.asmx', '/Admin.asmx', '/Shop.asmx']) {
          expect(index).toContain(`href="${path}"`);
          expect(await (await fetch(`${url}${path}?wsdl`)).text()).toContain(`${url}${path}`);
        }
        expect((await fetch(`${url}/Shop.asmx/Buy?count=1`)).status).toBe(503);
        expect((await fetch(`${url}/Admin.asmx/Ping`)).status).toBe(500);
        expect(await (await fetch(`${url}/Shop.asmx/Look`)).text()).toContain('<string');
        expect((await fetch(`${url}/None.asmx`)).status).toBe(404);
        expect(server.text()).toMatch(/GET \/Shop\.asmx\/Look Look httpGet 200/);
      } finally {
        expect(await server.stop()).toBe(0);
      }
    });

    test('handlers are in an object for each service', async () => {
      const server = await serve('shop.yaml', '--handlers', 'both.mjs');
      try {
        const bought = await fetch(`${server.url}/Shop.asmx/Buy?count=4`);
        expect(await bought.text()).toContain('>8</int>');
        const added = await fetch(`${server.url}/NoteService.asmx/AddNote?studentId=1&text=a`);
        expect(await added.text()).toContain('>41</int>');
        expect(server.text()).toContain('2 of 7 operations have handlers');
      } finally {
        await server.stop();
      }
    });

    test.each([
      ['those that a glob matches', ['*o*.yaml']],
      ['those of the configuration, if none is named', []],
    ])('%s', async (_, named) => {
      const inputs = { contracts: [{ input: 'notes.yaml' }, { input: 'shop.yaml' }] };
      writeFileSync(join(folder.path, 'both.config.json'), JSON.stringify(inputs));
      const server = await startServing(folder.path, ...named, '--config', 'both.config.json');
      try {
        for (const path of ['/NoteService.asmx', '/Shop.asmx']) {
          expect((await fetch(`${server.url}${path}?wsdl`)).status).toBe(200);
        }
      } finally {
        expect(await server.stop()).toBe(0);
      }
    });

    test('none, and no configuration, end with 2', async () => {
      const result = await runCli(['serve'], { cwd: folder.path });
      expect(result).toMatchObject({ code: 2, stdout: '' });
      expect(result.stderr).toContain('no contract is named and there is no configuration');
    });

    test('a path that two of them have ends with 2', async () => {
      writeFileSync(join(folder.path, 'store.yml'), shop);
      const result = await runCli(['serve', 'shop.yaml', 'notes.yaml', 'store.yml'], {
        cwd: folder.path,
      });
      expect(result).toMatchObject({ code: 2, stdout: '' });
      expect(result.stderr).toContain('shop.yaml and store.yml both have a service at /Shop.asmx');
    });
  });

  test('takes handlers in TypeScript, samples for the others, and outlives their errors', async () => {
    const server = await serve('--handlers', 'handlers.ts');
    try {
      expect(server.text()).toContain('3 of 5 operations have handlers');
      const added = await call(server.url, 'AddNote', 'studentId=1', 'text=abc');
      expect(added).toMatchObject({ code: 0, stdout: '8\n' });
      const failed = await call(server.url, 'Export');
      expect(failed.code).toBe(1);
      expect(failed.stderr).toContain('not today');
      expect(await call(server.url, 'GetNotes', 'studentId=1')).toMatchObject({ code: 0 });
    } finally {
      await server.stop();
    }
  });

  test('--watch loads contract and handlers again, without losing its port', async () => {
    const live = createFolder({
      'notes.yaml': contract,
      'handlers.ts': typed,
      'greeting.ts':
        'export type Greeting = string;\nexport const greet = (a: Greeting): string => a;\n',
    });
    const said = async (server: { text: () => string }, word: string): Promise<void> => {
      while (!server.text().includes(word)) await new Promise((next) => setTimeout(next, 20));
    };
    const server = await startServing(
      live.path,
      ...['notes.yaml', '--handlers', 'handlers.ts', '--watch'],
    );
    const add = async (): Promise<string> => {
      const url = ['--url', server.url];
      const named = ['call', 'notes.yaml', 'NoteService.AddNote', 'studentId=1', 'text=abc'];
      return (await runCli([...named, ...url], { cwd: live.path })).stdout;
    };
    try {
      expect(await add()).toBe('5\n');
      await said(server, 'watching');
      // a module that the handlers import
      live.write('greeting.ts', "export const greet = (): string => 'x';\n");
      await said(server, 'reloaded');
      expect(await add()).toBe('1\n');
      live.write('notes.yaml', contract.replace('namespace:', 'namespac:'));
      await said(server, 'serving what was there before');
      live.write('notes.yaml', contract.replace('Ping: {}', 'Pong: {}'));
      while (server.text().split('reloaded').length < 3) {
        await new Promise((next) => setTimeout(next, 20));
      }
      expect((await fetch(`${server.url}/Admin.asmx?op=Pong`)).status).toBe(200);
      expect(await add()).toBe('1\n');
      expect(await server.stop()).toBe(0);
    } finally {
      live.remove();
    }
  });

  test('--watch goes on with what was there if nothing is called as --redact says', async () => {
    const live = createFolder({ 'notes.yaml': redacted('pin') });
    const named = ['notes.yaml', '--watch', '--control', '0', '--redact', 'pin'];
    const server = await startServing(live.path, ...named);
    const said = async (word: string): Promise<void> => {
      while (!server.text().includes(word)) await new Promise((next) => setTimeout(next, 20));
    };
    try {
      await said('watching');
      live.write('notes.yaml', redacted('code'));
      await said("no parameter and no field is called 'pin'");
      await said('serving what was there before');
      expect(await (await fetch(`${server.url}/Notes.asmx?op=Open`)).text()).toContain('pin');
      live.write('notes.yaml', redacted('pin: string, code'));
      await said('reloaded');
      expect(await server.stop()).toBe(0);
    } finally {
      live.remove();
    }
  });

  test('--control is said where it is, and its socket is gone at the end', async () => {
    const server = await serve('--control', 'control.sock');
    const [line] = server.out().split('\n').slice(-2);
    expect(line).toBe('control on control.sock');
    expect(existsSync(join(folder.path, 'control.sock'))).toBe(true);
    expect(await server.stop()).toBe(0);
    expect(existsSync(join(folder.path, 'control.sock'))).toBe(false);
    const other = await serve('--control', '0');
    expect(other.out()).toMatch(/control on http:\/\/127\.0\.0\.1:\d+ with token [\w-]{32}\n$/);
    expect(await other.stop()).toBe(0);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s lets running requests end, then ends with 0',
    async (signal) => {
      const server = await serve('--handlers', 'handlers.ts');
      const waiting = call(server.url, 'Wait');
      await new Promise<void>((resolve) => {
        const watch = setInterval(async () => {
          const open = await fetch(`${server.url}/Admin.asmx/Ping?`).then(() => true);
          if (open && server.text().includes('Ping')) {
            clearInterval(watch);
            resolve();
          }
        }, 50);
      });
      await new Promise((resolve) => setTimeout(resolve, 300));
      const code = server.stop(signal);
      expect(await waiting).toMatchObject({ code: expect.any(Number) });
      expect(await code).toBe(0);
    },
  );

  test.each([
    ['npx', { npm_execpath: '/npm-cli.js' }, true],
    ['another package manager', { npm_config_user_agent: 'pnpm/10' }, true],
    ['a shell', {}, false],
  ])('with %s that has gone, ends: %j', async (_, env, ends) => {
    const { npm_execpath: _npm, npm_config_user_agent: _agent, ...others } = process.env;
    const script = `"$NODE" "$TOOL" serve notes.yaml --port 0 & echo "pid $!"; wait`;
    const shell = spawn('sh', ['-c', script], {
      cwd: folder.path,
      env: {
        ...others,
        ...env,
        NODE: process.execPath,
        TOOL: join(packageRoot, 'bin/asmx-gen.js'),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let out = '';
    for await (const chunk of shell.stdout) {
      out += String(chunk);
      if (/http:\/\/.*\/\n/.test(out)) break;
    }
    const pid = Number(/pid (\d+)/.exec(out)?.[1]);
    try {
      shell.kill('SIGKILL');
      await once(shell, 'exit');
      const isRunning = (): boolean => {
        try {
          return process.kill(pid, 0);
        } catch {
          return false;
        }
      };
      for (let attempt = 0; attempt < (ends ? 200 : 30) && isRunning(); attempt++) {
        await new Promise((next) => setTimeout(next, 50));
      }
      expect(isRunning()).toBe(!ends);
    } finally {
      if (!ends) process.kill(pid, 'SIGKILL');
    }
  });

  test('refuses names that are not of this machine, unless it is told them', async () => {
    const server = await serve('--accept-host', 'school.test');
    const ask = (host: string, path = '/NoteService.asmx?WSDL') =>
      new Promise<{ readonly status: number | undefined; readonly text: string }>(
        (resolve, reject) => {
          const sent = get(server.url + path, { headers: { Host: host } }, async (answer) => {
            let text = '';
            for await (const chunk of answer) text += String(chunk);
            resolve({ status: answer.statusCode, text });
          });
          sent.on('error', reject);
        },
      );
    try {
      expect(await ask('evil.example:8080')).toEqual({
        status: 421,
        text: "This server answers only to names of this machine, and 'evil.example:8080' is not one. To allow it: asmx-gen serve --accept-host <name>\n",
      });
      expect((await ask('evil.example', '/NoteService.asmx/GetNotes?studentId=1')).status).toBe(
        421,
      );
      expect((await ask('<b>')).text).not.toContain('<b>');
      expect((await ask('school.test')).status).toBe(200);
      expect((await ask('localhost')).status).toBe(200);
      expect(server.text()).toMatch(/ GET \/NoteService\.asmx\?WSDL - 421 /);
    } finally {
      await server.stop();
    }
  });

  test('refuses what a page of another site causes, and says why', async () => {
    const server = await serve();
    const path = '/NoteService.asmx/GetNotes?studentId=1';
    const ask = (site: string, init: RequestInit = {}) =>
      fetch(server.url + path, { ...init, headers: { 'Sec-Fetch-Site': site } });
    try {
      const refused = await ask('cross-site');
      expect([refused.status, await refused.text()]).toEqual([
        403,
        'This server answers no request that a page of another site causes (Sec-Fetch-Site: cross-site). Open its address in a tab of its own, or let such pages in with --cors.\n',
      ]);
      expect((await ask('cross-site', { method: 'POST', body: 'studentId=1' })).status).toBe(403);
      for (const site of ['none', 'same-origin', 'same-site']) {
        expect((await ask(site)).status).toBe(200);
      }
    } finally {
      await server.stop();
    }
  });

  test('--cors lets pages of other sites call the operations', async () => {
    const server = await serve('--cors');
    const url = `${server.url}/NoteService.asmx/GetNotes?studentId=1`;
    const headers = { Origin: 'https://school.example', 'Sec-Fetch-Site': 'cross-site' };
    try {
      const asked = { 'Access-Control-Request-Method': 'POST' };
      const preflight = await fetch(url, { method: 'OPTIONS', headers: { ...headers, ...asked } });
      expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('*');
      const answer = await fetch(url, { headers });
      expect([answer.status, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([
        200,
        '*',
      ]);
    } finally {
      await server.stop();
    }
  });

  test('a port that is taken is told plainly and ends with 2', async () => {
    const other = await startLocalServer((_request, response) => response.end());
    const { port } = other;
    const result = await runCli(['serve', 'notes.yaml', '--port', String(port)], {
      cwd: folder.path,
    });
    other.close();
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain(`port ${port} on 127.0.0.1 is taken`);
    expect(result.stderr).toContain('--port');
  });

  const wrong: readonly [file: string, want: RegExp][] = [
    ['absent.mjs', /handlers file absent\.mjs does not exist/],
    [
      'misspelt.mjs',
      /handles 'noteService\.addNot', which the contract does not have\n {2}Did you mean 'addNote'\?/,
    ],
    ['no-function.mjs', /'noteService\.addNote' in no-function\.mjs must be a function/],
    ['nothing.mjs', /exports no handlers/],
    ['broken.mjs', /cannot be loaded: /],
  ];
  test.each(wrong)('handlers in %s end with 2', async (file, want) => {
    const result = await runCli(['serve', 'notes.yaml', '--handlers', file], { cwd: folder.path });
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toMatch(want);
  });
});
