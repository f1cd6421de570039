// Clients against a constant server: CPU this process spends on a call.
import { equal } from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import * as soap from 'soap';
import { keepOnCore } from './cores.mjs';
import { startServer } from './load.mjs';
import { report, summarize } from './measure.mjs';
import { findPeers } from './peers.mjs';
import {
  authCodeInput,
  authCodeRequestXml,
  getStudentsInput,
  getStudentsRequestXml,
  students,
} from './school-data.mjs';

/** The least a client on node:http can do: send constant bytes, collect the answer. */
function bareCall(agent, port, action, body) {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        path: '/School.asmx',
        method: 'POST',
        agent,
        headers: {
          'Content-Type': 'text/xml; charset=utf-8',
          SOAPAction: `"http://tempuri.org/${action}"`,
          'Content-Length': Buffer.byteLength(body),
        },
      },
      (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => resolve(Buffer.concat(chunks).toString()));
        response.on('error', reject);
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

/** Runs `call` over and over on `connections` lanes for `milliseconds`. */
async function slot(call, connections, milliseconds) {
  let calls = 0;
  const start = performance.now();
  const cpu = process.cpuUsage();
  const lane = async () => {
    while (performance.now() - start < milliseconds) {
      await call();
      calls++;
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: (calls * 1000) / (performance.now() - start), cpu: (user + system) / calls };
}

/** A client of strong-soap; undefined where the package cannot be had. */
async function createStrongSoapClient(wsdl, endpoint) {
  const resolve = findPeers();
  if (resolve === undefined) return undefined;
  const { soap: strong } = createRequire(resolve('strong-soap'))('strong-soap');
  const client = await promisify(strong.createClient)(wsdl, { endpoint });
  client.setEndpoint(endpoint);
  return {
    authCode: promisify(client.School.SchoolSoap.AuthCode),
    getStudents: promisify(client.School.SchoolSoap.GetStudents),
  };
}

/**
 * Compares the generated client with bare node:http and the clients of node-soap and strong-soap,
 * in one run, on the second core.
 */
export function benchClients(school, options) {
  return keepOnCore(1, () => compareClients(school, options));
}

async function compareClients(school, { rounds = 5, milliseconds = 500 } = {}) {
  const server = await startServer('node:http', school);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  try {
    const baseUrl = `http://127.0.0.1:${server.port}`;
    const { createSchoolClient } = await import(pathToFileURL(join(school.js, 'index.js')).href);
    const generated = createSchoolClient({ baseUrl });
    const dynamic = await soap.createClientAsync(
      school.wsdl,
      { wsdl_options: { httpAgent: agent } },
      `${baseUrl}/School.asmx`,
    );
    const strong = await createStrongSoapClient(school.wsdl, `${baseUrl}/School.asmx`);
    const messages = [
      {
        name: 'AuthCode',
        calls: {
          'node:http': () => bareCall(agent, server.port, 'AuthCode', authCodeRequestXml),
          'asmx-gen': () => generated.authCode(authCodeInput),
          'node-soap': () => dynamic.AuthCodeAsync(authCodeInput),
          ...(strong && { 'strong-soap': () => strong.authCode(authCodeInput) }),
        },
      },
      {
        name: 'GetStudents',
        calls: {
          'node:http': () => bareCall(agent, server.port, 'GetStudents', getStudentsRequestXml),
          'asmx-gen': () => generated.getStudents(getStudentsInput),
          'node-soap': () => dynamic.GetStudentsAsync(getStudentsInput),
          ...(strong && { 'strong-soap': () => strong.getStudents(getStudentsInput) }),
        },
      },
    ];
    // Nothing is timed before it is right: the others give the operation's answer, alone or first
    // of several.
    for (const [kind, call] of Object.entries(messages[1].calls)) {
      const answer = await call();
      const list = [answer].flat()[0]?.GetStudentsResult?.Student ?? answer;
      if (kind !== 'node:http') equal(list.length, students(100).length, kind);
    }
    const reports = [];
    for (const { name, calls } of messages) {
      for (const connections of [1, 32]) {
        const samples = new Map(Object.keys(calls).map((kind) => [kind, []]));
        for (let round = -1; round < rounds; round++) {
          for (const [kind, call] of Object.entries(calls)) {
            const sample = await slot(call, connections, milliseconds);
            if (round >= 0) samples.get(kind).push(sample);
          }
        }
        reports.push(
          report({
            id: `clients/${name}-${connections}`,
            title: `Call ${name}, ${connections} at a time`,
            yardstick: 'node-soap',
            rows: [...samples].map(([kind, list]) => summarize(kind, list)),
          }),
        );
      }
    }
    return reports;
  } finally {
    agent.destroy();
    server.stop();
  }
}
