import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { runCli } from './in-process.ts';
import { type LocalServer, startLocalServer } from './local-server.ts';
import { createFolder, packageRoot, startCli, type TestFolder } from './run-cli.ts';

jest.setTimeout(60_000);

const pages = join(packageRoot, 'test', 'fixtures', 'help');
const page = (operation: string): string =>
  readFileSync(join(pages, `school.op.${operation}.html`), 'utf8');

let folder: TestFolder | undefined;
let server: LocalServer | undefined;
afterEach(() => {
  folder?.remove();
  server?.close();
  folder = server = undefined;
});

const contract = `# yaml-language-server: $schema=https://unpkg.com/asmx-gen/specs/asmx-contract.schema.json
# Written from the sample requests of help pages. What samples cannot tell:
# - whether a parameter may be absent: all are required here; in results, what is a class, an array or a text in .NET is optional
# - facets such as lengths and patterns, nullable numbers, and names of classes other than items of arrays
# - the order of operations in the WSDL: here it is that of the pages
asmx: 1
name: School
namespace: http://school.example.org/
baseUrl: http://school.example.org
bindings: [soap11, soap12, httpGet, httpPost]
allParameters: true

services:
  School:
    path: /school/School.asmx
    operations:
      # Only GET and POST are shown, which say string of every parameter: numbers and dates have to be told by hand
      # The sample answer is empty: if the operation writes its answer itself, say returns: { written: json }, text or binary
      AuthCode:
        parameters:
          code: string
          phone: string
          tags: string[]
        bindings: [httpGet, httpPost]
      GetBest:
        returns: Winner?
        bindings: [soap11, httpPost]
        soapAction: urn:best
      GetStudents:
        documentation: Lists the students & marks of a class.
        parameters:
          classId: int
          since: dateTime
          subjects: string[]
        returns:
          GetStudentsResult: Student[]?
          total: long
        headers: { Session: { in: true, type: Session } }

types:
  Winner:
    fields:
      Name: string?
      Points: decimal
  Mark: { values: [A, B, C] }
  Student:
    fields:
      Name: string?
      Mark: Mark
      # the sample does not show the type
      Best: any?
    attributes: { 'no': int }
  Session:
    fields:
      Key: string?
`;

describe('init from help pages', () => {
  test('writes a contract from a folder of saved pages in the published layout', async () => {
    folder = createFolder();
    const { code, stdout, stderr } = await runCli(['init', pages], { cwd: folder.path });
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: '',
      stderr: `found 1 service with 3 operations in 3 pages
wrote specs/school.yaml
wrote asmx-gen.config.json
Next: npx asmx-gen generate, or npx asmx-gen serve to try the service
`,
    });
    expect(folder.read('specs/school.yaml')).toBe(contract);
    expect(JSON.parse(folder.read('asmx-gen.config.json'))).toEqual({
      $schema: 'https://unpkg.com/asmx-gen/specs/asmx-gen.config.schema.json',
      contracts: [{ input: 'specs/school.yaml', output: 'generated/school' }],
    });
    expect((await runCli(['check'], { cwd: folder.path })).code).toBe(0);
  });

  test('reads the pages of a server whose WSDL is switched off', async () => {
    const asked: string[] = [];
    server = await startLocalServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      asked.push(request.url ?? '');
      const operation = url.searchParams.get('op');
      if (/wsdl/i.test(url.search)) {
        response.writeHead(500, { 'Content-Type': 'text/html' }).end('<html>no</html>');
      } else if (operation !== null) response.end(page(operation));
      else {
        const links = ['AuthCode', 'GetBest', 'GetStudents'].map(
          (name) => `<li><a href="School.asmx?op=${name}">${name}</a></li>`,
        );
        response.end(`<html><body><ul>${links.join('')}</ul></body></html>`);
      }
    });
    const { origin } = server;
    folder = createFolder();
    const run = await runCli(['init', `${origin}/school/School.asmx`], { cwd: folder.path });
    expect(run.code).toBe(0);
    expect(run.stderr).toContain('its help pages are read instead');
    expect(folder.read('specs/school.yaml')).toBe(
      contract.replace('baseUrl: http://school.example.org', `baseUrl: ${origin}`),
    );
    expect(asked).toEqual([
      '/school/School.asmx?WSDL',
      '/school/School.asmx',
      '/school/School.asmx?op=AuthCode',
      '/school/School.asmx?op=GetBest',
      '/school/School.asmx?op=GetStudents',
    ]);
  });

  test('reads the pages of Mono, saved or from a server whose WSDL is switched off', async () => {
    const saved = join(packageRoot, 'test', 'fixtures', 'mono');
    folder = createFolder();
    const fromFolder = await runCli(['init', saved], { cwd: folder.path });
    expect(fromFolder.code).toBe(0);
    const text = folder.read('specs/generate-student-report.yaml');
    expect(text.slice(text.indexOf('asmx: 1'))).toBe(`asmx: 1
name: GenerateStudentReport
namespace: http://tempuri.org/
bindings: [soap11, httpGet, httpPost]
allParameters: true

services:
  GenerateStudentReport:
    operations:
      GenerateReport:
        parameters: { studentId: int, studentClass: string }
        returns: string?
`);
    folder.remove();
    folder = createFolder();
    const asked: string[] = [];
    server = await startLocalServer((request, response) => {
      const url = request.url ?? '';
      asked.push(url);
      const name = /tab=msg/.test(url) ? 'GenerateReport.msg.html' : 'GenerateStudentReport.html';
      if (/wsdl$/i.test(url)) response.writeHead(500).end('no');
      else response.end(readFileSync(join(saved, name)));
    });
    const address = `${server.origin}/GenerateStudentReport.asmx`;
    const fromServer = await runCli(['init', address], { cwd: folder.path });
    expect(fromServer.code).toBe(0);
    expect(folder.read('specs/generate-student-report.yaml')).toContain(
      `baseUrl: ${server.origin}\n`,
    );
    expect(asked).toEqual([
      '/GenerateStudentReport.asmx?WSDL',
      '/GenerateStudentReport.asmx',
      '/GenerateStudentReport.asmx?page=op&tab=msg&op=GenerateReport&bnd=GenerateStudentReportSoap',
    ]);
  });

  test('understands the pages of servers this tool generates', async () => {
    folder = createFolder();
    const school = join(packageRoot, 'specs', 'student-information.yaml');
    const child = startCli(['serve', school, '--port', '0']);
    try {
      const origin = await new Promise<string>((resolve) => {
        let text = '';
        const look = (chunk: Buffer): void => {
          text += chunk.toString();
          const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
          if (found !== undefined) resolve(found);
        };
        child.stdout?.on('data', look);
        child.stderr?.on('data', look);
      });
      for (const name of ['GenerateReport', 'GetAboutUs']) {
        const service = name === 'GetAboutUs' ? 'AboutUs' : 'GenerateStudentReport';
        const answer = await fetch(`${origin}/${service}.asmx?op=${name}`);
        folder.write(`pages/${name}.html`, await answer.text());
      }
    } finally {
      child.kill('SIGKILL');
    }
    const { code } = await runCli(['init', 'pages', '--name', 'Saved'], { cwd: folder.path });
    expect(code).toBe(0);
    const text = folder.read('specs/saved.yaml');
    expect(text).toContain('name: Saved\n');
    expect(text).toContain(`      GenerateReport:
        documentation: Generates a student report.
        parameters: { studentId: int, studentClass: string }
`);
    expect(text).toContain(`  AboutUs:
    operations:
      # The sample answer is empty: if the operation writes its answer itself, say returns: { written: json }, text or binary
      GetAboutUs:
        documentation: Fetches an about text.
`);
    expect(text).not.toContain('path:');
  });

  test('leaves out what the notation cannot say, with a warning', async () => {
    folder = createFolder({
      'pages/a.html': page('GetBest'),
      'pages/b.html': page('GetStudents').replaceAll(
        '&lt;GetStudents xmlns',
        '&lt;GetStudents soap:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/" xmlns',
      ),
    });
    const { code, stderr } = await runCli(['init', 'pages'], { cwd: folder.path });
    expect(code).toBe(0);
    expect(stderr).toContain("Operation 'GetStudents' is left out: its messages are encoded (rpc)");
    expect(folder.read('specs/school.yaml')).not.toContain('GetStudents');
  });

  test('pages without samples are an error that says what to save', async () => {
    folder = createFolder({ 'pages/index.html': '<html><body>hello</body></html>' });
    const { code, stderr } = await runCli(['init', 'pages'], { cwd: folder.path });
    expect(code).toBe(2);
    expect(stderr).toBe(`asmx-gen: no sample request was found in 1 page
  Save the pages of the operations: the addresses that end in ?op=…
`);
    expect(folder.files()).toEqual(['pages/index.html']);
  });

  test('a folder without pages is an error that names a contract in it', async () => {
    folder = createFolder({ 'pages/notes.txt': '', 'specs/b.xsd': '', 'specs/a.wsdl.xml': '' });
    const { code, stderr } = await runCli(['init', 'pages'], { cwd: folder.path });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `asmx-gen: no help pages are in pages
  Save the pages that end in ?op=… as HTML into it.
`,
    });
    const named = await runCli(['init', 'pages', 'specs'], { cwd: folder.path });
    expect(named.stderr).toBe(`asmx-gen: no help pages are in pages, specs
  Name a contract: asmx-gen init specs/a.wsdl.xml
`);
  });

  test('hostile pages do no harm', async () => {
    const pre = (text: string): string => `<pre>${text.replaceAll('<', '&lt;')}</pre>`;
    const envelope = (body: string): string =>
      pre(`POST /X.asmx HTTP/1.1
Content-Type: text/xml

<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${body}</soap:Body></soap:Envelope>`);
    folder = createFolder({
      'pages/a.html': envelope(
        '<Go xmlns="urn:x"><__proto__>string</__proto__><constructor>int</constructor></Go>',
      ),
      'pages/b.html': envelope('<Bad xmlns="urn:x"><a>'),
      'pages/c.html': pre('<!DOCTYPE x [<!ENTITY e "e">]><x>&e;</x>'),
      'pages/d.html': `<pre>POST /X.asmx/${'%'} HTTP/1.1\n\n</pre>${'<pre>'.repeat(1000)}`,
    });
    const { code } = await runCli(['init', 'pages'], { cwd: folder.path });
    expect(code).toBe(0);
    expect(folder.read('specs/x.yaml')).toContain(
      'parameters: { __proto__: string, constructor: int }',
    );
  });
});
