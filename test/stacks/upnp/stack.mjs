// minidlna and gerbera where they are installed, in a network of their own, and upnpc of Debian,
// unpacked; what the product makes of these and of other devices.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answers, debian, installed, made } from '../programs.mjs';

const at = (name) => fileURLToPath(new URL(name, import.meta.url));

async function callDevices() {
  if (!answers('unshare', '-n', 'true'))
    return { devices: { skipped: 'no network namespaces; run it as root on Linux' } };
  const { stdout } = await made('unshare', ['-n', process.execPath, at('devices.mjs')]);
  return JSON.parse(stdout);
}

export async function prepare(work) {
  for (const name of ['minidlna', 'gerbera'])
    if ((await installed(name)) === '') return { skipped: `not installed: ${name}` };
  if (!answers('unshare', '-rn', 'true')) return { skipped: 'no network namespaces' };
  const root = await debian(['miniupnpc=2.2.4-1+b1']);
  if (root === undefined) return { skipped: 'the archive of Debian cannot be reached' };
  const inside = (device) => ({
    command: 'unshare',
    args: ['-rn', process.execPath, at('client.mjs'), device, work],
  });
  const libupnp = inside('gerbera');
  const upnpc = {
    command: process.execPath,
    args: [at('upnpc.mjs'), join(root, 'usr/bin/upnpc')],
    options: { env: { LD_LIBRARY_PATH: join(root, 'usr/lib/x86_64-linux-gnu') } },
  };
  const variants = ['gerbera', 'header', 'mark', 'length'];
  return {
    version: `minidlna ${await installed('minidlna')}, gerbera ${await installed('gerbera')}, upnpc 2.2.4`,
    client: {
      ...inside('minidlna'),
      plain: [],
      others: { upnpc, ...Object.fromEntries(variants.map((name) => [name, libupnp])) },
    },
    checks: { devices: callDevices },
  };
}
