// JAX-WS: interfaces made by wsimport of each ?WSDL, compiled, and called through them.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cases } from './cases.mjs';

export const jars = [
  'jaxws-rt',
  'jaxws-api',
  'jaxb-api',
  'jaxb-runtime',
  'jaxb-core',
  'jaxb-impl',
  'jws-api',
  'javax.activation',
  'saaj-api',
  'saaj-impl',
  'stax-ex',
  'streambuffer',
  'metro-policy',
  'mimepull',
  'gmbal',
  'management-api',
  'istack-commons-runtime',
  'FastInfoset',
  'txw2',
  'geronimo-annotation-1.3-spec',
]
  .map((name) => `/usr/share/java/${name}.jar`)
  .filter((file) => existsSync(file))
  .join(':');

/** Why it cannot be run; `undefined` when it can. */
export function missingJaxWs(answers) {
  return ['java', 'javac', 'wsimport'].every((one) => answers('which', one))
    ? undefined
    : 'jaxws and default-jdk-headless are not installed';
}

/**
 * Makes the interfaces and runs the calls.
 * @param run runs a program and gives what it printed
 */
export async function callJaxWs(base, { run, work, programs, casesFile }) {
  const classes = join(work, 'jaxws');
  const services = [...new Set(cases.map((one) => one.service))].filter((one) => one !== 'Types');
  for (const service of services) {
    const made = await run('wsimport', [
      '-quiet',
      '-extension',
      ...['-p', service.toLowerCase(), '-d', work, '-s', work, '-Xnocompile'],
      `${base}/${service}.asmx?WSDL`,
    ]);
    if (!existsSync(join(work, service.toLowerCase(), `${service}Soap.java`)))
      throw new Error(`wsimport ${service}: ${made.stdout}${made.stderr}`);
  }
  // the namespaces of elements are in package-info, which nothing refers to
  const sources = services.flatMap((service) =>
    [`${service}Soap`, 'package-info'].map((name) =>
      join(work, service.toLowerCase(), `${name}.java`),
    ),
  );
  const compiled = await run('javac', [
    ...['-nowarn', '-proc:none', '-cp', jars, '-sourcepath', work, '-d', classes],
    join(programs, 'JaxWsCalls.java'),
    ...sources,
  ]);
  if (compiled.code !== 0) throw new Error(`javac: ${compiled.stdout}${compiled.stderr}`);
  return run('java', ['-cp', `${classes}:${jars}`, 'JaxWsCalls', base, casesFile]);
}

/**
 * Compiles a program that calls the operations of one WSDL, whose interfaces are in package
 * `filesns`.
 * @param program the name of its class, and the address of the WSDL
 * @returns the class path
 */
export async function compileJaxWs({ name, wsdl }, { run, work, programs }) {
  const folder = join(work, name);
  mkdirSync(folder);
  const flags = ['-quiet', '-extension', '-p', 'filesns', '-d', folder, '-s', folder];
  await run('wsimport', [...flags, '-Xnocompile', wsdl]);
  const compiled = await run('javac', [
    ...['-nowarn', '-proc:none', '-cp', jars, '-sourcepath', folder, '-d', folder],
    join(programs, `${name}.java`),
    join(folder, 'filesns/package-info.java'),
  ]);
  if (compiled.code !== 0) throw new Error(`javac: ${compiled.stdout}${compiled.stderr}`);
  return `${folder}:${jars}`;
}
