// One server in a process of its own: `node server-process.mjs KIND JS-FOLDER WSDL`. Tells its parent the port, and its CPU time when asked.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  authCodeResponseXml,
  authCodeResult,
  getStudentsResponseXml,
  students,
} from './school-data.mjs';

const [, , kind, js, wsdl] = process.argv;
const records = students(100);

const kinds = {
  async 'node:http'() {
    const small = Buffer.from(authCodeResponseXml);
    const list = Buffer.from(getStudentsResponseXml(records));
    return createServer((request, response) => {
      const body = request.headers.soapaction?.includes('GetStudents') ? list : small;
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
    });
    return createServer(server.listener);
  },
  async 'node-soap'() {
    const soap = await import('soap');
    const server = createServer((_request, response) => response.writeHead(404).end());
    const methods = {
      AuthCode: () => ({ AuthCodeResult: authCodeResult }),
      GetStudents: () => ({ GetStudentsResult: { Student: records } }),
    };
    server.once('listening', () =>
      soap.listen(
        server,
        '/School.asmx',
        { School: { SchoolSoap: methods } },
        readFileSync(wsdl, 'utf8'),
      ),
    );
    return server;
  },
};

const server = await kinds[kind]();
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send({ cpu: user + system });
});
process.on('disconnect', () => process.exit(0));
