// minidlna where it is installed: requests to it, in a network of its own that has loopback alone.
import { fileURLToPath } from 'node:url';
import { answers, installed } from '../programs.mjs';

const client = fileURLToPath(new URL('client.mjs', import.meta.url));

export async function prepare(work) {
  if (!answers('which', 'minidlnad')) return { skipped: 'not installed: minidlna' };
  if (!answers('unshare', '-rn', 'true')) return { skipped: 'no network namespaces' };
  return {
    version: `minidlna ${await installed('minidlna')}`,
    client: { command: 'unshare', args: ['-rn', process.execPath, client, work], plain: [] },
  };
}
