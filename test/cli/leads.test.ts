import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { runCli } from './in-process.ts';
import { type LocalServer, startLocalServer } from './local-server.ts';
import { createFolder, packageRoot, type TestFolder } from './run-cli.ts';

const notes = readFileSync(join(packageRoot, 'specs', 'notes.wsdl'), 'utf8');
const mono = readFileSync(
  join(packageRoot, 'test/fixtures/mono/GenerateStudentReport.html'),
  'utf8',
);

const disco = (...refs: readonly string[]): string => `<?xml version="1.0" encoding="utf-8"?>
<discovery xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns="http://schemas.xmlsoap.org/disco/">
${refs
  .map(
    (ref) =>
      `  <contractRef ref="${ref}" docRef="x" xmlns="http://schemas.xmlsoap.org/disco/scl/" />`,
  )
  .join('\n')}
  <soap address="http://x/" xmlns:q1="urn:x" binding="q1:X" xmlns="http://schemas.xmlsoap.org/disco/soap/" />
</discovery>`;

const page = (...links: readonly string[]): string =>
  `<!DOCTYPE html>\n<html><body>${links.map((one) => `<a href="${one}">x</a><br>`).join('')}`;

/** What the server has, by path and query in lower case. */
const documents = (origin: string): Readonly<Record<string, string>> => ({
  '/notes.asmx': mono,
  '/notes.asmx?page=wsdl&': mono,
  '/notes.asmx?page=op&tab=main&op=generatereport&bnd=x': mono,
  '/notes.asmx?key=1': page(),
  '/notes.asmx?wsdl': notes,
  '/notes.asmx?disco': disco(`${origin}/notes.asmx?wsdl`),
  '/inner/notes.asmx?disco': disco('http://inner.invalid/notes.asmx?wsdl'),
  '/inner/notes.asmx?wsdl': notes,
  '/sub/notes.disco': disco('../notes.asmx?wsdl'),
  '/all.disco': disco(`${origin}/notes.asmx?wsdl`, `${origin}/orders.asmx?wsdl`),
  '/site.disco': `<discovery xmlns="http://schemas.xmlsoap.org/disco/"><discoveryRef ref="sub/notes.disco"/></discovery>`,
  '/none.disco': disco(),
  '/self.disco': `<discovery xmlns="http://schemas.xmlsoap.org/disco/"><discoveryRef ref="/self.disco"/></discovery>`,
  '/other.disco': disco('http://other.invalid/notes.asmx?wsdl'),
  '/list': page('about', 'notes.asmx?op=X', 'notes.asmx?WSDL', '/notes.asmx?singleWsdl'),
  '/svc.svc': page(`${origin}/notes.svc?singleWsdl`),
  '/two': page('notes.asmx?WSDL', 'orders.asmx?WSDL'),
  '/alternate': `<html><head><link rel="alternate" type="text/xml" href="/notes.asmx?disco"/></head></html>`,
});

let server: LocalServer;
let origin: string;
beforeAll(async () => {
  server = await startLocalServer((request, response) => {
    const asked = (request.url ?? '').toLowerCase();
    if (asked === '/moved') response.writeHead(302, { location: '/sub/notes.disco' }).end();
    else {
      const found = documents(server.origin)[asked];
      response.writeHead(found === undefined ? 404 : 200).end(found);
    }
  });
  origin = server.origin;
});
afterAll(() => server.close());

let folder: TestFolder;
beforeEach(() => {
  folder = createFolder({ 'notes.wsdl': notes, 'site/notes.disco': disco('../notes.wsdl') });
});
afterEach(() => folder.remove());

const run = (...args: readonly string[]) => runCli([...args], { cwd: folder.path });

describe('a discovery document or a web page leads to its contract', () => {
  test.each([
    '/notes.asmx',
    '/notes.asmx?page=wsdl&',
    '/notes.asmx?page=op&tab=main&op=GenerateReport&bnd=x',
    '/notes.asmx?key=1',
    '/notes.asmx?disco',
    '/inner/notes.asmx?disco',
    '/sub/notes.disco',
    '/moved',
    '/site.disco',
    '/list',
    '/alternate',
  ])('%s', async (path) => {
    const { code, stdout, stderr } = await run('inspect', `${origin}${path}`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('NoteService');
  });

  test('a file leads to a file', async () => {
    const inspected = await run('inspect', 'site/notes.disco');
    expect(inspected).toMatchObject({ code: 0, stderr: '' });
    expect(inspected.stdout).toContain('NoteService');
    const { code } = await run('generate', 'site/notes.disco', '-o', 'out');
    expect(code).toBe(0);
    expect(folder.read('out/client.ts')).toContain('NoteService');
    expect((await run('generate', 'site/notes.disco', '-o', 'out', '--check')).code).toBe(0);
  });

  test('init downloads the WSDL itself, and says where it is', async () => {
    const { code, stderr } = await run('init', `${origin}/notes.asmx?disco`);
    expect(stderr).toContain(
      `${origin}/notes.asmx?disco leads to the contract at ${origin}/notes.asmx?wsdl\n`,
    );
    expect(code).toBe(0);
    expect(folder.read('specs/notes.wsdl')).toBe(notes);
    const lock = JSON.parse(folder.read('specs/asmx-gen.lock.json'));
    expect(Object.keys(lock.imports)).toEqual([`${origin}/notes.asmx?wsdl`]);
    expect((await run('init', '--update')).stderr).toContain('nothing changed');
  });

  test('init copies a local one, and downloads what a local document leads to', async () => {
    const local = await run('init', 'site/notes.disco');
    expect(local.code).toBe(0);
    expect(folder.read('specs/notes.wsdl')).toBe(notes);
    folder.remove();
    folder = createFolder({ 'far.disco': disco(`${origin}/notes.asmx?wsdl`) });
    const refused = await run('init', 'far.disco');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`Run with --allow-host ${server.host}`);
    const allowed = await run('init', 'far.disco', '--allow-host', server.host);
    expect(allowed.code).toBe(0);
    expect(folder.read('specs/notes.wsdl')).toBe(notes);
  });
});

describe('what leads to no contract, or to several, is an error', () => {
  test.each([
    ['/all.disco', `Name one of them: ORIGIN/notes.asmx?wsdl, ORIGIN/orders.asmx?wsdl`],
    ['/two', `names 2 contracts`],
    ['/none.disco', 'is a discovery document that names no contract'],
    ['/self.disco', `leads to '/self.disco', which leads to no contract`],
    ['/other.disco', "host 'other.invalid' is not allowed"],
    ['/svc.svc', `leads to 'ORIGIN/svc.svc?WSDL', which cannot be read`],
  ])('%s', async (path, said) => {
    for (const command of ['check', 'init']) {
      const { code, stdout, stderr } = await run(command, `${origin}${path}`);
      expect(code).not.toBe(0);
      expect(stdout + stderr).toContain(said.replaceAll('ORIGIN', origin));
    }
  });
});
