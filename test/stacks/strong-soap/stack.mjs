// strong-soap of npm: client and service.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findPeers } from '../../bench/peers.mjs';

const at = (name) => fileURLToPath(new URL(name, import.meta.url));

export async function prepare() {
  const peers = findPeers(at('peers/'));
  if (peers === undefined) return { skipped: 'npm cannot be reached' };
  const { version } = JSON.parse(
    readFileSync(at('peers/node_modules/strong-soap/package.json'), 'utf8'),
  );
  const program = (name, ...args) => ({ command: process.execPath, args: [at(name), ...args] });
  return {
    version: `strong-soap ${version}, Node ${process.versions.node}`,
    client: program('client.mjs'),
    service: { start: ({ port, wsdl }) => program('service.mjs', port, wsdl) },
  };
}
