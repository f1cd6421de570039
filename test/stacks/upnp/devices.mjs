// Devices of Debian (minidlna, miniupnpd, gerbera, and a light of libgupnp), in a network namespace that
// reaches nothing else. Each description goes through `init`, `convert --to yaml` and `generate`; the
// client then calls the device and reads its error. The contracts written by hand (test/fixtures/yaml)
// call them, too, without `lenient`. Prints counts by device in JSON.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const here = fileURLToPath(new URL('./', import.meta.url));

/** Addresses that only exist in the namespace. */
const host = '192.168.78.1';
const outer = '1.2.3.4';

/** The network: a side for control points, one for the world, and nothing behind either. */
function createNetwork() {
  const ip = (...words) => execFileSync('ip', words.join(' ').split(' '), { stdio: 'pipe' });
  ip('link set lo up');
  for (const [name, other, address] of [
    ['lan0', 'lan1', host],
    ['ext0', 'ext1', outer],
  ]) {
    ip('link add', name, 'type veth peer name', other);
    ip('link set', name, 'up');
    ip('link set', other, 'up');
    ip('addr add', `${address}/24`, 'dev', name);
  }
  ip('route add 239.0.0.0/8 dev lan0');
}

const work = mkdtempSync(join(tmpdir(), 'upnp-'));
const running = [];

/** Starts a program of a device; what it says goes to a file. */
function start(name, command, args, environment = {}) {
  const log = openSync(join(work, `${name}.log`), 'a');
  const child = spawn(command, args, {
    stdio: ['ignore', log, log],
    env: { ...process.env, ...environment },
  });
  closeSync(log);
  child.on('error', () => undefined);
  running.push(child);
}

async function whenUp(url) {
  for (let tries = 0; tries < 100; tries++) {
    try {
      if ((await fetch(url)).ok) return;
    } catch {
      // not yet
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`nothing answers at ${url}`);
}

function asmxGen(folder, ...args) {
  const program = join(root, 'bin', 'asmx-gen.js');
  return execFileSync(process.execPath, [program, ...args], { cwd: folder, stdio: 'pipe' });
}

/** Generates a contract into a folder of its own, and imports it. */
async function moduleOf(folder, contract, out) {
  asmxGen(folder, 'generate', contract, '--out', out, '--emit', 'js', '--targets', 'types,client');
  return import(pathToFileURL(join(folder, out, 'index.js')).href);
}

/** The contract written by hand. */
async function byHand(folder, name) {
  cpSync(join(root, 'test', 'fixtures', 'yaml', `${name}.yaml`), join(folder, `${name}.yaml`));
  return moduleOf(folder, `${name}.yaml`, name);
}

/** The description of a device as YAML, and that as code. */
async function byDescription(folder, url) {
  asmxGen(folder, 'init', url, '--name', 'device');
  const specs = join(folder, 'specs');
  const file = readdirSync(specs, { recursive: true }).find((one) => /device[^/]*\.xml$/.test(one));
  asmxGen(folder, 'convert', join('specs', String(file)), '--to', 'yaml', '-o', 'device.yaml');
  return moduleOf(folder, 'device.yaml', 'device');
}

/** Checks that a call fails with an error of the device, and what that is. */
async function refused(code, operation, call, errorCode) {
  const error = await call.then(
    () => assert.fail('the call was not refused'),
    (thrown) => thrown,
  );
  if (!code.isFault(error, operation, 'UPnPError')) throw error;
  assert.equal(error.detail.errorCode, errorCode);
}

const browse = {
  BrowseFlag: 'BrowseDirectChildren',
  Filter: '*',
  StartingIndex: 0,
  RequestedCount: 0,
  SortCriteria: '',
};

/** Browses a container. */
async function callBrowse(client, ObjectID) {
  return client.browse({ ...browse, ObjectID });
}

/** Browses a media server by both contracts. */
async function checkMedia({ folder, url, endpoint, errorCode, unknown }) {
  const device = await byDescription(folder, url);
  const described = device.createContentDirectoryClient({ baseUrl: new URL(url).origin });
  const hand = await byHand(folder, 'content-directory');
  const written = hand.createContentDirectoryClient({ endpoint: new URL(endpoint, url).href });
  let checks = 0;
  for (const [code, client] of [
    [device, described],
    [hand, written],
  ]) {
    const answer = await callBrowse(client, '0');
    assert.match(answer.Result, /^<DIDL-Lite/);
    assert.equal(answer.NumberReturned, answer.TotalMatches);
    assert.equal(typeof (await client.getSystemUpdateID()), 'number');
    await refused(code, code.Browse, callBrowse(client, unknown), errorCode);
    checks += 3;
  }
  const manager = device.createConnectionManagerClient({ baseUrl: new URL(url).origin });
  // that of an empty library of gerbera is empty
  assert.equal(typeof (await manager.getProtocolInfo()).Source, 'string');
  return checks + 1;
}

const devices = [
  {
    name: 'minidlna',
    package: 'minidlna',
    program: 'minidlnad',
    async check(folder) {
      const media = join(folder, 'media');
      mkdirSync(media);
      writeFileSync(
        join(folder, 'conf'),
        `media_dir=${media}\nport=8200\nnetwork_interface=lan0\ndb_dir=${folder}\nlog_dir=${folder}\n`,
      );
      start('minidlna', 'minidlnad', ['-S', '-f', join(folder, 'conf'), '-P', join(folder, 'pid')]);
      const url = `http://${host}:8200/rootDesc.xml`;
      await whenUp(url);
      return checkMedia({
        folder,
        url,
        endpoint: '/ctl/ContentDir',
        unknown: 'no',
        errorCode: 701,
      });
    },
  },
  {
    name: 'gerbera',
    package: 'gerbera',
    program: 'gerbera',
    async check(folder) {
      const home = join(folder, 'home');
      mkdirSync(home);
      const config = readFileSync('/etc/gerbera/config.xml', 'utf8');
      const own = config.replace(/<home>.*<\/home>/, `<home>${home}</home>`);
      writeFileSync(join(folder, 'config.xml'), own);
      const options = ['--interface', 'lan0', '--port', '49155', '--home', home];
      start('gerbera', 'gerbera', [...options, '--config', join(folder, 'config.xml')], {
        HOME: home,
      });
      const url = `http://${host}:49155/description.xml`;
      await whenUp(url);
      const endpoint = '/upnp/control/cds';
      return checkMedia({ folder, url, endpoint, unknown: '999999', errorCode: 501 });
    },
  },
  {
    name: 'miniupnpd',
    package: 'miniupnpd',
    program: 'miniupnpd',
    async check(folder) {
      writeFileSync(
        join(folder, 'conf'),
        'ext_ifname=ext0\nlistening_ip=lan0\nhttp_port=8202\nenable_upnp=yes\nenable_natpmp=no\n' +
          'uuid=22222222-2222-2222-2222-222222222222\nsecure_mode=no\n',
      );
      start('miniupnpd', 'miniupnpd', [
        '-d',
        '-f',
        join(folder, 'conf'),
        '-P',
        join(folder, 'pid'),
      ]);
      const url = `http://${host}:8202/rootDesc.xml`;
      await whenUp(url);
      const baseUrl = new URL(url).origin;
      const device = await byDescription(folder, url);
      const described = device.createWANIPConnectionClient({ baseUrl });
      const hand = await byHand(folder, 'wan-ip-connection');
      const written = hand.createWANIPConnectionClient({ baseUrl });
      for (const client of [described, written]) {
        assert.equal(await client.getExternalIPAddress(), outer);
        assert.equal(typeof (await client.getStatusInfo()).NewUptime, 'number');
      }
      const mapping = { NewRemoteHost: '', NewExternalPort: 8080, NewProtocol: 'TCP' };
      await written.deletePortMapping(mapping);
      const asked = described.getGenericPortMappingEntry({ NewPortMappingIndex: 99 });
      await refused(device, device.GetGenericPortMappingEntry, asked, 713);
      return 6;
    },
  },
  {
    name: 'libgupnp',
    package: 'gir1.2-gupnp-1.6',
    program: '/usr/bin/python3',
    async check(folder) {
      start('libgupnp', '/usr/bin/python3', [join(here, 'gupnp.py'), 'lan0', '8203', here]);
      const url = `http://${host}:8203/lamp.xml`;
      await whenUp(url);
      const device = await byDescription(folder, url);
      const lamp = device.createDimmingClient({ baseUrl: new URL(url).origin });
      await lamp.setLoadLevelTarget({ newLoadlevelTarget: 70 });
      assert.equal(await lamp.getLoadLevelStatus(), 70);
      const wrong = lamp.setLoadLevelTarget({ newLoadlevelTarget: 13 });
      await refused(device, device.SetLoadLevelTarget, wrong, 600);
      return 3;
    },
  },
];

function versionOf(name) {
  const { status, stdout } = spawnSync('dpkg-query', ['-W', name]);
  return status === 0 ? String(stdout).trim().split('\t')[1] : undefined;
}

const rows = {};
try {
  createNetwork();
  for (const { name, package: from, program, check } of devices) {
    const version = versionOf(from);
    if (version === undefined || spawnSync('which', [program]).status !== 0) {
      rows[name] = { skipped: `not installed: ${from}` };
      continue;
    }
    const folder = join(work, name);
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    try {
      const checks = await check(folder);
      rows[`${name} ${version}`] = { counts: [checks, checks], failures: [] };
    } catch (error) {
      const said = `${error.stack ?? error}${error.stderr ?? ''}`;
      rows[`${name} ${version}`] = { counts: [0, 1], failures: [said] };
    }
  }
} finally {
  for (const child of running) child.kill();
  rmSync(work, { recursive: true, force: true });
}
console.log(JSON.stringify(rows));
