// Reads or writes one message of some size: `node growth-process.mjs read|write MESSAGE TIMES
// SCHOOL-JS PAYLOADS-JS`. Prints what one run took, and the peak of the process.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { generated } from './codecs.mjs';
import { messages } from './payloads.mjs';
import { peakMemory } from './peak-memory.cjs';

const [, , way, name, times, school, payloads] = process.argv;
const js = { school, payloads }[messages[name](1).contract];
const load = (path) => import(pathToFileURL(join(js, path)).href);
const contract = {
  codecs: (await load('functions.js')).default,
  ...(await load('runtime/xml.js')),
};

/** Reads or writes a message so many times as long. */
function runOf(length) {
  const { element, value, xml } = messages[name](length);
  const { read, write } = generated(contract, element);
  return way === 'read' ? () => read(xml) : () => write(value);
}

/** CPU time of one run in ms. */
function timed(run) {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

// so that the compiler has done its work at any size
const warmUp = runOf(10);
for (let count = 0; count < 60; count++) warmUp();
const run = runOf(Number(times));
// the least: what V8 collects in between is that of earlier runs, too
const cpu = Math.min(...Array.from({ length: 9 }, () => timed(run)));
console.log(JSON.stringify({ cpu, rss: peakMemory() }));
