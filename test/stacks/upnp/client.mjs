// Asks minidlna for the contents of its root: lines of operation, WSDL, URL, settings and arguments
// in JSON; prints JSON lines. `node client.mjs FOLDER`.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const [work] = process.argv.slice(2);
const media = join(work, 'media');
mkdirSync(media);
spawnSync('ip', ['link', 'set', 'lo', 'up']);
const configuration = join(work, 'minidlna.conf');
const lines = {
  media_dir: media,
  db_dir: work,
  log_dir: work,
  network_interface: 'lo',
  port: 8200,
};
const text = Object.entries(lines).map(([name, value]) => `${name}=${value}\n`);
writeFileSync(configuration, text.join(''));
const device = spawn('minidlnad', ['-S', '-f', configuration, '-P', join(work, 'minidlna.pid')], {
  stdio: 'ignore',
});
const service = 'urn:schemas-upnp-org:service:ContentDirectory:1';
const versions = {
  '': ['http://schemas.xmlsoap.org/soap/envelope/', 'text/xml; charset="utf-8"'],
  'SOAP 1.2': ['http://www.w3.org/2003/05/soap-envelope', 'application/soap+xml; charset=utf-8'],
};

/** The body of a request. */
function envelope(namespace, count) {
  const content =
    '<ObjectID>0</ObjectID><BrowseFlag>BrowseDirectChildren</BrowseFlag><Filter>*</Filter>' +
    `<StartingIndex>0</StartingIndex><RequestedCount>${count}</RequestedCount><SortCriteria/>`;
  return `<s:Envelope xmlns:s="${namespace}"><s:Body><u:Browse xmlns:u="${service}">${content}</u:Browse></s:Body></s:Envelope>`;
}

async function post(as, count) {
  const [namespace, type] = versions[as];
  const request = {
    method: 'POST',
    headers: { 'Content-Type': type, SOAPAction: `"${service}#Browse"` },
    body: envelope(namespace, count),
  };
  for (let tries = 0; ; tries += 1) {
    try {
      const response = await fetch('http://127.0.0.1:8200/ctl/ContentDir', request);
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
  const [, , , as, args] = line.split('\t');
  const found = await post(as, JSON.parse(args).count);
  console.log(JSON.stringify(found));
}
device.kill('SIGKILL');
process.exit(0);
