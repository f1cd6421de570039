// zeep of Debian, by default, with strict=False, and with xsd_ignore_sequence_order=True, too.
import { fileURLToPath } from 'node:url';
import { judgeLines } from '../checks.mjs';
import { filesChecks } from '../files.mjs';
import { generateModule, serve } from '../generated.mjs';
import { missing, run } from '../programs.mjs';
import { siteChecks } from '../site.mjs';
import { habitsOf } from '../site-habits.mjs';

const python = '/usr/bin/python3';
const program = (name) => fileURLToPath(new URL(name, import.meta.url));
const runPython = (name, ...args) => run(python, [program(name), ...args]);

export async function prepare() {
  const skipped = missing('zeep');
  if (skipped !== undefined) return { skipped };
  const { stdout } = await run(python, ['-c', 'import zeep; print(zeep.__version__)']);
  return {
    version: `zeep ${stdout.trim()}`,
    client: { command: python, args: [program('client.py')] },
    checks: {
      ...siteChecks('zeep', {
        ports: { Soap: 'SOAP 1.1', Soap12: 'SOAP 1.2', HttpGet: 'GET', HttpPost: 'POST' },
        call: (...args) => runPython('calls.py', ...args),
        secure: (...args) => runPython('security.py', ...args),
        insecure: missing('xmlsec'),
      }),
      ...filesChecks({
        of: ['addressing'],
        call: (_ours, _kind, base) => runPython('addressing.py', base),
      }),
      'data-sets': readDataSets,
    },
    notes: habitsOf('zeep'),
  };
}

const columns = { Student: { Price: 'decimal' } };
const students = [
  { Id: 1, Name: 'Ann', 'Room No': 'A 1', Price: '1.50' },
  { Id: 2, Name: 'B\u00f6b <&>' },
];

/** Rows of DataSets that we write. */
async function readDataSets({ work }) {
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
    return { DataSets: judgeLines(await runPython('data_sets.py', base), 4) };
  } finally {
    stop();
  }
}
