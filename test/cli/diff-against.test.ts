import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { runCli } from './in-process.ts';
import { createFolder, type TestFolder } from './run-cli.ts';

jest.setTimeout(60_000);

const xsd = (type: string): string =>
  `<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:shop">
  <s:simpleType name="What"><s:restriction base="s:${type}"/></s:simpleType>
</s:schema>
`;

/** A WSDL whose only type is in `types.xsd`. */
const wsdl = `<definitions name="Shop"
  xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://www.w3.org/2001/XMLSchema"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:shop" targetNamespace="urn:shop">
  <types><s:schema targetNamespace="urn:shop" elementFormDefault="qualified">
    <s:include schemaLocation="types.xsd"/>
    <s:element name="Ask"><s:complexType><s:sequence>
      <s:element name="what" type="t:What"/>
    </s:sequence></s:complexType></s:element>
  </s:schema></types>
  <message name="AskIn"><part name="parameters" element="t:Ask"/></message>
  <portType name="P"><operation name="Ask"><input message="t:AskIn"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Ask"><soap:operation soapAction="urn:shop/Ask"/><input><soap:body use="literal"/></input></operation>
  </binding>
  <service name="Shop"><port name="P" binding="t:B"><soap:address location="http://localhost/Shop.asmx"/></port></service>
</definitions>
`;

const notes = (returns: string): string => `asmx: 1
name: Notes
namespace: urn:notes
services:
  NoteService:
    operations:
      Add: { parameters: { text: string }, returns: ${returns} }
`;

let folder: TestFolder;
beforeEach(() => {
  folder = createFolder({
    'app/asmx-gen.config.json': JSON.stringify({
      contracts: [{ input: 'specs/shop.wsdl' }, { input: 'specs/*.yaml' }],
    }),
    'app/specs/shop.wsdl': wsdl,
    'app/specs/types.xsd': xsd('int'),
    'app/specs/notes.yaml': notes('int'),
  });
  git('init', '--quiet');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '--quiet', '-m', 'old');
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
});
afterEach(() => folder.remove());

const git = (...args: string[]) => execFileSync('git', args, { cwd: folder.path });
const diff = (...args: string[]) => runCli(['diff', ...args], { cwd: `${folder.path}/app` });

describe('diff --against', () => {
  test('without changes', async () => {
    expect(await diff('--against', 'origin/main')).toEqual({
      code: 0,
      stdout: 'specs/shop.wsdl\nno changes\n\nspecs/notes.yaml\nno changes\n',
      stderr: '',
    });
  });

  test('compares every contract with its imports, and names new ones', async () => {
    folder.write('app/specs/types.xsd', xsd('dateTime'));
    folder.write('app/specs/more.yaml', notes('int').replace('Notes', 'More'));
    const { code, stdout } = await diff('--against', 'origin/main');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^specs\/shop\.wsdl\nbreaks callers/);
    expect(stdout).toContain('specs/notes.yaml\nno changes\n');
    expect(stdout).toContain('specs/more.yaml\nnew: origin/main has none\n');
    expect((await diff('--against', 'origin/main', '--exit-zero')).code).toBe(0);
  });

  test('compares plain schemas', async () => {
    const order = (type: string): string =>
      `<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:o">
  <s:element name="Order" type="s:${type}"/>
</s:schema>
`;
    folder.write('app/specs/order.xsd', order('int'));
    git('add', '.');
    git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '--quiet', '-m', 'order');
    const same = await diff('--against', 'HEAD', 'specs/order.xsd');
    expect(same).toEqual({ code: 0, stdout: 'specs/order.xsd\nno changes\n', stderr: '' });
    folder.write('app/specs/order.xsd', order('date'));
    const { code, stdout } = await diff('--against', 'HEAD', 'specs/order.xsd');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^specs\/order\.xsd\nbreaks callers/);
    expect(stdout).toContain('Order');
  });

  test('compares only those named', async () => {
    folder.write('app/specs/types.xsd', xsd('dateTime'));
    const { code, stdout } = await diff('--against', 'HEAD', 'specs/notes.yaml');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'specs/notes.yaml\nno changes\n' });
  });

  test('compares any number of contracts', async () => {
    folder.write('app/specs/more.yaml', notes('int').replace('Notes', 'More'));
    const paths = ['specs/notes.yaml', 'specs/shop.wsdl', 'specs/more.yaml'];
    const { code, stdout, stderr } = await diff('--against', 'HEAD', ...paths);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const path of paths) expect(stdout).toContain(`${path}\n`);
    expect(await diff(...paths)).toMatchObject({ code: 2, stdout: '' });
    expect((await diff(...paths)).stderr).toContain("too many arguments for 'diff'");
  });

  test('accepts what the configuration lists, and says what matches no contract', async () => {
    folder.write('app/specs/types.xsd', xsd('dateTime'));
    const ignore = [
      { code: 'type-changed', reason: 'as agreed' },
      { code: 'operation-removed', reason: 'gone' },
    ];
    const contracts = [{ input: 'specs/shop.wsdl' }, { input: 'specs/*.yaml' }];
    folder.write('app/asmx-gen.config.json', JSON.stringify({ contracts, diff: { ignore } }));
    const { code, stdout, stderr } = await diff('--against', 'HEAD');
    expect({ code }).toEqual({ code: 0 });
    expect(stdout).toMatch(/^specs\/shop\.wsdl\nignored \(1\)[\s\S]*reason: as agreed\n/);
    expect(stderr.match(/ASMX8003/g)).toHaveLength(1);
    const json = await diff('--against', 'HEAD', '--reporter', 'json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      contracts: [{ ignored: [{ reason: 'as agreed' }] }, { ignored: [] }],
      diagnostics: [{ code: 'ASMX8003' }],
    });
    const named = await diff('--against', 'HEAD', 'specs/notes.yaml');
    expect(named.stderr).toBe('');
  });

  test('the advice names --lenient where it would help', async () => {
    const bad = wsdl
      .replace('<message ', '<message name="Bad"><part name="p" element="t:Nothing"/></message>$&')
      .replace('</portType>', '<operation name="Bad"><input message="t:Bad"/></operation>$&')
      .replace(
        '</binding>',
        '<operation name="Bad"><soap:operation soapAction=""/><input><soap:body use="literal"/></input></operation>$&',
      );
    const advice = '--lenient would leave out 1 operation and go on with the other one';
    folder.write('app/bad.wsdl', bad.replace('"types.xsd"', '"specs/types.xsd"'));
    const two = await diff('specs/shop.wsdl', 'bad.wsdl');
    expect(two.code).toBe(2);
    expect(two.stderr).toContain(advice);
    expect((await diff('specs/shop.wsdl', 'bad.wsdl', '--lenient')).code).toBe(0);
    folder.write('app/specs/shop.wsdl', bad);
    const { code, stderr } = await diff('--against', 'HEAD');
    expect(code).toBe(2);
    expect(stderr).toContain(advice);
  });

  test('for a pull request, for programs and as annotations', async () => {
    folder.write('app/specs/notes.yaml', notes('string'));
    folder.write('app/specs/more.yaml', notes('int').replace('Notes', 'More'));
    const markdown = await diff('--against', 'origin/main', '--markdown');
    expect(markdown.stdout).toContain(
      '## Contract changes: origin/main:specs/notes.yaml → specs/notes.yaml',
    );
    expect(markdown.stdout).toContain('## New contract: specs/more.yaml');
    const json = JSON.parse((await diff('--against', 'origin/main', '--reporter', 'json')).stdout);
    expect(json).toMatchObject({
      against: 'origin/main',
      added: ['specs/more.yaml'],
      contracts: [{ new: 'specs/shop.wsdl' }, { new: 'specs/notes.yaml' }],
    });
    const github = await diff('--against', 'origin/main', '--reporter', 'github');
    expect(github.stdout).toMatch(/^::error file=specs\/notes\.yaml,/);
  });

  test.each(['nowhere', '--upload-pack=x', 'HEAD~9'])('no revision %s', async (revision) => {
    const { code, stderr } = await diff(`--against=${revision}`);
    expect(code).toBe(2);
    expect(stderr).toContain(`git has no revision '${revision}'`);
  });

  test('errors of either side end with 2', async () => {
    folder.write('app/specs/notes.yaml', notes('Nothing'));
    expect((await diff('--against', 'HEAD', '--exit-zero')).code).toBe(2);
  });
});

test('diff --exit-zero of two files', async () => {
  folder.write('app/new.yaml', notes('string'));
  expect((await diff('specs/notes.yaml', 'new.yaml')).code).toBe(1);
  expect((await diff('specs/notes.yaml', 'new.yaml', '--exit-zero')).code).toBe(0);
});
