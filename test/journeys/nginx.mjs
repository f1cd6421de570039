// A server behind nginx with TLS and a path prefix, configured as docs/how-to/behind-a-proxy.md says.
import { deepEqual, equal, match } from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { asJavaScript, root } from './journey.mjs';

const page = readFileSync(join(root, 'docs/how-to/behind-a-proxy.md'), 'utf8');

/** The page's configuration, with paths and ports of this machine. */
function configure({ folder, port, upstream }) {
  const [, server] = /^```nginx\n([\s\S]*?)^```$/m.exec(page);
  const replaced = server
    .replace('443', port)
    .replace('shop.example', 'localhost')
    .replaceAll('/etc/nginx', folder)
    .replace('http://127.0.0.1:8080', upstream);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/temporary/${name};`)
    .join('\n');
  return `daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
access_log off;
${temporary}
${replaced}}
`;
}

async function freePort() {
  const socket = createServer().listen(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  await once(socket, 'close');
  return String(port);
}

/** Starts nginx, and waits until it answers. */
async function start(journey, ask) {
  const { folder } = journey;
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(child, 'close');
  journey.later(() => {
    child.kill();
    return ended;
  });
  for (let attempt = 0; ; attempt++) {
    if (child.exitCode !== null || attempt === 400) throw new Error('nginx does not listen');
    if (await ask('/legacy/').catch(() => undefined)) return;
    await new Promise((next) => setTimeout(next, 25));
  }
}

/** @param {import('./journey.mjs').Journey} journey */
export async function nginx(journey) {
  if (spawnSync('nginx', ['-v']).error) return journey.skip('nginx is not installed');
  if (spawnSync('openssl', ['version']).error) return journey.skip('openssl is not installed');
  const { folder } = journey;
  cpSync(join(root, 'specs/notes.wsdl'), join(folder, 'notes.wsdl'));
  const { createNoteServiceServer } = await journey.generate('notes.wsdl');
  const service = createNoteServiceServer(
    { addNote: ({ text }) => text.length, getNotes: () => [] },
    { trustProxy: ['127.0.0.1'] },
  );
  const { origin: upstream } = await journey.listen(service.listener);
  const port = await freePort();
  const certificate = ['-keyout', 'shop.key', '-out', 'shop.pem', '-subj', '/CN=localhost'];
  const name = ['-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
  await journey.run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    ...certificate,
    ...name,
  ]);
  mkdirSync(join(folder, 'temporary'));
  journey.write('nginx.conf', configure({ folder, port, upstream }));
  const ca = readFileSync(join(folder, 'shop.pem'));
  const ask = async (path, headers = {}) => {
    const sent = request({ host: 'localhost', port, path, headers, ca, agent: false }).end();
    const [answer] = await once(sent, 'response');
    return text(answer);
  };
  const base = `https://localhost:${port}/legacy`;
  const address = `${base}/NoteService.asmx`;
  const shown = (document) => [
    ...new Set(document.match(/https?:\/\/(?:localhost|127)[^"'<\s]*/g)),
  ];

  await journey.step("nginx starts with the page's configuration", () => start(journey, ask));
  await journey.step('?WSDL has the public address, and no other', async () => {
    deepEqual(shown(await ask('/legacy/NoteService.asmx?WSDL')), [address]);
  });
  await journey.step('?disco leads to the public address', async () => {
    const found = shown(await ask('/legacy/NoteService.asmx?disco'));
    equal(found.length > 0 && found.every((one) => one.startsWith(address)), true, `${found}`);
  });
  await journey.step('help pages show the public host and path', async () => {
    const help = await ask('/legacy/NoteService.asmx?op=AddNote');
    match(help, /POST \/legacy\/NoteService\.asmx/);
    match(help, new RegExp(`Host: localhost:${port}`));
    equal(help.includes(upstream), false);
  });
  await journey.step("a client's own Forwarded is not believed", async () => {
    const headers = { Forwarded: 'host=evil.example;proto=http' };
    const document = await ask('/legacy/NoteService.asmx?WSDL', headers);
    deepEqual(shown(document), [address]);
    equal(document.includes('evil'), false);
  });
  await journey.step("nor are a client's X-Forwarded headers", async () => {
    const headers = {
      // a name alone, as at port 443, whose port X-Forwarded-Port would replace
      Host: 'localhost',
      'X-Forwarded-For': '10.0.0.1',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Port': '81',
      'X-Forwarded-Prefix': '/evil',
      'X-Forwarded-Proto': 'http',
    };
    const document = await ask('/legacy/NoteService.asmx?WSDL', headers);
    deepEqual(shown(document), ['https://localhost/legacy/NoteService.asmx']);
  });
  const { createNoteServiceClient } = await journey.step(
    'init --ca reads the contract there',
    async () => {
      await journey.must(
        'init',
        `${address}?WSDL`,
        '--ca',
        'shop.pem',
        '--targets',
        'types,client',
      );
      await journey.must('generate', ...asJavaScript);
      const [{ output }] = JSON.parse(
        readFileSync(join(folder, 'asmx-gen.config.json'), 'utf8'),
      ).contracts;
      return journey.load(join(output, 'index.js'));
    },
  );
  await journey.step(
    'a client generated from it calls the address of the contract, over every binding',
    async () => {
      const client = createNoteServiceClient({ tls: { ca } });
      for (const binding of ['soap11', 'soap12', 'httpGet', 'httpPost']) {
        equal(await client.addNote({ studentId: 7, text: 'four' }, { binding }), 4);
      }
    },
  );
}
