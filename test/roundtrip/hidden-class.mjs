// `node --allow-natives-syntax hidden-class.mjs CONTRACT`: reads students whose elements come in
// order, in disorder, as nil, empty, under another prefix or not at all, and counts the hidden
// classes of what they are read as.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf, readRoot } from './check-roots.mjs';
import { loadRoots } from './load-roots.mjs';
import { perturb } from './perturb.mjs';

const sameMap = new Function('one', 'other', 'return %HaveSameMap(one, other)');

const fields = [
  ['Id', '7'],
  ['Name', 'Omar'],
  ['ClassId', 'C-1'],
  ['Grade', '4'],
  ['Phone', ''],
  ['BirthDate', '2009-05-01T00:00:00Z'],
  ['Gpa', '3.5'],
  ['Active', 'true'],
  ['Absences', '0'],
  ['Balance', '12.50'],
  ['Note', 'a &amp; b'],
  ['PhotoUrl', 'x'],
];
const optional = ['Name', 'ClassId', 'Phone', 'Note', 'PhotoUrl'];

function student(index) {
  const record = fields
    .filter(([name]) => !(optional.includes(name) && index % (2 + optional.indexOf(name)) === 0))
    .map(([name, text]) => `<${name}>${text}</${name}>`);
  return `<Student>${(index % 3 === 0 ? record.reverse() : record).join('')}</Student>`;
}

const folder = mkdtempSync(join(tmpdir(), 'hidden-class-'));
const { roots } = await loadRoots(process.argv[2], folder);
const root = roots.find((one) => one.label === 'School.GetStudents response');
const items = Array.from({ length: 100 }, (_, index) => student(index)).join('');
const message = messageOf(
  `<GetStudentsResponse xmlns="http://tempuri.org/"><GetStudentsResult>${items}</GetStudentsResult></GetStudentsResponse>`,
);
// Representations of fields settle while the first values are read.
for (const text of [message, ...perturb(message, 20, 1)]) {
  try {
    readRoot(root, text, { defaults: true });
  } catch {
    // A damaged message leaves its traces all the same.
  }
}
const read = readRoot(root, message, {});
const classes = [];
for (const one of read) if (!classes.some((known) => sameMap(known, one))) classes.push(one);
console.log(
  `${read.length} students, ${classes.length} hidden class${classes.length === 1 ? '' : 'es'}`,
);
rmSync(folder, { recursive: true, force: true });
