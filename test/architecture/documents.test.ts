import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const root = resolve(import.meta.dirname, '../..');
const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SKILL.md',
].concat(
  readdirSync(join(root, 'docs'), { recursive: true })
    .map((name) => `docs/${String(name).replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md')),
);

/** Lines of prose; tables, code and comments are what they are. */
function proseOf(text: string): readonly string[] {
  return text
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .split('\n')
    .filter((line) => !/^\s*\|/.test(line));
}

/** Whether a line is too long and could be broken: a long link has no space. */
function isWide(line: string): boolean {
  return [...line].length > 120 && /\S\s+\S/.test(line.trimStart().replace(/^([-*>]|\d+\.) /, ''));
}

test.each(pages)('%s has no line of more than 120 columns', (page) => {
  expect(proseOf(readFileSync(join(root, page), 'utf8')).filter(isWide)).toEqual([]);
});

test.each(pages)('%s has no list item in the middle of a line', (page) => {
  const prose = proseOf(readFileSync(join(root, page), 'utf8'));
  expect(prose.filter((line) => /[.:;] - \S/.test(line))).toEqual([]);
});
