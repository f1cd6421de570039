import { existsSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));

/** The program and the exports of the package. They share one graph, so that each class exists once. */
const input = {
  main: resolve('dist/cli/main.js'),
  // located by name at run time
  'typescript-hooks': resolve('dist/cli/serve/typescript-hooks.js'),
};
for (const { types, default: file } of Object.values(exports)) {
  if (types) input[basename(file, '.js')] = resolve(types.replace('.d.ts', '.js'));
}

const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

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
    return { code: ascii, map: existsSync(`${id}.map`) ? readFileSync(`${id}.map`, 'utf8') : null };
  },
};

/**
 * One file for each stage of a command, since each file takes time to find and load: the command line with all
 * descriptions, what an unchanged contract needs, what reads a contract, what plans code, what prints and runs it.
 * Rollup divides the rest.
 * @type {import('rollup').GetManualChunk}
 */
function chunkOf(id, { getModuleInfo }) {
  const run = (command) => resolve(`dist/cli/${command}/run.js`);
  const descriptions = getModuleInfo(resolve('dist/cli/program.js')).dynamicallyImportedIds;
  const stages = {
    program: [input.main, ...descriptions],
    unchanged: [run('generate')],
    read: [run('inspect'), resolve('dist/diagnostics/report-text.js')],
    plan: [run('check')],
    code: [run('call'), run('serve')],
  };
  return Object.keys(stages).find((stage) => {
    const modules = new Set(stages[stage]);
    for (const one of modules) for (const next of getModuleInfo(one).importedIds) modules.add(next);
    return modules.has(id);
  });
}

/** @type {import('rollup').RollupOptions} */
const program = {
  input,
  // packages and modules of Node
  external: /^[a-z]/,
  plugins: [asciiSource],
  // rollup 4.67 treats a parameter as constant if only calls through a dynamic import pass other values
  treeshake: false,
  output: {
    dir: 'dist/bundle',
    chunkFileNames: '[name].js',
    manualChunks: chunkOf,
    sourcemap: true,
    sourcemapExcludeSources: true,
  },
};

const licence = readFileSync('node_modules/yaml/LICENSE', 'utf8');

/**
 * The YAML parser: the package is seventy files, which take ten times as long to load.
 * @type {import('rollup').RollupOptions}
 */
const yaml = {
  input: 'node_modules/yaml/browser/dist/index.js',
  plugins: [asciiSource],
  output: { file: 'dist/bundle/yaml.cjs', format: 'cjs', banner: `/*\n${licence}*/` },
};

export default [program, yaml];
