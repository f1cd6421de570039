// Security headers of clients of other makes: UsernameTokens, and signatures where they can sign.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { verifyUsernameToken } from 'asmx-gen-runtime';
import { signatureVerifier, signer } from 'asmx-gen-runtime/wss';
import { startSite } from '../replay/site.mjs';

export const keys = fileURLToPath(new URL('../fixtures/wss', import.meta.url));
const pem = (name) => readFileSync(join(keys, name), 'utf8');

/** What is refused; all else is accepted. */
const refused = new Set([
  'wrong password',
  'nothing',
  'signature of a stranger',
  'signature with SHA-1',
]);
/** What a server of WS-Security says to those. */
const fault = /could not be authenticated|discovered processing|has expired/;

/** Starts the site with security: a token or a signature is enough, and answers are signed. */
export function startSecureSite() {
  const password = (name) => (name === 'ada' ? 'secret' : undefined);
  return startSite({
    security: [
      verifyUsernameToken({ password }),
      signatureVerifier({ trust: pem('ca.pem') }),
      signer({ key: pem('server.key'), cert: pem('server.pem') }),
    ],
  });
}

/** Judges the lines a client program printed: how many are right, of how many. */
export function judgeSecurity(name, { stdout, stderr }) {
  const lines = stdout.split('\n').filter((line) => line.includes('\t'));
  const wrong = lines.filter((line) => {
    const [what, outcome, message = ''] = line.split('\t');
    return refused.has(what) ? outcome !== 'failed' || !fault.test(message) : outcome !== 'ok';
  });
  const failures = wrong.map((line) => `${name} security: ${line}`);
  if (lines.length === 0) failures.push(`${name} security: ${stderr.slice(-800)}`);
  return { counts: [lines.length - wrong.length, lines.length], failures };
}
