// gSOAP: C++ proxies made by wsdl2h and soapcpp2 of every ?WSDL, and a program that calls each
// operation of the school through them.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../programs.mjs';
import { cases } from '../site-cases.mjs';
import { makeProxies } from './proxies.mjs';

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

/** Makes the proxies of the site and runs the calls. */
export async function callSite(work, base) {
  const { cwd, compile } = await makeProxies(
    join(work, 'calls'),
    services.map((service) => `${base}/${service}.asmx?WSDL`),
  );
  // services of one namespace become one proxy, named after the first of them
  const [, proxy] =
    readdirSync(cwd)
      .join('\n')
      .match(/^soap(\w+Proxy)\.h$/m) ?? [];
  if (proxy === undefined) throw new Error('soapcpp2 made no proxy');
  writeFileSync(join(cwd, 'calls.cpp'), program(base, proxy));
  await compile('calls', 'calls.cpp', 'soapC.cpp', `soap${proxy}.cpp`);
  const { stdout, stderr } = await run(join(cwd, 'calls'), []);
  const lines = stdout.split('\n').map((line) => {
    const [number, port, outcome, hex = ''] = line.split('\t');
    return [number, port, outcome, Buffer.from(hex, 'hex').toString('base64')].join('\t');
  });
  return { stdout: lines.join('\n'), stderr };
}

/** Sends bytes. The program is made once for both services: they differ in headers alone. */
export async function callFiles(work, { once }, kind, base, sizes) {
  const program = await once('files.cpp', () => makeFiles(work, base));
  return run(program, [kind, `${base}/Files.asmx`, ...sizes.map(String)]);
}

async function makeFiles(work, base) {
  const { cwd, compile } = await makeProxies(join(work, 'files'), [`${base}/Files.asmx?WSDL`], {
    imported: 'wsa5.h',
  });
  const gsoap = '/usr/share/gsoap';
  const plugin = [`-I${gsoap}/plugin`, '-x', 'c++', `${gsoap}/plugin/wsaapi.c`];
  const source = fileURLToPath(new URL('files.cpp', import.meta.url));
  await compile('files', ...plugin, 'soapC.cpp', 'soapFilesSoapProxy.cpp', source);
  return join(cwd, 'files');
}
