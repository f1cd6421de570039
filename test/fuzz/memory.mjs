// Sends each shape of a request at the size the default limits allow, each to a server of its own,
// and looks at the most memory that took, more than a small request does.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeGrowthSite } from '../growth/growth-site.mjs';
import { call } from '../growth/messages.mjs';
import { requestShapes } from '../growth/request-shapes.mjs';

/**
 * The defaults of `limits.bodyBytes` and `limits.elements`, and what node:http takes of a request's
 * head.
 */
const bodyBytes = 4 * 1024 * 1024;
const elements = bodyBytes / 8;
const headBytes = 16 * 1024;
/** Resident memory a server may take for one request, beside what it takes for a small one. */
const bar = 150 * 1024 * 1024;
/**
 * MiB for shapes above the bar. The server refused the first two as long as it kept fewer elements
 * as XML than ASMX does, and read nothing where hundreds of thousands of elements refer to one. Each
 * element that declares a prefix of its own keeps the declaration, so that it is written again. The
 * list may only shrink.
 */
const aboveBar = {
  'ids that no one refers to': 165,
  'any elements with names in texts': 205,
  'any elements with prefixes of their own in texts': 185,
  'references to a short text': 320,
  'references to a short text (SOAP 1.2)': 335,
  'targets in long namespaces': 290,
};
/**
 * MiB of each half of the young generation, in which garbage waits to be collected. Its size is a
 * choice of Node, 16 in Node 20 and 32 in Node 24, which a request fills whatever it needs. It is
 * fixed here, so that what is measured depends on the code.
 */
const youngGeneration = 16;
/**
 * The most memory depends on when garbage is collected: what is above the bar is looked at again.
 */
const tries = 3;
const program = fileURLToPath(new URL('./memory-server.mjs', import.meta.url));

const mebibytes = (bytes) => Math.round(bytes / 2 ** 20);
const bytesOf = ({ body = '', encoding = 'utf8' }) => Buffer.from(body, encoding);
const headOf = ({ target, headers }) => target.length + JSON.stringify(headers).length;

/** The largest request of a shape that is within the limits, or nearly so. */
function largest({ write, count = 300 }) {
  let [low, high] = [count, count * 65_536];
  const fits = (shape) =>
    headOf(shape) < headBytes &&
    bytesOf(shape).length <= bodyBytes &&
    (shape.body ?? '').split('<').length + 50 - (shape.body ?? '').split('</').length <= elements;
  // a first guess by proportion, so that no text is made that is much too long
  const length = bytesOf(write(count)).length + headOf(write(count));
  high = Math.min(high, Math.ceil((count * bodyBytes) / Math.max(1, length - 1000)) * 2);
  while (high - low > low / 50) {
    const middle = Math.floor((low + high) / 2);
    if (fits(write(middle))) low = middle;
    else high = middle;
  }
  return write(low);
}

const next = (child) => new Promise((resolve) => child.once('message', resolve));

/** What a server has taken so far. */
function usage(child) {
  const answer = next(child);
  child.send('usage');
  return answer;
}

/** Sends a request in pieces of the size it says, if any. */
function send(port, shape) {
  const { method, target, headers, pieces } = shape;
  const body = bytesOf(shape);
  return new Promise((resolve, reject) => {
    const sent = request({ port, method, path: target, headers }, (answer) => {
      let length = 0;
      answer.on('data', (chunk) => {
        length += chunk.length;
      });
      answer.on('end', () => resolve({ status: answer.statusCode, length }));
    });
    sent.on('error', reject);
    if (pieces === undefined) return sent.end(body);
    sent.setHeader('Transfer-Encoding', 'chunked');
    let at = 0;
    const more = () => {
      while (at < body.length) {
        at += pieces;
        if (!sent.write(body.subarray(at - pieces, at))) return sent.once('drain', more);
      }
      sent.end();
    };
    more();
  });
}

async function measure(folder, shape) {
  const execArgv = [`--max-semi-space-size=${youngGeneration}`];
  const child = fork(program, [folder], { execArgv });
  try {
    const { port } = await next(child);
    const before = await usage(child);
    const answer = await send(port, shape);
    const after = await usage(child);
    return { ...answer, peak: after.peak, cpu: after.cpu - before.cpu };
  } finally {
    child.kill();
  }
}

/**
 * Measures a request, again where it is above the bar, and prints a row of the table.
 *
 * @param idle memory of a small request
 */
async function measureOften(folder, idle, { sent, name }) {
  let found = await measure(folder, sent);
  for (let left = tries - 1; left > 0 && found.peak - idle > bar; left -= 1) {
    const again = await measure(folder, sent);
    if (again.peak < found.peak) found = again;
  }
  const { status, length, peak, cpu } = found;
  const columns = [mebibytes(peak - idle), Math.round(cpu), status];
  const sizes = [bytesOf(sent).length, length].map((size) => String(size).padStart(9));
  console.log(
    `${columns.map((column) => String(column).padStart(8)).join(' ')} ${sizes.join('  ')}   ${name}`,
  );
  return { status, more: peak - idle };
}

/**
 * Prints a table of what each shape takes.
 * @param only words in the names of those that are sent
 * @returns what is above the bar
 */
export async function checkMemory(only = '') {
  const folder = mkdtempSync(join(tmpdir(), 'memory-'));
  const problems = [];
  try {
    await writeGrowthSite(folder);
    const { peak: idle } = await measure(folder, call('Values', ''));
    console.log(`a small request: ${mebibytes(idle)} MiB`);
    console.log('more MiB   CPU ms   status      sent   answered   request');
    for (const [name, shape] of Object.entries(requestShapes)) {
      if (!name.includes(only)) continue;
      const { more } = await measureOften(folder, idle, { sent: largest(shape), name });
      const most = (aboveBar[name] ?? 0) * 1024 * 1024 || bar;
      if (more > most) problems.push(`${mebibytes(more)} MiB of memory for ${name}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return problems;
}
