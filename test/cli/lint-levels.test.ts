import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { runCli } from './in-process.ts';
import { createFolder, type TestFolder } from './run-cli.ts';

jest.setTimeout(60_000);

/** A WSDL with three warnings ASMX3015, and one of another code. */
const wsdl = `<definitions name="Shop"
  xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://www.w3.org/2001/XMLSchema"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:shop" targetNamespace="urn:shop">
  <types><s:schema targetNamespace="urn:shop" elementFormDefault="qualified">
    <s:element name="Ask"><s:complexType><s:sequence>
      <s:element name="a" type="t:A"/><s:element name="b" type="t:B"/><s:element name="c" type="t:C"/>
    </s:sequence></s:complexType></s:element>
${['A', 'B', 'C']
  .map(
    (name) => `    <s:complexType name="${name}"><s:sequence>
      <s:element name="x" type="s:int" minOccurs="0"/><s:element name="x" type="s:int"/>
    </s:sequence></s:complexType>`,
  )
  .join('\n')}
    <s:simpleType name="D"><s:restriction base="s:int"><s:minInclusive value="x"/></s:restriction></s:simpleType>
  </s:schema></types>
  <message name="AskIn"><part name="parameters" element="t:Ask"/></message>
  <portType name="P"><operation name="Ask"><input message="t:AskIn"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Ask"><soap:operation soapAction="urn:shop/Ask"/><input><soap:body use="literal"/></input></operation>
  </binding>
  <service name="Shop"><port name="P" binding="t:B"><soap:address location="http://localhost/Shop.asmx"/></port></service>
</definitions>
`;

let folder: TestFolder;
beforeEach(() => {
  folder = createFolder({ 'shop.wsdl': wsdl, 'other.wsdl': wsdl });
});
afterEach(() => folder.remove());

const run = (...args: string[]) => runCli(args, { cwd: folder.path });

/** Codes of the warnings and errors of a run, in their order. */
async function codes(...args: string[]): Promise<readonly string[]> {
  const { stdout } = await run(...args, '--reporter', 'json');
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly Record<string, string>[] };
  return diagnostics
    .filter(({ severity }) => severity !== 'hint')
    .map(({ file, code, severity }) => `${file} ${severity} ${code}`);
}

describe('warnings of a contract', () => {
  const commands = [
    ['generate', 'shop.wsdl', '--dry-run'],
    ['inspect', 'shop.wsdl'],
    ['call', 'shop.wsdl', 'Ask', '--dry-run', '--json', '{"a":{"x":1},"b":{"x":1},"c":{"x":1}}'],
    ['convert', 'shop.wsdl', '--to', 'wsdl'],
  ];

  test.each(commands)('%s shows one line for each code', async (...args) => {
    const { stderr } = await run(...args);
    const warnings = stderr.split('\n').filter((line) => line.includes('warning'));
    expect(warnings).toEqual([
      expect.stringMatching(/^shop\.wsdl:\d+:\d+ warning ASMX3015: .+ \(3 of this code\)$/),
      expect.stringMatching(/^shop\.wsdl:\d+:\d+ warning ASMX30\d\d: .*x/),
    ]);
    expect(stderr).toContain('asmx-gen check shows them in full');
    expect(stderr).not.toContain('│');
    expect((await run(...args, '--quiet')).stderr).not.toContain('warning');
  });

  test('check, --verbose and JSON have all of them', async () => {
    for (const args of [
      ['check', 'shop.wsdl'],
      ['inspect', 'shop.wsdl', '--verbose'],
    ]) {
      const { stderr } = await run(...args);
      expect(stderr.match(/warning ASMX3015/g)).toHaveLength(3);
    }
    expect(await codes('generate', 'shop.wsdl', '--dry-run')).toHaveLength(4);
  });

  test('workflow commands are one for each code, too', async () => {
    const { stdout } = await run('generate', 'shop.wsdl', '--dry-run', '--reporter', 'github');
    expect(stdout.match(/^::warning /gm)).toHaveLength(2);
    expect(stdout).toContain('(3 of this code)');
  });
});

describe('lint', () => {
  const config = (lint: object | undefined, own: object | undefined) =>
    folder.write(
      'asmx-gen.config.json',
      JSON.stringify({
        lint,
        contracts: [
          { input: 'shop.wsdl', output: 'shop', lint: own },
          { input: 'other.wsdl', output: 'other' },
        ],
      }),
    );
  const rest = (file: string) => expect.stringMatching(new RegExp(`^${file} warning (?!ASMX3015)`));

  test('silences a code for all contracts, or for one', async () => {
    config({ ASMX3015: 'off' }, undefined);
    for (const command of [['check'], ['generate', '--dry-run']]) {
      expect(await codes(...command)).toEqual([rest('shop.wsdl'), rest('other.wsdl')]);
    }
    config(undefined, { ASMX3015: 'off' });
    for (const command of [['check'], ['generate', '--dry-run']]) {
      expect(await codes(...command)).toHaveLength(5);
    }
    expect((await run('inspect', 'shop.wsdl')).stderr).not.toContain('ASMX3015');
    expect((await run('inspect', 'other.wsdl')).stderr).toContain('ASMX3015');
  });

  test('of a contract goes before that for all', async () => {
    config({ ASMX3015: 'off' }, { ASMX3015: 'warning' });
    expect(await codes('check')).toHaveLength(5);
  });

  test('makes an error of a warning', async () => {
    await run('generate', 'shop.wsdl', '--targets', 'types', '--runtime', 'package');
    config({ ASMX3015: 'error' }, undefined);
    for (const command of ['check', 'generate', 'inspect shop.wsdl', 'generate shop.wsdl']) {
      expect((await run(...command.split(' '))).code).toBe(1);
    }
  });

  test('cannot silence an error', async () => {
    folder.write('shop.wsdl', wsdl.replace('type="t:A"', 'type="t:Z"'));
    config({ ASMX2001: 'off' }, undefined);
    expect((await run('check')).code).toBe(1);
    config({ ASMX1001: 'off' }, undefined);
    const { code, stderr } = await run('check');
    expect(code).toBe(2);
    expect(stderr).toContain("'ASMX1001' is not a lint rule");
  });
});
