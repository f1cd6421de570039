// A shop in rpc/encoded, as Magento and its kin have it: PHP, SOAP::Lite, soap4r and Axis call the
// generated server, and the generated client calls their services.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { textOf } from '../dotnet/values.mjs';
import { generateModule, serve } from './generated.mjs';
import { callService, writeDeployment } from './shop-servers.mjs';
import { given as givenValue, received } from './shop-values.mjs';

const structs = {
  Product: { id: 'xsd:int', sku: 'xsd:string', price: 'xsd:decimal', tags: 't:Strings' },
  Address: { street: 'xsd:string', city: 'xsd:string' },
  Cart: { items: 't:Products', billing: 't:Address', shipping: 't:Address' },
  Filter: { field: 'xsd:string', value: 'xsd:string' },
  Setting: { name: 'xsd:string', value: 'xsd:anyType' },
};
const arrays = {
  Strings: 'xsd:string',
  Ints: 'xsd:int',
  Products: 't:Product',
  Filters: 't:Filter',
  Maps: 'apache:Map',
};
const product = { id: 7, sku: 'A-1', price: '10.75', tags: ['x', 'y'] };
const other = { id: 8, sku: '\u00e9 <&>', price: '-3', tags: [] };
const address = { street: 'Main 1', city: 'Wien' };
const map = {
  sku: 'A-1',
  stock: 3,
  isNew: true,
  note: null,
  sizes: ['S', 'M'],
  more: { color: 'red' },
};
const settings = ['x', '\u00e9', 5, true, null, ['S', 1], map].map((value) => ({
  name: 'n',
  value,
}));
const filters = [{ field: 'sku', value: 'A' }];

/** Operations: parameters, type of the result, and calls: arguments and what is answered. */
const operations = {
  login: [{ user: 'xsd:string', password: 'xsd:string' }, 'xsd:string', [['ada', 'secret'], 's1']],
  three: [
    { a: 'xsd:string', b: 'xsd:string', c: 'xsd:string' },
    'xsd:string',
    [['1', '2', '3'], '1|2|3'],
    [['1', null, '3'], '1|null|3'],
  ],
  list: [
    { filters: 't:Filters', page: 'xsd:int' },
    't:Products',
    [
      [filters, 2],
      [product, other],
    ],
    [[[], 0], []],
  ],
  info: [{ product: 't:Product' }, 't:Product', [[product], product], [[other], other]],
  create: [{ product: 't:Product' }, 'xsd:int', [[product], 7]],
  cart: [
    { cart: 't:Cart' },
    't:Cart',
    [
      [{ items: [product, other], billing: address, shipping: address }],
      { items: [product, other], billing: address, shipping: address },
    ],
  ],
  sums: [{ numbers: 't:Ints' }, 't:Ints', [[[1, -2, 3]], [1, -2, 3]], [[[]], []]],
  price: [{ amount: 'xsd:double' }, 'xsd:double', [[0.1], 0.1], [[-5], -5]],
  stock: [{ inStock: 'xsd:boolean' }, 'xsd:boolean', [[true], true], [[false], false]],
  changed: [
    { at: 'xsd:dateTime' },
    'xsd:dateTime',
    [['2026-11-29T10:20:30Z'], '2026-11-29T10:20:30Z'],
  ],
  text: [{ text: 'xsd:string' }, 'xsd:string', [['a <b> & \u00e9'], 'a <b> & \u00e9'], [[''], '']],
  attributes: [{ attributes: 'apache:Map' }, 'apache:Map', [[map], map]],
  rows: [{ rows: 't:Maps' }, 't:Maps', [[[map, { a: 'b' }]], [map, { a: 'b' }]], [[[]], []]],
  setting: [{ setting: 't:Setting' }, 't:Setting', ...settings.map((one) => [[one], one])],
  fail: [
    { how: 'xsd:string' },
    'xsd:string',
    [['x'], { fault: '102', message: 'no such product' }],
  ],
};

/** What the functions do, by arguments in their order. */
const functions = {
  login: () => 's1',
  three: (...given) => given.map((one) => one ?? 'null').join('|'),
  list: (given) => (given.length > 0 ? [product, other] : []),
  create: ({ id }) => id,
};

const element = ([name, type]) => `<xsd:element name="${name}" type="${type}" nillable="true"/>`;
const struct = ([name, fields]) =>
  `<xsd:complexType name="${name}"><xsd:all>${Object.entries(fields).map(element).join('')}</xsd:all></xsd:complexType>`;
const array = ([name, item]) =>
  `<xsd:complexType name="${name}"><xsd:complexContent><xsd:restriction base="soapenc:Array">` +
  `<xsd:attribute ref="soapenc:arrayType" wsdl:arrayType="${item}[]"/>` +
  '</xsd:restriction></xsd:complexContent></xsd:complexType>';
const body = (soap) =>
  `<${soap}:body use="encoded" namespace="urn:Shop" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/>`;
const all = (write) => Object.entries(operations).map(write).join('\n');
const parts = (given) =>
  Object.entries(given)
    .map(([name, type]) => `<wsdl:part name="${name}" type="${type}"/>`)
    .join('');

/** The schema of Maps, as soap4r wants it. PHP and generated code know them without it. */
const entry =
  '<xsd:element name="key" type="xsd:anyType"/><xsd:element name="value" type="xsd:anyType"/>';
const item = `<xsd:element name="item" minOccurs="0" maxOccurs="unbounded"><xsd:complexType><xsd:sequence>${entry}</xsd:sequence></xsd:complexType></xsd:element>`;
const mapSchema = `<xsd:schema targetNamespace="http://xml.apache.org/xml-soap">
<xsd:complexType name="Map"><xsd:sequence>${item}</xsd:sequence></xsd:complexType></xsd:schema>`;

/** The binding of a version, and the port. */
const bindingOf = (name, soap) => `<wsdl:binding name="${name}Binding" type="t:ShopPort">
<${soap}:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
${all(([operation]) => `<wsdl:operation name="${operation}"><${soap}:operation soapAction="urn:Shop#${operation}"/><wsdl:input>${body(soap)}</wsdl:input><wsdl:output>${body(soap)}</wsdl:output></wsdl:operation>`)}
</wsdl:binding>`;
const portOf = (name, soap) =>
  `<wsdl:port name="${name}Port" binding="t:${name}Binding"><${soap}:address location="http://127.0.0.1/shop"/></wsdl:port>`;

/** The contract, for both versions of SOAP, or with a schema of Maps for the first one. */
const contractOf = (versions, more = '') => `<?xml version="1.0" encoding="utf-8"?>
<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:Shop"
  xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/"
  xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:apache="http://xml.apache.org/xml-soap" targetNamespace="urn:Shop" name="Shop">
<wsdl:types>${more}<xsd:schema targetNamespace="urn:Shop">
<xsd:import namespace="http://schemas.xmlsoap.org/soap/encoding/"/>
${[...Object.entries(structs).map(struct), ...Object.entries(arrays).map(array)].join('\n')}
</xsd:schema></wsdl:types>
${all(([name, [given, result]]) => `<wsdl:message name="${name}In">${parts(given)}</wsdl:message><wsdl:message name="${name}Out">${parts({ return: result })}</wsdl:message>`)}
<wsdl:portType name="ShopPort">
${all(([name]) => `<wsdl:operation name="${name}"><wsdl:input message="t:${name}In"/><wsdl:output message="t:${name}Out"/></wsdl:operation>`)}
</wsdl:portType>
${versions.map(([name, soap]) => bindingOf(name, soap)).join('\n')}
<wsdl:service name="Shop">${versions.map(([name, soap]) => portOf(name, soap)).join('')}</wsdl:service>
</wsdl:definitions>
`;

const calls = Object.entries(operations).flatMap(([name, [, , ...given]]) =>
  given.map(([args, expected]) => ({ name, args, expected })),
);

/** Clients of other makes, which print the JSON of each answer on a line. */
const clients = {
  'php-soap': {
    command: 'php',
    program: 'shop.php',
    probe: ['-r', 'exit(class_exists("SoapClient") ? 0 : 1);'],
    needs: 'php-soap',
  },
  'php-soap, SOAP 1.2': {
    command: 'php',
    program: 'shop.php',
    probe: ['-r', 'exit(class_exists("SoapClient") ? 0 : 1);'],
    needs: 'php-soap',
    more: ['1.2'],
  },
  'SOAP::Lite': {
    command: 'perl',
    program: 'shop.pl',
    probe: ['-MSOAP::Lite', '-e', '1'],
    needs: 'libsoap-lite-perl',
  },
  'soap4r (Ruby)': {
    command: 'ruby',
    program: 'shop.rb',
    probe: ['-e', 'require "soap/rpc/driver"'],
    needs: 'ruby-soap4r',
  },
};

const numbered = ({ name, expected }) =>
  ['attributes', 'rows', 'setting'].includes(name)
    ? JSON.parse(JSON.stringify(expected), (_, one) => (typeof one === 'boolean' ? +one : one))
    : expected;

/** What stacks do to values by themselves. `notes` has it in words. */
const habits = {
  'SOAP::Lite': numbered,
  'generated client, SOAP::Lite': numbered,
  'php-soap, SOAP 1.2': ({ name, expected }) =>
    name === 'fail' ? { ...expected, fault: 'Receiver' } : expected,
  'generated client, soap4r': ({ name, expected }) =>
    name === 'fail' ? { ...expected, fault: 'Server' } : expected,
  'generated client, Axis': ({ name, expected }) =>
    name === 'changed' ? expected.replace('Z', '.000Z') : expected,
};

function judge(who, answers) {
  const failures = [];
  for (const [index, call] of calls.entries()) {
    const { name, args } = call;
    const expected = habits[who]?.(call) ?? call.expected;
    if (textOf(answers[index]) !== textOf(expected))
      failures.push(
        `${who} ${name} ${JSON.stringify(args)}: ${textOf(answers[index])?.slice(0, 500)}`,
      );
  }
  return { counts: [calls.length - failures.length, calls.length], failures };
}

function handlersOf(code) {
  const handler = ([name, [given, result]]) => [
    name,
    (input) => {
      const [type] = Object.values(given);
      const args = Object.keys(given).map((one) => input[one]);
      if (name === 'fail')
        throw new code.SoapFault({ code: '{urn:Shop}102', message: 'no such product' });
      return givenValue(result, received(type, functions[name]?.(...args) ?? args[0]));
    },
  ];
  return Object.fromEntries(Object.entries(operations).map(handler));
}

/** @returns rows: the name, and counts with failures or why it was skipped */
export async function callShop(tools) {
  const { work, answers } = tools;
  const plain = join(work, 'shop.wsdl');
  writeFileSync(plain, contractOf(Object.entries({ Shop: 'soap', Shop12: 'soap12' })));
  const withMap = join(work, 'shop-map.wsdl');
  writeFileSync(withMap, contractOf([['Shop', 'soap']], mapSchema));
  const shop = { ...tools, plain, withMap };
  const code = await generateModule(work, pathToFileURL(plain).href);
  const { base, stop } = await serve(code.createShopServer(handlersOf(code)).listener);
  const rows = [];
  try {
    for (const [who, { command, probe, needs }] of Object.entries(clients)) {
      const row = answers(command, ...probe)
        ? await callFrom(who, `${base}/shop`, shop)
        : `skipped: ${needs} is not installed`;
      rows.push([who, row]);
    }
    rows.push(['Axis', await callAxis(`${base}/shop`, shop)]);
  } finally {
    stop();
  }
  return [...rows, ...(await Promise.all(callServices(code, shop)))];
}

/** The generated server, called by another stack. */
async function callFrom(who, address, { run, programs, withMap }) {
  const { command, program, more = [] } = clients[who];
  const list = JSON.stringify(
    calls.map(({ name, args }) => [name, Object.entries(operations[name][0]), args]),
  );
  const given = [join(programs, program), withMap, address, list, ...more];
  const { stdout, stderr } = await run(command, given);
  const lines = stdout.split('\n').filter((line) => /^[[{"\d\-tfn]/.test(line));
  const told = lines.map((line) => JSON.parse(line));
  const judged = judge(who, told);
  if (lines.length < calls.length) judged.failures.push(`${who}: ${stderr.slice(-600)}`);
  return judged;
}

/** Axis of Debian with what it needs. */
export const axisJars = [
  'axis',
  'axis-jaxrpc',
  'axis-saaj',
  'commons-discovery',
  'commons-logging',
  'wsdl4j',
]
  .map((name) => `/usr/share/java/${name}.jar`)
  .filter((jar) => existsSync(jar));

const withoutAxis = 'skipped: libaxis-java and default-jdk-headless are not installed';
const axisClasses = ['AxisShop', 'AxisShopService'];

/** Axis, which compares by itself. */
async function callAxis(address, { run, work, withMap, programs, answers }) {
  if (!hasAxis(answers)) return withoutAxis;
  const path = axisJars.join(':');
  const sources = axisClasses.map((name) => join(programs, `${name}.java`));
  const options = ['-nowarn', '-proc:none', '-cp', path, '-d', work];
  const compiled = await run('javac', [...options, ...sources]);
  if (compiled.code !== 0) throw new Error(`javac: ${compiled.stdout}${compiled.stderr}`);
  const given = ['-cp', `${work}:${path}`, 'AxisShop', withMap, address];
  const { stdout, stderr } = await run('java', given);
  const lines = stdout.split('\n').filter((line) => line.includes('\t'));
  const failures = lines.filter((line) => !line.endsWith('\tright'));
  const counts = [lines.length - failures.length, 19];
  if (lines.length < 19) failures.push(stderr.slice(-600));
  return { counts, failures: failures.map((line) => `Axis ${line}`) };
}

/** Whether Axis can be run. */
export const hasAxis = (answers) => axisJars.length === 6 && answers('which', 'javac');

/** The generated client, which calls services of other stacks. */
function callServices(code, { work, programs, withMap, freePort, answers }) {
  const program = (who) => join(programs, clients[who].program);
  const offered = (who, service) =>
    answers(clients[who].command, ...clients[who].probe)
      ? service
      : `skipped: ${clients[who].needs} is not installed`;
  const php = (env) => ({
    path: '/shop.php',
    start: (port) => ({
      command: 'php',
      args: ['-S', `127.0.0.1:${port}`, program('php-soap')],
      env,
    }),
  });
  const services = {
    PHP: offered('php-soap', php({ SHOP_WSDL: withMap })),
    'PHP, SOAP 1.2': offered('php-soap', {
      ...php({ SHOP_WSDL: withMap, SHOP_VERSION: '1.2' }),
      binding: 'soap12',
    }),
    'PHP, no WSDL': offered('php-soap', php({})),
    'SOAP::Lite': offered('SOAP::Lite', {
      path: '/',
      start: (port) => ({ command: 'perl', args: [program('SOAP::Lite'), 'serve', `${port}`] }),
    }),
    soap4r: offered('soap4r (Ruby)', {
      path: '/',
      start: (port) => ({ command: 'ruby', args: [program('soap4r (Ruby)'), 'serve', `${port}`] }),
    }),
    Axis: hasAxis(answers)
      ? {
          path: '/axis/services/Shop',
          start: (port) => ({
            command: 'java',
            args: [
              ...['-cp', `${work}:${axisJars.join(':')}`],
              `-Daxis.ServerConfigFile=${writeDeployment(work, { operations, structs, arrays })}`,
              ...['org.apache.axis.transport.http.SimpleAxisServer', '-p', `${port}`],
            ],
          }),
        }
      : withoutAxis,
  };
  return Object.entries(services).map(async ([who, service]) => {
    const name = `generated client, ${who}`;
    if (typeof service === 'string') return [name, service];
    const port = await freePort();
    const start = service.start(port);
    const told = await callService(code, { operations, calls, port, ...service, start });
    return [name, judge(name, told)];
  });
}
