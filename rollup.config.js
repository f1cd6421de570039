import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));

/** The program, and what the package exports. They share one graph, so that each class exists once. */
const input = {
  main: resolve('dist/cli/main.js'),
  // found by its name at run time
  'typescript-hooks': resolve('dist/cli/serve/typescript-hooks.js'),
};
for (const { types, default: file } of Object.values(exports)) {
  if (types) input[basename(file, '.js')] = resolve(types.replace('.d.ts', '.js'));
}

/**
 * Passes on the source maps of the compiler.
 * @type {import('rollup').Plugin}
 */
const sourceMaps = {
  name: 'source-maps',
  load: (id) => ({ code: readFileSync(id, 'utf8'), map: readFileSync(`${id}.map`, 'utf8') }),
};

/**
 * What `--help` needs is one file: the command line with the descriptions of all commands. Rollup divides the rest.
 * @type {import('rollup').GetManualChunk}
 */
function chunkOf(id, { getModuleInfo }) {
  const descriptions = getModuleInfo(resolve('dist/cli/program.js')).dynamicallyImportedIds;
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
  plugins: [sourceMaps],
  // rollup 4.67 takes a parameter for constant if only calls by way of a dynamic import give it other values
  treeshake: false,
  output: {
    dir: 'dist/bundle',
    chunkFileNames: '[name].js',
    manualChunks: chunkOf,
    // fewer files start sooner
    experimentalMinChunkSize: 20_000,
    hoistTransitiveImports: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
  },
};
