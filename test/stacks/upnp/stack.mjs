// minidlna where it is installed: requests to it, in a network of its own that has loopback alone, and
// what the product makes of it and of other devices.
import { fileURLToPath } from 'node:url';
import { answers, installed, made } from '../programs.mjs';

const at = (name) => fileURLToPath(new URL(name, import.meta.url));

async function callDevices() {
  if (!answers('unshare', '-n', 'true'))
    return { devices: { skipped: 'no network namespaces; run it as root on Linux' } };
  const { stdout } = await made('unshare', ['-n', process.execPath, at('devices.mjs')]);
  return JSON.parse(stdout);
}

export async function prepare(work) {
  if (!answers('which', 'minidlnad')) return { skipped: 'not installed: minidlna' };
  if (!answers('unshare', '-rn', 'true')) return { skipped: 'no network namespaces' };
  return {
    version: `minidlna ${await installed('minidlna')}`,
    client: {
      command: 'unshare',
      args: ['-rn', process.execPath, at('client.mjs'), work],
      plain: [],
    },
    checks: { devices: callDevices },
  };
}
