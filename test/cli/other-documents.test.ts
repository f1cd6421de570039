import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { runCli } from './in-process.ts';
import { createFolder, type TestFolder } from './run-cli.ts';

let folder: TestFolder;
beforeEach(() => {
  folder = createFolder({});
});
afterEach(() => folder.remove());

test.each([
  ['shop.wsdl.gz', gzipSync('<definitions/>'), 'is compressed with gzip'],
  ['shop.wsdl', gzipSync('<definitions/>'), 'is compressed with gzip'],
  ['shop.zip', 'PK\u0003\u0004abc', 'is a ZIP archive'],
  ['shop.yaml', '\u0000\u0001\u0002\u0003', 'is a binary file'],
  ['shop.json', '{ "openapi": "3.1.0" }', 'is an OpenAPI document'],
  ['shop.yaml', '# ours\nopenapi: 3.0.0\n', 'is an OpenAPI document'],
  ['shop.yaml', "swagger: '2.0'\n", 'is an OpenAPI document'],
  ['shop.wadl', '<application xmlns="http://wadl.dev.java.net/2009/02"/>', 'This is WADL'],
])('%s that is no contract is called by its name, and not printed', async (name, text, said) => {
  writeFileSync(join(folder.path, name), text);
  const { code, stdout, stderr } = await runCli(['check', name], { cwd: folder.path });
  expect(code).not.toBe(0);
  expect(stderr).toContain(said);
  expect((stdout + stderr).replace(/\s/g, '')).not.toMatch(/\p{Cc}|\ufffd/u);
});
