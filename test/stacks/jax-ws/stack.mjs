// JAX-WS of Debian: client and service with the classes of wsimport, with and without validation.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '../contract.mjs';
import { filesChecks } from '../files.mjs';
import { installed, missing, run } from '../programs.mjs';
import { siteChecks } from '../site.mjs';
import { cases } from '../site-cases.mjs';
import { codeFirst } from './code-first.mjs';
import { compileJava } from './java.mjs';

const services = [...new Set(cases.map((one) => one.service))].filter((one) => one !== 'Types');

/** What calls the product, and what it calls: compiled once, when the first check asks for it. */
const forChecks = (ours, work) =>
  ours.once('JAX-WS', () => compileForChecks(ours, join(work, 'checks')));

async function compileForChecks(ours, folder) {
  const [{ base }, files] = [await ours.site(), await ours.files('mtom')];
  const contracts = Object.fromEntries(
    services.map((one) => [one.toLowerCase(), `${base}/${one}.asmx?WSDL`]),
  );
  contracts.filesns = `${files.base}/Files.asmx?WSDL`;
  const programs = ['JaxWsCalls.java', 'FilesCalls.java', 'CodeFirst.java'];
  const interfaces = services.map((one) => `${one.toLowerCase()}/${one}Soap.java`);
  return compileJava(folder, contracts, programs, interfaces);
}

export async function prepare(work) {
  const skipped = missing('jax-ws');
  if (skipped !== undefined) return { skipped };
  const wsdl = join(work, 'school.wsdl');
  writeFileSync(wsdl, contract({ url: 'http://127.0.0.1/' }));
  const programs = ['Client.java', 'Service.java', 'Shown.java'];
  const java = await compileJava(join(work, 'classes'), { school: wsdl }, programs);
  const runChecking = async (ours, ...given) => {
    const { command, args } = (await forChecks(ours, work))(...given);
    return run(command, args);
  };
  return {
    version: `JAX-WS RI ${await installed('libjaxws-java')}`,
    client: java('Client', wsdl),
    service: { start: ({ port, wsdl: own, as = '' }) => java('Service', `${port}`, own, as) },
    checks: {
      ...siteChecks('jax-ws', {
        ports: { Soap: 'SOAP 1.1', Soap12: 'SOAP 1.2' },
        call: (base, file, ours) => runChecking(ours, 'JaxWsCalls', base, file),
      }),
      ...filesChecks({
        of: ['mtom', 'addressing'],
        call: (ours, kind, base, sizes) =>
          runChecking(ours, 'FilesCalls', 'call', kind, base, ...sizes.map(String)),
        service: async (ours, kind) => {
          const program = await forChecks(ours, work);
          return (base) => program('FilesCalls', 'serve', kind, base);
        },
      }),
      'code-first': async (ours) => codeFirst(ours.work, await forChecks(ours, work)),
    },
  };
}
