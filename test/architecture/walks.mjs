/**
 * Prints the four walks as JSON: the modules of `dist` that work once more for one element of a
 * WSDL, one SOAP request, one call of a client, and one contract in YAML. The engine counts the
 * calls of every function, so nothing is guessed from imports. Needs the build.
 *
 * `--functions` prints the functions of each module, too.
 */
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ts } from 'ts-morph';

const root = resolve(import.meta.dirname, '../..');
const dist = join(root, 'dist');
// the package is built module by module; a vendored folder has them joined
const runtime = join(root, 'src/runtime/dist');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'walks-')));

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

/** Path of a module of `src`; `undefined` for others, such as those generated for the walk. */
function moduleOf(url) {
  if (!url.startsWith('file:')) return undefined;
  const path = fileURLToPath(url);
  const base = [dist, runtime].find((one) => path.startsWith(one));
  const inside = base && relative(base, path).replaceAll('\\', '/').replace(/\.js$/, '.ts');
  if (inside === undefined || inside.startsWith('bundle/')) return undefined;
  return base === dist ? inside : `runtime/${inside}`;
}

/** How often each function was called since the last time, by `module function`. */
async function callsOf() {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const calls = new Map();
  for (const { url, functions } of result) {
    const module = moduleOf(url);
    if (module === undefined) continue;
    for (const { functionName, ranges } of functions) {
      // the module itself has no name, and runs once
      if (functionName === '') continue;
      const key = `${module} ${functionName}`;
      calls.set(key, (calls.get(key) ?? 0) + ranges[0].count);
    }
  }
  return calls;
}

/** Modules that `more` calls more often than `less` does, each with the functions it calls. */
async function walk(less, more) {
  // what is made at first use is no part of a walk
  await less();
  await more();
  await callsOf();
  await less();
  const before = await callsOf();
  await more();
  const after = await callsOf();
  const modules = new Map();
  for (const [key, count] of [...after].sort()) {
    const [module, name] = key.split(' ');
    const more = count - (before.get(key) ?? 0);
    if (more !== 0) modules.set(module, { ...modules.get(module), [name]: more });
  }
  const sum = (functions) => Object.values(functions).reduce((total, count) => total + count, 0);
  return Object.fromEntries([...modules].filter(([, functions]) => sum(functions) > 0));
}

const nothing = async () => {};
const bytesOf = (text) => new TextEncoder().encode(text);
const product = await import(pathToFileURL(join(dist, 'index.js')).href);
const greeter = readFileSync(join(root, 'test/fixtures/size/greeter.yaml'), 'utf8');

function generated(input, text) {
  const options = {
    targets: ['types', 'client', 'server'],
    runtime: 'package',
    contractPath: './contract',
    importExtension: 'js',
    types: {},
    arrays: 'unwrap',
    renames: {},
    only: [],
  };
  return product.generate({ input, options }, { readFile: () => bytesOf(text) });
}

function wsdlWith(elements) {
  const words = Array.from(
    { length: elements },
    (_, index) => `<x:element name="Word${index}" type="x:string" minOccurs="0"/>`,
  );
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" name="One" targetNamespace="urn:t"
  xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t"
  xmlns:x="http://www.w3.org/2001/XMLSchema">
  <types>
    <x:schema targetNamespace="urn:t" elementFormDefault="qualified">
      <x:element name="Ask">
        <x:complexType><x:sequence>${words.join('')}</x:sequence></x:complexType>
      </x:element>
      <x:element name="AskResponse"><x:complexType/></x:element>
    </x:schema>
  </types>
  <message name="In"><part name="parameters" element="t:Ask"/></message>
  <message name="Out"><part name="parameters" element="t:AskResponse"/></message>
  <portType name="P">
    <operation name="Ask"><input message="t:In"/><output message="t:Out"/></operation>
  </portType>
  <binding name="B" type="t:P">
    <s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Ask">
      <s:operation soapAction="urn:t/Ask"/>
      <input><s:body use="literal"/></input>
      <output><s:body use="literal"/></output>
    </operation>
  </binding>
  <service name="S">
    <port name="P" binding="t:B"><s:address location="http://localhost/"/></port>
  </service>
</definitions>`;
}

/** The code generated for the greeter as a module. */
async function importGreeter() {
  const { files } = await generated('greeter.yaml', greeter);
  const compilerOptions = { target: 'es2023', module: 'esnext', verbatimModuleSyntax: true };
  for (const { path, text } of files) {
    const to = join(folder, path.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, ts.transpileModule(text, { compilerOptions }).outputText);
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(root, 'src/runtime'), join(folder, 'node_modules/asmx-gen-runtime'));
  return import(pathToFileURL(join(folder, 'index.js')).href);
}

/** Starts a server on a free port. */
async function listen(listener) {
  const server = createServer(listener);
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { server, url: `http://127.0.0.1:${server.address().port}` };
}

async function post(url) {
  const response = await fetch(`${url}/Greeter.asmx`, {
    method: 'POST',
    headers: {
      'content-type': 'text/xml; charset=utf-8',
      soapaction: '"http://tempuri.org/Hello"',
    },
    body: `<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body>
<Hello xmlns="http://tempuri.org/"><name>Layla</name></Hello></Body></Envelope>`,
  });
  const text = await response.text();
  if (!text.includes('hello, Layla')) throw new Error(text);
  return text;
}

const element = await walk(
  () => generated('one.wsdl', wsdlWith(3)),
  () => generated('one.wsdl', wsdlWith(4)),
);

const { createGreeterClient, createGreeterServer } = await importGreeter();
const { listener } = createGreeterServer({ hello: ({ name }) => `hello, ${name}` });
const served = await listen(listener);
const request = await walk(nothing, () => post(served.url));

// the answer comes from a server without the runtime, so that the walk has only the client
const answer = await post(served.url);
const constant = await listen((incoming, outgoing) => {
  incoming.resume();
  incoming.on('end', () => {
    outgoing.writeHead(200, { 'content-type': 'text/xml; charset=utf-8' }).end(answer);
  });
});
const client = createGreeterClient({ baseUrl: constant.url });
const call = await walk(nothing, () => client.hello({ name: 'Layla' }));
for (const { server } of [served, constant]) {
  server.close();
  server.closeAllConnections();
}

const host = { readFile: () => bytesOf(greeter) };
const bag = product.createDiagnosticBag();
const yaml = await walk(nothing, () => product.loadContract('greeter.yaml', host, bag));

rmSync(folder, { recursive: true });
const walks = { element, request, call, yaml };
const named = Object.entries(walks).map(([name, modules]) => [name, Object.keys(modules)]);
const shown = process.argv.includes('--functions') ? walks : Object.fromEntries(named);
console.log(JSON.stringify(shown, undefined, 2));
// a kept connection of `fetch` or the client would keep the process
process.exit(0);
