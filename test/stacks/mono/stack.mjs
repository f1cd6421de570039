// Mono of Debian: .NET's proxies of `wsdl`, DataSets, and ASMX itself, which the generated client calls.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installed, made, missing, run } from '../programs.mjs';
import { siteChecks } from '../site.mjs';
import { cases } from '../site-cases.mjs';
import { habitsOf } from '../site-habits.mjs';
import { exchangeDataSets } from './data-sets.mjs';
import { callReference } from './reference-site.mjs';

const at = (name) => fileURLToPath(new URL(name, import.meta.url));
const protocols = ['Soap', 'SOAP12', 'HttpGet', 'HttpPost'];
const env = { ...process.env, TZ: 'UTC', LANG: 'C.UTF-8' };

/** Compiles a program. */
async function compile(program, references, ...sources) {
  const libraries = references.map((name) => `-r:${name}`);
  await made('mcs', ['-nowarn:0219,0168', `-out:${program}`, ...libraries, ...sources]);
  return program;
}

/** Makes and compiles the proxies of all services. */
async function buildProxies(work, base) {
  const proxies = [...new Set(cases.map((one) => one.service))].flatMap((service) =>
    protocols.map((protocol) => ({
      file: join(work, `${service}.${protocol}.cs`),
      flags: ['-nologo', `-protocol:${protocol}`, `-n:${protocol}.${service}`],
      wsdl: `${base}/${service}.asmx?WSDL`,
    })),
  );
  const lines = proxies.map(({ file, flags, wsdl }) => [...flags, `-out:${file}`, wsdl].join('\t'));
  writeFileSync(join(work, 'proxies.tsv'), lines.join('\n'));
  const tool = await compile(join(work, 'wsdls.exe'), [], at('Wsdl.cs'));
  const { stdout } = await made('mono', [tool, join(work, 'proxies.tsv')], { env });
  for (const { file } of proxies)
    if (!existsSync(file)) throw new Error(`wsdl made no ${file}: ${stdout}`);
  return compile(
    join(work, 'calls.exe'),
    ['System.Web.Services', 'System.Xml', 'System.Data', 'System.EnterpriseServices'],
    at('Calls.cs'),
    ...proxies.map(({ file }) => file),
  );
}

export async function prepare(work) {
  const skipped = missing('mono');
  if (skipped !== undefined) return { skipped };
  return {
    version: `Mono ${await installed('mono-devel')}`,
    checks: {
      ...siteChecks('mono', {
        ports: { Soap: 'SOAP 1.1', SOAP12: 'SOAP 1.2', HttpGet: 'GET', HttpPost: 'POST' },
        call: async (base, file) =>
          run('mono', [await buildProxies(work, base), base, file], { env }),
      }),
      'data-sets': async () => {
        const program = await compile(
          join(work, 'data-sets.exe'),
          ['System.Data', 'System.Xml', 'System.Numerics'],
          at('DataSets.cs'),
        );
        return exchangeDataSets(work, async (...args) => {
          const { stdout } = await made('mono', [program, ...args], { env });
          return stdout;
        });
      },
      reference: callReference,
    },
    notes: [
      ...habitsOf('mono'),
      'ASMX on Mono writes CR raw, so that it reaches the generated client as a line end.',
    ],
  };
}
