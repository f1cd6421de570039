// The services of the reference site, generated from their WSDLs and mounted on one HTTP server.
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { generate } from '../../dist/generate.js';
import { echoHandlers, otherHandlers, voidHandlers } from './handlers.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = resolve(here, '../..');

/**
 * Settings of single services that the site has in its web.config or in attributes of the class.
 */
const serviceOptions = {
  ByElement: { routeByElement: ['ByElement'] },
  Strict: { parity: { strictEnvelopes: true } },
  Suppress: { parity: { suppressExceptions: true } },
};

/** Contracts of a folder below `contracts`, by service name. */
function contracts(folder) {
  return readdirSync(join(here, 'contracts', folder))
    .sort()
    .map((file) => ({
      folder,
      name: basename(file, '.wsdl'),
      path: join(here, 'contracts', folder, file),
    }));
}

/**
 * Generates every contract, and compiles what is TypeScript.
 *
 * @returns the folder of the JavaScript
 */
async function writeContracts(list, work, emit) {
  const target = join(work, emit);
  for (const { folder, name, path } of list) {
    const result = await generate(
      {
        input: path,
        options: {
          targets: ['types', 'client', 'server', 'wsdl', 'docs'],
          // the runtime of the package is JavaScript already; a vendored one is translated
          runtime: emit === 'js' ? 'vendor' : 'package',
          contractPath: basename(path),
          emit,
          importExtension: 'js',
          types: {},
          arrays: 'unwrap',
          renames: {},
          only: [],
        },
      },
      { readFile: (file) => readFileSync(file) },
    );
    const errors = result.diagnostics.filter((one) => one.severity === 'error');
    if (errors.length > 0)
      throw new Error(`${path}: ${errors.map((one) => one.message).join('; ')}`);
    for (const file of result.files) {
      const place = join(target, folder, name, file.path);
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, file.text);
    }
  }
  mkdirSync(join(work, 'node_modules'), { recursive: true });
  symlinkSync(join(root, 'src/runtime'), join(work, 'node_modules/asmx-gen-runtime'));
  writeFileSync(join(work, 'package.json'), '{ "type": "module" }');
  if (emit === 'ts') compile(work);
  return join(work, 'js');
}

function compile(work) {
  writeFileSync(
    join(work, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        target: 'es2023',
        lib: ['es2023'],
        types: [],
        module: 'nodenext',
        strict: true,
        skipLibCheck: true,
        rootDir: 'ts',
        outDir: 'js',
      },
      include: ['ts'],
    }),
  );
  const run = spawnSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', work],
    {
      encoding: 'utf8',
    },
  );
  if (run.status !== 0) throw new Error(run.stdout.slice(0, 2000));
}

/**
 * Starts the site.
 * @param settings server options that every service gets
 * @param emit language of the generated code, `ts` or `js`
 * @returns the port, the generated modules by `folder/name`, a function that serves them with other
 *   settings, too, and one that ends it all
 */
export async function startSite(settings = {}, emit = 'ts') {
  const work = mkdtempSync(join(tmpdir(), 'replay-'));
  const list = [...contracts('echo'), ...contracts('void'), ...contracts('other')];
  const js = await writeContracts(list, work, emit);
  const runtime = await import(pathToFileURL(join(root, 'dist/runtime/index.js')).href);
  const modules = new Map();
  for (const { folder, name } of list) {
    const module = await import(pathToFileURL(join(js, folder, name, 'index.js')).href);
    modules.set(`${folder}/${name}`, module);
  }
  const started = [];
  const serve = async (own) => {
    const http = createServer(listenerOf(list, { modules, runtime }, own));
    started.push(http);
    await new Promise((done) => http.listen(0, '127.0.0.1', done));
    return http.address().port;
  };
  return {
    port: await serve(settings),
    modules,
    runtime,
    serve,
    stop() {
      for (const http of started) {
        http.closeAllConnections();
        http.close();
      }
      rmSync(work, { recursive: true, force: true });
    },
  };
}

/** All services behind each other. */
function listenerOf(list, { modules, runtime }, settings) {
  const listeners = list.map(({ folder, name }) => {
    const handlers =
      folder === 'echo'
        ? echoHandlers(name)
        : folder === 'void'
          ? voidHandlers(name)
          : otherHandlers(runtime)[name];
    const own = serviceOptions[name] ?? {};
    const server = modules.get(`${folder}/${name}`)[`create${name}Server`](handlers, {
      ...settings,
      ...own,
      parity: { ...settings.parity, ...own.parity },
    });
    return server.listener;
  });
  return (request, response) => {
    const ask = (index) => {
      if (index < listeners.length - 1) listeners[index](request, response, () => ask(index + 1));
      else listeners[index](request, response);
    };
    ask(0);
  };
}
