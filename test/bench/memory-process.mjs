// One candidate of `memory.mjs`: `node memory-process.mjs MODE PORT JS-FOLDER WSDL COUNT BYTES`, of
// records and of one of them. Prints what it took.
import { createServer, get, request } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { peakMemory } from './peak-memory.cjs';
import { getStudentsResponseXml, students } from './school-data.mjs';

const [, , mode, port, js, wsdl, count, bytes] = process.argv;
const baseUrl = `http://127.0.0.1:${port}`;
const input = { classId: 'C-101' };
const load = () => import(pathToFileURL(join(js, 'index.js')).href);

/** Receives the answer with node:http alone. */
function receive(take) {
  return new Promise((resolve, reject) => {
    const call = request(
      `${baseUrl}/School.asmx`,
      { method: 'POST', headers: { 'Content-Type': 'text/xml' } },
      (response) => {
        response.on('data', take);
        response.on('end', resolve);
      },
    );
    call.on('error', reject);
    call.end('<a/>');
  });
}

/** Receives the answer, and for each record that came calls what reads as many as it returns. */
async function receiveAnd(read) {
  let length = 0;
  let records = 0;
  await receive((chunk) => {
    length += chunk.length;
    while (records * Number(bytes) < length) records += read(records);
  });
  return { records };
}

/** Each gives the number of records read, and a sum over them, so that they are looked at. */
const modes = {
  async 'node:http, bytes only'() {
    let records = 0;
    await receive((chunk) => (records += chunk.length));
    return { records };
  },
  async 'node:http and JSON.parse'() {
    const lines = students(1000).map((one) => JSON.stringify(one));
    let sum = 0;
    const got = await receiveAnd((at) => {
      sum += JSON.parse(lines[at % 1000]).Absences;
      return 1;
    });
    return { ...got, sum };
  },
  async 'node:http and the codec'() {
    const { default: codecs } = await import(pathToFileURL(join(js, 'functions.js')).href);
    const { XmlReader } = await import(pathToFileURL(join(js, 'runtime/xml.js')).href);
    const text = getStudentsResponseXml(students(40));
    let sum = 0;
    const got = await receiveAnd(() => {
      const reader = new XmlReader(text);
      do reader.nextTag();
      while (reader.local !== 'Body');
      const list = codecs.readGetStudentsResponse(reader);
      for (const one of list) sum += one.Absences;
      return list.length;
    });
    return { ...got, sum };
  },
  async 'asmx-gen .stream()'() {
    const { createSchoolClient } = await load();
    let records = 0;
    let sum = 0;
    for await (const student of createSchoolClient({ baseUrl }).getStudents.stream(input)) {
      records++;
      sum += student?.Absences ?? 0;
    }
    return { records, sum };
  },
  async 'asmx-gen'() {
    const { createSchoolClient } = await load();
    const client = createSchoolClient({ baseUrl, maxResponseBytes: 2 ** 30 });
    const list = await client.getStudents(input);
    return { records: list.length, sum: list.reduce((sum, one) => sum + one.Absences, 0) };
  },
  async 'node-soap'() {
    const soap = await import('soap');
    const client = await soap.createClientAsync(wsdl, {}, `${baseUrl}/School.asmx`);
    const [result] = await client.GetStudentsAsync(input);
    const list = result.GetStudentsResult.Student;
    return { records: list.length, sum: list.reduce((sum, one) => sum + one.Absences, 0) };
  },
  async 'asmx-gen server, records of a generator'() {
    const { createSchoolServer } = await load();
    const block = students(1000);
    const server = createServer(
      createSchoolServer({
        authCode: () => undefined,
        putStudents: () => 0,
        async *getStudents() {
          for (let sent = 0; sent < Number(count); sent += block.length) yield* block;
        },
      }).listener,
    );
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    // Read in this process too, so its part of time and memory is that of the first candidate.
    return new Promise((resolve) => {
      get(
        `http://127.0.0.1:${server.address().port}/School.asmx/GetStudents?classId=1`,
        (response) => {
          response.resume();
          response.on('end', () => resolve({ records: Number(count) }));
        },
      );
    });
  },
};

const start = performance.now();
const cpu = process.cpuUsage();
const result = await modes[mode]();
const { user, system } = process.cpuUsage(cpu);
const answer = JSON.stringify({
  ...result,
  wall: (performance.now() - start) / 1000,
  cpu: (user + system) / 1e6,
  rss: peakMemory(),
});
process.stdout.write(answer, () => process.exit(0));
