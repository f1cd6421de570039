import { randomBytes } from 'node:crypto';
import { createApp } from './app.js';
import { Students } from './students.js';
import { Users } from './users.js';

const { PORT = '8080', REGISTER_PASSWORD = randomBytes(9).toString('base64url') } = process.env;
const users = new Users();
await users.add('ann', REGISTER_PASSWORD);
if (process.env.REGISTER_PASSWORD === undefined) console.log(`password: ${REGISTER_PASSWORD}`);

const students = new Students([
  { Id: 1, Name: 'Ada', Class: '7b', Born: '2013-05-01T00:00:00' },
  { Id: 2, Name: 'Ben', Class: '7b' },
]);
const app = createApp(users, students);
await app.listen({ port: Number(PORT), host: 'localhost' });
console.log(`http://localhost:${PORT}/Register.asmx`);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => app.close());
