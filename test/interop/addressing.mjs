// WS-Addressing: zeep, gSOAP and JAX-WS against the generated server, which wants its headers, and
// the generated client against JAX-WS, which wants them, too.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileJaxWs } from './jaxws.mjs';

/** Counts the lines `what⇥right`, and keeps the others. */
function judged({ stdout, stderr }) {
  const lines = stdout.split('\n').filter((line) => line.includes('\t'));
  const failures = lines.filter((line) => !line.endsWith('\tright'));
  if (lines.length < 2) failures.push(stderr.slice(-800));
  return { counts: [lines.length - failures.length, 2], failures };
}

export async function callZeepAddressing({ base }, { run, programs }) {
  return judged(await run('/usr/bin/python3', [join(programs, 'zeep_addressing.py'), base]));
}

/** gSOAP with its plugin for WS-Addressing. */
export async function callGsoapAddressing({ base }, { run, work, programs }) {
  const cwd = join(work, 'gsoap-addressing');
  mkdirSync(cwd);
  const step = async (command, ...given) => {
    const made = await run(command, given, { cwd });
    if (made.code !== 0) throw new Error(`${command}: ${made.stdout}${made.stderr}`);
    return made;
  };
  await step('wsdl2h', '-s', '-o', 'files.h', `${base}/Files.asmx?WSDL`);
  const header = join(cwd, 'files.h');
  writeFileSync(header, `#import "wsa5.h"\n${readFileSync(header, 'utf8')}`);
  const gsoap = '/usr/share/gsoap';
  await step('soapcpp2', '-j', '-C', '-w', '-x', `-I${gsoap}/import`, 'files.h');
  const sources = ['soapC.cpp', 'soapFilesSoapProxy.cpp', join(programs, 'addressing_calls.cpp')];
  const plugin = ['-I.', `-I${gsoap}/plugin`, '-x', 'c++', `${gsoap}/plugin/wsaapi.c`];
  await step('g++', '-O0', '-w', ...plugin, ...sources, '-o', 'calls', '-lgsoap++');
  return judged(await step(join(cwd, 'calls'), `${base}/Files.asmx`));
}

/** JAX-WS against the generated server, and the generated client against JAX-WS. */
export async function callJaxWsAddressing(site, { run, work, programs, freePort }) {
  const program = { name: 'AddressingCalls', wsdl: `${site.base}/Files.asmx?WSDL` };
  const path = await compileJaxWs(program, { run, work, programs });
  const given = ['-cp', path, program.name];
  const client = judged(await run('java', [...given, 'call', site.base]));
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
  for (const [binding, path] of [
    ['soap11', 'Soap'],
    ['soap12', 'Soap12'],
  ]) {
    const addressing = { mustUnderstand: true };
    const client = createClient({ endpoint: `${base}/${path}`, binding, addressing });
    const data = new Uint8Array([1, 2, 3]);
    const result = await client.echo({ name: 'n', data }).catch((error) => error.message);
    const isSame = result instanceof Uint8Array && Buffer.compare(result, data) === 0;
    if (!isSame) failures.push(`${binding}\t${result}`);
  }
  return { counts: [2 - failures.length, 2], failures };
}
