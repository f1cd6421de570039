// gSOAP as a peer: C generated from the same WSDL and compiled with -O2. Needs gcc and the Debian
// package gsoap.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const sources = fileURLToPath(new URL('gsoap/', import.meta.url));

function run(directory, command, ...args) {
  const { status, stderr, error } = spawnSync(command, args, { cwd: directory, encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr.slice(0, 500)}`);
}

/**
 * Generates and compiles one program of `gsoap/`.
 * @param name of the program and its source: `school` serves too, `payloads` is codecs only
 * @param wsdl path of its contract
 * @param folder where to work
 * @returns path of the program; undefined, after saying so, where the tools are missing
 */
export function buildGsoap(name, wsdl, folder) {
  const directory = join(folder, `gsoap-${name}`);
  mkdirSync(directory, { recursive: true });
  try {
    run(directory, 'wsdl2h', '-c', '-o', 'contract.h', wsdl);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    console.log('skipped: gSOAP (wsdl2h is missing; Debian has it in the package gsoap)');
    return undefined;
  }
  run(directory, 'soapcpp2', '-c', '-L', '-x', '-I/usr/share/gsoap/import', 'contract.h');
  const serves = name === 'school' ? ['soapServer.c'] : [];
  run(
    directory,
    'gcc',
    ...['-O2', '-DWITH_FASTFORMAT', '-I.', `-I${sources}`, '-o', name],
    ...[join(sources, `${name}.c`), 'soapC.c', ...serves, '-lgsoap', '-lpthread'],
  );
  return join(directory, name);
}

/**
 * One slot of gSOAP's codec: a candidate of `interleave`.
 * @param program what `buildGsoap` gave
 * @param way `read` or `write`
 * @param element local name of the message's element
 * @param file path of the message
 * @param slot milliseconds
 */
export function gsoapCandidate(program, way, element, file, slot = 100) {
  const time = (count) => {
    const { status, stdout, stderr } = spawnSync(program, [way, element, file, String(count)], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`gSOAP, ${way} ${element}: ${stderr.slice(0, 500)}`);
    return JSON.parse(stdout);
  };
  const count = Math.max(1, Math.round((slot * 1000) / time(10).cpu));
  return { name: 'gSOAP (C)', sample: () => time(count) };
}
