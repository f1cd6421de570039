// Java with JAX-WS: classes of wsimport, and programs that are compiled with them.
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { javaPath, made } from '../programs.mjs';

const at = (name) => fileURLToPath(new URL(name, import.meta.url));
const names =
  'jaxws-rt jaxws-api jaxb-api jaxb-runtime jaxb-core jaxb-impl jws-api javax.activation saaj-api ' +
  'saaj-impl stax-ex streambuffer metro-policy mimepull gmbal management-api istack-commons-runtime ' +
  'FastInfoset txw2 geronimo-annotation-1.3-spec';
const jars = names
  .split(' ')
  .map((name) => javaPath([name]))
  .filter(existsSync)
  .join(':');
const tools = javaPath(['jaxws-tools']);

/**
 * Makes classes of contracts, and compiles programs of this folder.
 * @param folder for what is made
 * @param contracts files or addresses by package
 * @param programs names of their files
 * @param more other files that nothing refers to
 * @returns a function that gives the program of a class with arguments
 */
export async function compileJava(folder, contracts, programs, more = []) {
  mkdirSync(folder);
  const lines = Object.entries(contracts).map(([name, wsdl]) =>
    ['-quiet', '-extension', '-p', name, '-d', folder, '-s', folder, '-Xnocompile', wsdl].join(
      '\t',
    ),
  );
  await made('java', ['-cp', tools, at('Imports.java')], { input: lines.join('\n') });
  // the namespaces of elements are in package-info, which nothing refers to
  const infos = Object.keys(contracts).map((name) => `${folder}/${name}/package-info.java`);
  await made('javac', [
    ...['-nowarn', '-proc:none', '-cp', jars, '-sourcepath', folder, '-d', folder],
    ...programs.map(at),
    ...infos,
    ...more.map((name) => `${folder}/${name}`),
  ]);
  return (name, ...args) => ({
    command: 'java',
    args: ['-cp', `${folder}:${jars}`, name, ...args],
  });
}
