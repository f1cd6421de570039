import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { runCli } from './in-process.ts';
import { createFolder, type TestFolder } from './run-cli.ts';

jest.setTimeout(60_000);

/** `Ask` is sound; `Tell` uses a type that is not there. */
const wsdl = `<definitions name="Shop"
  xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://www.w3.org/2001/XMLSchema"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:shop" targetNamespace="urn:shop">
  <types><s:schema targetNamespace="urn:shop" elementFormDefault="qualified">
    <s:element name="Ask"><s:complexType/></s:element>
    <s:element name="Tell"><s:complexType><s:sequence>
      <s:element name="what" type="t:Waht"/>
    </s:sequence></s:complexType></s:element>
  </s:schema></types>
  <message name="AskIn"><part name="parameters" element="t:Ask"/></message>
  <message name="TellIn"><part name="parameters" element="t:Tell"/></message>
  <portType name="P">
    <operation name="Ask"><input message="t:AskIn"/></operation>
    <operation name="Tell"><input message="t:TellIn"/></operation>
  </portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Ask"><soap:operation soapAction="urn:shop/Ask"/><input><soap:body use="literal"/></input></operation>
    <operation name="Tell"><soap:operation soapAction="urn:shop/Tell"/><input><soap:body use="literal"/></input></operation>
  </binding>
  <service name="Shop"><port name="P" binding="t:B"><soap:address location="http://localhost/Shop.asmx"/></port></service>
</definitions>
`;

let folder: TestFolder;
beforeAll(() => {
  folder = createFolder({ 'shop.wsdl': wsdl });
});
afterAll(() => folder.remove());

const run = (...args: string[]) => runCli(args, { cwd: folder.path });

describe('a contract with a defect', () => {
  test.each([
    ['check', 'shop.wsdl'],
    ['inspect', 'shop.wsdl'],
    ['generate', 'shop.wsdl', '-o', 'out'],
    ['call', 'shop.wsdl', 'Ask', '--dry-run'],
  ])('%s refuses it at its place', async (...args) => {
    const strict = await run(...args);
    expect(strict.code).toBe(1);
    expect(strict.stdout).toBe('');
    expect(strict.stderr).toContain(
      "shop.wsdl:7:36 error ASMX2001: Type 'Waht' is not declared in namespace 'urn:shop'",
    );
    expect(strict.stderr).toMatch(
      /\n--lenient would leave out 1 operation and go on with the other one\n$/,
    );
    expect(folder.files()).toEqual(['shop.wsdl']);
  });

  test.each([
    ['check', 'shop.wsdl'],
    ['inspect', 'shop.wsdl'],
    ['generate', 'shop.wsdl', '--dry-run'],
    ['call', 'shop.wsdl', 'Ask', '--dry-run'],
  ])('%s --lenient leaves the operation out, says so, and goes on', async (...args) => {
    const lenient = await run(...args, '--lenient');
    expect(lenient.code).toBe(0);
    expect(lenient.stderr).toContain(
      "shop.wsdl:14:5 warning ASMX2001: Operation 'Shop.Tell' is left out: type 'Waht' is not declared in namespace 'urn:shop'",
    );
    expect(lenient.stderr).toContain('shop.wsdl:7:36 the defect');
  });

  test('the summaries count what is left out, and programs get the advice', async () => {
    for (const args of [['check'], ['generate', '--dry-run']]) {
      const { stderr } = await run(...args, 'shop.wsdl', '--lenient');
      expect(stderr).toContain('1 service, 1 operation (1 left out)');
    }
    const { stdout } = await run('generate', 'shop.wsdl', '--reporter', 'json');
    expect(JSON.parse(stdout).advice).toContain('--lenient would leave out 1 operation');
  });

  test('with nothing left is an error', async () => {
    const nothing = wsdl.replace(
      '<s:element name="Ask"><s:complexType/>',
      '<s:element name="Ask" type="t:X">',
    );
    folder.write('nothing.wsdl', nothing);
    const strict = await run('generate', 'nothing.wsdl');
    expect(strict.code).toBe(1);
    expect(strict.stderr).not.toContain('--lenient');
    const { code, stderr } = await run('generate', 'nothing.wsdl', '--lenient');
    expect(code).toBe(1);
    expect(stderr).toContain("Contract 'Shop' has no operation that is without defects");
    expect(folder.files()).toEqual(['nothing.wsdl', 'shop.wsdl']);
  });

  test('the rest is generated whole', async () => {
    expect(await run('generate', 'shop.wsdl', '-o', 'out', '--lenient')).toMatchObject({ code: 0 });
    const client = folder.read('out/client.ts');
    expect(client).toContain('readonly ask:');
    expect(client).not.toContain('tell');
    // what was left out is part of what makes an unchanged folder unchanged
    expect(await run('generate', 'shop.wsdl', '-o', 'out', '--check')).toMatchObject({ code: 1 });
    const contracts = [{ input: 'shop.wsdl', output: 'out', lenient: true }];
    folder.write('asmx-gen.config.json', JSON.stringify({ contracts }));
    expect(await run('generate', '--check')).toMatchObject({ code: 0 });
  });
});

describe('a contract with a defect of one binding', () => {
  const binding = (kind: 'GET' | 'POST'): string =>
    `<portType name="${kind}"><operation name="Ask"><input message="t:Ask${kind}In"/><output message="t:Ask${kind}Out"/></operation></portType>
  <binding name="${kind}" type="t:${kind}"><h:binding xmlns:h="http://schemas.xmlsoap.org/wsdl/http/" verb="${kind}"/>
    <operation name="Ask"><h:operation xmlns:h="http://schemas.xmlsoap.org/wsdl/http/" location="/Ask"/><input/><output/></operation></binding>`;
  const port = (kind: string): string =>
    `<port name="${kind}" binding="t:${kind}"><h:address xmlns:h="http://schemas.xmlsoap.org/wsdl/http/" location="http://localhost/Shop.asmx"/></port>`;
  const sound = wsdl
    .replace('t:Waht', 's:string')
    .replace(/<operation name="Tell">.*<\/operation>\n/g, '');

  test.each([
    ['HTTP POST', ['POST']],
    ['HTTP GET', ['GET']],
    ['HTTP GET, HTTP POST', ['GET', 'POST']],
  ] as const)('keeps its operations over the others: %s', async (words, kinds) => {
    const text = sound
      .replace('<service', `${kinds.map(binding).join('\n')}\n  <service`)
      .replace('</service>', `${kinds.map(port).join('')}</service>`);
    const own = createFolder({ 'shop.wsdl': text });
    const inOwn = (...args: string[]) => runCli(args, { cwd: own.path });
    const strict = await inOwn('check', 'shop.wsdl');
    expect(strict.code).toBe(1);
    expect(strict.stderr).toContain('--lenient would');
    const lenient = await inOwn('inspect', 'shop.wsdl', '--lenient');
    expect(lenient.code).toBe(0);
    expect(lenient.stderr).toContain(
      `Operation 'Shop.Ask' is left out over ${words}: message 'Ask${kinds[0]}In' is not declared`,
    );
    expect(lenient.stdout).toContain('Ask');
    const call = await inOwn('call', 'shop.wsdl', 'Ask', '--dry-run', '--lenient');
    expect(call.stdout).toContain('SOAPAction: "urn:shop/Ask"');
    const over = await inOwn(
      'call',
      'shop.wsdl',
      'Ask',
      '--dry-run',
      '--lenient',
      '--binding',
      kinds[0] === 'GET' ? 'httpGet' : 'httpPost',
    );
    expect(over.code).not.toBe(0);
    own.remove();
  });
});
