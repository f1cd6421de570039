// Generates the benchmarks' contracts with the built tool and compiles them, so that what is
// measured is what users get.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { functionsModule } from '../message-functions.mjs';
import { planOf } from '../plan-of.mjs';
import { planOptions } from '../roundtrip/roots.mjs';
import { buildGsoap } from './gsoap.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = resolve(here, '../..');

/** Generates and compiles the contracts in a folder. */
function compile(folder) {
  for (const file of ['school.yaml', 'payloads.wsdl', 'asmx-gen.config.json'])
    cpSync(join(here, file), join(folder, file));
  execFileSync(process.execPath, [join(root, 'bin/asmx-gen.js'), 'generate', '--quiet'], {
    cwd: folder,
    stdio: 'inherit',
  });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        target: 'es2023',
        lib: ['es2023'],
        module: 'nodenext',
        types: [],
        strict: true,
        rootDir: 'ts',
        outDir: 'js',
      },
      include: ['ts'],
    }),
  );
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], {
    stdio: 'inherit',
  });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

/** Writes `functions.js` beside a generated contract: the functions of its messages. */
async function writeFunctions(folder, input, name) {
  const options = { ...planOptions, types: { dateTime: 'Date' } };
  const plan = await planOf(join(folder, input), options);
  writeFileSync(
    join(folder, 'js', name, 'functions.js'),
    functionsModule(plan, './runtime/type.js'),
  );
}

/**
 * Generates and compiles `school.yaml` and `payloads.wsdl`.
 * @returns for the school, and in `payloads` for the other, the folder of the JavaScript, the WSDL,
 *   and `gsoap()`, which compiles gSOAP's program when first called; a folder to work in; and a
 *   function that removes everything
 */
export async function prepareSchool() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    compile(folder);
    await writeFunctions(folder, 'school.yaml', 'school');
    await writeFunctions(folder, 'payloads.wsdl', 'payloads');
  } catch (error) {
    remove();
    throw error;
  }
  const contract = (name, wsdl) => {
    let program;
    let built = false;
    return {
      js: join(folder, 'js', name),
      wsdl,
      gsoap() {
        if (!built) program = buildGsoap(name, wsdl, folder);
        built = true;
        return program;
      },
    };
  };
  return {
    ...contract('school', join(folder, 'ts/school/wsdl/School.wsdl')),
    payloads: contract('payloads', join(folder, 'payloads.wsdl')),
    folder,
    remove,
  };
}
