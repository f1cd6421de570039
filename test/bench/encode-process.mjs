// Writes 100 records over and over, without a server: `node encode-process.mjs JS-FOLDER MILLISECONDS` prints how many times a second.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { students } from './school-data.mjs';

const [, , js, milliseconds] = process.argv;
const { writeGetStudentsResponse } = await import(pathToFileURL(join(js, 'codecs.js')).href);
const records = students(100);
const kept = Buffer.allocUnsafeSlow(1024 * 1024);

/** How often a second, during so many milliseconds. */
function run(duration) {
  const start = performance.now();
  let count = 0;
  let now = start;
  while (now < start + duration) {
    kept.write(writeGetStudentsResponse(records), 'latin1');
    count += 1;
    now = performance.now();
  }
  return (count * 1000) / (now - start);
}

run(500);
process.stdout.write(String(run(Number(milliseconds))));
