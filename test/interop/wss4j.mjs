// WSS4J, on which Axis2's Rampart, CXF and Spring-WS are built: it verifies what we sign, and signs
// what we verify.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ourCases } from './wss4j-ours.mjs';
import { theirCases } from './wss4j-theirs.mjs';

const jars = ['wss4j', 'xmlsec', 'commons-logging', 'slf4j-api', 'slf4j-nop']
  .map((name) => `/usr/share/java/${name}.jar`)
  .join(':');

/** What one side cannot do, printed below the table. Each is a case, too. */
export const wss4jNotes = [
  'WSS4J 1.6 does not read X509Data with a certificate: it wants a SecurityTokenReference.',
  'What it signs by X509PKIPathv1, KeyValue, STR-Transform or inclusive canonicalisation is refused.',
  'It does not sign what prefixes of derived types mean: refused without unsignedPrefixes.',
];

/** Why it cannot be run; `undefined` when it can. */
export function missingWss4j(answers) {
  const isThere = existsSync('/usr/share/java/wss4j.jar');
  return isThere && ['java', 'javac'].every((one) => answers('which', one))
    ? undefined
    : 'libwss4j-java and default-jdk-headless are not installed';
}

/** WSS4J as two functions: both take an envelope and words of the query of its program. */
async function startWss4j({ run, work, programs }, keys) {
  const folder = join(work, 'wss4j');
  mkdirSync(folder);
  const program = join(programs, 'Wss4jService.java');
  const compiled = await run('javac', ['-nowarn', '-cp', jars, '-d', folder, program]);
  if (compiled.code !== 0) throw new Error(`javac: ${compiled.stdout}${compiled.stderr}`);
  const quiet = '-Dorg.apache.commons.logging.Log=org.apache.commons.logging.impl.NoOpLog';
  const given = [quiet, '-cp', `${folder}:${jars}`, 'Wss4jService', keys];
  const child = spawn('java', given, { stdio: ['pipe', 'pipe', 'inherit'] });
  const port = await new Promise((done, failed) => {
    child.stdout.once('data', (text) => done(Number(text)));
    child.once('exit', () => failed(new Error('WSS4J does not start')));
  });
  const ask = async (what, body, query) => {
    const url = `http://127.0.0.1:${port}/${what}?${new URLSearchParams(query)}`;
    const answer = await fetch(url, { method: 'POST', body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`WSS4J: ${text}`);
    return text;
  };
  return {
    sign: (envelope, query) => ask('sign', envelope, query),
    /** @returns what it found, a line for each token */
    verify: async (envelope, query = {}) =>
      (await ask('verify', envelope, query)).trim().split('\n').sort().join('; '),
    stop: () => child.stdin.end('\n'),
  };
}

/** Runs cases, functions by their names that throw if something is wrong. */
async function judged(cases) {
  const failures = [];
  for (const [name, run] of cases) {
    await run().catch((error) => failures.push(`${name}\t${error.message.slice(0, 400)}`));
  }
  return { counts: [cases.length - failures.length, cases.length], failures };
}

/**
 * Both ways.
 * @param modules of the site, whose AuthCodeSending is called
 */
export async function callWss4j(modules, tools, keys) {
  const wss4j = await startWss4j(tools, keys);
  const pem = (name) => readFileSync(join(keys, name), 'utf8');
  const given = { wss4j, service: modules.get('echo/AuthCodeSending'), pem };
  try {
    return {
      client: await judged(ourCases(given)),
      server: await judged(theirCases(given)),
    };
  } finally {
    wss4j.stop();
  }
}
