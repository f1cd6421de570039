// `npm run standard-schema`: generated schemas in zod's company, in tRPC and in forms, and the test
// kit in Jest, Vitest and MSW, all installed in peers/ when first needed. The programs of
// docs/schemas.md and docs/testing.md are compiled against the packages' own types and run. Build
// first (`npm run build`).
import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findPeers } from '../bench/peers.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = resolve(here, '../..');

/** A project with the packages, and Jest of this repository. */
function createProject() {
  const folder = mkdtempSync(join(tmpdir(), 'standard-schema-'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const peers = join(here, 'peers/node_modules');
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(peers).filter((one) => !one.startsWith('.'))) {
    symlinkSync(join(peers, name), join(folder, 'node_modules', name));
  }
  for (const scope of ['@jest', '@swc']) {
    symlinkSync(join(root, 'node_modules', scope), join(folder, 'node_modules', scope));
  }
  return folder;
}

/** Runs a script of Node in the project. */
function runIn(folder, script, ...args) {
  execFileSync(process.execPath, [script, ...args], { cwd: folder, stdio: 'inherit' });
}

/**
 * Writes the contract of a page and its programs that import one of the packages.
 *
 * @param files their names in the order of the page
 */
function writePage(folder, page, files) {
  const text = readFileSync(join(root, 'docs', page), 'utf8');
  const [, contract] =
    /^<!-- file: specs\/notes\.yaml -->\n```yaml\n([\s\S]*?)^```$/m.exec(text) ?? [];
  const programs = [
    ...text.matchAll(
      /^<!-- not run: .*`npm run standard-schema`.* -->\n```[jt]s\n([\s\S]*?)^```$/gm,
    ),
  ];
  equal(programs.length, files.length, page);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'notes.yaml'), contract);
  for (const [index, [, program]] of programs.entries()) {
    writeFileSync(join(folder, files[index]), program);
  }
  generate(folder, 'notes.yaml', 'notes');
}

function generate(folder, contract, name) {
  const targets = ['--targets', 'types,client,server,schemas'];
  const output = ['-o', `generated/${name}`, ...targets, '--quiet'];
  runIn(folder, join(root, 'bin/asmx-gen.js'), 'generate', contract, ...output);
}

/** Compiles all programs against the types of the packages. */
function compile(folder) {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'nodenext',
    rewriteRelativeImportExtensions: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    skipLibCheck: true,
    outDir: 'js',
    rootDir: '.',
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  runIn(folder, join(root, 'node_modules/typescript/bin/tsc'), '-p', '.');
}

/** The procedures of the page, called. */
async function checkTrpc(load) {
  const { router } = await load('schemas/router.js');
  const caller = router.createCaller({});
  deepEqual(await caller.addNote({ note: { kind: 'praise', text: 'Good' } }), 4n);
  const wrong = { note: { kind: 'praise', text: '', due: '2024-02-30' } };
  await rejects(caller.addNote(wrong), ({ code, cause }) => {
    equal(code, 'BAD_REQUEST');
    deepEqual(
      cause.issues.map(({ path }) => path.join('.')),
      ['note.text', 'note.due'],
    );
    return true;
  });
  console.log('as on the page: tRPC');
}

/** The resolver of the page's form, and a form without React. */
async function checkForms(load) {
  const { resolver } = await load('schemas/react-form.js');
  const options = { fields: {}, shouldUseNativeValidation: false };
  const values = { kind: 'praise', text: 'Good' };
  deepEqual(await resolver(values, undefined, options), { values, errors: {} });
  const { errors } = await resolver({ kind: 'fine', text: '' }, undefined, options);
  deepEqual(Object.keys(errors), ['kind', 'text']);
  match(errors.text.message, /at least 1 character/);
  console.log('as on the page: React Hook Form');

  const { form } = await load('schemas/tanstack-form.js');
  form.mount();
  form.setFieldValue('text', '');
  await form.handleSubmit();
  equal(form.state.isValid, false);
  const [found] = form.state.errors;
  deepEqual(Object.keys(found), ['text']);
  form.setFieldValue('text', 'Good');
  await form.handleSubmit();
  equal(form.state.isValid, true);
  console.log('as on the page: TanStack Form');
}

/** Vitest and MSW of today need Node 22.12 or later. */
function isRecent() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 12);
}

/** The tests of the page as they stand, with the page's configuration of Jest. */
function checkTestKit(folder) {
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  runIn(folder, jest, 'kit.jest.test.ts');
  console.log('as on the page: Jest');
  if (!isRecent()) {
    console.log('skipped: Vitest and MSW need Node 22.12 or later');
    return;
  }
  runIn(folder, '--experimental-vm-modules', jest, 'msw.jest.test.ts');
  console.log('as on the page: Jest and MSW');
  const vitest = join(here, 'peers/node_modules/vitest/vitest.mjs');
  runIn(folder, vitest, 'run', 'vitest.test.ts', '--config', 'vitest.config.js');
  console.log('as on the page: Vitest and MSW');
}

if (findPeers(join(here, 'peers/')) === undefined) process.exit(0);
const folder = createProject();
try {
  writePage(join(folder, 'schemas'), 'schemas.md', [
    'react-form.ts',
    'tanstack-form.ts',
    'router.ts',
  ]);
  writePage(join(folder, 'testing'), 'testing.md', [
    'jest.config.js',
    'kit.jest.test.ts',
    'msw.jest.test.ts',
    'vitest.test.ts',
  ]);
  cpSync(join(root, 'test/fixtures/standard-schema'), join(folder, 'rules'), { recursive: true });
  generate(join(folder, 'rules'), 'rules.wsdl', 'rules');
  writeFileSync(join(folder, 'testing/vitest.config.js'), 'export default {};\n');
  compile(folder);
  console.log('compiled against the types of @standard-schema/spec and of all packages');
  runIn(folder, '--test', 'js/rules/rules.js');
  console.log('the same rules in zod and generated');
  const load = (path) => import(pathToFileURL(join(folder, 'js', path)).href);
  await checkTrpc(load);
  await checkForms(load);
  checkTestKit(join(folder, 'testing'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
