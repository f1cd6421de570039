// Bytes in parts of their own: JAX-WS and gSOAP against the generated server, and the generated
// client against JAX-WS.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { generateModule, serve } from './generated.mjs';
import { compileJaxWs } from './jaxws.mjs';

const sizes = [0, 1, 3000, 2_000_000];

/**
 * Generates the contract, and serves it until `stop` is called.
 * @param options those of the server
 */
export async function startFiles(work, options) {
  const module = await generateModule(work, 'files.yaml');
  let plain = 0;
  const { listener } = module.createFilesServer({ echo: ({ data }) => data }, options);
  const { base, stop } = await serve((request, response) => {
    const type = request.headers['content-type'] ?? '';
    if (request.method === 'POST' && !type.includes('application/xop+xml')) plain += 1;
    listener(request, response);
  });
  return {
    base,
    createClient: module.createFilesClient,
    /** Requests that had no parts. */
    plain: () => plain,
    stop,
  };
}

/** Counts the lines `what⇥right`, and keeps the others. */
function judged(output, site) {
  const lines = output.stdout.split('\n').filter((line) => line.includes('\t'));
  const failures = lines.filter((line) => !line.endsWith('\tright'));
  if (site.plain() > 0) failures.push(`${site.plain()} requests had no parts`);
  if (lines.length < 2 * sizes.length) failures.push(output.stderr.slice(-800));
  return { counts: [lines.length - failures.length, 2 * sizes.length], failures };
}

/** JAX-WS against the generated server, and the generated client against JAX-WS. */
export async function callJaxWsMtom(site, { run, work, programs, freePort }) {
  const program = { name: 'MtomCalls', wsdl: `${site.base}/Files.asmx?WSDL` };
  const path = await compileJaxWs(program, { run, work, programs });
  const given = ['-cp', path, program.name];
  const client = judged(
    await run('java', [...given, 'call', site.base, ...sizes.map(String)]),
    site,
  );
  const base = `http://127.0.0.1:${await freePort()}`;
  const child = spawn('java', [...given, 'serve', base], { stdio: ['pipe', 'pipe', 'ignore'] });
  try {
    await new Promise((done) => child.stdout.once('data', done));
    return { client, server: await callServer(site, base) };
  } finally {
    child.stdin.end('\n');
    child.kill();
  }
}

async function callServer({ createClient }, base) {
  const failures = [];
  const counts = [0, 2 * sizes.length];
  for (const [binding, path] of [
    ['soap11', 'Soap'],
    ['soap12', 'Soap12'],
  ]) {
    const client = createClient({ endpoint: `${base}/${path}`, binding, mtom: true });
    for (const size of sizes) {
      const data = new Uint8Array(size).map((_, index) => index * 7);
      const { result, headers } = await client.echo.raw({ name: 'n', data }).catch((error) => ({
        result: error.message,
        headers: {},
      }));
      const isSame = result instanceof Uint8Array && Buffer.compare(result, data) === 0;
      const isXop = headers['content-type']?.includes('application/xop+xml');
      if (isSame && isXop) counts[0] += 1;
      else failures.push(`${binding} ${size}\t${isSame ? 'no parts' : String(result)}`);
    }
  }
  return { counts, failures };
}

/** gSOAP against the generated server. */
export async function callGsoapMtom(site, { run, work, programs }) {
  const cwd = join(work, 'gsoap-files');
  mkdirSync(cwd);
  const step = async (command, ...given) => {
    const made = await run(command, given, { cwd });
    if (made.code !== 0) throw new Error(`${command}: ${made.stdout}${made.stderr}`);
    return made;
  };
  await step('wsdl2h', '-s', '-o', 'files.h', `${site.base}/Files.asmx?WSDL`);
  await step('soapcpp2', '-j', '-C', '-w', '-x', 'files.h');
  const sources = [join(programs, 'mtom_calls.cpp'), 'soapC.cpp', 'soapFilesSoapProxy.cpp'];
  await step('g++', '-O0', '-w', '-I.', '-o', 'calls', ...sources, '-lgsoap++');
  return judged(
    await step(join(cwd, 'calls'), `${site.base}/Files.asmx`, ...sizes.map(String)),
    site,
  );
}
