// One server in a process of its own: `node server-process.mjs KIND PORT JS-FOLDER WSDL PROCESSES RECORDS`.
// Of several processes sharing the port, it tells its parent their ids.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findPeers } from './peers.mjs';
import {
  authCodeResponseXml,
  authCodeResult,
  getStudentsResponseXml,
  putStudentsResponseXml,
  students,
  withTexts,
} from './school-data.mjs';

const [, , kind, port, js, wsdl, processes, count] = process.argv;
const records = students(Number(count));

/** The packages' servers are mounted alike. */
function listenWith(soap) {
  const server = createServer((_request, response) => response.writeHead(404).end());
  const methods = {
    AuthCode: () => ({ AuthCodeResult: authCodeResult }),
    GetStudents: () => ({ GetStudentsResult: { Student: withTexts(records) } }),
    PutStudents: ({ students }) => ({ PutStudentsResult: students.Student.length }),
  };
  const services = { School: { SchoolSoap: methods } };
  soap.listen(server, '/School.asmx', services, readFileSync(wsdl, 'utf8'));
  return server;
}

/** node:http that makes its answer anew for each request, and does nothing else. */
const answerWith = (make) =>
  createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      const text = make();
      response.writeHead(200, {
        'Content-Type': 'text/xml; charset=utf-8',
        'Content-Length': text.length,
      });
      response.end(text, 'latin1');
    });
  });

const kinds = {
  'node:http and JSON.stringify': () => answerWith(() => JSON.stringify(records)),
  // as many as a writer of XML has
  'node:http and pieces': () => {
    const pieces = getStudentsResponseXml(records).split(/(?<=>)|(?=<)/);
    return answerWith(() => pieces.reduce((text, piece) => text + piece, ''));
  },
  async 'node:http'() {
    const small = Buffer.from(authCodeResponseXml);
    const list = Buffer.from(getStudentsResponseXml(records));
    const count = Buffer.from(putStudentsResponseXml(records.length));
    return createServer((request, response) => {
      const action = request.headers.soapaction ?? '';
      const body = action.includes('Get') ? list : action.includes('Put') ? count : small;
      request.on('data', () => {});
      request.on('end', () => {
        response.writeHead(200, {
          'Content-Type': 'text/xml; charset=utf-8',
          'Content-Length': body.length,
        });
        response.end(body);
      });
    });
  },
  async 'asmx-gen'() {
    const { createSchoolServer } = await import(pathToFileURL(join(js, 'index.js')).href);
    const server = createSchoolServer({
      authCode: () => authCodeResult,
      getStudents: () => records,
      putStudents: ({ students }) => students.length,
    });
    return createServer(server.listener);
  },
  'node-soap': async () => listenWith(await import('soap')),
  'strong-soap': async () =>
    listenWith(createRequire(findPeers()('strong-soap'))('strong-soap').soap),
};

const { default: cluster } = await import('node:cluster');
if (cluster.isPrimary && Number(processes) > 1) {
  for (let count = 0; count < Number(processes); count++) {
    const worker = cluster.fork();
    worker.on('listening', () => process.send(worker.process.pid));
  }
} else {
  const server = await kinds[kind]();
  server.listen(Number(port), '127.0.0.1');
}
process.on('disconnect', () => process.exit(0));
