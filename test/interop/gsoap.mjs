// gSOAP: C++ proxies made by wsdl2h and soapcpp2 of every ?WSDL, and a program that calls each
// operation of the school through them.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cases } from './cases.mjs';

const schoolCases = cases.flatMap((one, number) =>
  one.service === 'Types' ? [] : [{ ...one, number }],
);
const services = [...new Set(schoolCases.map(({ service }) => service))];

/** A string literal of C++, byte by byte. */
function literal(text) {
  const bytes = [...Buffer.from(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`);
  return `"${bytes.join('')}"`;
}

/** gSOAP writes the underscore of a name as a word. */
const member = (name) => name.replaceAll('_', '_USCORE');

function callOf(base, proxy, { number, service, operation, input }) {
  const type = `_tempuri__${member(operation)}`;
  const values = Object.entries(input).map(([name, value]) =>
    typeof value === 'number'
      ? `in.${member(name)} = (int)${value}L;`
      : `in.${member(name)} = const_cast<char *>(${literal(value)});`,
  );
  return `  for (short version = 1; version <= 2; version += 1) {
    ${proxy} proxy(${literal(`${base}/${service}.asmx`)}, SOAP_C_UTFSTRING);
    soap_set_version(proxy.soap, version);
    ${type} in;
    ${type}Response out;
    ${values.join('\n    ')}
    const int failed = proxy.${member(operation)}(&in, out);
    print(${number}, version, proxy.soap, failed, out.${member(operation)}Result);
  }
`;
}

const program = (base, proxy) => `#include "soap${proxy}.h"
#include "${proxy.replace(/Proxy$/, '')}.nsmap"
#include <cstdio>

static void print(int number, short version, struct soap *soap, int failed, const char *text) {
  if (failed) {
    const char **reason = soap_faultstring(soap);
    text = reason != NULL && *reason != NULL ? *reason : "no reason";
  }
  std::printf("%d\\t%s\\t%s\\t", number, version == 1 ? "Soap" : "Soap12", failed ? "failed" : "ok");
  for (text = text == NULL ? "null" : text; *text != 0; text += 1) {
    std::printf("%02x", (unsigned char)*text);
  }
  std::printf("\\n");
}

int main() {
${schoolCases.map((one) => callOf(base, proxy, one)).join('')}  return 0;
}
`;

/** Why it cannot be run; `undefined` when it can. */
export function missingGsoap(answers) {
  return ['wsdl2h', 'soapcpp2', 'g++'].every((one) => answers('which', one)) &&
    existsSync('/usr/include/stdsoap2.h')
    ? undefined
    : 'gsoap, libgsoap-dev and g++ are not installed';
}

/**
 * Makes the proxies and runs the calls.
 * @param run runs a program and gives what it printed
 */
export async function callGsoap(base, { run, work }) {
  const cwd = join(work, 'gsoap');
  mkdirSync(cwd);
  const step = async (command, ...args) => {
    const made = await run(command, args, { cwd });
    if (made.code !== 0) throw new Error(`${command}: ${made.stdout}${made.stderr}`);
    return made;
  };
  const contracts = services.map((service) => `${base}/${service}.asmx?WSDL`);
  await step('wsdl2h', '-s', '-o', 'school.h', ...contracts);
  await step('soapcpp2', '-j', '-C', '-w', '-x', 'school.h');
  // services of one namespace become one proxy, named after the first of them
  const [, proxy] =
    readdirSync(cwd)
      .join('\n')
      .match(/^soap(\w+Proxy)\.h$/m) ?? [];
  if (proxy === undefined) throw new Error('soapcpp2 made no proxy');
  writeFileSync(join(cwd, 'calls.cpp'), program(base, proxy));
  await step(
    'g++',
    '-O0',
    '-w',
    '-o',
    'calls',
    'calls.cpp',
    'soapC.cpp',
    `soap${proxy}.cpp`,
    '-lgsoap++',
  );
  const { stdout, stderr } = await step(join(cwd, 'calls'));
  const lines = stdout.split('\n').map((line) => {
    const [number, port, outcome, hex = ''] = line.split('\t');
    return [number, port, outcome, Buffer.from(hex, 'hex').toString('base64')].join('\t');
  });
  return { stdout: lines.join('\n'), stderr };
}
