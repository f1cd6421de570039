import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { runCli } from './in-process.ts';
import { createFolder, type TestFolder } from './run-cli.ts';

jest.setTimeout(60_000);

/**
 * Operations whose messages are called otherwise, as ASMX does with `MessageName`: one alone, and
 * two overloads.
 */
function contract(): string {
  const names = [
    ['PayAch', 'PayACH'],
    ['Ask', 'Ask'],
    ['Ask', 'AskById'],
  ];
  const each = (text: (name: string, message: string) => string): string =>
    names.map(([name = '', message = '']) => text(name, message)).join('\n');
  return `<w:definitions name="Pay" targetNamespace="urn:p" xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:p" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<w:types><xs:schema targetNamespace="urn:p" elementFormDefault="qualified">${each(
    (_, message) =>
      `<xs:element name="${message}"><xs:complexType><xs:sequence><xs:element name="code" type="xs:int"/></xs:sequence></xs:complexType></xs:element><xs:element name="${message}Response"><xs:complexType/></xs:element>`,
  )}</xs:schema></w:types>
${each((_, message) => `<w:message name="${message}In"><w:part name="parameters" element="t:${message}"/></w:message><w:message name="${message}Out"><w:part name="parameters" element="t:${message}Response"/></w:message>`)}
<w:portType name="P">${each((name, message) => `<w:operation name="${name}"><w:input name="${message}" message="t:${message}In"/><w:output name="${message}" message="t:${message}Out"/></w:operation>`)}</w:portType>
<w:binding name="B" type="t:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>${each((name, message) => `<w:operation name="${name}"><s:operation soapAction="urn:p/${message}"/><w:input name="${message}"><s:body use="literal"/></w:input><w:output name="${message}"><s:body use="literal"/></w:output></w:operation>`)}</w:binding>
<w:service name="Pay"><w:port name="P" binding="t:B"><s:address location="http://localhost/pay.asmx"/></w:port></w:service></w:definitions>`;
}

let folder: TestFolder;
beforeAll(() => {
  folder = createFolder({ 'pay.wsdl': contract() });
});
afterAll(() => folder.remove());

const run = (...args: string[]) => runCli(args, { cwd: folder.path });

describe('operations are known by the names of their methods', () => {
  test('to inspect', async () => {
    const { stdout } = await run('inspect', 'pay.wsdl');
    expect([...stdout.matchAll(/─ (\w+)\(/g)].map(([, name]) => name)).toEqual([
      'PayAch',
      'Ask',
      'AskById',
    ]);
  });

  test.each([
    ['PayAch', 'PayACH'],
    ['PayACH', 'PayACH'],
    ['Ask', 'Ask'],
    ['AskById', 'AskById'],
    ['Pay.AskById', 'AskById'],
  ])('to call %s', async (name, element) => {
    const { code, stdout } = await run('call', 'pay.wsdl', name, 'code=7', '--dry-run');
    expect(code).toBe(0);
    expect(stdout).toContain(`<${element} xmlns="urn:p"><code>7</code></${element}>`);
  });

  test.each([
    ['ach', "Did you mean 'PayAch'?"],
    ['k', 'Did you mean one of Ask, AskById?'],
    ['Zebra', 'It has PayAch, Ask, AskById.'],
  ])('and of %s those that contain it are offered', async (name, help) => {
    const { code, stderr } = await run('call', 'pay.wsdl', name, 'code=7', '--dry-run');
    expect(code).toBe(2);
    expect(stderr).toBe(`asmx-gen: the contract has no operation '${name}'\n  ${help}\n`);
  });

  test('to OpenAPI', async () => {
    const { stdout } = await run('convert', 'pay.wsdl', '--to', 'openapi', '--wire', 'xml');
    const content = JSON.parse(stdout).paths['/pay.asmx'].post.requestBody.content['text/xml'];
    expect(Object.keys(content.examples)).toEqual(['PayAch', 'Ask', 'AskById']);
  });
});
