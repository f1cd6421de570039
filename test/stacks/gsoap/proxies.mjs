// Classes of gSOAP, made by wsdl2h and soapcpp2 of contracts, and programs with them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { made } from '../programs.mjs';

/**
 * Makes the classes.
 * @param contracts files or addresses
 * @param imported a header of gSOAP that the contract lacks
 * @param services whether those of services are made, too
 * @returns the folder, and functions that run a program in it and compile one
 */
export async function makeProxies(cwd, contracts, { imported, services = false } = {}) {
  mkdirSync(cwd, { recursive: true });
  const step = (command, ...args) => made(command, args, { cwd });
  await step('wsdl2h', '-s', '-o', 'interface.h', ...contracts);
  if (imported !== undefined) {
    const header = join(cwd, 'interface.h');
    writeFileSync(header, `#import "${imported}"\n${readFileSync(header, 'utf8')}`);
  }
  const flags = ['-j', ...(services ? [] : ['-C']), '-w', '-x', '-I/usr/share/gsoap/import'];
  await step('soapcpp2', ...flags, 'interface.h');
  return {
    cwd,
    step,
    compile: (name, ...sources) =>
      step('g++', '-O0', '-w', '-I.', '-o', name, ...sources, '-lgsoap++'),
  };
}
