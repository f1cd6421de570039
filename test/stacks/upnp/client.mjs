// Asks a media server for the contents of its root: lines of operation, WSDL, URL, what is else than
// usual, and arguments in JSON; prints JSON lines. `node client.mjs minidlna|gerbera FOLDER`, in a
// network of its own.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const [device, folder] = process.argv.slice(2);
const work = join(folder, device);
const media = join(work, 'media');
mkdirSync(media, { recursive: true });
const ip = (words) => execFileSync('ip', words.split(' '));
ip('link set lo up');
const configuration = join(work, 'configuration');

/** How a server is started, and where it then is. */
const devices = {
  minidlna() {
    const lines = `media_dir=${media}\ndb_dir=${work}\nlog_dir=${work}\nnetwork_interface=lo\nport=8200\n`;
    writeFileSync(configuration, lines);
    return {
      command: 'minidlnad',
      args: ['-S', '-f', configuration, '-P', join(work, 'minidlna.pid')],
      url: 'http://127.0.0.1:8200/ctl/ContentDir',
    };
  },
  // libupnp takes no loopback
  gerbera() {
    ip('link add lan0 type veth peer name lan1');
    for (const name of ['lan0', 'lan1']) ip(`link set ${name} up`);
    ip('addr add 192.168.78.1/24 dev lan0');
    ip('route add 239.0.0.0/8 dev lan0');
    const usual = readFileSync('/etc/gerbera/config.xml', 'utf8');
    writeFileSync(configuration, usual.replace(/<home>.*<\/home>/, `<home>${work}</home>`));
    const place = ['--interface', 'lan0', '--port', '49155', '--home', work];
    return {
      command: 'gerbera',
      args: [...place, '--config', configuration],
      url: 'http://192.168.78.1:49155/upnp/control/cds',
    };
  },
};
const { command, args, url } = devices[device]();
const program = spawn(command, args, { stdio: 'ignore', env: { ...process.env, HOME: work } });

const service = 'urn:schemas-upnp-org:service:ContentDirectory:1';
const soap11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const usual = { namespace: soap11, type: 'text/xml; charset="utf-8"' };
const variants = {
  '': {},
  gerbera: {},
  'SOAP 1.2': {
    namespace: 'http://www.w3.org/2003/05/soap-envelope',
    type: 'application/soap+xml; charset=utf-8',
  },
  header: { before: '<s:Header><n:Trace xmlns:n="urn:n">1</n:Trace></s:Header>' },
  mark: { first: '\ufeff' },
  length: { before: ' '.repeat(17_000) },
};

function post(as, count) {
  const { namespace, type, first = '', before = '' } = { ...usual, ...variants[as] };
  const content =
    '<ObjectID>0</ObjectID><BrowseFlag>BrowseDirectChildren</BrowseFlag><Filter>*</Filter>' +
    `<StartingIndex>0</StartingIndex><RequestedCount>${count}</RequestedCount><SortCriteria/>`;
  const body = `<s:Body><u:Browse xmlns:u="${service}">${content}</u:Browse></s:Body>`;
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': type, SOAPAction: `"${service}#Browse"` },
    body: `${first}<s:Envelope xmlns:s="${namespace}">${before}${body}</s:Envelope>`,
  });
}

async function call(as, count) {
  for (let tries = 0; ; tries += 1) {
    try {
      const response = await post(as, count);
      const said = await response.text();
      const [, envelope] = /Envelope xmlns:s="(.*?)"/.exec(said) ?? [];
      return response.ok ? { value: { envelope } } : { error: `${response.status} ${said}` };
    } catch (error) {
      if (tries === 200) return { error: String(error.cause ?? error) };
      await new Promise((next) => setTimeout(next, 50));
    }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const [, , , as, given] = line.split('\t');
  const found = await call(as, JSON.parse(given).count);
  console.log(JSON.stringify(found));
}
program.kill('SIGKILL');
process.exit(0);
