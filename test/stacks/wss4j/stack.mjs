// WSS4J of Debian, on which Axis2's Rampart, CXF and Spring-WS are built: it verifies what we sign, and
// signs what we verify.
import { judgeCases } from '../checks.mjs';
import { installed, missing } from '../programs.mjs';
import { keys, pem } from '../site.mjs';
import { ourCases } from './ours.mjs';
import { startWss4j } from './service.mjs';
import { theirCases } from './theirs.mjs';

/** Both ways, with a service of the site. */
async function callSigned({ work, site }) {
  const { ask, stop } = await startWss4j(work, keys);
  const told = async (...given) => {
    const { ok, text } = await ask(...given);
    if (!ok) throw new Error(`WSS4J: ${text}`);
    return text;
  };
  const wss4j = {
    sign: (envelope, query) => told('sign', envelope, query),
    /** @returns what it found, a line for each token */
    verify: async (envelope, query) =>
      (await told('verify', envelope, query)).trim().split('\n').sort().join('; '),
  };
  const { modules } = await site();
  const given = { wss4j, service: modules.get('echo/AuthCodeSending'), pem };
  try {
    return {
      'it verifies ours': await judgeCases(ourCases(given)),
      'ours verifies it': await judgeCases(theirCases(given)),
    };
  } finally {
    stop();
  }
}

export async function prepare() {
  const skipped = missing('wss4j');
  if (skipped !== undefined) return { skipped };
  return {
    version: `WSS4J ${await installed('libwss4j-java')}`,
    checks: { security: callSigned },
    // each is a case, too
    notes: [
      'WSS4J 1.6 does not read X509Data with a certificate: it wants a SecurityTokenReference.',
      'What it signs by X509PKIPathv1, KeyValue, STR-Transform or inclusive canonicalisation is refused.',
      'It does not sign what prefixes of derived types mean: refused without unsignedPrefixes.',
    ],
  };
}
