// `node --expose-gc detached.mjs CONTRACT`: keeps a few values of an answer of several megabytes
// and drops the rest. Prints how many megabytes stay in memory with them: none to speak of,
// unless one of them is a slice of the answer.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf, readRoot } from './check-roots.mjs';
import { loadRoots } from './load-roots.mjs';

const folder = mkdtempSync(join(tmpdir(), 'detached-'));
const { roots } = await loadRoots(process.argv[2], folder);
rmSync(folder, { recursive: true, force: true });
const root = roots.find((one) => one.label === 'School.GetStudents response');
const note = 'a remark that is longer than what is copied anyway';

function student(index) {
  const name = `<Name>${index % 2 === 0 ? `Omar &amp; ${index}` : `Layla, number ${index} of all`}</Name>`;
  const rest = '<BirthDate>2009-05-01T00:00:00Z</BirthDate><Gpa>3.5</Gpa><Active>true</Active>';
  return `<Student><Id>${index}</Id>${name}${rest}<Balance>12345678901234567890.${index}</Balance><Note>${note} ${index}</Note></Student>`;
}

/** Reads an answer of its own and gives of each thousandth student what is text. */
function keep() {
  const items = Array.from({ length: 20_000 }, (_, index) => student(index)).join('');
  const message = messageOf(
    `<GetStudentsResponse xmlns="http://tempuri.org/"><GetStudentsResult>${items}</GetStudentsResult></GetStudentsResponse>`,
  );
  const read = readRoot(root, message, { defaults: true });
  return {
    length: message.length,
    kept: read
      .filter((_, index) => index % 1000 === 0)
      .map(({ Name, Balance, Note }) => [Name, Balance, Note]),
  };
}

const megabytes = () => {
  globalThis.gc();
  return process.memoryUsage().heapUsed / 1e6;
};
// What is learned and compiled while reading stays, so that the second time tells.
keep();
const before = megabytes();
const { length, kept } = keep();
const stays = megabytes() - before;
console.log(
  `${length > 4e6 ? 'large' : 'small'}, ${kept.length} kept, ${Math.max(0, Math.round(stays))} MB stay`,
);
