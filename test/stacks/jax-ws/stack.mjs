// JAX-WS of Debian: client and service with the classes of wsimport, with and without validation.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jars, missingJaxWs } from '../../interop/jaxws.mjs';
import { contract } from '../contract.mjs';
import { answers, installed, run } from '../programs.mjs';

const at = (name) => fileURLToPath(new URL(name, import.meta.url));

export async function prepare(work) {
  const skipped = missingJaxWs(answers);
  if (skipped !== undefined) return { skipped };
  const folder = join(work, 'classes');
  mkdirSync(folder);
  const wsdl = join(folder, 'school.wsdl');
  writeFileSync(wsdl, contract({ url: 'http://127.0.0.1/' }));
  const flags = ['-quiet', '-extension', '-p', 'school', '-d', folder, '-s', folder, '-Xnocompile'];
  const made = await run('wsimport', [...flags, wsdl]);
  const sources = ['Client.java', 'Service.java', 'Shown.java'].map(at);
  const compiled = await run('javac', [
    ...['-nowarn', '-proc:none', '-cp', jars, '-sourcepath', folder, '-d', folder],
    ...sources,
    join(folder, 'school/package-info.java'),
  ]);
  if (compiled.code !== 0)
    throw new Error(`javac: ${made.stdout}${compiled.stdout}${compiled.stderr}`);
  const java = (name, ...more) => ({
    command: 'java',
    args: ['-cp', `${folder}:${jars}`, name, ...more],
  });
  return {
    version: `JAX-WS RI ${await installed('libjaxws-java')}`,
    client: java('Client', wsdl),
    service: { start: ({ port, wsdl: own, as = '' }) => java('Service', `${port}`, own, as) },
  };
}
