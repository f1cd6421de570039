// `node test/bench/profile.mjs [NAME…]`: where the time goes, by function. What docs/performance.md
// says of limits is read off these tables.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { generateLoad, startServer } from './load.mjs';
import { short } from './measure.mjs';
import { prepareSchool } from './prepare.mjs';
import {
  authCodeInput,
  authCodeResult,
  getStudentsInput,
  getStudentsResponseXml,
  students,
} from './school-data.mjs';

const seconds = 3;
const records = students(100);

/** Runs `work` over and over for a while, letting the sampler in between. */
async function repeat(work) {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    for (let i = 0; i < 20; i++) work();
    await new Promise(setImmediate);
  }
}

/**
 * Each takes the folder of the generated JavaScript as a loader, and gives what is to be profiled.
 */
const scenarios = {
  async read(load) {
    const { readGetStudentsResponse } = (await load('functions.js')).default;
    const { XmlReader } = await load('runtime/xml.js');
    const xml = getStudentsResponseXml(records);
    const read = () => {
      const reader = new XmlReader(xml);
      do reader.nextTag();
      while (reader.local !== 'Body');
      return readGetStudentsResponse(reader);
    };
    return () => repeat(read);
  },
  async write(load) {
    const { writeGetStudentsResponse } = (await load('functions.js')).default;
    return () => repeat(() => Buffer.from(writeGetStudentsResponse(records)));
  },
  'serve-small': (load) => serve(load, 'AuthCode'),
  'serve-records': (load) => serve(load, 'GetStudents'),
  'take-records': (load) => serve(load, 'PutStudents'),
  'call-small': (load, school) => call(load, school, (client) => client.authCode(authCodeInput)),
  'call-records': (load, school) =>
    call(load, school, (client) => client.getStudents(getStudentsInput)),
};

async function serve(load, operation) {
  const { createSchoolServer } = await load('index.js');
  const server = createSchoolServer({
    authCode: () => authCodeResult,
    getStudents: () => records,
    putStudents: ({ students: list }) => list.length,
  });
  const listening = createServer(server.listener).listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return () => generateLoad(listening.address().port, operation, 32, seconds, undefined);
}

async function call(load, school, send) {
  const { createSchoolClient } = await load('index.js');
  const server = await startServer('node:http', school);
  const client = createSchoolClient({ baseUrl: `http://127.0.0.1:${server.port}` });
  return async () => {
    const end = performance.now() + seconds * 1000;
    const lane = async () => {
      while (performance.now() < end) await send(client);
    };
    await Promise.all(Array.from({ length: 32 }, lane));
    server.stop();
  };
}

/** Self time of each function, the longest first. */
function byFunction({ nodes, samples, timeDeltas }) {
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => {
      const file = url.startsWith('node:') ? url : url.split('/').slice(-2).join('/');
      return [id, `${functionName || '(anonymous)'} ${file}${file && `:${lineNumber + 1}`}`];
    }),
  );
  const times = new Map();
  samples.forEach((id, index) => {
    const name = names.get(id);
    if (!name.startsWith('(idle)')) times.set(name, (times.get(name) ?? 0) + timeDeltas[index]);
  });
  return [...times].sort(([, a], [, b]) => b - a);
}

async function profile(name, work) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 200 });
  await session.post('Profiler.start');
  await work();
  const times = byFunction((await session.post('Profiler.stop')).profile);
  session.disconnect();
  const total = times.reduce((sum, [, time]) => sum + time, 0);
  console.log(`\nWhere the time goes: ${name}`);
  console.table(
    times
      .slice(0, 20)
      .map(([where, time]) => ({ function: where, '%': short((100 * time) / total) })),
  );
}

const wanted = process.argv.slice(2);
const school = await prepareSchool();
try {
  const load = (path) => import(pathToFileURL(join(school.js, path)).href);
  for (const [name, scenario] of Object.entries(scenarios)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const work = await scenario(load, school);
    await profile(name, work);
  }
} finally {
  school.remove();
}
process.exit(0);
