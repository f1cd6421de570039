/**
 * `npm run rooms` prints the rooms of `src` with files, lines and the largest function of each, as
 * a Markdown table; `npm run rooms -- FOLDER` those of another checkout's `src`, to compare with.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ts } from 'ts-morph';

const source = process.argv[2] ?? fileURLToPath(new URL('../../src', import.meta.url));

/** Functions of a file with their lines, the longest first. */
function functionsOf(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body !== undefined) {
      const [first, last] = [node.getStart(file), node.getEnd()].map(
        (offset) => file.getLineAndCharacterOfPosition(offset).line,
      );
      const name = node.name?.getText(file) ?? node.parent.name?.getText(file) ?? 'a callback';
      found.push({ name, lines: last - first + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const rooms = new Map();
for (const entry of readdirSync(source, { recursive: true })) {
  const path = String(entry);
  if (!path.endsWith('.ts')) continue;
  const text = readFileSync(join(source, path), 'utf8');
  const name = relative('.', dirname(path)) || '.';
  const room = rooms.get(name) ?? { files: 0, lines: 0, largest: { name: '', lines: 0 } };
  room.files += 1;
  room.lines += text.split('\n').length - 1;
  for (const one of functionsOf(path, text)) if (one.lines > room.largest.lines) room.largest = one;
  rooms.set(name, room);
}
console.log('| room | files | lines | largest function |\n|---|---|---|---|');
for (const [name, { files, lines, largest }] of [...rooms].sort()) {
  console.log(`| \`${name}\` | ${files} | ${lines} | \`${largest.name}\`, ${largest.lines} |`);
}
const all = [...rooms.values()];
const sum = (key) => all.reduce((total, room) => total + room[key], 0);
console.log(`| all | ${sum('files')} | ${sum('lines')} | |`);
