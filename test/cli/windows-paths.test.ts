import { afterEach, expect, jest, test } from '@jest/globals';
import { runCli } from './in-process.ts';
import { createFolder, type TestFolder } from './run-cli.ts';

jest.setTimeout(60_000);

const contract = `asmx: 1
name: Notes
namespace: urn:notes
services: { NoteService: { operations: { Add: { parameters: { text: string } } } } }
`;

let folder: TestFolder;
afterEach(() => folder.remove());

test('a configuration written on Windows means the same everywhere', async () => {
  const entry = {
    input: 'specs\\v1\\notes.yaml',
    output: 'out\\notes',
    runtime: { shared: 'out\\runtime' },
    targets: ['client', 'server', 'handlers'],
    handlers: 'src\\handlers',
    templates: 'own\\templates',
    confine: 'specs\\v1',
  };
  folder = createFolder({
    'specs/v1/notes.yaml': contract,
    'own/templates/types.hbs': '// own\n',
    'asmx-gen.config.json': JSON.stringify({ contracts: [entry] }),
  });
  expect(await runCli(['generate'], { cwd: folder.path })).toMatchObject({ code: 0 });
  const files = folder.files();
  expect(files).toContain('out/notes/client.ts');
  expect(files).toContain('out/runtime/index.ts');
  expect(files).toContain('src/handlers/note-service.ts');
  expect(files.filter((path) => path.includes('\\'))).toEqual([]);
  expect(folder.read('out/notes/types.ts')).toContain('// own');
  expect(folder.read('out/notes/client.ts')).toContain("from '../runtime/index.js'");
  expect(await runCli(['generate', '--check'], { cwd: folder.path })).toMatchObject({ code: 0 });
});
