// DataSets between .NET and us: .NET reads what we write of what it wrote.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDataSet, writeDataSet } from '../../../dist/runtime/index.js';
import { captureElement } from '../../../dist/runtime/xml/capture.js';
import { XmlReader } from '../../../dist/runtime/xml/reader.js';
import { writeXmlElement } from '../../../dist/runtime/xml/writer.js';
import { tally } from '../checks.mjs';

/** What is not kept: types of .NET that no column type stands for. */
const notKept = ['types'];

/** @param mono runs the program and gives what it prints */
export async function exchangeDataSets(work, mono) {
  const [theirs, ours] = ['theirs', 'ours'].map((name) => join(work, name));
  for (const folder of [theirs, ours]) mkdirSync(folder);
  await mono('write', theirs);
  const files = readdirSync(theirs).sort();
  for (const file of files) {
    const reader = new XmlReader(readFileSync(join(theirs, file), 'utf8'));
    reader.nextTag();
    const root = reader.local;
    const { schema, diffgram } = writeDataSet(readDataSet(captureElement(reader)));
    const content = [schema, diffgram].map((one) => writeXmlElement(one, 'urn:test')).join('');
    writeFileSync(join(ours, file), `<${root} xmlns="urn:test">${content}</${root}>`);
  }
  const readBack = async (folder) => {
    const printed = await mono('read', ...files.map((file) => join(folder, file)));
    const sets = printed.split(/^# /m).slice(1);
    // deleted rows have lost their places among the others
    return new Map(sets.map((set) => [set.split('\n')[0], set.split('\n').sort().join('\n')]));
  };
  const [expected, read] = [await readBack(theirs), await readBack(ours)];
  const { rows, check } = tally();
  for (const [name, set] of expected)
    if (!notKept.includes(name)) check('DataSets', name, read.get(name), set);
  return rows;
}
