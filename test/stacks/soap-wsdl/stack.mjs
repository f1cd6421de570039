// SOAP::WSDL of Debian, unpacked: a client with the classes of wsdl2perl, which makes none of a
// contract with a one-way operation.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contract } from '../contract.mjs';
import { debian, run } from '../programs.mjs';

const version = '3.004-2';
const client = fileURLToPath(new URL('client.pl', import.meta.url));

export async function prepare(work) {
  const root = await debian([`libsoap-wsdl-perl=${version}`]);
  if (root === undefined) return { skipped: 'the archive of Debian cannot be reached' };
  const folders = ['share/perl5', 'lib/x86_64-linux-gnu/perl5/5.36'];
  const PERL5LIB = folders.map((name) => join(root, 'usr', name)).join(':');
  const env = { ...process.env, PERL5LIB };
  /** The folder with the classes of a contract, and what the program says. */
  const make = async (name, text) => {
    const folder = join(work, name);
    mkdirSync(folder);
    writeFileSync(join(folder, 'school.wsdl'), text);
    const flags = ['-b', folder, `file://${join(folder, 'school.wsdl')}`];
    const { stderr } = await run('perl', [join(root, 'usr/bin/wsdl2perl'), ...flags], { env });
    return { folder, stderr };
  };
  const url = 'http://127.0.0.1/';
  const only = ['Get', 'List', 'Who', 'Ping', 'Save', 'Echo'];
  const plain = contract({ url, only });
  const qualified = await make('qualified', plain);
  const unqualified = await make('unqualified', plain.replace('"qualified"', '"unqualified"'));
  const oneWay = await make('one-way', contract({ url, only: ['Ping', 'Notify'] }));
  const program = (folder) => ({
    command: 'perl',
    args: [`-I${folder}`, client],
    options: { env: { PERL5LIB } },
  });
  return {
    version: `SOAP::WSDL ${version}`,
    client: {
      ...program(qualified.folder),
      others: { unqualified: program(unqualified.folder), 'one-way': program(oneWay.folder) },
    },
  };
}
