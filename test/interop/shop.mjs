// A shop in rpc/encoded, as Magento and its kin have it: PHP, SOAP::Lite, soap4r and Axis call the
// generated server, and the generated client calls a service of PHP.
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { textOf } from '../dotnet/values.mjs';
import { generateModule, serve } from './generated.mjs';

const structs = {
  Product: { id: 'xsd:int', sku: 'xsd:string', price: 'xsd:decimal', tags: 't:Strings' },
  Address: { street: 'xsd:string', city: 'xsd:string' },
  Cart: { items: 't:Products', billing: 't:Address', shipping: 't:Address' },
  Filter: { field: 'xsd:string', value: 'xsd:string' },
};
const arrays = {
  Strings: 'xsd:string',
  Ints: 'xsd:int',
  Products: 't:Product',
  Filters: 't:Filter',
};
const product = { id: 7, sku: 'A-1', price: '10.75', tags: ['x', 'y'] };
const other = { id: 8, sku: '\u00e9 <&>', price: '-3', tags: [] };
const address = { street: 'Main 1', city: 'Wien' };
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
const body =
  '<soap:body use="encoded" namespace="urn:Shop" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/>';
const all = (write) => Object.entries(operations).map(write).join('\n');
const parts = (given) =>
  Object.entries(given)
    .map(([name, type]) => `<wsdl:part name="${name}" type="${type}"/>`)
    .join('');

/** The contract, at an address. */
const contractAt = (location) => `<?xml version="1.0" encoding="utf-8"?>
<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:Shop"
  xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/" targetNamespace="urn:Shop" name="Shop">
<wsdl:types><xsd:schema targetNamespace="urn:Shop">
<xsd:import namespace="http://schemas.xmlsoap.org/soap/encoding/"/>
${[...Object.entries(structs).map(struct), ...Object.entries(arrays).map(array)].join('\n')}
</xsd:schema></wsdl:types>
${all(([name, [given, result]]) => `<wsdl:message name="${name}In">${parts(given)}</wsdl:message><wsdl:message name="${name}Out">${parts({ return: result })}</wsdl:message>`)}
<wsdl:portType name="ShopPort">
${all(([name]) => `<wsdl:operation name="${name}"><wsdl:input message="t:${name}In"/><wsdl:output message="t:${name}Out"/></wsdl:operation>`)}
</wsdl:portType>
<wsdl:binding name="ShopBinding" type="t:ShopPort">
<soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
${all(([name]) => `<wsdl:operation name="${name}"><soap:operation soapAction="urn:Shop#${name}"/><wsdl:input>${body}</wsdl:input><wsdl:output>${body}</wsdl:output></wsdl:operation>`)}
</wsdl:binding>
<wsdl:service name="Shop"><wsdl:port name="ShopPort" binding="t:ShopBinding"><soap:address location="${location}"/></wsdl:port></wsdl:service>
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

function judge(who, answers) {
  const failures = [];
  for (const [index, { name, args, expected }] of calls.entries()) {
    if (textOf(answers[index]) !== textOf(expected))
      failures.push(
        `${who} ${name} ${JSON.stringify(args)}: ${textOf(answers[index])?.slice(0, 500)}`,
      );
  }
  return { counts: [calls.length - failures.length, calls.length], failures };
}

function handlersOf(code) {
  const handler = ([name, [given]]) => [
    name,
    (input) => {
      const args = Object.keys(given).map((one) => input[one]);
      if (name === 'fail')
        throw new code.SoapFault({ code: '{urn:Shop}102', message: 'no such product' });
      return functions[name]?.(...args) ?? args[0];
    },
  ];
  return Object.fromEntries(Object.entries(operations).map(handler));
}

/** @returns rows: the name, and counts with failures or why it was skipped */
export async function callShop({ run, work, programs, answers, freePort }) {
  const port = await freePort();
  const file = join(work, 'shop.wsdl');
  writeFileSync(file, contractAt(`http://127.0.0.1:${port}/shop.php`));
  const code = await generateModule(work, pathToFileURL(file).href);
  const { base, stop } = await serve(code.createShopServer(handlersOf(code)).listener);
  const rows = [];
  try {
    const list = JSON.stringify(
      calls.map(({ name, args }) => [name, Object.entries(operations[name][0]), args]),
    );
    for (const [who, { command, program, probe, needs }] of Object.entries(clients)) {
      if (!answers(command, ...probe)) {
        rows.push([who, `skipped: ${needs} is not installed`]);
        continue;
      }
      const { stdout, stderr } = await run(command, [
        join(programs, program),
        file,
        `${base}/shop.php`,
        list,
      ]);
      const lines = stdout.split('\n').filter((line) => /^[[{"\d\-tfn]/.test(line));
      const told = lines.map((line) => JSON.parse(line));
      const judged = judge(who, told);
      if (lines.length < calls.length) judged.failures.push(`${who}: ${stderr.slice(-600)}`);
      rows.push([who, judged]);
    }
    rows.push(['Axis', await callAxis(`${base}/shop.php`, { run, work, file, programs, answers })]);
  } finally {
    stop();
  }
  if (answers('php', ...clients['php-soap'].probe))
    rows.push(['generated client, PHP', await callPhp(code, { port, file, programs })]);
  return rows;
}

const axisJars = [
  'axis',
  'axis-jaxrpc',
  'axis-saaj',
  'commons-discovery',
  'commons-logging',
  'wsdl4j',
]
  .map((name) => `/usr/share/java/${name}.jar`)
  .filter((jar) => existsSync(jar));

/** Axis, which compares by itself. */
async function callAxis(address, { run, work, file, programs, answers }) {
  if (axisJars.length < 6 || !answers('which', 'javac'))
    return 'skipped: libaxis-java and default-jdk-headless are not installed';
  const path = axisJars.join(':');
  const source = join(programs, 'AxisShop.java');
  const compiled = await run('javac', ['-nowarn', '-proc:none', '-cp', path, '-d', work, source]);
  if (compiled.code !== 0) throw new Error(`javac: ${compiled.stdout}${compiled.stderr}`);
  const given = ['-cp', `${work}:${path}`, 'AxisShop', file, address];
  const { stdout, stderr } = await run('java', given);
  const lines = stdout.split('\n').filter((line) => line.includes('\t'));
  const failures = lines.filter((line) => !line.endsWith('\tright'));
  const counts = [lines.length - failures.length, 11];
  if (lines.length < 11) failures.push(stderr.slice(-600));
  return { counts, failures: failures.map((line) => `Axis ${line}`) };
}

/** The generated client against a service of PHP. */
async function callPhp(code, { port, file, programs }) {
  const child = spawn('php', ['-S', `127.0.0.1:${port}`, join(programs, 'shop.php')], {
    env: { ...process.env, SHOP_WSDL: file },
    stdio: 'ignore',
  });
  try {
    const client = code.createShopClient({ endpoint: `http://127.0.0.1:${port}/shop.php` });
    for (let left = 100; left > 0; left -= 1) {
      const isThere = await fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      );
      if (isThere) break;
      await sleep(100);
    }
    const told = [];
    for (const { name, args } of calls) {
      const names = Object.keys(operations[name][0]);
      const input = Object.fromEntries(names.map((one, index) => [one, args[index]]));
      told.push(
        await client[name](input).catch(({ code: fault, message }) => ({ fault, message })),
      );
    }
    return judge('generated client, PHP', told);
  } finally {
    child.kill();
  }
}
