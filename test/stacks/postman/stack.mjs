// Postman's converter of WSDL, of its repository, and newman, which plays the collections. It meets
// the product with its own sample values.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPeers } from '../../bench/peers.mjs';
import { checkOut } from '../programs.mjs';

const address = 'https://github.com/postmanlabs/wsdl-to-postman.git';
const commit = '6703a873fbf608a431eef1b6cd6aad0a5f70bb6a';
const at = (name) => fileURLToPath(new URL(name, import.meta.url));

export async function prepare(work) {
  if (findPeers(at('peers/')) === undefined) return { skipped: 'npm cannot be reached' };
  const converter = join(work, 'wsdl-to-postman');
  if (!(await checkOut(address, commit, converter)))
    return { skipped: `${address} cannot be reached; set ASMX_GEN_CLONES` };
  // it validates with it, which no conversion needs, and it would have to be compiled
  const validator = join(converter, 'node_modules/libxmljs2');
  mkdirSync(validator, { recursive: true });
  writeFileSync(join(validator, 'index.js'), 'module.exports = {};\n');
  return {
    version: 'wsdl-to-postman 2.1.0, newman 6.2.2',
    client: {
      command: process.execPath,
      args: [at('client.mjs'), converter],
      options: { env: { NODE_PATH: at('peers/node_modules') } },
    },
  };
}
