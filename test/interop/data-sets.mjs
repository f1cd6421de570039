// DataSets between .NET and us: .NET reads what we write of what it wrote. zeep reads rows of ours.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateModule, serve } from './generated.mjs';

/** What is not kept: types of .NET that no column type stands for. */
const notKept = ['types'];

/** @returns what to show, and failures */
export async function callDataSets({ run, work, programs, answers }) {
  if (!['mono', 'mcs'].every((one) => answers('which', one)))
    return { shown: 'skipped: mono-devel and mono-mcs are not installed', failures: [] };
  const { readDataSet, writeDataSet } = await import('../../dist/runtime/index.js');
  const { XmlReader } = await import('../../dist/runtime/xml/reader.js');
  const { captureElement } = await import('../../dist/runtime/xml/capture.js');
  const { writeXmlElement } = await import('../../dist/runtime/xml/writer.js');
  const [theirs, ours] = ['theirs', 'ours'].map((name) => join(work, name));
  for (const folder of [theirs, ours]) mkdirSync(folder);
  const program = join(work, 'data-sets.exe');
  const references = ['System.Data', 'System.Xml', 'System.Numerics'].map((name) => `-r:${name}`);
  const mono = async (command, ...args) => {
    const { code, stdout, stderr } = await run(command, args, {
      env: { ...process.env, TZ: 'UTC', LANG: 'C.UTF-8' },
    });
    if (code !== 0) throw new Error(`${command}: ${stdout}${stderr}`.slice(0, 2000));
    return stdout;
  };
  await mono('mcs', `-out:${program}`, ...references, join(programs, 'DataSets.cs'));
  await mono('mono', program, 'write', theirs);
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
    const printed = await mono('mono', program, 'read', ...files.map((file) => join(folder, file)));
    const sets = printed.split(/^# /m).slice(1);
    // deleted rows have lost their places among the others
    return new Map(sets.map((set) => [set.split('\n')[0], set.split('\n').sort().join('\n')]));
  };
  const [expected, read] = [await readBack(theirs), await readBack(ours)];
  const names = [...expected.keys()].filter((name) => !notKept.includes(name));
  const wrong = names.filter((name) => read.get(name) !== expected.get(name));
  return {
    shown: `${names.length - wrong.length}/${names.length} sets`,
    failures: wrong.map((name) => `DataSets: ${name}: .NET reads ${read.get(name)}`),
  };
}

const columns = { Student: { Price: 'decimal' } };
const students = [
  { Id: 1, Name: 'Ann', 'Room No': 'A 1', Price: '1.50' },
  { Id: 2, Name: 'B\u00f6b <&>' },
];

/** @returns what to show, and failures */
export async function callZeepDataSets({ run, work, programs, answers }) {
  if (!answers('/usr/bin/python3', '-c', 'import zeep'))
    return { shown: 'skipped: python3-zeep is not installed', failures: [] };
  const { createSetsServer, writeDataSet } = await generateModule(work, 'data-sets.yaml');
  const get = () =>
    writeDataSet({
      name: 'School',
      columns,
      tables: { Student: students },
      primaryKeys: { Student: ['Id'] },
      details: { Student: { Id: { mapping: 'attribute' }, Name: { caption: 'Full name' } } },
    });
  const { base, stop } = await serve(createSetsServer({ get, getTable: get }).listener);
  try {
    const { stdout, stderr } = await run('/usr/bin/python3', [
      join(programs, 'zeep_data_sets.py'),
      base,
    ]);
    const lines = stdout.split('\n').filter((line) => line.includes('\t'));
    const failures = lines.filter((line) => !line.endsWith('\tright'));
    if (lines.length < 4) failures.push(stderr.slice(-800));
    return {
      shown: `${lines.length - failures.length}/4 answers`,
      failures: failures.map((line) => `DataSets: zeep: ${line}`),
    };
  } finally {
    stop();
  }
}
