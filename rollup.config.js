import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import commonjs from '@rollup/plugin-commonjs';

/**
 * The last step of the build: program and API in a few files. Node takes a tenth of a second to find, compile and link the hundreds of
 * small ones the compiler writes.
 */
const target = 'dist/bundle';

const { resolve: find } = createRequire(import.meta.url);

/**
 * What a run of `generate` loads are scripts, run by `start.cjs`: of those V8 keeps compiled code, of modules Node 20 cannot; nor is its loader
 * of modules started for them.
 */
const scripts = new Set(['main', 'shared', 'command', 'pipeline']);

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
 * What runs the scripts is a file of its own.
 * @type {import('rollup').Plugin}
 */
const shareStart = {
  name: 'share-start',
  resolveId: (source) =>
    /\/start\/start\.js$/.test(source) ? { id: './start.cjs', external: true } : null,
};

/**
 * In CommonJS a file's folder has a name; without it, Node would take a URL apart.
 * @type {import('rollup').Plugin}
 */
const ownFolder = {
  name: 'own-folder',
  resolveImportMeta: (property) => (property === 'dirname' ? '__dirname' : null),
};

/** Packages of which all that a run needs is part of the program: each begins with commander, and renders with handlebars. */
const included = new Set(['commander', 'handlebars/dist/handlebars.runtime.js']);

/**
 * Puts them in, without what commander would start other programs with.
 * @type {import('rollup').Plugin}
 */
const includePackages = {
  name: 'include-packages',
  resolveId(source) {
    if (included.has(source)) return find(source);
    return source === 'node:child_process' ? '\0no-programs' : null;
  },
  load: (id) => (id === '\0no-programs' ? 'export default {};' : null),
};

/**
 * The licences of all packages of which something is in a file, as they ask for. A package without one fails the build.
 * @type {import('rollup').OutputPlugin}
 */
const collectLicenses = {
  name: 'collect-licenses',
  generateBundle(_options, bundle) {
    const folders = Object.values(bundle)
      .flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
      .flatMap((id) => /[^\0]*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id) ?? []);
    const texts = [...new Set(folders)].sort().map((folder) => {
      const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const text = readFileSync(join(folder, 'LICENSE'), 'utf8').trim();
      return `${name} ${version}\n\n${text}\n`;
    });
    const source = texts.join(`\n${'-'.repeat(80)}\n\n`);
    this.emitFile({ type: 'asset', fileName: 'licenses.txt', source });
  },
};

/**
 * The sources of the runtime that is copied into each output, in one file.
 * @type {import('rollup').OutputPlugin}
 */
const packRuntime = {
  name: 'pack-runtime',
  async generateBundle() {
    // compiled by the step before
    const { packRuntimeSources } = await import('./dist/plan/runtime-sources.js');
    const source = packRuntimeSources();
    this.emitFile({ type: 'asset', fileName: 'runtime-sources.txt', source });
  },
};

/** Names of the files written. */
const written = new Set();

/** @type {import('rollup').Plugin} */
const noteWritten = {
  name: 'note-written',
  writeBundle(_options, bundle) {
    for (const name of Object.keys(bundle)) written.add(name);
  },
};

/**
 * Removes what earlier builds left, and code that was kept for them, behind the writing: a program that is running finds its files at any time.
 * @type {import('rollup').Plugin}
 */
const removeOld = {
  name: 'remove-old',
  closeBundle() {
    const old = readdirSync(target).filter((name) => !written.has(name));
    for (const name of old) rmSync(join(target, name));
    rmSync('dist/compiled', { recursive: true, force: true });
  },
};

/**
 * For the modules: each script is run and exported.
 * @type {import('rollup').OutputPlugin}
 */
const runScripts = {
  name: 'run-scripts',
  renderChunk(_code, { name, exports }) {
    if (!scripts.has(name)) return null;
    const list = exports.join(', ');
    return `import { bundle } from './start.cjs';
const { ${list} } = bundle.load('${name}');
export { ${list} };
`;
  },
};

/** Escapes work wherever such characters may stand: in strings, templates, patterns, names and comments. */
function ascii(text) {
  return text.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Makes each file the function `start.cjs` runs; other ones are modules.
 * @type {import('rollup').OutputPlugin}
 */
const makeScripts = {
  name: 'make-scripts',
  renderDynamicImport: ({ targetChunk }) =>
    scripts.has(targetChunk?.name)
      ? { left: 'Promise.resolve(require(', right: '))' }
      : { left: 'load(', right: ')' },
  resolveImportMeta: () => `require('node:url').pathToFileURL(filename).href`,
  renderChunk(code, { name }) {
    if (!scripts.has(name)) return null;
    const text = ascii(`(function (exports, require, load, filename) {\n${code}\n})`);
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
    return `/* ${digest} */ ${text}`;
  },
  generateBundle(_options, bundle) {
    for (const [file, { name }] of Object.entries(bundle)) {
      if (!scripts.has(name)) delete bundle[file];
    }
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

/** What both forms of the program share. @type {import('rollup').OutputOptions} */
const output = {
  dir: target,
  hoistTransitiveImports: false,
  manualChunks: chunkOf,
  minifyInternalExports: false,
  generatedCode: 'es2015',
};

/** Other packages are not bundled. */
const external = (id, importer) =>
  importer !== undefined && /^[a-z]/.test(id) && !included.has(id) && id !== 'node:child_process';

/** @type {import('rollup').RollupOptions[]} */
export default [
  {
    input: 'dist/start/start.js',
    external,
    treeshake: false,
    output: { file: join(target, 'start.cjs'), format: 'cjs' },
    plugins: [noteWritten, ownFolder],
  },
  {
    input: {
      main: 'dist/cli/main.js',
      index: 'dist/index.js',
      // found by its name at run time
      'typescript-hooks': 'dist/cli/serve/typescript-hooks.js',
    },
    external,
    plugins: [
      shareRuntime,
      shareStart,
      includePackages,
      commonjs({ include: [...included].map((name) => `${dirname(find(name))}/**`) }),
      noteWritten,
      removeOld,
    ],
    preserveEntrySignatures: 'allow-extension',
    treeshake: false,
    output: [
      {
        ...output,
        format: 'es',
        chunkFileNames: '[name].js',
        plugins: [runScripts, packRuntime, collectLicenses],
      },
      {
        ...output,
        format: 'cjs',
        entryFileNames: ({ name }) => `${name}.${scripts.has(name) ? 'script.cjs' : 'js'}`,
        chunkFileNames: ({ name }) => `${name}.${scripts.has(name) ? 'script.cjs' : 'js'}`,
        interop: 'default',
        plugins: [makeScripts],
      },
    ],
  },
];
