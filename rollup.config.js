import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import { parse } from 'yaml';

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const runtime = JSON.parse(readFileSync('src/runtime/package.json', 'utf8'));

/** The program and the exports of the package. They share one graph, so that each class exists once. */
const input = {
  main: resolve('dist/cli/main.js'),
  // located by name at run time
  'typescript-hooks': resolve('dist/cli/serve/typescript-hooks.js'),
};
for (const { types, default: file } of Object.values(exports)) {
  if (types) input[basename(file, '.js')] = resolve(types.replace('.d.ts', '.js'));
}

/**
 * Reads modules as ASCII text, with the source map of the compiler. V8 stores it with one byte per character; sources
 * with two cause garbage collection even in short runs.
 * @type {import('rollup').Plugin}
 */
const asciiSource = {
  name: 'ascii-source',
  load(id) {
    const code = readFileSync(id, 'utf8');
    const ascii = code.replace(/[^\0-\x7f]/g, escaped);
    if (ascii !== code && code.includes('String.raw'))
      throw new Error(`${id}: String.raw keeps escapes`);
    return { code: ascii, map: readFileSync(`${id}.map`, 'utf8') };
  },
};

/** @param {string} unit One UTF-16 code unit of a string, a pattern or a comment. */
function escaped(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * Modules that are loaded together are one file, because each file takes a third of a millisecond: the command line
 * with the descriptions of all commands, what `generate` needs where nothing has changed, what reads a contract, plans
 * it and writes its code. Files of the runtime have nothing of the tool. Each file imports only those before it.
 * Rollup divides the rest.
 * @type {import('rollup').GetManualChunk}
 */
function chunkOf(id, { getModuleInfo }) {
  chunks ??= commonChunks(getModuleInfo);
  return chunks.get(id);
}

/** @type {Map<string, string> | undefined} Names of files by module. */
let chunks;

/** @param {(id: string) => import('rollup').ModuleInfo | null} getModuleInfo */
function commonChunks(getModuleInfo) {
  const found = new Map();
  const add = (name, modules) => {
    for (const one of modules) if (!found.has(one)) found.set(one, name);
  };
  const loadedWith = (...entries) => {
    const modules = new Set(entries.map((entry) => resolve('dist', entry)));
    for (const one of modules) {
      for (const imported of getModuleInfo(one)?.importedIds ?? []) modules.add(imported);
    }
    return [...modules].filter((one) => !getModuleInfo(one)?.isExternal);
  };
  add('program', loadedWith('cli/main.js', 'cli/commands.js'));
  const tool = [
    ['project', loadedWith('cli/generate/run.js')],
    ['contract', loadedWith('cli/contract/model.js')],
    ['plan', loadedWith('plan/contract.js')],
    ['generate', loadedWith('generate.js')],
  ];
  const runtime = resolve('dist/runtime');
  const used = tool.flatMap(([, modules]) => modules);
  add(
    'values',
    used.filter((one) => one.startsWith(runtime)),
  );
  add('core', loadedWith('runtime/index.js'));
  for (const [name, modules] of tool) add(name, modules);
  return found;
}

/** Files of the runtime for Node alone, under the names by which its package exchanges them. */
const exchanged = new Map(
  Object.entries(runtime.imports).map(([name, { default: file }]) => [compiled(file), name]),
);
const browser = compiled(Object.values(runtime.imports)[0].browser);

/** @param {string} file A file of the runtime's package. */
function compiled(file) {
  return resolve('dist/runtime', relative('dist', file));
}

/**
 * Imports these files by their names in `imports`, and puts the types beside the modules.
 * @type {import('rollup').Plugin}
 */
const runtimePackage = {
  name: 'runtime-package',
  resolveId(source, importer) {
    const id = importer && source.startsWith('.') ? resolve(dirname(importer), source) : undefined;
    const name = id && exchanged.get(id);
    return name && { id: name, external: true };
  },
  generateBundle() {
    const folder = resolve('dist/runtime');
    for (const path of readdirSync(folder, { recursive: true })) {
      if (!path.endsWith('.d.ts')) continue;
      const fileName = path.replaceAll('\\', '/');
      this.emitFile({ type: 'asset', fileName, source: readFileSync(resolve(folder, path)) });
    }
  },
};

/**
 * The runtime as a package of its own, in modules, of which bundlers take what is used.
 * @type {import('rollup').RollupOptions}
 */
const runtimeOptions = {
  input: [
    ...Object.values(runtime.exports).flatMap(({ types, default: file }) =>
      types ? compiled(file) : [],
    ),
    ...exchanged.keys(),
    browser,
  ],
  external: /^[a-z@]/,
  plugins: [runtimePackage, asciiSource],
  treeshake: false,
  output: {
    dir: 'src/runtime/dist',
    preserveModules: true,
    preserveModulesRoot: 'dist/runtime',
    hoistTransitiveImports: false,
  },
};

/**
 * Writes what is known of other stacks as one file in JSON, which is read at once.
 * @type {import('rollup').Plugin}
 */
const stackTable = {
  name: 'stack-table',
  generateBundle() {
    const names = readdirSync('specs/stacks').sort();
    const stacks = names.map((name) => parse(readFileSync(`specs/stacks/${name}`, 'utf8')));
    this.emitFile({ type: 'asset', fileName: 'stacks.json', source: JSON.stringify(stacks) });
  },
};

/** @type {import('rollup').RollupOptions} */
const programOptions = {
  input,
  // packages and modules of Node
  external: /^[a-z]/,
  plugins: [asciiSource, stackTable],
  // rollup 4.67 treats a parameter as constant if only calls through a dynamic import pass other values
  treeshake: false,
  output: {
    dir: 'dist/bundle',
    chunkFileNames: '[name].js',
    manualChunks: chunkOf,
    // fewer files load faster
    experimentalMinChunkSize: 20_000,
    hoistTransitiveImports: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
  },
};

export default [programOptions, runtimeOptions];
