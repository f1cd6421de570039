import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { runCli } from './in-process.ts';
import { createFolder, type RunResult, type TestFolder } from './run-cli.ts';

jest.setTimeout(120_000);

const contract = (location: string, name = 'S'): string => `<definitions name="${name}"
  xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://www.w3.org/2001/XMLSchema"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t" xmlns:x="urn:x" targetNamespace="urn:t">
  <types><s:schema targetNamespace="urn:t">
    ${location === '' ? '' : `<s:import namespace="urn:x" schemaLocation="${location}"/>`}
    <s:element name="In"><s:complexType><s:sequence>
      <s:element name="a" type="${location === '' ? 's:int' : 'x:X'}"/>
    </s:sequence></s:complexType></s:element>
  </s:schema></types>
  <message name="In"><part name="parameters" element="t:In"/></message>
  <portType name="P"><operation name="Op"><input message="t:In"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Op"><soap:operation soapAction="a"/><input><soap:body use="literal"/></input></operation></binding>
  <service name="${name}"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service>
</definitions>
`;
const types = `<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:x">
  <s:simpleType name="X"><s:restriction base="s:int"/></s:simpleType></s:schema>
`;

let folder: TestFolder;
beforeEach(() => {
  folder = createFolder();
});
afterEach(() => folder.remove());

const run = (...args: readonly string[]): Promise<RunResult> => runCli(args, { cwd: folder.path });

describe('an import that leads to a file of another kind', () => {
  test.each(['text', 'json', 'github'])('is not quoted by reporter %s', async (reporter) => {
    folder.write('.env', 'PASSWORD=topsecret\n<x\n');
    folder.write('svc/a.wsdl', contract('../.env'));
    const { code, stdout, stderr } = await run(
      ...['check', 'svc/a.wsdl', '--reporter', reporter, '--verbose'],
    );
    expect(code).toBe(1);
    expect(stdout + stderr).toContain(
      "Import '../.env' cannot be followed: it leads to a text file",
    );
    expect(stdout + stderr).not.toMatch(/topsecret|PASSWORD/);
  });

  test('is not copied by init, and leaves no hash in a manifest', async () => {
    folder.write('.env', 'PASSWORD=topsecret\n');
    folder.write('svc/a.wsdl', contract('../.env').replace('x:X', 's:int'));
    expect((await run('init', 'svc/a.wsdl', '--no-config')).code).toBe(0);
    expect(folder.files().filter((one) => one.startsWith('specs') && one.endsWith('.env'))).toEqual(
      [],
    );
    expect((await run('generate', 'svc/a.wsdl', '-o', 'out')).code).toBe(0);
    const { inputs } = JSON.parse(folder.read('out/asmx-gen.manifest.json')) as {
      inputs: Readonly<Record<string, string>>;
    };
    expect(inputs['../.env']).toBe('');
    expect(inputs['../svc/a.wsdl']).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('an import of what is no file to read', () => {
  test.each([
    ['.', 'it is a folder'],
    ['..', 'it is a folder'],
    ['#', 'it names no file'],
    ['pipe', 'it is not a regular file'],
    ['zero', 'it is not a regular file'],
    ['circle', 'it is a circle of symbolic links'],
    ['a'.repeat(300), 'its name is longer than the system allows'],
    [`${'a/'.repeat(2499)}ab`, 'its name is longer than the system allows'],
    ['%00', 'its name has a character that no file name can have'],
  ])('number %# is a diagnostic', async (location, reason) => {
    spawnSync('mkfifo', [join(folder.path, 'pipe')]);
    symlinkSync('/dev/zero', join(folder.path, 'zero'));
    symlinkSync('circle', join(folder.path, 'circle'));
    folder.write('a.wsdl', contract(location));
    const { code, stdout } = await run('check', 'a.wsdl', '--reporter', 'json');
    expect(code).toBe(1);
    expect(stdout).toContain(`cannot be followed: ${reason}`);
  });
});

describe('--confine', () => {
  beforeEach(() => {
    folder.write('common/types.xsd', types);
    folder.write('svc/a.wsdl', contract('../common/types.xsd'));
  });

  test.each([
    ['check'],
    ['inspect'],
    ['generate', '-o', 'out'],
    ['convert', '--to', 'yaml'],
    ['call', 'Op', '--dry-run'],
    ['serve', '--port', '0'],
    ['init'],
  ])('refuses what lies outside in %s', async (command, ...rest) => {
    const { code, stdout, stderr } = await run(command, 'svc/a.wsdl', ...rest, '--confine', 'svc');
    expect(code).toBe(1);
    expect(stdout + stderr).toContain(
      "error ASMX1034: Import '../common/types.xsd' cannot be followed",
    );
  });

  test('refuses it in diff, too', async () => {
    const { code, stderr } = await run('diff', 'svc/a.wsdl', 'svc/a.wsdl', '--confine', 'svc');
    expect(code).toBe(2);
    expect(stderr).toContain('ASMX1034');
  });

  test('allows what lies inside, and without it anything goes', async () => {
    expect((await run('check', 'svc/a.wsdl', '--confine', '.')).code).toBe(0);
    expect((await run('check', 'svc/a.wsdl')).code).toBe(0);
  });

  test('resolves symbolic links', async () => {
    symlinkSync('../common/types.xsd', join(folder.path, 'svc/link.xsd'));
    folder.write('svc/b.wsdl', contract('link.xsd'));
    expect((await run('check', 'svc/b.wsdl')).code).toBe(0);
    const refused = await run('check', 'svc/b.wsdl', '--confine', 'svc');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("it lies outside 'svc'");
  });

  test('is in the configuration, relative to it, and is heard by an unchanged folder', async () => {
    const config = (confine: object): string =>
      JSON.stringify({ contracts: [{ input: 'svc/a.wsdl', output: 'out', ...confine }] });
    folder.write('asmx-gen.config.json', config({}));
    expect((await run('generate')).code).toBe(0);
    folder.write('asmx-gen.config.json', config({ confine: 'svc' }));
    const { code, stderr } = await runCli(['generate'], { cwd: join(folder.path, 'svc') });
    expect(code).toBe(1);
    expect(stderr).toContain('ASMX1034');
  });
});

test('names of 300 characters give file names that every system takes', async () => {
  const name = 'N'.repeat(300);
  folder.write('a.wsdl', contract('', name));
  const { code, stderr } = await run(
    'generate',
    'a.wsdl',
    '--targets',
    'types,client,server,wsdl,docs,handlers',
  );
  expect({ code, stderr: stderr.replace(/^.*files.*$/m, '').trim() }).toEqual({
    code: 0,
    stderr: '',
  });
});
