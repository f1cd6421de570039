// gSOAP of Debian: a client and a service of one contract, and a client of two versions of SOAP.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { missingGsoap } from '../../interop/gsoap.mjs';
import { contract } from '../contract.mjs';
import { answers, run } from '../programs.mjs';

async function runStep(cwd, command, ...args) {
  const made = await run(command, args, { cwd });
  if (made.code !== 0) throw new Error(`${command}: ${made.stdout}${made.stderr}`);
}

export async function prepare(work) {
  const skipped = missingGsoap(answers);
  if (skipped !== undefined) return { skipped };
  const [cwd, twice] = ['school', 'both'].map((name) => join(work, name));
  const step = (command, ...args) => runStep(cwd, command, ...args);
  for (const folder of [cwd, twice]) mkdirSync(folder);
  writeFileSync(join(cwd, 'school.wsdl'), contract({ url: 'http://127.0.0.1/' }));
  const ports = { url: 'http://127.0.0.1/', ports: ['Soap', 'Soap12'], only: ['Ping'] };
  writeFileSync(join(twice, 'both.wsdl'), contract(ports));
  copyFileSync(fileURLToPath(new URL('both.cpp', import.meta.url)), join(twice, 'both.cpp'));
  for (const name of ['client.cpp', 'service.cpp', 'school.h'])
    copyFileSync(fileURLToPath(new URL(name, import.meta.url)), join(cwd, name));
  await step('wsdl2h', '-s', '-o', 'interface.h', 'school.wsdl');
  await step('soapcpp2', '-j', '-w', '-x', 'interface.h');
  await runStep(twice, 'wsdl2h', '-s', '-o', 'interface.h', 'both.wsdl');
  await runStep(twice, 'soapcpp2', '-j', '-C', '-w', '-x', 'interface.h');
  const sources = ['both.cpp', 'soapC.cpp', 'soapSchoolSoapProxy.cpp'];
  await runStep(twice, 'g++', '-O0', '-w', '-o', 'both', ...sources, '-lgsoap++');
  const compile = (name, ...more) =>
    step('g++', '-O0', '-w', '-o', name, `${name}.cpp`, 'soapC.o', ...more, '-lgsoap++');
  await step('g++', '-O0', '-w', '-c', 'soapC.cpp');
  await Promise.all([
    compile('client', 'soapSchoolSoapProxy.cpp'),
    compile('service', 'soapSchoolSoapService.cpp', '-DWITH_PURE_VIRTUAL'),
  ]);
  const both = { command: join(twice, 'both') };
  const { stdout, stderr } = await run('soapcpp2', ['-V']);
  return {
    version: `gSOAP ${/[\d.]{5,}/.exec(stdout + stderr)?.[0]}`,
    client: {
      command: join(cwd, 'client'),
      others: { 'port 1': both, 'port 2': both },
    },
    service: {
      start: ({ port, as }) => ({ command: join(cwd, 'service'), args: [port, as ?? ''] }),
    },
  };
}
