import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import {
  cookieJar,
  createRegisterClient,
  type RegisterClient,
  readDataSet,
  SoapFault,
  type Student,
  writeDataSet,
} from '../generated/register/index.js';
import { createApp } from '../src/app.js';
import { Students } from '../src/students.js';
import { Users } from '../src/users.js';

let app: FastifyInstance;
let baseUrl: string;

beforeEach(async () => {
  const users = new Users();
  await users.add('ann', 'secret');
  const students = new Students([
    { Id: 1, Name: 'Ada', Class: '7b', Born: '2013-05-01T00:00:00' },
    { Id: 2, Name: 'Ben', Class: '7b' },
    { Id: 3, Name: 'Cem', Class: '8a' },
  ]);
  app = createApp(users, students);
  baseUrl = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

const createClient = (): RegisterClient => createRegisterClient({ baseUrl, cookies: cookieJar() });

async function logIn(): Promise<RegisterClient> {
  const client = createClient();
  assert.equal(await client.login({ user: 'ann', password: 'secret' }), true);
  return client;
}

async function readClass(client: RegisterClient, className: string) {
  const set = await client.getStudents({ className });
  assert.ok(set);
  return readDataSet(set);
}

function rename(original: Student, Name: string) {
  const row = { ...original, Name };
  return writeDataSet({
    tables: { Student: [row] },
    changes: [{ table: 'Student', state: 'modified', row, original }],
  });
}

test('a session begins with the right password, and ends with Logout', async () => {
  const client = createClient();
  const refused = { name: 'SoapFault', message: 'Log in first.' };
  await assert.rejects(client.getStudents({ className: '7b' }), refused);
  assert.equal(await client.login({ user: 'ann', password: 'wrong' }), false);
  assert.equal(await client.login({ user: 'bob', password: 'secret' }), false);
  assert.equal(await client.login({}), false);
  await assert.rejects(client.getStudents({ className: '7b' }), refused);

  assert.equal(await client.login({ user: 'ann', password: 'secret' }), true);
  assert.equal((await readClass(client, '7b')).tables.Student.length, 2);
  await client.logout();
  await assert.rejects(client.getStudents({ className: '7b' }), refused);
});

test('rows are read, changed and saved', async () => {
  const client = await logIn();
  const { tables, columns, primaryKeys } = await readClass(client, '7b');
  assert.equal(columns.Student?.Born, 'dateTime');
  assert.deepEqual(primaryKeys, { Student: ['Id'] });
  const [ada, ben] = tables.Student;
  assert.ok(ada && ben);

  const eve: Student = { Id: 4, Name: 'Eve', Class: '7b' };
  const changed: Student = { ...ada, Class: '8a' };
  const students = writeDataSet({
    name: 'School',
    tables: { Student: [changed, eve] },
    changes: [
      { table: 'Student', state: 'modified', row: changed, original: ada },
      { table: 'Student', state: 'deleted', original: ben },
      { table: 'Student', state: 'inserted', row: eve },
    ],
  });
  assert.equal(await client.saveStudents({ students }), 3);
  assert.deepEqual((await readClass(client, '7b')).tables.Student, [eve]);
  assert.equal((await readClass(client, '8a')).tables.Student.length, 2);
});

test('what someone else changed meanwhile is not overwritten', async () => {
  const [ann, bob] = [await logIn(), await logIn()];
  const [, ben] = (await readClass(ann, '7b')).tables.Student;
  assert.ok(ben);
  await bob.saveStudents({ students: rename(ben, 'Benno') });
  await assert.rejects(
    ann.saveStudents({ students: rename(ben, 'Benjamin') }),
    (error) => error instanceof SoapFault && /Student 2 was changed/.test(error.message),
  );
});

test('the service stands beside the routes of Fastify, with its WSDL', async () => {
  const answer = await fetch(`${baseUrl}/classes/8a`);
  assert.deepEqual(await answer.json(), [{ Id: 3, Name: 'Cem', Class: '8a' }]);
  const wsdl = await (await fetch(`${baseUrl}/register.asmx?WSDL`)).text(); // in any letter case
  assert.ok(wsdl.includes(`location="${baseUrl}/Register.asmx"`));
  assert.equal((await fetch(`${baseUrl}/nothing`)).status, 404);
});

test('a client of .NET gets the cookie that it knows', async () => {
  const answer = await fetch(`${baseUrl}/Register.asmx`, {
    method: 'POST',
    headers: {
      'Content-Type': 'text/xml; charset=utf-8',
      SOAPAction: '"http://school.example.com/register/Login"',
    },
    body: `<?xml version="1.0" encoding="utf-8"?>
<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>
<Login xmlns="http://school.example.com/register/"><user>ann</user><password>secret</password></Login>
</soap:Body></soap:Envelope>`,
  });
  assert.match(answer.headers.get('set-cookie') ?? '', /^ASP\.NET_SessionId=[^;]+; .*HttpOnly/i);
  assert.match(await answer.text(), /<LoginResult>true<\/LoginResult>/);
});
