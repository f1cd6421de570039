// `npm run bench -- --write-docs`: tables, chart and the README's lines from what the last runs
// gave.
import { readFileSync, writeFileSync } from 'node:fs';
import { drawChart } from './chart.mjs';
import { short } from './measure.mjs';

const root = new URL('../../', import.meta.url);
const titles = {
  codecs: 'Codecs',
  servers: 'Server',
  clients: 'Client',
  cluster: 'Cluster',
  generator: 'Generator',
  compile: 'Compiler',
  growth: 'Growth',
  largest: 'Commands on the ten largest documents',
  watch: 'Watch',
  memory: 'Memory',
  startup: 'Start-up',
};
const order = [
  'asmx-gen',
  'node:http',
  'JSON',
  'gSOAP (C)',
  'SoapCore',
  'node-soap',
  'strong-soap',
  'wsdl-tsclient',
];

const number = (value) => (value >= 1000 ? Math.round(value).toLocaleString('en') : short(value));
const times = (value) => `${value >= 10 ? Math.round(value) : value.toPrecision(2)} ×`;
const columnOf = (name) => (name.startsWith('JSON.') ? 'JSON' : name);
const table = (head, rows) =>
  [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

/**
 * One line for each report, one column for each candidate: its figure, and how many times that of
 * asmx-gen it is.
 */
function comparison(reports) {
  const names = [...new Set(reports.flatMap(({ rows }) => rows.map(({ name }) => columnOf(name))))];
  const place = (name) => (order.includes(name) ? order.indexOf(name) : order.length);
  names.sort((a, b) => place(a) - place(b));
  return table(
    ['', ...names],
    reports.map(({ title, rows, by, unit }) => {
      const figure = (name) => rows.find((row) => columnOf(row.name) === name)?.[by];
      const own = figure('asmx-gen');
      const cells = names.map((name) => {
        const value = figure(name);
        if (value === undefined) return '';
        const text = `${number(value)} ${by === 'rss' ? 'MB' : unit}`;
        return name === 'asmx-gen' || own === undefined ? text : `${text}, ${times(value / own)}`;
      });
      return [title, ...cells];
    }),
  );
}

const figures = [
  ['wall', 'wall'],
  ['CPU', 'cpu'],
  ['per second', 'perSecond'],
  ['peak RSS MB', 'rss'],
];

/** One line for each candidate, with all its figures; or the lines of a `tableReport`. */
function list({ title, unit, rows, yardstick, by, head: heads, lines }) {
  if (lines !== undefined) return table([title, ...heads], lines);
  const columns = figures.filter(([, key]) => rows.some((row) => row[key] !== undefined));
  const base = rows.find(({ name }) => name === yardstick)?.[by];
  const cell = (value) => (value === undefined ? '' : number(value));
  const head = columns.map(([text, key]) =>
    key === 'wall' || key === 'cpu' ? `${text} ${unit}` : text,
  );
  return table(
    [title, ...head, `× ${yardstick}`],
    rows.map((row) => [
      row.name,
      ...columns.map(([, key]) => cell(row[key])),
      row[by] === undefined || base === undefined ? (row.problem ?? '') : short(row[by] / base),
    ]),
  );
}

function section(name, { node, cores, busy, reports }) {
  const matrix = reports.filter(({ rows }) => rows.some((row) => row.name === 'asmx-gen'));
  const isMatrix = matrix.length > 1;
  const rest = isMatrix ? reports.filter((report) => !matrix.includes(report)) : reports;
  return [
    `### ${titles[name] ?? name}`,
    `Node ${node.slice(1)}, ${cores} cores.${busy ? ' Other work was going on: wall times and figures per second are not to be trusted.' : ''}`,
    ...(isMatrix ? [comparison(matrix)] : []),
    ...rest.map(list),
  ].join('\n\n');
}

const charted = [
  ['codecs/read-records', 'Read 100 records'],
  ['codecs/write-records', 'Write 100 records'],
  ['servers/AuthCode-32', 'Serve a small call'],
  ['servers/GetStudents-32', 'Serve 100 records'],
  ['clients/AuthCode-32', 'Make a small call'],
  ['clients/GetStudents-32', 'Call for 100 records'],
];

function chart(reports) {
  const groups = charted.flatMap(([id, title]) => {
    const report = reports.find((one) => one.id === id);
    if (report === undefined) return [];
    const bars = report.rows
      .filter(({ cpu }) => cpu !== undefined)
      .map(({ name, cpu }) => ({ name, value: cpu, label: `${number(cpu)} µs` }))
      .sort((a, b) => a.value - b.value);
    return [{ title, own: 'asmx-gen', bars }];
  });
  return drawChart('CPU time of one operation: less is better', groups);
}

/** The README's three lines; undefined while a figure is missing. */
function summary(reports) {
  const ratio = (id, to) => {
    const rows = reports.find((one) => one.id === id)?.rows ?? [];
    const cpu = (name) => rows.find((row) => row.name === name)?.cpu;
    return cpu(to) / cpu('asmx-gen');
  };
  const memory = (of) =>
    reports.find(({ id }) => id === 'memory/answer')?.rows.find(({ name }) => name === of)?.rss;
  const values = {
    read: ratio('codecs/read-records', 'node-soap'),
    write: ratio('codecs/write-records', 'node-soap'),
    small: ratio('servers/AuthCode-32', 'node-soap'),
    list: ratio('servers/GetStudents-32', 'node-soap'),
    call: ratio('clients/AuthCode-32', 'node-soap'),
    callList: ratio('clients/GetStudents-32', 'node-soap'),
    memory: memory('asmx-gen .stream()'),
    bytes: memory('node:http, bytes only'),
  };
  if (Object.values(values).some((value) => !Number.isFinite(value))) return undefined;
  const t = (key) => times(values[key]).replace(' ×', '');
  return [
    `- Reading 100 records takes ${t('read')} times less CPU than with the \`soap\` package, writing them ${t('write')} times less.`,
    `- A server spends ${t('small')} times less on a small call and ${t('list')} times less on 100 records, a client ${t('call')} and ${t('callList')} times less.`,
    `- An answer of 100 MB is read record by record in ${Math.round(values.memory)} MB of memory, ` +
      `of which Node takes ${Math.round(values.bytes)} to receive it.`,
  ].join('\n');
}

/** Replaces what is between the marks `bench:start` and `bench:end` by what it becomes. */
function rewrite(path, become) {
  const file = new URL(path, root);
  const old = readFileSync(file, 'utf8');
  const marks = /(<!-- bench:start -->\n)([\s\S]*?)(<!-- bench:end -->)/;
  if (!marks.test(old)) throw new Error(`${path}: there are no marks bench:start and bench:end`);
  writeFileSync(
    file,
    old.replace(marks, (_, start, text, end) => `${start}${become(text)}\n${end}`),
  );
}

/**
 * The sections of a page with those of the benches that were measured in place of theirs; what was
 * not measured stays.
 */
function withSections(text, runs) {
  const parts = text.trim().split(/\n+(?=##+ )/);
  for (const [name, title] of Object.entries(titles)) {
    if (!(runs[name]?.reports.length > 0)) continue;
    const at = parts.findIndex((part) => /^##+ (.*)/.exec(part)?.[1] === title);
    parts.splice(at < 0 ? parts.length : at, at < 0 ? 0 : 1, section(name, runs[name]));
  }
  return `\n${parts.join('\n\n')}\n`;
}

/**
 * Writes the tables of docs/performance.md, docs/bench.svg, and the README's lines.
 * @param runs what `readResults` gives
 */
export function writeDocuments(runs) {
  const reports = Object.values(runs).flatMap((run) => run.reports);
  rewrite('docs/performance.md', (text) => withSections(text, runs));
  // a chart of some of its bars would be none
  if (charted.every(([id]) => reports.some((report) => report.id === id)))
    writeFileSync(new URL('docs/bench.svg', root), chart(reports));
  const lines = summary(reports);
  const image = '![CPU time of one operation, against other packages](docs/bench.svg)';
  if (lines === undefined) console.log('README.md is left as it was: not everything was measured');
  else rewrite('README.md', () => `\n${image}\n\n${lines}\n`);
}
