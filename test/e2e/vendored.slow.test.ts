import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { compilers, compileStrictly } from '../compile-strictly.ts';

/**
 * The generated folder, copied where there is no package.json, no node_modules and nothing else of
 * ours.
 */
let folder: string;

const environments = {
  'without DOM types': { lib: ['es2023'] },
  'with DOM types': { lib: ['es2023', 'dom', 'dom.iterable'] },
} as const;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vendored-'));
  cpSync('generated/student-information', join(folder, 'school'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a vendored folder compiles under the strictest options', () => {
  for (const compiler of Object.keys(compilers) as (keyof typeof compilers)[]) {
    for (const [environment, { lib }] of Object.entries(environments)) {
      test(`${compiler}, ${environment}`, () => {
        const said = compileStrictly(folder, { compiler, options: { lib }, include: ['school'] });
        expect(said).toBe('');
      }, 120_000);
    }
  }

  test('with bundler resolution and .js specifiers', () => {
    const options = { module: 'esnext', moduleResolution: 'bundler' };
    expect(compileStrictly(folder, { options, include: ['school'] })).toBe('');
  }, 120_000);
});

test('a vendored folder runs without node_modules, over all four bindings', () => {
  const out = join(folder, 'js');
  mkdirSync(out, { recursive: true });
  const options = {
    declaration: false,
    isolatedDeclarations: false,
    noEmit: false,
    rootDir: 'school',
    outDir: 'js',
  };
  expect(compileStrictly(folder, { options, include: ['school'] })).toBe('');
  writeFileSync(join(folder, 'main.mjs'), program);
  const printed = execFileSync(process.execPath, [join(folder, 'main.mjs')], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
  expect(printed).toBe('soap11 42 رمز\nsoap12 42 رمز\nhttpGet 42 رمز\nhttpPost 42 رمز\n');
}, 120_000);

test('no file of a vendored folder imports anything outside it', () => {
  const manifest: { files: Record<string, unknown> } = JSON.parse(
    readFileSync(join(folder, 'school', 'asmx-gen.manifest.json'), 'utf8'),
  );
  const outside = Object.keys(manifest.files)
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => {
      const text = readFileSync(join(folder, 'school', path), 'utf8');
      return [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)]
        .map((match) => match[1] ?? '')
        .filter((specifier) => !/^\.\.?\/[\w/.-]+\.js$/.test(specifier))
        .map((specifier) => `${path}: ${specifier}`);
    });
  expect(outside).toEqual([]);
});

/** A program as a user of the vendored folder would write it. */
const program = `
import { createServer } from 'node:http';
import { createGenerateStudentReportClient, createGenerateStudentReportServer } from './js/index.js';

const server = createGenerateStudentReportServer({
  generateReport({ studentId, studentClass }, context) {
    console.log(context.binding, studentId, studentClass);
  },
});
const http = createServer(server.listener);
http.listen(0, '127.0.0.1', async () => {
  const client = createGenerateStudentReportClient({ baseUrl: 'http://127.0.0.1:' + http.address().port });
  for (const binding of ['soap11', 'soap12', 'httpGet', 'httpPost']) {
    await client.generateReport({ studentId: 42, studentClass: 'رمز' }, { binding });
  }
  http.closeAllConnections();
  http.close();
});
`;
