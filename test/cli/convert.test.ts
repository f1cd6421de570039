import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  jest,
  test,
} from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { runCli } from './in-process.ts';
import { createFolder, packageRoot, type TestFolder } from './run-cli.ts';

describe('convert', () => {
  jest.setTimeout(60_000);

  const school = join(packageRoot, 'specs', 'student-information.yaml');

  const twins = (other: string) => `asmx: 1
name: Twins
namespace: urn:twins
services:
  One: { operations: { Get: { parameters: { id: int } } } }
  Two: { operations: { Get: { parameters: { ${other} } } } }
`;

  const choosy = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://www.w3.org/2001/XMLSchema"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:c" name="Choosy" targetNamespace="urn:c">
  <types><s:schema targetNamespace="urn:c" elementFormDefault="qualified">
    <s:element name="Ask"><s:complexType><s:sequence>
      <s:element name="what" type="t:What"/>
    </s:sequence></s:complexType></s:element>
    <s:element name="AskResponse"><s:complexType/></s:element>
    <s:complexType name="What"><s:choice>
      <s:element name="a" type="s:int"/><s:element name="b" type="s:string"/>
    </s:choice><s:attribute name="kind" type="s:string" fixed="x"/></s:complexType>
  </s:schema></types>
  <message name="In"><part name="parameters" element="t:Ask"/></message>
  <message name="Out"><part name="parameters" element="t:AskResponse"/></message>
  <portType name="P"><operation name="Ask"><input message="t:In"/><output message="t:Out"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Ask"><soap:operation soapAction="urn:c/Ask"/>
      <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="Choosy"><port name="P" binding="t:B"><soap:address location="http://localhost/Choosy.asmx"/></port></service>
</definitions>
`;

  let folder: TestFolder;
  beforeAll(() => {
    folder = createFolder({
      'school.yaml': readFileSync(school, 'utf8'),
      'alike.yaml': twins('id: int'),
      'clash.yaml': twins('id: string'),
      'choosy.wsdl': choosy,
      'headers.wsdl': readFileSync(
        join(packageRoot, 'test/golden/faults-and-headers/service.wsdl'),
        'utf8',
      ),
      'broken.yaml': 'asmx: 1\nname: Broken\n',
    });
  });
  afterAll(() => folder.remove());

  const convert = (...args: string[]) => runCli(['convert', ...args], { cwd: folder.path });

  describe('convert', () => {
    test('YAML to WSDL and back is the same text', async () => {
      const wsdl = await convert('school.yaml', '--to', 'wsdl', '-o', 'out/school.wsdl');
      expect(wsdl).toEqual({ code: 0, stdout: '', stderr: 'wrote out/school.wsdl\n' });
      expect(folder.read('out/school.wsdl')).toContain('<wsdl:service name="AboutUs">');
      const yaml = await convert('out/school.wsdl', '--to', 'yaml');
      expect(yaml).toMatchObject({ code: 0, stderr: '' });
      const behindSchemaLine = (text: string): string => text.slice(text.indexOf('\n'));
      expect(behindSchemaLine(yaml.stdout)).toBe(behindSchemaLine(readFileSync(school, 'utf8')));
    });

    test('headers and faults of a WSDL become those of YAML, and back', async () => {
      const yaml = await convert('headers.wsdl', '--to', 'yaml', '-o', 'out/headers.yaml');
      expect(yaml.code).toBe(0);
      // SOAP gives headers attributes anyway.
      expect(yaml.stderr).toContain("warning ASMX3007: type 'Session' takes any attribute");
      const text = folder.read('out/headers.yaml');
      expect(text).toContain(`        headers: { Session: { in: true, out: true, type: Session } }
        faults: { InvalidPhone: InvalidPhone }
`);
      const { code, stdout, stderr } = await convert('out/headers.yaml', '--to', 'wsdl');
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const header = '<soap:header message="tns:SendSession" part="Session" use="literal" />';
      expect(stdout.split(header)).toHaveLength(3);
      expect(stdout).toContain(
        '<wsdl:fault name="InvalidPhone" message="tns:SendInvalidPhoneFault" />',
      );
      expect(stdout).toContain('<soap:fault use="literal" name="InvalidPhone" />');
      expect(stdout).toContain('<wsdl:part name="detail" element="tns:InvalidPhone" />');
    });

    test('one service alone, whatever the letter case of its name', async () => {
      const { code, stdout } = await convert('school.yaml', '--to', 'yaml', '--service', 'aboutus');
      expect(code).toBe(0);
      expect(stdout).toContain('  AboutUs:\n    operations:\n      GetAboutUs:\n');
      expect(stdout).not.toContain('AuthCode');
    });

    test('services that declare the same thing share it in one WSDL', async () => {
      const { code, stdout } = await convert('alike.yaml', '--to', 'wsdl');
      expect(code).toBe(0);
      expect(stdout.match(/<s:element name="Get">/g)).toHaveLength(1);
      expect(stdout.match(/<wsdl:service /g)).toHaveLength(2);
    });

    test('services that declare one name differently do not fit into one WSDL', async () => {
      const { code, stdout, stderr } = await convert(
        'clash.yaml',
        '--to',
        'wsdl',
        '-o',
        'clash.wsdl',
      );
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain(
        "services 'One' and 'Two' both declare element 'Get', and differently",
      );
      expect(stderr).toContain('clash.yaml:6:24');
      expect(stderr).toContain('--service Two');
      expect(folder.files()).not.toContain('clash.wsdl');
      expect((await convert('clash.yaml', '--to', 'wsdl', '--service', 'Two')).code).toBe(0);
    });

    test('what the notation cannot say is listed with its place, and nothing is written', async () => {
      const { code, stdout, stderr } = await convert(
        'choosy.wsdl',
        '--to',
        'yaml',
        '-o',
        'no.yaml',
      );
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain('choosy.wsdl:8:32');
      expect(stderr).toContain("type 'What' holds a choice");
      expect(stderr).toContain('choosy.wsdl:10:16');
      expect(stderr).toContain("attribute 'kind' of type 'What' has a fixed value");
      expect(folder.files()).not.toContain('no.yaml');
    });

    test('the list is also there for programs', async () => {
      const { stdout } = await convert('choosy.wsdl', '--to', 'yaml', '--reporter', 'json');
      const codes = JSON.parse(stdout).diagnostics.map((one: { code: string }) => one.code);
      expect(codes).toEqual(['ASMX3007', 'ASMX3007']);
    });

    describe.each(['school.yaml', 'choosy.wsdl', 'alike.yaml'])('OpenAPI of %s', (contract) => {
      test.each([
        ['3.1', 'json'],
        ['3.0', 'json'],
        ['3.1', 'xml'],
        ['3.0', 'xml'],
      ])('is valid: %s, %s', async (version, wire) => {
        const given = ['--to', 'openapi', '--openapi', version, '--wire', wire];
        const { code, stdout, stderr } = await convert(contract, ...given);
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        const document = JSON.parse(stdout);
        expect(document.openapi).toBe(version === '3.0' ? '3.0.3' : '3.1.0');
        const { valid, errors } = await new Validator().validate(document);
        expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
      });
    });

    test('OpenAPI is that of the gateway, with the routes of the configuration', async () => {
      folder.write(
        'asmx-gen.config.json',
        JSON.stringify({
          contracts: [
            {
              input: 'school.yaml',
              routes: { 'AuthCodeSending.AuthCode': 'GET /codes/{phone}' },
            },
          ],
        }),
      );
      const given = ['--to', 'openapi', '--service', 'AuthCodeSending'];
      const { stdout } = await convert('school.yaml', ...given);
      const { paths, info, tags } = JSON.parse(stdout);
      expect(info.title).toBe('StudentInformation');
      expect(tags).toEqual([{ name: 'AuthCodeSending' }]);
      expect(Object.keys(paths)).toEqual(['/codes/{phone}']);
      expect(paths['/codes/{phone}'].get.parameters).toEqual([
        { name: 'phone', in: 'path', required: true, schema: { type: 'string' } },
        { name: 'code', in: 'query', required: true, schema: { type: 'string' } },
      ]);
    });

    test('OpenAPI has one path for routes that differ in names of parameters, and unique ids', async () => {
      folder.write(
        'routed/shop.yaml',
        `asmx: 1
name: Shop
namespace: urn:shop
services:
  Orders:
    operations:
      GetOrder: { parameters: { orderId: int }, returns: string }
      DropOrder: { parameters: { id: int, orderId: boolean } }
      B: { parameters: { a: int } }
  A: { operations: { B: { parameters: { a: int } } } }
  Z: { operations: { A_B: { parameters: { a: int } } } }
`,
      );
      const routes = {
        'Orders.GetOrder': 'GET /orders/{orderId}',
        'Orders.DropOrder': 'DELETE /orders/{id}',
      };
      folder.write(
        'routed/asmx-gen.config.json',
        JSON.stringify({ contracts: [{ input: 'shop.yaml', routes }] }),
      );
      const { stdout } = await runCli(['convert', 'shop.yaml', '--to', 'openapi'], {
        cwd: join(folder.path, 'routed'),
      });
      const { paths } = JSON.parse(stdout);
      expect(Object.keys(paths).filter((path) => path.includes('{'))).toEqual([
        '/orders/{orderId}',
      ]);
      expect(paths['/orders/{orderId}'].delete.parameters).toEqual([
        { name: 'orderId', in: 'path', required: true, schema: expect.any(Object) },
        { name: 'orderId', in: 'query', required: true, schema: { type: 'boolean' } },
      ]);
      const items = Object.values<Record<string, { operationId: string }>>(paths);
      const ids = items.flatMap((item) => Object.values(item).map((one) => one.operationId));
      expect(ids).toEqual(['GetOrder', 'DropOrder', 'Orders_B', 'A_B_', 'A_B']);
    });

    test('OpenAPI has GET and POST as they are, and SOAP as XML bodies', async () => {
      const { stdout } = await convert(
        'school.yaml',
        '--to',
        'openapi',
        '--wire',
        'xml',
        '--service',
        'AuthCodeSending',
      );
      const { paths, components, servers } = JSON.parse(stdout);
      expect(servers).toEqual([{ url: 'http://localhost:8080' }]);
      expect(Object.keys(paths)).toEqual([
        '/AuthCodeSending.asmx',
        '/AuthCodeSending.asmx/AuthCode',
      ]);
      const { get, post } = paths['/AuthCodeSending.asmx/AuthCode'];
      expect(get.parameters).toEqual([
        { name: 'code', in: 'query', required: true, schema: { type: 'string' } },
        { name: 'phone', in: 'query', required: true, schema: { type: 'string' } },
      ]);
      expect(post.requestBody.content['application/x-www-form-urlencoded'].schema.required).toEqual(
        ['code', 'phone'],
      );
      expect(Object.keys(paths['/AuthCodeSending.asmx'].post.requestBody.content)).toEqual([
        'text/xml',
        'application/soap+xml',
      ]);
      expect(components.schemas.AuthCode).toEqual({
        type: 'object',
        properties: {
          code: { type: 'string', xml: { name: 'code', namespace: 'http://tempuri.org/' } },
          phone: { type: 'string', xml: { name: 'phone', namespace: 'http://tempuri.org/' } },
        },
        required: ['code', 'phone'],
        xml: { name: 'AuthCode', namespace: 'http://tempuri.org/' },
      });
    });

    test('a contract with errors is not converted', async () => {
      const { code, stdout, stderr } = await convert('broken.yaml', '--to', 'wsdl');
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain("'namespace'");
    });

    test.each([
      [['school.yaml'], "required option '--to <notation>' not specified"],
      [['school.yaml', '--to', 'raml'], "Did you mean 'yaml'?"],
      [['school.yaml', '--to', 'openapi', '--openapi', '2.0'], "invalid value '2.0' for --openapi"],
      [['school.yaml', '--to', 'openapi', '--wire', 'yaml'], "invalid value 'yaml' for --wire"],
      [['school.yaml', '--to', 'wsdl', '--openapi', '3.0'], '--openapi is for OpenAPI'],
      [['school.yaml', '--to', 'yaml', '--wire', 'xml'], '--wire is for OpenAPI'],
      [['school.yaml', '--to', 'wsdl', '--service', 'AboutU'], "Did you mean 'AboutUs'?"],
      [['school.yaml', '--to', 'wsdl', '-o', 'school.yaml'], 'school.yaml is the contract itself'],
      [['school.yaml', '--to', 'wsdl', '-o', '.'], '. is a folder, not a file'],
      [['missing.yaml', '--to', 'wsdl'], 'there is no such file'],
    ])('%j cannot run', async (args, said) => {
      const { code, stdout, stderr } = await convert(...args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(said);
    });
  });

  test.each([
    ['[soap11]', false],
    ['[soap11, httpGet, httpPost]', false],
    ['[soap11, soap12]', true],
    ['[soap12]', true],
  ])('a WSDL of the bindings %s declares SOAP 1.2: %p', async (bindings, expected) => {
    const one = `asmx: 1\nname: One\nnamespace: urn:one\nbindings: ${bindings}\nservices: { One: { operations: { Ping: } } }\n`;
    const own = createFolder({ 'one.yaml': one });
    const { stdout } = await runCli(['convert', 'one.yaml', '--to', 'wsdl'], { cwd: own.path });
    own.remove();
    expect(stdout).toContain('<wsdl:definitions');
    expect(stdout.includes('http://schemas.xmlsoap.org/wsdl/soap12/')).toBe(expected);
  });
});

describe('convert requests', () => {
  jest.setTimeout(60_000);

  const contract = `asmx: 1
name: Shop
namespace: urn:shop
baseUrl: http://shop.example:8080
bindings: [soap11, soap12, httpGet, httpPost]
services:
  Orders:
    documentation: "Orders *of* <the> shop."
    operations:
      Get:
        documentation: Finds an order.
        parameters: { id: int, password: string }
        returns: Order
      Ping: { bindings: [soap12] }
types:
  Order:
    fields:
      id: int
      colour: Colour
  Colour: { values: [red, blue] }
`;

  let folder: TestFolder;
  beforeAll(() => {
    folder = createFolder({ 'shop.yaml': contract, taken: '' });
  });
  afterAll(() => folder.remove());

  const convert = (...args: string[]) =>
    runCli(['convert', 'shop.yaml', ...args], { cwd: folder.path });
  const text = (...path: string[]): string => readFileSync(join(folder.path, ...path), 'utf8');

  describe('convert --to http', () => {
    test('has a request for each operation and binding, with variables for address and secret', async () => {
      const { code, stdout } = await convert('--to', 'http');
      expect(code).toBe(0);
      expect(stdout.match(/^### .*/gm)).toEqual([
        '### Orders.Get over SOAP 1.1',
        '### Orders.Get over SOAP 1.2',
        '### Orders.Get over HTTP GET',
        '### Orders.Get over HTTP POST',
        '### Orders.Ping over SOAP 1.2',
      ]);
      expect(stdout).toMatch(/^# Shop\n@baseUrl = http:\/\/shop\.example:8080\n@password = \w+\n/);
      expect(stdout).toMatch(
        /GET \{\{baseUrl\}\}\/Orders\.asmx\/Get\?id=\d+&password=\{\{password\}\}\n/,
      );
      expect(stdout).toContain('      <password>{{password}}</password>\n');
      expect(stdout).toContain('SOAPAction: "urn:shop/Get"\n');
      expect(stdout).toContain('# Finds an order.\n');
      expect(stdout).not.toContain('Content-Length');
    });

    test('can be of one service, in a file', async () => {
      const { stderr } = await convert('--to', 'http', '--service', 'orders', '-o', 'shop.http');
      expect(stderr).toContain('wrote shop.http');
      expect(text('shop.http')).toContain('### Orders.Ping over SOAP 1.2');
    });
  });

  describe('convert --to postman', () => {
    test('is a collection with folders, queries, forms and variables', async () => {
      const { stdout } = await convert('--to', 'postman');
      const { info, item, variable } = JSON.parse(stdout);
      expect(info.schema).toContain('/v2.1.0/');
      expect(variable).toEqual([
        { key: 'baseUrl', value: 'http://shop.example:8080', type: 'string' },
        { key: 'password', value: expect.any(String), type: 'secret' },
      ]);
      const [orders] = item;
      expect(orders.item.map(({ name }: { name: string }) => name)).toContain('Get over HTTP GET');
      const [soap, , get, post] = orders.item;
      expect(soap.request.body).toMatchObject({
        mode: 'raw',
        options: { raw: { language: 'xml' } },
      });
      expect(get.request.url).toMatchObject({
        host: ['{{baseUrl}}'],
        path: ['Orders.asmx', 'Get'],
        query: [{ key: 'id' }, { key: 'password', value: '{{password}}' }],
      });
      expect(post.request.body.urlencoded).toMatchObject([
        { key: 'id' },
        { key: 'password', value: '{{password}}' },
      ]);
    });
  });

  describe('convert --to bruno', () => {
    test('is a folder with a file for each request, and an environment', async () => {
      const { code } = await convert('--to', 'bruno', '-o', 'bruno');
      expect(code).toBe(0);
      expect(readdirSync(join(folder.path, 'bruno', 'Orders'))).toEqual([
        'Get HTTP GET.bru',
        'Get HTTP POST.bru',
        'Get SOAP 1.1.bru',
        'Get SOAP 1.2.bru',
        'Ping SOAP 1.2.bru',
      ]);
      expect(JSON.parse(text('bruno', 'bruno.json'))).toMatchObject({ name: 'Shop' });
      expect(text('bruno', 'environments', 'local.bru')).toContain(
        '  baseUrl: http://shop.example:8080\n',
      );
      const post = text('bruno', 'Orders', 'Get HTTP POST.bru');
      expect(post).toContain('  body: formUrlEncoded\n');
      expect(post).toContain('body:form-urlencoded {\n  id: ');
      expect(post).toContain('  password: {{password}}\n');
      expect(text('bruno', 'Orders', 'Get SOAP 1.1.bru')).toContain('body:xml {\n  <?xml ');
    });

    test('needs a folder', async () => {
      const none = await convert('--to', 'bruno');
      expect(none.code).toBe(2);
      expect(none.stderr).toContain('Name a folder for them after -o.');
      const file = await convert('--to', 'bruno', '-o', 'taken');
      expect(file.code).toBe(2);
      expect(file.stderr).toContain('taken is a file, not a folder');
    });
  });

  describe('convert --to markdown', () => {
    test('has pages of services and types, in which texts of the contract are only text', async () => {
      expect((await convert('--to', 'markdown', '-o', 'pages')).code).toBe(0);
      expect(readdirSync(join(folder.path, 'pages'))).toEqual([
        'Orders.md',
        'README.md',
        'types.md',
      ]);
      expect(text('pages', 'README.md')).toContain(
        '| [Orders](Orders.md) | 2 | Orders \\*of\\* \\<the\\> shop. |',
      );
      const page = text('pages', 'Orders.md');
      expect(page).toContain('Get(id: int, password: string): Order');
      expect(page).toContain(
        '| SOAP 1.1 | `http://shop.example:8080/Orders.asmx` | `urn:shop/Get` |',
      );
      expect(page).toContain('| HTTP GET | `http://shop.example:8080/Orders.asmx/Get` |  |');
      const types = text('pages', 'types.md');
      expect(types).toContain('| `colour` | `Colour` |  |');
      expect(types).toContain('| `red` |');
    });
  });

  test('--bundle is for WSDL', async () => {
    expect((await convert('--to', 'wsdl', '--bundle')).stdout).toContain('<wsdl:definitions');
    const other = await convert('--to', 'http', '--bundle');
    expect(other.code).toBe(2);
    expect(other.stderr).toContain('--bundle is for WSDL, not for http');
    expect(existsSync(join(folder.path, 'undefined'))).toBe(false);
  });
});

describe('other documents', () => {
  let folder: TestFolder;
  beforeEach(() => {
    folder = createFolder({});
  });
  afterEach(() => folder.remove());

  test.each([
    ['shop.wsdl.gz', gzipSync('<definitions/>'), 'is compressed with gzip'],
    ['shop.wsdl', gzipSync('<definitions/>'), 'is compressed with gzip'],
    ['shop.zip', 'PK\u0003\u0004abc', 'is a ZIP archive'],
    ['shop.yaml', '\u0000\u0001\u0002\u0003', 'is a binary file'],
    ['shop.json', '{ "openapi": "3.1.0" }', 'is an OpenAPI document'],
    ['shop.yaml', '# ours\nopenapi: 3.0.0\n', 'is an OpenAPI document'],
    ['shop.yaml', "swagger: '2.0'\n", 'is an OpenAPI document'],
    ['shop.wadl', '<application xmlns="http://wadl.dev.java.net/2009/02"/>', 'This is WADL'],
  ])('%s that is no contract is called by its name, and not printed', async (name, text, said) => {
    writeFileSync(join(folder.path, name), text);
    const { code, stdout, stderr } = await runCli(['check', name], { cwd: folder.path });
    expect(code).not.toBe(0);
    expect(stderr).toContain(said);
    expect((stdout + stderr).replace(/\s/g, '')).not.toMatch(/\p{Cc}|\ufffd/u);
  });
});
