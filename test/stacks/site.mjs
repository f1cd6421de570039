// The services of the reference site, generated: every stack calls all of their operations, and sends
// the security headers that it can write, UsernameTokens and signatures.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { verifyUsernameToken } from 'asmx-gen-runtime';
import { signatureVerifier, signer } from 'asmx-gen-runtime/wss';
import { startSite as startServices } from '../replay/site.mjs';
import { caseLines, cases } from './site-cases.mjs';
import { expectationOf } from './site-habits.mjs';

export const keys = fileURLToPath(new URL('../fixtures/wss', import.meta.url));
export const pem = (name) => readFileSync(join(keys, name), 'utf8');

/** What is refused; all else is accepted. */
const refused = new Set([
  'wrong password',
  'nothing',
  'signature of a stranger',
  'signature with SHA-1',
]);
/** What a server of WS-Security says to those. */
const fault = /could not be authenticated|discovered processing|has expired/;

/** Starts the site. .NET's proxy reads the texts of exceptions, which ASMX sends. */
export async function startSite() {
  const site = await startServices({ parity: { exceptionMessages: true } });
  return { ...site, base: `http://127.0.0.1:${site.port}` };
}

/** Serves it with security: a token or a signature is enough, and answers are signed. */
export async function startSecureSite({ serve }) {
  const password = (name) => (name === 'ada' ? 'secret' : undefined);
  const port = await serve({
    security: [
      verifyUsernameToken({ password }),
      signatureVerifier({ trust: pem('ca.pem') }),
      signer({ key: pem('server.key'), cert: pem('server.pem') }),
    ],
  });
  return { base: `http://127.0.0.1:${port}` };
}

/** Writes the calls as the client programs read them. */
export function writeCases(work) {
  const file = join(work, 'cases.tsv');
  writeFileSync(file, caseLines());
  return file;
}

/** Judges the lines a client program printed, by binding. */
function judge(stack, ports, { stdout, stderr }) {
  const rows = Object.fromEntries(
    Object.values(ports).map((binding) => [binding, { counts: [0, 0], failures: [] }]),
  );
  for (const line of stdout.split('\n')) {
    if (!/^[0-9]+\t/.test(line)) continue;
    const [number, port, outcome, encoded = ''] = line.split('\t');
    const text = Buffer.from(encoded, 'base64').toString('utf8');
    const one = cases[Number(number)];
    const { value, failure, skip } = expectationOf(stack, port, one);
    if (skip === true) continue;
    const { counts, failures } = rows[ports[port]];
    const right =
      failure === undefined
        ? outcome === 'ok' && text === value
        : outcome === 'failed' && text.includes(failure);
    counts[1] += 1;
    if (right) counts[0] += 1;
    else
      failures.push(
        `${one.service}.${one.operation} ${JSON.stringify(one.input)}: ${outcome} ${JSON.stringify(text)}, not ${JSON.stringify(failure ?? value)}`,
      );
  }
  const least = cases.filter((one) => one.service !== 'Types').length;
  for (const { counts, failures } of Object.values(rows))
    if (counts[1] < least)
      failures.push(`${counts[1]} answers for ${least} cases: ${stderr.slice(-800)}`);
  return rows;
}

/** Judges the lines of a program that sends security headers: what, outcome, message. */
function judgeSecurity({ stdout, stderr }) {
  const lines = stdout.split('\n').filter((line) => line.includes('\t'));
  const failures = lines.filter((line) => {
    const [what, outcome, message = ''] = line.split('\t');
    return refused.has(what) ? outcome !== 'failed' || !fault.test(message) : outcome !== 'ok';
  });
  const counts = [lines.length - failures.length, lines.length];
  if (lines.length === 0) failures.push(stderr.slice(-800));
  return { counts, failures };
}

/**
 * The checks of a stack whose client calls the site.
 * @param stack its name
 * @param ports the bindings that it calls, by the names of their ports
 * @param call runs its program, for the address of the site, the file of the calls, and the product
 * @param secure the same with security headers, for the address and the folder of keys
 * @param insecure why that cannot be run, if it cannot
 */
export function siteChecks(stack, { ports, call, secure, insecure }) {
  const checks = {
    calls: async (ours) =>
      judge(stack, ports, await call((await ours.site()).base, await ours.cases(), ours)),
  };
  if (secure === undefined) return checks;
  const security =
    insecure === undefined
      ? async (ours) => judgeSecurity(await secure((await ours.secureSite()).base, keys))
      : async () => ({ skipped: insecure });
  return { ...checks, security: async (ours) => ({ security: await security(ours) }) };
}
