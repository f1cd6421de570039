import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { configPage } from './reference/config-page.ts';
import { configSchema } from './reference/config-schema.ts';
import { contractSchema } from './reference/contract-schema.ts';
import { diagnosticsPage } from './reference/diagnostics-page.ts';
import { lintPage } from './reference/lint-page.ts';
import { llmsText } from './reference/llms-text.ts';
import { otherStacksPage } from './reference/other-stacks-page.ts';
import { runtimePage } from './reference/runtime-page.ts';
import { templatesPage } from './reference/templates-page.ts';
import { yamlPage } from './reference/yaml-page.ts';
import { wrapMarkdown } from './wrap-markdown.ts';

/**
 * JSON schemas and pages of the reference that are generated from the source. `npm run docs` writes
 * them; without it, one that differs from the source fails.
 */
const root = resolve(import.meta.dirname, '../..');
const update = process.env.UPDATE_DOCS === '1';

/** Loaded late: the examples of the other pages replace the streams of the program first. */
async function cliPage(): Promise<string> {
  const page = await import('./reference/cli-page.ts');
  return page.cliPage();
}

const pages: readonly (readonly [path: string, make: () => string | Promise<string>])[] = [
  // before the pages, which show them
  ['specs/asmx-contract.schema.json', contractSchema],
  ['specs/asmx-gen.config.schema.json', configSchema],
  ['docs/llms.txt', llmsText],
  ['docs/reference/cli.md', cliPage],
  ['docs/reference/config.md', configPage],
  ['docs/reference/diagnostics.md', diagnosticsPage],
  ['docs/reference/lint.md', lintPage],
  ['docs/reference/other-stacks.md', otherStacksPage],
  ['docs/reference/runtime-options.md', runtimePage],
  ['docs/reference/templates.md', templatesPage],
  ['docs/reference/yaml-notation.md', yamlPage],
];

describe('pages generated from the source (npm run docs)', () => {
  test.each(pages)(
    '%s is up to date',
    async (path, make) => {
      const made = await make();
      const text = path.endsWith('.md') ? `${wrapMarkdown(made).trimEnd()}\n` : made;
      const file = join(root, path);
      if (update) {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
      expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(text);
    },
    300_000,
  );
});
