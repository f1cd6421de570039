// node count-contracts.mjs [WORDS [TIMES]]: generates, checks and reports on each shape of a
// contract in two sizes, so many times those it has, those alone whose name holds the words, and
// prints the work of each, as JSON.

import { reportGithub, reportJson, reportText } from '../../dist/diagnostics/report.js';
import { generate } from '../../dist/generate.js';
import { lintModel } from '../../dist/lint/rules.js';
import { builtFile, countBlocks } from './blocks.mjs';
import { contractShapes } from './contract-shapes.mjs';
import { takeScanned, watchBuiltins } from './scanned.mjs';

const options = {
  targets: ['types', 'client', 'server', 'wsdl', 'docs', 'handlers'],
  runtime: 'package',
  contractPath: 'growth.wsdl',
  importExtension: 'js',
  types: {},
  arrays: 'unwrap',
  renames: {},
  only: [],
};

/** Files by path, the entry first. */
const filesOf = (written) => (typeof written === 'string' ? { 'a.wsdl': written } : written);

/** Does what `generate` and `check` do, but for writing. */
async function run(files) {
  const texts = new Map(Object.entries(files));
  const bytesOf = (path) => {
    const text = texts.get(path);
    return text === undefined ? undefined : new TextEncoder().encode(text);
  };
  const host = {
    readFile: bytesOf,
    fetch: async (url) => ({ status: 200, body: bytesOf(url) }),
  };
  const read = { allowHosts: ['remote'] };
  const result = await generate({ input: Object.keys(files)[0], options, read }, host);
  const found = [...result.diagnostics];
  if (result.plan !== undefined)
    lintModel(result.plan.model, { report: (one) => found.push({ ...one }) });
  const reports = [reportText(found), reportJson(found), reportGithub(found)];
  const made = [...result.files, ...result.handlers].reduce(
    (sum, { text }) => sum + text.length,
    0,
  );
  const errors = found.filter(({ severity }) => severity === 'error');
  return {
    error: errors[0]?.message,
    output: made + reports.reduce((sum, text) => sum + text.length, 0),
  };
}

const takeBlocks = await countBlocks(builtFile);
watchBuiltins();

async function work(files) {
  await takeBlocks();
  takeScanned();
  const outcome = await run(files);
  const scanned = takeScanned();
  const blocks = await takeBlocks();
  const input = Object.values(files).reduce((sum, text) => sum + text.length, 0);
  return { ...outcome, input, blocks: Object.values(blocks).reduce((a, b) => a + b, 0), scanned };
}
const [words = '', times = '1'] = process.argv.slice(2);
const found = {};
for (const [name, shape] of Object.entries(contractShapes)) {
  if (!name.includes(words)) continue;
  const small = (shape.count ?? 40) * Number(times);
  // functions that ran before have other counters than those that run first
  await run(filesOf(shape.write(2)));
  found[name] = {
    small: await work(filesOf(shape.write(small))),
    large: await work(filesOf(shape.write(small * 8))),
  };
}
console.log(JSON.stringify(found));
