// A shop in rpc/encoded, as Magento and its kin have it: PHP, SOAP::Lite, soap4r and Axis call the
// generated server, and the generated client calls their services.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { textOf } from './dotnet/values.mjs';
import { generateModule, serve } from './generated.mjs';
import { freePort, run, start } from './programs.mjs';
import { given as givenValue, received } from './shop-values.mjs';

export const structs = {
  Product: { id: 'xsd:int', sku: 'xsd:string', price: 'xsd:decimal', tags: 't:Strings' },
  Address: { street: 'xsd:string', city: 'xsd:string' },
  Cart: { items: 't:Products', billing: 't:Address', shipping: 't:Address' },
  Filter: { field: 'xsd:string', value: 'xsd:string' },
  Setting: { name: 'xsd:string', value: 'xsd:anyType' },
};
export const arrays = {
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
export const operations = {
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

const numbered = ({ name, expected }) =>
  ['attributes', 'rows', 'setting'].includes(name)
    ? JSON.parse(JSON.stringify(expected), (_, one) => (typeof one === 'boolean' ? +one : one))
    : expected;

/** What stacks do to values by themselves. Their notes have it in words. */
const habits = {
  'soap-lite encoded': numbered,
  'soap-lite encoded, its service': numbered,
  'php encoded, SOAP 1.2': ({ name, expected }) =>
    name === 'fail' ? { ...expected, fault: 'Receiver' } : expected,
  'soap4r encoded, its service': ({ name, expected }) =>
    name === 'fail' ? { ...expected, fault: 'Server' } : expected,
  'axis encoded, its service': ({ name, expected }) =>
    name === 'changed' ? expected.replace('Z', '.000Z') : expected,
};

function judge(who, answers, stderr = '') {
  const failures = [];
  for (const [index, call] of calls.entries()) {
    const expected = habits[who]?.(call) ?? call.expected;
    if (textOf(answers[index]) !== textOf(expected))
      failures.push(
        `${call.name} ${JSON.stringify(call.args)}: ${textOf(answers[index])?.slice(0, 500)}`,
      );
  }
  const counts = [calls.length - failures.length, calls.length];
  if (answers.length < calls.length) failures.push(stderr.slice(-600));
  return { counts, failures };
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

/** Starts the generated server. */
export async function startShop(work) {
  const plain = join(work, 'shop.wsdl');
  writeFileSync(plain, contractOf(Object.entries({ Shop: 'soap', Shop12: 'soap12' })));
  const wsdl = join(work, 'shop-map.wsdl');
  writeFileSync(wsdl, contractOf([['Shop', 'soap']], mapSchema));
  const code = await generateModule(work, pathToFileURL(plain).href);
  const { base, stop } = await serve(code.createShopServer(handlersOf(code)).listener);
  return { url: `${base}/shop`, wsdl, code, stop };
}

/** The program of a client, which prints the JSON of each answer on a line. */
async function callFrom(who, { command, args, more = [] }, { url, wsdl }) {
  const list = JSON.stringify(
    calls.map(({ name, args: given }) => [name, Object.entries(operations[name][0]), given]),
  );
  const { stdout, stderr } = await run(command, [...args, wsdl, url, list, ...more]);
  const lines = stdout.split('\n').filter((line) => /^[[{"\d\-tfn]/.test(line));
  return judge(
    who,
    lines.map((line) => JSON.parse(line)),
    stderr,
  );
}

/** The generated client at a service of the stack. */
async function callService(who, service, { code, wsdl }) {
  const { path = '/', binding = 'soap11' } = service;
  const port = await freePort();
  const { stop } = await start(service.start({ port: `${port}`, wsdl }), port);
  const client = code.createShopClient({ binding, endpoint: `http://127.0.0.1:${port}${path}` });
  const answers = [];
  try {
    for (const { name, args } of calls) {
      const [types, result] = operations[name];
      const input = Object.entries(types).map(([one, type], at) => [
        one,
        givenValue(type, args[at]),
      ]);
      const answer = await client[name](Object.fromEntries(input)).then(
        (value) => received(result, value),
        ({ code: fault, message }) => ({ fault, message }),
      );
      answers.push(answer);
    }
  } finally {
    stop();
  }
  return judge(who, answers);
}

/**
 * The check of a stack.
 * @param stack its name
 * @param clients by subject: a program, or a function that runs one which compares by itself
 * @param services by subject: how they are started, path and binding
 */
export function shopCheck(stack, { clients, services }) {
  return async (ours) => {
    const shop = await ours.shop();
    const rows = {};
    for (const [name, client] of Object.entries(clients))
      rows[name] = await (typeof client === 'function'
        ? client(shop)
        : callFrom(`${stack} ${name}`, client, shop));
    for (const [name, service] of Object.entries(services))
      rows[name] = await callService(`${stack} ${name}`, service, shop);
    return rows;
  };
}
