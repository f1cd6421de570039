// What the benchmarks must show, as ratios within one run, and the judgement.

/**
 * @typedef {object} Bar
 * @property {string} says in words
 * @property {string} report id of the report the figures are in
 * @property {string} of the candidate that is judged
 * @property {string} [to] the candidate it is compared with; without one, the figure itself is
 *   judged
 * @property {'cpu' | 'wall' | 'rss' | 'perSecond'} by the figure
 * @property {string} [floor] a candidate that leaves out what the others are there for; its value
 *   is shown beside
 * @property {number} [least] how many times better than `to` it must be: less of everything, more
 *   per second
 * @property {number} [most] how many times the figure of `to` it may have; without `to`, the figure
 */

const server = { of: 'asmx-gen', by: 'cpu' };
const generator = { of: 'asmx-gen', to: 'wsdl-tsclient', by: 'cpu' };

/** @type {readonly Bar[]} */
export const bars = [
  ...[
    ['serve a small call', 'servers/AuthCode-32', 'node-soap', { least: 4, floor: 'node:http' }],
    ['serve a small call', 'servers/AuthCode-32', 'node:http', { most: 1.3 }],
    ['serve 100 records', 'servers/GetStudents-32', 'node-soap', { least: 7, floor: 'node:http' }],
    [
      'serve 100 records',
      'servers/GetStudents-32',
      'gSOAP (C)',
      { least: 1.8, floor: 'node:http' },
    ],
    ['small call', 'clients/AuthCode-32', 'node-soap', { least: 9, floor: 'node:http' }],
    ['small call', 'clients/AuthCode-32', 'node:http', { most: 1.25 }],
    [
      'call for 100 records',
      'clients/GetStudents-32',
      'node-soap',
      { least: 11, floor: 'node:http' },
    ],
    [
      'read a small message',
      'codecs/read-request',
      'node-soap',
      { least: 15, floor: 'JSON.parse' },
    ],
    ['read 100 records', 'codecs/read-records', 'node-soap', { least: 15, floor: 'JSON.parse' }],
    ['read 100 records', 'codecs/read-records', 'gSOAP (C)', { least: 2, floor: 'JSON.parse' }],
    [
      'write a small message',
      'codecs/write-response',
      'node-soap',
      { least: 10, floor: 'JSON.stringify' },
    ],
    [
      'write 100 records',
      'codecs/write-records',
      'node-soap',
      { least: 10, floor: 'JSON.stringify' },
    ],
    [
      'write 100 records',
      'codecs/write-records',
      'gSOAP (C)',
      { least: 1.7, floor: 'JSON.stringify' },
    ],
  ].map(([what, report, to, bound]) => ({
    says: `${what}: CPU, against ${to}`,
    report,
    to,
    ...server,
    ...bound,
  })),
  {
    says: 'generate: CPU, against wsdl-tsclient',
    report: 'generator/cold',
    ...generator,
    least: 4,
  },
  {
    says: 'generate, nothing changed: CPU, against wsdl-tsclient',
    report: 'generator/unchanged',
    ...generator,
    least: 10,
  },
  {
    says: 'generate --check: CPU, against wsdl-tsclient',
    report: 'generator/check',
    ...generator,
    least: 10,
  },
  {
    says: 'tsc for a thousand lines: the slowest of the five largest contracts, of the median',
    report: 'compile/lines',
    of: 'the slowest',
    to: 'the median',
    by: 'cpu',
    most: 2,
  },
  {
    says: 'tsc for types and client of Exchange: time, of that for the code of wsdl-tsclient',
    report: 'compile/exchange',
    of: 'asmx-gen',
    to: 'wsdl-tsclient',
    by: 'cpu',
    most: 1,
  },
  {
    says: 'tsc for declarations of Exchange (--emit js): time, of that for the code of wsdl-tsclient',
    report: 'compile/exchange',
    of: 'asmx-gen --emit js',
    to: 'wsdl-tsclient',
    by: 'cpu',
    most: 1,
  },
  {
    says: 'generate --watch: ms from a save of the school service to its files',
    report: 'watch/school',
    of: 'asmx-gen --watch',
    by: 'wall',
    most: 200,
  },
  {
    says: 'generate 4 times the operations: CPU, against once',
    report: 'growth/operations',
    of: '4 ×',
    to: '1 ×',
    by: 'cpu',
    most: 4,
  },
  {
    says: '--help: time, against bare Node',
    report: 'startup/commands',
    of: '--help',
    to: 'bare node',
    by: 'wall',
    most: 1.4,
  },
  {
    says: 'read 100 MB as a stream of records: peak memory in MB',
    report: 'memory/answer',
    of: 'asmx-gen .stream()',
    by: 'rss',
    most: 80,
  },
  ...['GetStudents', 'PutStudents'].map((operation) => ({
    says: `two processes on two cores: ${operation} in a second, against one on one`,
    report: `cluster/${operation}`,
    of: '2 processes on two cores',
    to: 'one process on one core',
    by: 'perSecond',
    floor: 'with the gain of node:http',
    least: 1.8,
  })),
];

/**
 * Judges bars by reports.
 * @param bars the bars
 * @param reports of one run
 * @returns each bar with its `value`, undefined where a figure is missing, whether it was
 *   `reached`, and the value of its floor (`atBest`)
 */
export function judge(bars, reports) {
  return bars.map((bar) => {
    const rows = reports.find(({ id }) => id === bar.report)?.rows ?? [];
    const figure = (name) => rows.find((row) => row.name === name)?.[bar.by];
    const base = bar.to === undefined ? 1 : figure(bar.to);
    const isGain = bar.least !== undefined && bar.by !== 'perSecond';
    const compared = (own) => {
      if (own === undefined || base === undefined) return undefined;
      return isGain ? base / own : own / base;
    };
    const value = compared(figure(bar.of));
    const reached =
      value !== undefined && value >= (bar.least ?? 0) && value <= (bar.most ?? Infinity);
    return { ...bar, value, reached, atBest: bar.floor && compared(figure(bar.floor)) };
  });
}
