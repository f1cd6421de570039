// LoopBack's connector of npm, on strong-soap.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findPeers } from '../../bench/peers.mjs';

const at = (name) => fileURLToPath(new URL(name, import.meta.url));

export async function prepare() {
  const peers = findPeers(at('peers/'));
  if (peers === undefined) return { skipped: 'npm cannot be reached' };
  const own = at('peers/node_modules/loopback-connector-soap/package.json');
  const { version } = JSON.parse(readFileSync(own, 'utf8'));
  return {
    version: `loopback-connector-soap ${version}, Node ${process.versions.node}`,
    client: { command: process.execPath, args: [at('client.mjs')] },
  };
}
