import {
  createRegisterServer,
  readDataSet,
  type ServerInterceptor,
  SoapFault,
  sessions,
  writeDataSet,
} from '../generated/register/index.js';
import type { Students } from './students.js';
import type { Users } from './users.js';

/** What `Session["User"]` was in ASMX. */
interface Session {
  user?: string;
}

/** Only `Login` is for those who have not logged in. */
const loggedIn: ServerInterceptor<unknown, unknown, Session> = ({ operation, context }, next) => {
  if (operation.name !== 'Login' && context.session.user === undefined) {
    throw new SoapFault({ code: 'Client', message: 'Log in first.' });
  }
  return next();
};

/** The service Register.asmx, as .NET had it. */
export function createRegister(users: Users, students: Students) {
  return createRegisterServer(
    {
      async login({ user = '', password = '' }, { session }) {
        const known = await users.check(user, password);
        if (known) session.user = user;
        return known;
      },
      logout(_input, context) {
        context.session = {};
      },
      getStudents: ({ className = '' }) =>
        writeDataSet({
          name: 'School',
          tables: { Student: students.ofClass(className) },
          columns: { Student: { Id: 'int', Name: 'string', Class: 'string', Born: 'dateTime' } },
          primaryKeys: { Student: ['Id'] },
        }),
      saveStudents({ students: set }) {
        if (set === undefined) return 0;
        const { changes } = readDataSet(set);
        const stale = students.save(changes);
        if (stale === undefined) return changes.length;
        const message = `Student ${stale} was changed by someone else. Read the class again.`;
        throw new SoapFault({ code: 'Client', message });
      },
    },
    {
      sessions: sessions<Session>({ idle: 20 * 60 }),
      interceptors: [loggedIn],
      onError: (error) => console.error(error),
    },
  );
}
