// Requests of a contract and of a SoapUI project whose texts look like variables, files, scripts
// and further requests. What they would do is harmless: name a word, read or write a file of their
// own folder. All must arrive as text, by httpyac, Bruno's command line and newman.
import { deepEqual, equal } from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const tool = join(here, '../../bin/asmx-gen.js');

/** What arrives in place of a text that a program took for more. */
const words = {
  variable: 'word-of-a-variable',
  file: 'word-of-a-file',
  script: 'word-of-a-script',
};

/** Values of the stand-ins. */
const variable = '{{process.env.STAND_IN}}{{$processEnv STAND_IN}}{{STAND_IN}}{{$guid}}';
const line = [
  'a',
  '< ./stand-in.txt',
  '<@ ./stand-in.txt',
  "> {% client.global.set('a', 1) %}",
  '>>! ./answer.xml',
  '?? js 1 == 2',
  '@baseUrl = http://localhost:1',
  '// gone',
  '{{',
  `process.env.STAND_IN = '${words.script}'`,
  '}}',
  '### next',
  'GET http://localhost:1/other',
].join('\n');
const action = 'urn:put/{{process.env.STAND_IN}}';

const escaped = (text) => text.replace(/[&<>"\n]/g, (one) => `&#${one.codePointAt(0)};`);

/** A property of the project. */
const use = (name) => `$\{#Project#${name}}`;

const contract = readFileSync(join(here, 'stand-ins.wsdl'), 'utf8').replace(
  /\$(variable|line|action)\b/g,
  (_, name) => escaped({ variable, line, action }[name]),
);

/** A project with what a person would not write; `other` is another request in a header. */
function project(base) {
  const value = `<urn:variable>${escaped(variable)}</urn:variable>`;
  const split = line.split('{{').map((one) => `<![CDATA[${one}]]>`);
  const bodies = [
    `${value}<urn:line>${escaped(line)}</urn:line>`,
    `<urn:variable><![CDATA[${variable}]]></urn:variable><urn:line><![CDATA[${line}]]></urn:line>`,
    `${value}<urn:line>${split.join('<![CDATA[{]]><![CDATA[{]]>')}</urn:line>`,
    `<urn:variable>${use('variable')}</urn:variable><urn:line>${use('line')}</urn:line>`,
    `<!--\n${line.replaceAll('--', '')}\n-->${value}<urn:line>${escaped(line)}</urn:line>`,
  ];
  const envelope = (body) =>
    `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:urn="urn:x"><e:Body>\n<urn:Put>\n${body}</urn:Put></e:Body></e:Envelope>`;
  const call = (body, more = '') =>
    `<con:call name="@name x"><con:endpoint>${base}/a</con:endpoint><con:request>${escaped(envelope(body))}</con:request>${more}</con:call>`;
  const other = escaped('\n\n### evil\nDELETE http://localhost:1/other');
  return `<con:soapui-project name="p {{STAND_IN}}" xmlns:con="http://eviware.com/soapui/config"><con:interface type="wsdl" name="Soap" bindingName="Soap" soapVersion="1_1"><con:definitionCache rootPart="http://localhost:1/p.wsdl"><con:part><con:url>http://localhost:1/p.wsdl</con:url><con:content>${escaped(contract)}</con:content></con:part></con:definitionCache><con:operation name="Put" action="${escaped(action)}">${bodies.map((one) => call(one)).join('')}${call(bodies[0], `<con:credentials><con:username>a${other}</con:username></con:credentials>`)}</con:operation><con:operation name="Other" action="x${other}">${call(bodies[0])}</con:operation></con:interface><con:properties>${[
    ['variable', escaped(variable)],
    ['line', escaped(line)],
  ]
    .map(
      ([name, text]) =>
        `<con:property><con:name>${name}</con:name><con:value>${escaped(text)}</con:value></con:property>`,
    )
    .join('')}</con:properties></con:soapui-project>`;
}

/** Keeps what it is sent. Its answer looks like a variable, too. */
async function collect() {
  const received = [];
  const server = createServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const { method, url, headers } = request;
      received.push({ method, url, headers, body: Buffer.concat(parts).toString() });
      response.end(variable);
    });
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return { received, server, base: `http://127.0.0.1:${server.address().port}` };
}

/** Runs a program of the peers while this process answers it. */
function run(program, args, cwd) {
  const file = join(here, 'peers/node_modules/.bin', program);
  const env = { ...process.env, STAND_IN: words.variable };
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += part));
  return new Promise((done) => child.on('close', () => done(text)));
}

const programs = {
  httpyac: (folder) =>
    run('httpyac', ['send', 'requests.http', '--all', '--output', 'none'], folder),
  bruno: (folder, base) =>
    run(
      'bru',
      ['run', '-r', '--env', 'local', '--env-var', `baseUrl=${base}`],
      join(folder, 'bruno'),
    ),
  newman: (folder, base) =>
    run('newman', ['run', 'postman.json', '--env-var', `baseUrl=${base}`], folder),
};

/** Text of an element, with characters for references. */
function textOf(body, name) {
  const [, text] = new RegExp(`<(?:\\w+:)?${name}>([^<]*)</`).exec(body) ?? [];
  const names = { lt: '<', gt: '>', amp: '&', quot: '"' };
  return text
    ?.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&(lt|gt|amp|quot);/g, (_, one) => names[one]);
}

function check(received, text) {
  for (const word of Object.values(words).slice(0, 2)) {
    equal(JSON.stringify(received).includes(word), false, `${word} arrives\n${text}`);
  }
  for (const { url, body, headers } of received) {
    const form = new URLSearchParams(body || url.split('?')[1]);
    const isForm = url.startsWith('/form/');
    equal(isForm ? form.get('variable') : textOf(body, 'variable'), variable);
    equal((isForm ? form.get('line') : textOf(body, 'line'))?.replaceAll('\r\n', '\n'), line);
    const sent = headers.soapaction ?? headers['content-type'];
    if (!isForm) equal(decodeURIComponent(sent).includes(action), true, sent);
  }
}

async function sendAll(folder, { received, base }, names, count) {
  const before = readdirSync(folder, { recursive: true });
  for (const name of names) {
    received.length = 0;
    const text = await programs[name](folder, base);
    equal(received.length, count, `${name} sends every request and no other\n${text}`);
    check(received, text);
    deepEqual(readdirSync(folder, { recursive: true }), before, `${name} writes no file`);
    console.log(`stand-ins: ${count} requests by ${name} are text`);
  }
  return names.length;
}

/** @returns how many programs were run */
export async function sendStandIns() {
  const folder = mkdtempSync(join(tmpdir(), 'stand-ins-'));
  const collector = await collect();
  const { base } = collector;
  const write = (name, text) => writeFileSync(join(folder, name), text);
  const asmxGen = (...args) =>
    execFileSync(process.execPath, [tool, ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  try {
    write('stand-in.txt', words.file);
    write('c.wsdl', contract.replaceAll('location="http://localhost:1', `location="${base}`));
    write('requests.http', asmxGen('convert', 'c.wsdl', '--to', 'http'));
    write('postman.json', asmxGen('convert', 'c.wsdl', '--to', 'postman'));
    asmxGen('convert', 'c.wsdl', '--to', 'bruno', '-o', 'bruno');
    const ofContract = await sendAll(folder, collector, Object.keys(programs), 4);
    write('p.xml', project(base));
    asmxGen('init', 'p.xml', '--no-config');
    write('requests.http', readFileSync(join(folder, 'specs/p-stand_in.http'), 'utf8'));
    return ofContract + (await sendAll(folder, collector, ['httpyac'], 5));
  } finally {
    collector.server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
