import { readFileSync } from 'node:fs';
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
 * Puts the modules that `--help` needs into one file: the command line with the descriptions of all commands. Rollup
 * divides the rest.
 * @type {import('rollup').GetManualChunk}
 */
function chunkOf(id, { getModuleInfo }) {
  const descriptions = getModuleInfo(resolve('dist/cli/main.js')).dynamicallyImportedIds;
  const program = new Set([input.main, ...descriptions]);
  for (const one of program) {
    for (const imported of getModuleInfo(one).importedIds) program.add(imported);
  }
  return program.has(id) ? 'program' : undefined;
}

/** @type {import('rollup').RollupOptions} */
export default {
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
    // fewer files load faster
    experimentalMinChunkSize: 20_000,
    hoistTransitiveImports: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
  },
};
