// Yaws of Debian, unpacked with Erlang. As it is packaged, it reads no WSDL: it needs erlsom, which
// is not of Debian, and three schemas of its own repository.
import { copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contract } from '../contract.mjs';
import { checkOut, debian, run } from '../programs.mjs';

const version = '2.1.1+dfsg-2';
const repositories = {
  erlsom: ['https://github.com/willemdj/erlsom.git', 'c86cefb3920839825e2de649277413b0910f0517'],
  yaws: ['https://github.com/erlyaws/yaws.git', '5c08d0cb12036015240f14fe44bdd16baced80f5'],
};

export async function prepare(work) {
  const root = await debian([`yaws=${version}`]);
  if (root === undefined) return { skipped: 'the archive of Debian cannot be reached' };
  for (const [name, [address, commit]] of Object.entries(repositories)) {
    const isThere = await checkOut(address, commit, join(work, name));
    if (!isThere) return { skipped: `${address} cannot be reached; set ASMX_GEN_CLONES` };
  }
  // Yaws looks for its schemas beside its programs
  const own = join(work, 'yaws-2.1.1');
  cpSync(join(root, 'usr/lib/yaws-2.1.1'), own, { recursive: true });
  for (const name of ['soap.xsd', 'wsdl.xsd', 'wsdl11soap12.xsd'])
    copyFileSync(join(work, 'yaws/priv', name), join(own, 'priv', name));
  const page = join(work, 'page');
  for (const folder of [page, join(work, 'beams')]) mkdirSync(folder);
  const handled = 'out(A) -> yaws_rpc:handler_session(A, {service, handler}).';
  writeFileSync(join(page, 'school.yaws'), `<erl>\n${handled}\n</erl>\n`);
  writeFileSync(join(work, 'school.wsdl'), contract({ url: 'http://127.0.0.1/' }));
  for (const name of ['client.erl', 'service.erl', 'shown.hrl'])
    copyFileSync(fileURLToPath(new URL(name, import.meta.url)), join(work, name));
  const rootdir = join(root, 'usr/lib/erlang');
  const bin = join(rootdir, 'erts-13.1.5/bin');
  const env = { ROOTDIR: rootdir, BINDIR: bin, EMU: 'beam', PROGNAME: 'erl', HOME: work };
  const options = { cwd: work, env: { ...process.env, ...env } };
  const erlang = (...expressions) => ({
    command: join(bin, 'erlexec'),
    args: ['-noshell', '-pa', 'beams', join(own, 'ebin'), '-eval', `${expressions.join(', ')}.`],
  });
  const step = async (...expressions) => {
    const { command, args } = erlang(...expressions, 'halt(0)');
    const made = await run(command, args, options);
    if (made.code !== 0) throw new Error(`erl: ${made.stdout}${made.stderr}`);
  };
  const compile = (files) =>
    `[{ok, _} = compile:file(One, [{outdir, "beams"}, {i, "erlsom/include"}]) || One <- filelib:wildcard("${files}")]`;
  await step(compile('erlsom/src/*.erl'));
  await step('ok = yaws_soap_lib:write_hrl("file://school.wsdl", "school.hrl")');
  await step(compile('*.erl'));
  return {
    version: `Yaws ${version}, erlsom 1.5.2`,
    client: { ...erlang('client:main()'), options },
    service: {
      path: '/school.yaws',
      options,
      start: ({ port, wsdl }) => erlang(`service:main("${page}", ${port}, "${wsdl}")`),
    },
  };
}
