// KDSoap of Debian, unpacked with Qt: a client and a service with the classes of kdwsdl2cpp.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contract } from '../contract.mjs';
import { answers, debian, run } from '../programs.mjs';

const version = '1.9.1+dfsg-5';

export async function prepare(work) {
  if (!answers('which', 'g++')) return { skipped: 'not installed: g++' };
  const own = ['libkdsoap-dev', 'libkdsoap-bin'].map((name) => `${name}=${version}`);
  const root = await debian([...own, 'qtbase5-dev']);
  if (root === undefined) return { skipped: 'the archive of Debian cannot be reached' };
  const libraries = join(root, 'usr/lib/x86_64-linux-gnu');
  const cwd = join(work, 'client');
  mkdirSync(cwd);
  const env = { ...process.env, LD_LIBRARY_PATH: libraries };
  const step = async (command, ...args) => {
    const made = await run(command, args, { cwd, env });
    if (made.code !== 0) throw new Error(`${command}: ${made.stdout}${made.stderr}`);
  };
  writeFileSync(join(cwd, 'school.wsdl'), contract({ url: 'http://127.0.0.1/' }));
  for (const name of ['school.h', 'client.cpp', 'service.cpp'])
    copyFileSync(fileURLToPath(new URL(name, import.meta.url)), join(cwd, name));
  const generate = join(root, 'usr/bin/kdwsdl2cpp');
  await step(generate, '-server', '-o', 'wsdl_school.h', 'school.wsdl');
  await step(generate, '-server', '-impl', 'wsdl_school.h', '-o', 'wsdl_school.cpp', 'school.wsdl');
  const qt = join(root, 'usr/include/x86_64-linux-gnu/qt5');
  const includes = [qt, join(qt, 'QtCore'), join(qt, 'QtNetwork'), join(qt, 'QtXml')];
  const kdsoap = ['KDSoapClient', 'KDSoapServer', ''].map((name) =>
    join(root, 'usr/include', name),
  );
  const flags = [...includes, ...kdsoap].flatMap((folder) => ['-I', folder]);
  const moc = join(root, 'usr/lib/qt5/bin/moc');
  await step(moc, ...flags, 'wsdl_school.h', '-o', 'moc_wsdl_school.cpp');
  const compile = ['-std=c++17', '-O0', '-w', '-fPIC', ...flags];
  const shared = ['wsdl_school', 'moc_wsdl_school'];
  await step('g++', ...compile, '-c', ...shared.map((name) => `${name}.cpp`));
  const objects = shared.map((name) => `${name}.o`);
  const qtLibraries = ['Network', 'Xml', 'Core'].map((name) => `-lQt5${name}`);
  const linked = ['-L', libraries, `-Wl,-rpath-link,${libraries}`, '-lkdsoap-server', '-lkdsoap'];
  for (const name of ['client', 'service'])
    await step('g++', ...compile, '-o', name, `${name}.cpp`, ...objects, ...linked, ...qtLibraries);
  const options = { env: { LD_LIBRARY_PATH: libraries } };
  return {
    version: `KDSoap ${version}`,
    client: { command: join(cwd, 'client'), options },
    service: {
      options,
      start: ({ port }) => ({ command: join(cwd, 'service'), args: [`${port}`] }),
    },
  };
}
