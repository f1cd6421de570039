import { execFileSync } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { ensureBuilt } from './built.ts';
import { createFolder, packageRoot, type TestFolder } from './run-cli.ts';

jest.setTimeout(180_000);

const count = 1_000_000;
let folder: TestFolder;
beforeAll(() => {
  ensureBuilt(packageRoot);
  folder = createFolder({});
});
afterAll(() => folder.remove());

/** Runs a batch whose calls are answered at once, in a process with little memory. */
function run(): string {
  const built = (name: string): string =>
    JSON.stringify(pathToFileURL(join(packageRoot, 'dist/cli', name)).href);
  const program = `
    import { runBatch } from ${built('batch.js')};
    import { createConsole } from ${built('terminal/console.js')};
    let calls = 0;
    const call = async ({ input }) => { calls += 1; return { result: input.id }; };
    const files = { file: 'in.jsonl', out: 'out.jsonl', progress: false };
    const batch = { ...files, concurrency: 50, call, explain: String };
    const console = createConsole({ color: false, quiet: true, reporter: 'text' });
    const code = await runBatch(batch, console);
    process.stdout.write(JSON.stringify({ code, calls }));
  `;
  const options = ['--max-old-space-size=48', '--input-type=module', '-e', program];
  return execFileSync(process.execPath, options, { cwd: folder.path, encoding: 'utf8' });
}

test('a batch of a million lines, and its answers, need no memory of their own', async () => {
  // 100 bytes a line: both files are larger than what the process may use
  const text = 'x'.repeat(80);
  function* lines(): Generator<string> {
    for (let id = 1; id <= count; id += 1) yield `{"id":${id},"text":"${text}"}\n`;
  }
  await pipeline(Readable.from(lines()), createWriteStream(join(folder.path, 'in.jsonl')));
  expect(JSON.parse(run())).toEqual({ code: 0, calls: count });
  const out = readFileSync(join(folder.path, 'out.jsonl'), 'utf8');
  expect(out.split('\n')).toHaveLength(count + 1);
  expect(JSON.parse(run())).toEqual({ code: 0, calls: 0 });
});
