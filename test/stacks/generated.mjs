// The modules of contracts in this folder, as they are generated.
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { generate } from '../../dist/generate.js';

/** Generates a contract of this folder, or of a URL, as JavaScript, and imports its index. */
export async function generateModule(work, name) {
  const folder = mkdtempSync(join(work, 'generated-'));
  const result = await generate(
    {
      input: fileURLToPath(new URL(name, import.meta.url)),
      options: {
        targets: ['types', 'client', 'server', 'wsdl', 'docs'],
        runtime: 'vendor',
        contractPath: basename(name),
        emit: 'js',
        importExtension: 'js',
        types: {},
        arrays: 'unwrap',
        renames: {},
        only: [],
      },
    },
    { readFile: (file) => readFileSync(file) },
  );
  for (const { path, text } of result.files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  return await import(pathToFileURL(join(folder, 'index.js')).href);
}

/** Serves a listener at a free port until `stop` is called. */
export async function serve(listener) {
  const http = createServer(listener);
  await new Promise((done) => http.listen(0, '127.0.0.1', done));
  return { base: `http://127.0.0.1:${http.address().port}`, stop: () => http.close() };
}
