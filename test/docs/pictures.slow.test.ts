import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { executablePath, isInstalled, launch } from '../browser/chromium.ts';
import { ensureBuilt } from '../cli/built.ts';
import { drawCompletion, offersAtEnd } from './completion-picture.ts';

/**
 * The pictures of the README. `UPDATE_DOCS=1` makes them again: that of an editor from what
 * TypeScript offers, that of a help page in Chromium.
 */
const root = resolve(import.meta.dirname, '../..');
const update = process.env.UPDATE_DOCS === '1';
// below the root, so that imports of packages are found
const folder = join(root, 'coverage', 'pictures');

beforeAll(() => {
  ensureBuilt(root);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // not `init`, which would add to the configuration of the repository
  const args = ['generate', join(root, 'specs/notes.wsdl'), '-o', 'generated/notes'];
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'bin/asmx-gen.js'), ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the editor offers what the picture shows', () => {
  const program = `import { createNoteServiceClient } from './generated/notes/index.js';

const client = createNoteServiceClient({ binding: 'soap12' });
const notes = await client.getNotes({ studentId: 7 });
notes[0]?.`;
  const offers = offersAtEnd(join(folder, 'call.ts'), program);
  expect(offers.map(({ name }) => name)).toEqual(['id', 'kind', 'seen', 'text']);
  const picture = drawCompletion(program, offers);
  const file = join(root, 'docs/completion.svg');
  if (update) writeFileSync(file, picture);
  expect(readFileSync(file, 'utf8')).toBe(picture);
});

const pageTest = isInstalled ? test : test.skip;

describe(`the help page (skipped where ${executablePath} is missing)`, () => {
  let service: ChildProcess | undefined;
  afterAll(() => {
    service?.kill();
  });

  pageTest(
    'answers as the picture shows',
    async () => {
      const port = await freePort();
      const line = [
        join(root, 'bin/asmx-gen.js'),
        'serve',
        join(root, 'specs/notes.wsdl'),
        '--port',
        `${port}`,
      ];
      service = spawn(process.execPath, line, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
      await new Promise((done) => service?.stdout?.once('data', done));
      const browser = await launch();
      try {
        const page = await browser.newPage({ viewport: { width: 760, height: 620 } });
        await page.goto(`http://127.0.0.1:${port}/NoteService.asmx?op=GetNotes`);
        await page.locator('#bindings').getByText('HTTP GET').click();
        await page.getByLabel('studentId').fill('7');
        await page.getByRole('button', { name: 'Invoke' }).click();
        await page.locator('#answer-status.good').waitFor();
        const bytes = await page.locator('#panel').screenshot();
        const file = join(root, 'docs/try-it.png');
        if (update) writeFileSync(file, bytes);
        expect(readFileSync(file).subarray(1, 4).toString('latin1')).toBe('PNG');
      } finally {
        await browser.close();
      }
    },
    180_000,
  );
});

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => done(port));
    });
  });
}
