// .NET against generated code, both ways: `npm run dotnet [-- --only NAME,…] [--corpus DIR]`. WCF's
// client calls the generated server, the generated client calls SoapCore on Kestrel, and SignedXml
// reads and writes signed messages; with --corpus, converted contracts of that folder must compile.
// `npm run dotnet -- --fixtures` (`npm run dotnet:fixtures`) writes what other tests compare with.
// Build first (`npm run build`).
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { generateModule, serve } from '../interop/generated.mjs';
import { judgeClaims } from './claims.mjs';
import { compileCorpus } from './corpus.mjs';
import { startDotnet } from './dotnet.mjs';
import { judgeSignedXml } from './signed-claims.mjs';
import { boxes, echoes, shown, textOf } from './values.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const pem = (name) => readFileSync(at(`../fixtures/${name}`), 'utf8');
const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    corpus: { type: 'string' },
    fixtures: { type: 'boolean', default: false },
  },
});
const only = flags.only?.split(',');
if (!existsSync(at('../../dist/generate.js'))) {
  console.error('dotnet: the tool is not built; run `npm run build` first');
  process.exit(2);
}

const work = mkdtempSync(join(tmpdir(), 'dotnet-'));
const counts = new Map();
const failures = [];

/** Counts a comparison by its subject. */
function check(subject, what, actual, expected) {
  const count = counts.get(subject) ?? [0, 0];
  counts.set(subject, count);
  count[1] += 1;
  if (textOf(actual) === textOf(expected)) count[0] += 1;
  else
    failures.push(`${subject}: ${what}: ${textOf(actual)?.slice(0, 900)}, not ${textOf(expected)}`);
}

/** The contract as WSDL. The notation has no choices: that of `Contact` is made here. */
function writeContract() {
  const file = join(work, 'contract.wsdl');
  const args = ['convert', at('contract.yaml'), '--to', 'wsdl', '-o', file, '--quiet'];
  execFileSync(process.execPath, [at('../../bin/asmx-gen.js'), ...args], { stdio: 'inherit' });
  const choice = /(<s:element [^>]*name="Email"[^>]*>\s*<s:element [^>]*name="Phone"[^>]*>)/;
  writeFileSync(file, readFileSync(file, 'utf8').replace(choice, '<s:choice>$1</s:choice>'));
  return pathToFileURL(file).href;
}

/** Handlers that keep what came, and answer with it. */
function echoing(code, seen) {
  const keep = (answer) => (input, context) => {
    seen.input = input;
    return answer(input, context);
  };
  return {
    echoSimple: keep(({ v }) => v),
    echoLists: keep(({ v }) => v),
    echoContact: keep(({ v }) => v),
    echoPeople: keep(({ people }) => people),
    echoFile: keep(({ name, data }) => ({ Name: name, Data: data })),
    echoBox: keep(({ v }) => ({ ...v, Set: code.writeDataSet(code.readDataSet(v.Set)) })),
    greet: keep(({ name }, context) => {
      const token = context.soapHeaders.Session?.Token;
      context.setSoapHeader('Session', { Token: `${token}!` });
      return `Hello ${name}`;
    }),
    fail: keep(({ how }) => {
      if (how === 'declared')
        throw code.fault(code.Fail, 'Problem', { Reason: 'no such student', Code: 7 }, 'not found');
      if (how === 'sender') throw new code.SoapFault({ code: 'Client', message: 'plain' });
      throw new Error('broken');
    }),
    note: keep(({ text }) => {
      if (text === 'broken') throw new Error('broken');
    }),
    show: keep(({ i, l, d, m, b, t, s, mark }) => ({
      I: i,
      L: l,
      D: d,
      M: m,
      B: b,
      T: t,
      S: s,
      Mark: mark,
    })),
  };
}

const shownOf = (input) =>
  Object.fromEntries(Object.entries(input).map(([name, one]) => [capital(name), one]));
const capital = (name) => name[0].toUpperCase() + name.slice(1);
const small = (name) => name[0].toLowerCase() + name.slice(1);

/** WCF's client over one binding. */
async function callWithWcf(dotnet, code, { binding, url, seen, ...credentials }) {
  const subject = `WCF, ${binding}`;
  const ask = (operation, args) =>
    dotnet.ask({ do: 'call', binding, url, operation, args, ...credentials });
  const fault = /soap12|addressing/.test(binding) ? 'Sender' : 'Client';
  for (const [operation, [parameter, pairs]] of Object.entries(echoes)) {
    for (const [json, value] of pairs) {
      seen.input = undefined;
      const { result, ...failure } = await ask(operation, { [parameter]: json });
      check(subject, `${operation} arrives`, seen.input?.[parameter], value);
      check(subject, `${operation} comes back`, result ?? failure, json);
    }
  }
  for (const [json, tables] of boxes) {
    const { result, ...failure } = await ask('EchoBox', { v: json });
    check(subject, 'a DataSet arrives', code.readDataSet(seen.input.v.Set).tables, tables);
    check(subject, 'a DataSet comes back', result ?? failure, json);
  }
  for (const size of [0, 1, 800, 40_000]) {
    const Data = Buffer.alloc(size, 'abc').toString('base64');
    const Name = size === 1 ? ' \n n' : 'n';
    const { result, ...failure } = await ask('EchoFile', { name: Name, data: Data });
    check(subject, `${size} bytes`, result ?? failure, { Name, Data });
  }
  const { result: greeted } = await ask('Greet', { Session: { Token: 't' }, name: 'Ann' });
  check(subject, 'headers', greeted, { Session: { Token: 't!' }, GreetResult: 'Hello Ann' });
  check(subject, 'a declared fault', await ask('Fail', { how: 'declared' }), {
    fault,
    message: 'not found',
    detail: { Reason: 'no such student', Code: '7' },
  });
  const plain = { fault, message: 'plain' };
  check(subject, 'a fault', await ask('Fail', { how: 'sender' }), plain);
  await ask('Note', { text: 'one way' });
  check(subject, 'one-way', seen.input, { text: 'one way' });
}

/** Every binding of WCF, GET and POST against the generated server. */
async function callOurs(dotnet, code) {
  const seen = {};
  const handlers = echoing(code, seen);
  const plain = code.createSchoolServer(handlers);
  const { base, stop } = await serve(plain.listener);
  const addressed = code.createSchoolServer(handlers, { addressing: { required: true } });
  const withHeaders = await serve(addressed.listener);
  const password = (name) => (name === 'ada' ? 'secret' : undefined);
  const security = code.verifyUsernameToken({ password });
  const tls = createServer(
    { cert: pem('tls/server.pem'), key: pem('tls/server-key.pem') },
    code.createSchoolServer(handlers, { security }).listener,
  );
  await new Promise((done) => tls.listen(0, '127.0.0.1', done));
  const urls = {
    soap11: base,
    soap12: base,
    mtom: base,
    addressing: withHeaders.base,
    userName: `https://localhost:${tls.address().port}`,
  };
  try {
    for (const [binding, origin] of Object.entries(urls))
      await callWithWcf(dotnet, code, { binding, url: `${origin}/School.asmx`, seen });
    for (const method of ['GET', 'POST']) {
      for (const [json, value] of shown) {
        const url = `${base}/School.asmx/Show`;
        const { result, ...failure } = await dotnet.ask({ do: 'form', method, url, args: json });
        check(`.NET, ${method}`, 'input', seen.input, value);
        check(`.NET, ${method}`, 'answer', result ?? failure, shownOf(json));
      }
    }
    const wsdl = await (await fetch(`${base}/School.asmx?WSDL`)).text();
    check('published WSDL', 'compiles', await dotnet.result({ do: 'compile', wsdl }), []);
  } finally {
    stop();
    withHeaders.stop();
    tls.close();
  }
}

/** What SoapCore does to values: line ends are those of Unix, an empty DataSet has no tables. */
const unixLines = (value) => JSON.parse(textOf(value)?.replaceAll('\\r\\n', '\\n') ?? 'null');

/** The generated client against SoapCore. */
async function callSoapCore(dotnet, code) {
  const origin = await dotnet.result({ do: 'serve' });
  for (const [binding, path, options] of [
    ['soap11', 'School.asmx', {}],
    ['soap12', 'School.asmx', {}],
    ['soap12', 'Addressed.asmx', { addressing: true }],
  ]) {
    const subject = `SoapCore, ${options.addressing ? 'addressing' : binding}`;
    const client = code.createSchoolClient({ endpoint: `${origin}/${path}`, binding, ...options });
    const told = (error) => `${error.code}: ${error.message}`;
    for (const [operation, [parameter, pairs]] of Object.entries(echoes)) {
      for (const [, value] of pairs) {
        const result = await client[small(operation)]({ [parameter]: value }).catch(told);
        check(subject, operation, unixLines(result), unixLines(value));
      }
    }
    for (const [, tables] of boxes) {
      const columns = tables.T && { T: { Price: 'decimal', Id: 'int' } };
      const written = code.writeDataSet({ tables, columns });
      const box = await client.echoBox({ v: { Set: written, After: 'z' } });
      check(subject, 'a DataSet', code.readDataSet(box.Set).tables, tables);
      check(subject, 'what follows a DataSet', box.After, 'z');
    }
    for (const [, value] of shown)
      check(subject, 'Show', await client.show(value).catch(told), shownOf(value));
    const raw = await client.greet.raw(
      { name: 'Ann' },
      { soapHeaders: { Session: { Token: 't' } } },
    );
    check(
      subject,
      'headers',
      [raw.result, raw.soapHeaders],
      ['Hello Ann', { Session: { Token: 't!' } }],
    );
    const fault = await client.fail({ how: 'declared' }).catch((error) => error);
    check(
      subject,
      'a declared fault',
      [code.isFault(fault, code.Fail, 'Problem'), fault.detail],
      [true, { Reason: 'no such student', Code: 7 }],
    );
    const plain = await client.fail({ how: 'sender' }).catch((error) => error);
    check(subject, 'a fault', [plain.code, plain.message], ['Client', 'plain']);
    await client.note({ text: subject });
    const notes = await dotnet.result({ do: 'notes' });
    check(subject, 'one-way', notes.at(-1), subject);
  }
}

/** What the page on SoapCore says of it, beside the generated server. */
async function compare(dotnet, code) {
  const origin = await dotnet.result({ do: 'serve' });
  const handlers = echoing(code, {});
  const routeByElement = ['School'];
  const server = code.createSchoolServer(handlers);
  const routing = code.createSchoolServer(handlers, { routeByElement });
  const ours = { fetch: server.fetch, routing: routing.fetch };
  await judgeClaims(`${origin}/School.asmx`, ours, (what, actual, expected) =>
    check('page on SoapCore', what, actual, expected),
  );
}

/** Messages that SignedXml signs and verifies. */
async function sign(dotnet, code) {
  const { signatureVerifier, signer } = await import('asmx-gen-runtime/wss');
  const seen = {};
  const server = code.createSchoolServer(echoing(code, seen), {
    security: signatureVerifier({ trust: pem('wss/ca.pem') }),
  });
  const keys = { cert: pem('wss/client.pem'), key: pem('wss/client.key') };
  const send = async (body) => {
    const headers = {
      'Content-Type': 'text/xml; charset=utf-8',
      SOAPAction: '"http://example.org/dotnet/EchoFile"',
    };
    const request = new Request('http://test/School.asmx', { method: 'POST', headers, body });
    return (await server.fetch(request)).status;
  };
  for (const text of ['a', 'a:b', 's:x', ' \u00e9 ']) {
    const xml =
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:a="urn:a"><s:Body>' +
      `<EchoFile xmlns="http://example.org/dotnet/"><name>${text}</name></EchoFile>` +
      '</s:Body></s:Envelope>';
    const signed = await dotnet.result({ do: 'sign', xml, ...keys });
    check('signatures of .NET', `text ${JSON.stringify(text)}`, await send(signed), 200);
    check('signatures of .NET', 'value', seen.input?.name, text);
    const forged = signed.replace('<name>', '<name>forged');
    check('signatures of .NET', 'changed text', await send(forged), 500);
  }
  const sent = [];
  const client = code.createSchoolClient({
    baseUrl: 'http://test',
    security: signer(keys),
    fetch: (_, { body }) => {
      sent.push(typeof body === 'string' ? body : new TextDecoder().decode(body));
      return Promise.resolve(new Response('', { status: 503 }));
    },
  });
  for (const [, value] of echoes.EchoSimple[1]) {
    await client.echoSimple({ v: value }).catch(() => undefined);
    const signed = await dotnet.result({ do: 'verify', xml: sent.at(-1) });
    // SignedXml hashes a carriage return as a line feed
    const isUnix = !sent.at(-1).includes('&#xD;');
    check('our signatures', 'parts', signed.sort(), isUnix ? ['Body', 'Timestamp'] : []);
  }
  const tools = {
    sign: (xml, more) => dotnet.result({ do: 'sign', xml, ...keys, ...more }),
    verify: (xml) => dotnet.result({ do: 'verify', xml }),
    postProcess: (xml) => signer(keys).postProcess(xml, 'soap'),
    send,
    version: await dotnet.result({ do: 'signedXml' }),
  };
  await judgeSignedXml(tools, (what, actual, expected) =>
    check('page on signatures', what, actual, expected),
  );
}

/** Real contracts, converted. */
async function compileConverted(dotnet) {
  await compileCorpus(dotnet, flags.corpus, work, (id, actual, expected) =>
    check('real contracts', `${id} converted`, actual, expected),
  );
}

/** Writes what other tests compare with, and keeps what differs only in the order of lines. */
async function writeFixtures(dotnet) {
  const folder = at('../fixtures/data-sets');
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(new Date());
  const version = `.NET ${await dotnet.result({ do: 'version' })}, ${day}`;
  const sorted = (text) => text.split('\n').slice(1).sort().join('\n');
  const { 'name-characters': letters, ...sets } = await dotnet.result({ do: 'fixtures' });
  const files = Object.entries(sets).map(([name, text]) => [
    `dotnet-${name}.xml`,
    `<!-- XmlSerializer of ${version} -->\n${text}\n`,
  ]);
  const of = `XmlConvert.EncodeLocalName of ${version}: code points that it leaves as they are`;
  files.push(['name-characters.json', `${JSON.stringify({ of, ...letters }, null, 1)}\n`]);
  for (const [name, text] of files) {
    const file = join(folder, name);
    if (existsSync(file) && sorted(readFileSync(file, 'utf8')).trim() === sorted(text).trim())
      continue;
    writeFileSync(file, text);
    console.log(`written: ${name}`);
  }
}

/** Servers for WCF's client with a certificate in messages over TLS, where it signs no Body. */
const endorsed = [
  ['certificate', { overTls: true }],
  ['certificate, SHA-1', { overTls: true, sha1: true }],
  ['certificate, addressing', { overTls: true }, { required: true }],
  ['certificate', {}, undefined, 'The element Body is not signed.'],
  ['certificate, SHA-1', { overTls: true }, undefined, 'The algorithm of the signature'],
];

/** WCF's client with such certificates, also ones that nobody trusts. */
async function callWithCertificates(dotnet, code) {
  const { signatureVerifier } = await import('asmx-gen-runtime/wss');
  const keys = (name) => ({ cert: pem(`wss/${name}.pem`), key: pem(`wss/${name}.key`) });
  const seen = {};
  const handlers = echoing(code, seen);
  for (const [binding, rules, addressing, refused] of endorsed) {
    const security = signatureVerifier({ trust: pem('wss/ca.pem'), ...rules });
    let reason;
    const onAnswer = (event) => {
      ({ reason } = event);
    };
    const { listener } = code.createSchoolServer(handlers, { security, addressing, onAnswer });
    const keyPair = { cert: pem('tls/server.pem'), key: pem('tls/server-key.pem') };
    const tls = createServer(keyPair, listener);
    await new Promise((done) => tls.listen(0, '127.0.0.1', done));
    const url = `https://localhost:${tls.address().port}/School.asmx`;
    const isRefused = async (name, problem) => {
      seen.input = undefined;
      const call = { do: 'call', binding, url, operation: 'EchoFile', args: { name: 'n' } };
      const { error } = await dotnet.ask({ ...call, ...keys(name) });
      const told = [error, reason?.includes(problem) || reason, seen.input];
      check(`WCF, ${binding}`, problem, told, ['MessageSecurityException', true, undefined]);
    };
    try {
      if (refused !== undefined) await isRefused('client', refused);
      else {
        await callWithWcf(dotnet, code, { binding, url, seen, ...keys('client') });
        for (const name of ['stranger', 'expired']) await isRefused(name, 'is not trusted');
      }
    } finally {
      tls.close();
    }
  }
}

const people = (...names) =>
  `<people>${names.map((name) => `<Person><Name>${name}</Name></Person>`).join('')}</people>`;
/** Contents of wrappers that come several times, and one that says the same. */
const wrappers = [
  ['Show', ['<i>1</i><s>a</s>', '<s>b</s><mark>B</mark>'], '<i>1</i><s>b</s><mark>B</mark>'],
  ['Show', ['<i>1</i><s>a</s>', '', '<l>2</l>', ''], '<i>1</i><s>a</s><l>2</l>'],
  ['Show', ['<i>1</i><i>2</i>', '<i>3</i><i>4</i>'], '<i>3</i>'],
  ['EchoPeople', [people('a', 'b'), ''], people('a', 'b')],
  ['EchoPeople', [people('a', 'b'), people('c')], people('c')],
  ['EchoFile', ['<name>n</name>', '<data>AQI=</data>'], '<name>n</name><data>AQI=</data>'],
];

/** What XmlSerializer reads of such messages, and what the generated server does. */
async function readWrappers(dotnet, code) {
  const namespace = 'http://example.org/dotnet/';
  const seen = {};
  const server = code.createSchoolServer(echoing(code, seen));
  const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
  for (const [operation, contents, same] of wrappers) {
    const bodies = [contents, [same]].map((all) =>
      all.map((one) => `<${operation} xmlns="${namespace}">${one}</${operation}>`).join(''),
    );
    const theirs = bodies.map((one) =>
      dotnet.result({ do: 'parameters', operation, xml: `<Body>${one}</Body>` }),
    );
    const ours = [];
    for (const one of bodies) {
      const body = `<s:Envelope xmlns:s="${soap}"><s:Body>${one}</s:Body></s:Envelope>`;
      const headers = { 'Content-Type': 'text/xml', SOAPAction: `"${namespace}${operation}"` };
      seen.input = 'nothing';
      await server.fetch(new Request('http://test/School.asmx', { method: 'POST', headers, body }));
      ours.push(seen.input);
    }
    const what = `${operation}, ${contents.length}`;
    check('wrappers, XmlSerializer', what, await theirs[0], await theirs[1]);
    check('wrappers, ours', what, ours[0], ours[1]);
    check('wrappers, ours', `${what}: read`, typeof ours[0], 'object');
  }
}

const parts = {
  ours: callOurs,
  wrappers: readWrappers,
  certificates: callWithCertificates,
  soapcore: callSoapCore,
  claims: compare,
  signatures: sign,
  corpus: compileConverted,
};
try {
  const isWriting = flags.fixtures;
  const dotnet = startDotnet(work, isWriting ? 'UTC' : 'Europe/Berlin');
  if (dotnet.skipped !== undefined) {
    console.log(`skipped: ${dotnet.skipped}`);
  } else {
    try {
      if (isWriting) await writeFixtures(dotnet);
      else {
        const code = await generateModule(work, writeContract());
        for (const [name, part] of Object.entries(parts))
          if (only === undefined || only.includes(name)) await part(dotnet, code);
      }
    } finally {
      dotnet.stop();
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
for (const [subject, [right, all]] of counts) console.log(`${subject.padEnd(30)}${right}/${all}`);
if (failures.length > 0) console.log(`\n${failures.length} failures`);
for (const failure of failures.slice(0, 60)) console.log(`- ${failure}`);
process.exit(failures.length === 0 ? 0 : 1);
