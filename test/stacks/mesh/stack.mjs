// GraphQL Mesh's loader of SOAP, of npm, whose schema graphql executes. It loads no contract with a
// URN as namespace, so it never meets the product here.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findPeers } from '../../bench/peers.mjs';

const at = (name) => fileURLToPath(new URL(name, import.meta.url));

export async function prepare() {
  const peers = findPeers(at('peers/'));
  if (peers === undefined) return { skipped: 'npm cannot be reached' };
  const own = at('peers/node_modules/@omnigraph/soap/package.json');
  const { version } = JSON.parse(readFileSync(own, 'utf8'));
  return {
    version: `@omnigraph/soap ${version}, Node ${process.versions.node}`,
    client: {
      command: process.execPath,
      args: [at('client.mjs')],
      plain: [],
      contract: { namespace: 'http://school.example/', only: ['Get', 'Who', 'Echo', 'Find'] },
    },
  };
}
