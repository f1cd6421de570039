// `npm run programs -- DIR`: programs as users write them against contracts of a collection of WSDL
// documents. Each is compiled strictly with the code generated for its contract, and run against
// `serve`. Exit code 1 when one does not compile or fails.
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const programs = {
  ebay: 'hostnet__wsdl2php/ebaytest/eBayTest.wsdl',
  exchange: 'kdab__kdsoap/msexchange_wsdl-services/Services.wsdl',
  fedex: 'python-fedex-devs__python-fedex/rateservice_v28/RateService_v28.wsdl',
  salesforce: 'developerforce__force.com-toolkit-for-php/metadata/metadata.wsdl.xml',
  sharepoint: 'googlegsa__sharepoint.v3/sp2010userprofileservice/SP2010UserProfileService.wsdl',
};
const [corpus] = process.argv.slice(2);
if (corpus === undefined || !existsSync(join(corpus, 'index.json'))) {
  const given = corpus ?? '(no folder given)';
  console.log(`skipped: no corpus at ${given}; give a folder that holds index.json`);
  process.exit(0);
}

const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));
const tool = join(root, 'bin/asmx-gen.js');
const compilerOptions = {
  target: 'es2023',
  lib: ['es2023'],
  module: 'nodenext',
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  rootDir: '.',
  outDir: 'js',
};

function node(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout + stderr);
}

/** Starts `serve`; gives its process and address. */
function serve(contract) {
  const server = spawn(process.execPath, [tool, 'serve', contract, '--port', '0']);
  return new Promise((found, failed) => {
    let said = '';
    const listen = (data) => {
      said += data;
      const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
      if (origin !== undefined) found({ server, origin });
    };
    server.stdout.on('data', listen);
    server.stderr.on('data', listen);
    server.on('exit', () => failed(new Error(said)));
  });
}

async function tryProgram(name, contract) {
  const folder = mkdtempSync(join(tmpdir(), 'program-'));
  try {
    const targets = ['--targets', 'types,client', '--quiet'];
    node(tool, 'generate', contract, '-o', join(folder, 'generated'), ...targets);
    copyFileSync(fileURLToPath(new URL(`${name}.txt`, import.meta.url)), join(folder, 'main.ts'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const config = { compilerOptions, include: ['main.ts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    node(join(root, 'node_modules/typescript/bin/tsc'), '-p', folder);
    const { run } = await import(pathToFileURL(join(folder, 'js/main.js')).href);
    const { server, origin } = await serve(contract);
    try {
      return await run(origin);
    } finally {
      server.kill('SIGINT');
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const [name, contract] of Object.entries(programs)) {
  try {
    const lines = await tryProgram(name, resolve(corpus, contract));
    console.log(`${name}: ${lines.length} lines\n  ${lines.join('\n  ')}`);
  } catch (error) {
    console.log(`${name}: ${error.stack ?? error}`);
    process.exitCode = 1;
  }
}
