import { resolve } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { ciCommands } from './check-data.ts';
import { readBlocks } from './markdown.ts';
import { linesMatch, tidyOutput } from './output.ts';
import { runPage } from './run-page.ts';
import { createWorkshop } from './workshop.ts';

const root = resolve(import.meta.dirname, '../..');
const workshop = createWorkshop(root);
afterAll(() => workshop.remove());

let count = 0;
function follow(page: string): Promise<void> {
  const path = workshop.folder(`page-${count++}`);
  return runPage(readBlocks(page, 'page.md'), { path, workshop: workshop.path, root });
}

const fence = (language: string, text: string, notes = ''): string =>
  `${notes === '' ? '' : `<!-- ${notes} -->\n`}\`\`\`${language}\n${text}\n\`\`\`\n`;

describe('a page that lies is refused', () => {
  test.each<readonly [string, string, RegExp]>([
    ['a command that fails', fence('sh', 'exit 3'), /line 1: exit code 3 in place of 0/],
    ['a command that does not fail', fence('sh', 'true', 'exit: 1'), /exit code 0 in place of 1/],
    [
      'another output',
      fence('sh', 'echo one') + fence('text', 'two', 'output'),
      /line 5: the output is not as the page shows it, but\none/,
    ],
    [
      'another folder',
      fence('text', 'd/\n  a.ts', 'tree: .'),
      /a\.ts is not there, .*is not shown/,
    ],
    [
      'an excerpt that is not there',
      fence('sh', 'echo x > f') + fence('text', 'y', 'excerpt: f'),
      /f is not as the page shows it/,
    ],
    ['a type error', fence('ts', "export const x: number = 'text';"), /block-1\.ts.*TS2322/],
    ['malformed JavaScript', fence('js', 'const ='), /SyntaxError/],
    ['malformed JSON', fence('json', '{'), /line 1: .*JSON/],
    ['an unsound contract', fence('yaml', 'asmx: 1\nname: X'), /ASMX1012/],
    ['an unsound configuration', fence('json', '{ "contracts": [] }'), /ASMX5002/],
    ['a block no one can test', fence('text', 'words'), /nothing says how to test this text block/],
    ['a workflow without us', fence('yaml', 'a: { script: [ls] }', 'ci'), /calls asmx-gen/],
  ])(
    '%s',
    async (_name, page, reason) => {
      await expect(follow(page)).rejects.toThrow(reason);
    },
    120_000,
  );

  test('before it is run: notes that do not exist, fences that are indented or have no language', () => {
    expect(() => readBlocks(fence('sh', 'x', 'runs'), 'p.md')).toThrow(
      "p.md:1: there is no note 'runs'",
    );
    expect(() => readBlocks('- a\n  ```sh\n', 'p.md')).toThrow('p.md:2: the fence is indented');
    expect(() => readBlocks('```\nx\n```\n', 'p.md')).toThrow(
      'p.md:1: the fence names no language',
    );
  });
});

describe('a page that is true', () => {
  test('is followed from top to bottom', async () => {
    await follow(
      [
        '<!-- setup\necho hidden > h\n-->\n',
        fence('sh', 'cat h'),
        fence('text', 'hidden', 'output'),
        fence('ts', 'export const one: number = 1;', 'file: a.ts'),
        fence('ts', 'console.log(one);', 'continues, run'),
        fence('text', '1', 'output'),
        fence('sh', 'exit 9', 'not run: a reason, with a comma'),
        fence('text', 'made', 'from source'),
      ].join('\n'),
    );
  }, 120_000);

  test('shows what may be left out as …', () => {
    expect(linesMatch('a\n…\nd', 'a\nb\nc\nd\n', true)).toBe(true);
    expect(linesMatch('a\n…\nd', 'a\nb\nc\n', true)).toBe(false);
    expect(linesMatch('…\nd', 'a\nd\nd', true)).toBe(true);
    expect(linesMatch('a\n…', 'b\na', true)).toBe(false);
    expect(linesMatch('b\nc', 'a\nb\nc\nd', false)).toBe(true);
    expect(linesMatch('b\nd', 'a\nb\nc\nd', false)).toBe(false);
    expect(linesMatch('x … z', 'x y z', true)).toBe(true);
    expect(linesMatch('x … z', 'x y', true)).toBe(false);
  });

  test('shows times, ports and folders that are the same in every run', () => {
    expect(tidyOutput('on 34567 in /tmp/x/a.ts: 12.5 ms, 3 s', '34567', '/tmp/x')).toBe(
      'on 8080 in a.ts: 0.1 ms, 0.1 s',
    );
  });

  test('has the commands of workflows and pipelines run', () => {
    const steps =
      'jobs: { a: { steps: [{ uses: x }, { run: npm ci }, { run: npx asmx-gen check }] } }';
    expect(ciCommands(steps)).toEqual(['npx asmx-gen check']);
    expect(ciCommands('a: { script: [npm ci, npx asmx-gen generate] }')).toEqual([
      'npx asmx-gen generate',
    ]);
  });
});
