// gSOAP of Debian: a client and a service of one contract, and a client of two versions of SOAP.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contract } from '../contract.mjs';
import { filesChecks } from '../files.mjs';
import { missing, run } from '../programs.mjs';
import { siteChecks } from '../site.mjs';
import { callFiles, callSite } from './calls.mjs';
import { makeProxies } from './proxies.mjs';

/** A folder with programs of this one, and the classes of a contract. */
async function makeFolder(cwd, programs, ports, options) {
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'school.wsdl'), contract({ url: 'http://127.0.0.1/', ...ports }));
  for (const name of programs)
    copyFileSync(fileURLToPath(new URL(name, import.meta.url)), join(cwd, name));
  return makeProxies(cwd, ['school.wsdl'], options);
}

export async function prepare(work) {
  const skipped = missing('gsoap');
  if (skipped !== undefined) return { skipped };
  const twice = await makeFolder(join(work, 'both'), ['both.cpp'], {
    ports: ['Soap', 'Soap12'],
    only: ['Ping'],
  });
  await twice.compile('both', 'both.cpp', 'soapC.cpp', 'soapSchoolSoapProxy.cpp');
  const programs = ['client.cpp', 'service.cpp', 'school.h'];
  const school = await makeFolder(join(work, 'school'), programs, {}, { services: true });
  await school.step('g++', '-O0', '-w', '-c', 'soapC.cpp');
  await Promise.all([
    school.compile('client', 'client.cpp', 'soapC.o', 'soapSchoolSoapProxy.cpp'),
    school.compile(
      'service',
      ...['service.cpp', 'soapC.o', 'soapSchoolSoapService.cpp', '-DWITH_PURE_VIRTUAL'],
    ),
  ]);
  const both = { command: join(twice.cwd, 'both') };
  const { stdout, stderr } = await run('soapcpp2', ['-V']);
  return {
    version: `gSOAP ${/[\d.]{5,}/.exec(stdout + stderr)?.[0]}`,
    client: {
      command: join(school.cwd, 'client'),
      others: { 'port 1': both, 'port 2': both },
    },
    service: {
      start: ({ port, as }) => ({ command: join(school.cwd, 'service'), args: [port, as ?? ''] }),
    },
    checks: {
      ...siteChecks('gsoap', {
        ports: { Soap: 'SOAP 1.1', Soap12: 'SOAP 1.2' },
        call: (base) => callSite(work, base),
      }),
      ...filesChecks({
        of: ['mtom', 'addressing'],
        call: (...given) => callFiles(work, ...given),
      }),
    },
  };
}
