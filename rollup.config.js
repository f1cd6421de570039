import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

/**
 * The last step of the build: program and API in a few files. Node takes a tenth of a second to find, compile and link the hundreds of
 * small ones the compiler writes.
 */
const target = 'dist/bundle';

/**
 * Commands exchange errors and readers with generated code, so they need the very classes that `asmx-gen/runtime` exports: those stay
 * where that leads. The readers keep a copy of the XML parser to themselves.
 * @type {import('rollup').Plugin}
 */
const shareRuntime = {
  name: 'share-runtime',
  resolveId: (source, importer = '') =>
    /[\\/]dist[\\/]cli[\\/]/.test(importer) && /^(\.\.\/)+runtime\//.test(source)
      ? { id: `../runtime/${basename(source)}`, external: true }
      : null,
};

/**
 * The compiled templates stay a file of their own, beside the program.
 * @type {import('rollup').Plugin}
 */
const copyTemplates = {
  name: 'copy-templates',
  generateBundle() {
    const fileName = 'precompiled-templates.cjs';
    this.emitFile({ type: 'asset', fileName, source: readFileSync(`dist/render/${fileName}`) });
  },
};

/**
 * Removes what earlier builds left, and code that was kept for them, behind the writing: a program that is running finds its files at any time.
 * @type {import('rollup').Plugin}
 */
const removeOld = {
  name: 'remove-old',
  writeBundle: (_options, bundle) => {
    const old = readdirSync(target).filter((name) => bundle[name] === undefined);
    for (const name of old) rmSync(join(target, name));
    rmSync('dist/compiled', { recursive: true, force: true });
  },
};

const scriptRunner = resolve('dist/start/compiled-scripts.js');

/** The large files a run of `generate` loads, of which V8 keeps compiled code. */
const scripts = new Set(['command', 'pipeline']);

/** @type {import('rollup').Plugin} */
const makeScripts = {
  name: 'make-scripts',
  async renderChunk(code, { name }) {
    if (!scripts.has(name)) return null;
    // compiled by the step before
    const { moduleScript } = await import('./dist/start/module-script.js');
    const fileName = `${name}.cjs`;
    const { script, module } = moduleScript(code, this.parse(code).body, {
      fileName,
      digest: (text) => createHash('sha256').update(text).digest('hex').slice(0, 16),
      runner: './compiled-scripts.js',
    });
    this.emitFile({ type: 'asset', fileName, source: script });
    return module;
  },
};

/** @type {(roots: readonly string[], graph: import('rollup').ManualChunkMeta) => Set<string>} */
function reachedFrom(roots, graph) {
  const reached = new Set(roots);
  for (const id of reached) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(imported);
  }
  return reached;
}

/** @type {ReadonlyMap<string, ReadonlySet<string>> | undefined} */
let steps;

/**
 * Each step of a run is one file: what `--help` shows, what finds that nothing has changed, and the pipeline; `shared` is what the latter two
 * have in common, so that the API loads no command. What is left falls into a file for each command.
 * @type {import('rollup').GetManualChunk}
 */
function chunkOf(id, graph) {
  if (id === scriptRunner) return 'compiled-scripts';
  if (steps === undefined) {
    const [main, program, command, api] = [
      'cli/main.js',
      'cli/program.js',
      'cli/generate/run-generate.js',
      'index.js',
    ].map((path) => resolve('dist', path));
    const described = graph.getModuleInfo(program)?.dynamicallyImportedIds ?? [];
    const inCommand = reachedFrom([command], graph);
    const inPipeline = reachedFrom([api], graph);
    inPipeline.delete(api);
    steps = new Map([
      ['main', reachedFrom([main, ...described], graph)],
      ['shared', new Set([...inCommand].filter((one) => inPipeline.has(one)))],
      ['command', inCommand],
      ['pipeline', inPipeline],
    ]);
  }
  return [...steps].find(([, ids]) => ids.has(id))?.[0];
}

/** @type {import('rollup').RollupOptions} */
export default {
  input: {
    main: 'dist/cli/main.js',
    index: 'dist/index.js',
    // found by its name at run time
    'typescript-hooks': 'dist/cli/serve/typescript-hooks.js',
    // imported by what `makeScripts` leaves
    'compiled-scripts': scriptRunner,
  },
  external: /^(node:|[a-z])/,
  plugins: [shareRuntime, copyTemplates, makeScripts, removeOld],
  preserveEntrySignatures: 'allow-extension',
  treeshake: false,
  output: {
    dir: target,
    chunkFileNames: '[name].js',
    hoistTransitiveImports: false,
    manualChunks: chunkOf,
  },
};
