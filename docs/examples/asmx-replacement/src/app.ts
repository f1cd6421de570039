import fastify, { type FastifyInstance } from 'fastify';
import { createRegister } from './register.js';
import type { Students } from './students.js';
import type { Users } from './users.js';

/** The application: Register.asmx beside whatever else Fastify serves. */
export function createApp(users: Users, students: Students): FastifyInstance {
  const register = createRegister(users, students);
  const app = fastify();
  // before Fastify reads the body, of which it knows no parser
  app.addHook('onRequest', (request, reply, done) => {
    register.listener(request.raw, reply.raw, () => done());
  });
  app.addHook('onClose', () => register.close());
  app.get('/classes/:name', ({ params }) => students.ofClass((params as { name: string }).name));
  return app;
}
