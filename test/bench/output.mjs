// `node test/bench/output.mjs CORPUS [BEFORE]`: what is generated for Exchange, eBay, FedEx and the
// ten largest documents of a collection, by targets: files, bytes, time of the compiler, longest
// union. BEFORE: root of another built asmx-gen, whose figures are in front of ours.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript-5';
import { compile, generateInto, sourcesOf } from './compile.mjs';
import { largest } from './generator.mjs';
import { short } from './measure.mjs';

const [corpus, before] = process.argv.slice(2);
if (corpus === undefined) {
  console.log('skipped: give a collection of WSDL documents');
  process.exit(0);
}
const tools = [...(before === undefined ? [] : [resolve(before)])];
tools.push(resolve(fileURLToPath(new URL('../..', import.meta.url))));
const named = [
  ['Exchange', 'kdab__kdsoap/msexchange_wsdl-services/Services.wsdl'],
  ['FedEx', 'python-fedex-devs__python-fedex/rateservice_v28/RateService_v28.wsdl'],
];
const targets = [
  ['types', ['--targets', 'types']],
  ['types,client', ['--targets', 'types,client']],
  ['default', []],
];

/** Members of the longest union that is written in the files that declare types. */
function longestUnion(files) {
  let longest = 0;
  const visit = (node) => {
    if (ts.isUnionTypeNode(node)) longest = Math.max(longest, node.types.length);
    ts.forEachChild(node, visit);
  };
  for (const file of files.filter((path) => /\/types[^/]*\.ts$/.test(path))) {
    visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2023));
  }
  return longest;
}

function measure(tool, input, options) {
  const folder = mkdtempSync(join(tmpdir(), 'output-'));
  try {
    generateInto(tool, input, join(folder, 'out'), options);
    const files = sourcesOf(join(folder, 'out'));
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
    const { wall } = compile(join(folder, 'out'));
    return [
      String(files.length),
      Math.round(bytes / 1000).toLocaleString('en'),
      String(short(wall / 1000)),
      String(longestUnion(files)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const work = mkdtempSync(join(tmpdir(), 'documents-'));
try {
  const documents = [
    ...named.map(([name, path]) => ({ name, input: join(resolve(corpus), path) })),
    ...largest(corpus, work),
  ];
  console.log('| contract | targets | files | KB | `tsc`, s | longest union |');
  console.log('|---|---|--:|--:|--:|--:|');
  for (const { name, input } of documents) {
    for (const [label, options] of targets) {
      const [first, last] = tools.map((tool) => measure(tool, input, options));
      const cells = first.map((cell, index) =>
        last === undefined || last[index] === cell ? cell : `${cell} → ${last[index]}`,
      );
      console.log(`| ${name} | ${label} | ${cells.join(' | ')} |`);
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
