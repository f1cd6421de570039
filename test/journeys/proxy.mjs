// A network whose only way out is a forward proxy.
import { deepEqual, equal } from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { root } from './journey.mjs';

const program = `
import { createNoteServiceClient } from './generated/js/index.js';
const client = createNoteServiceClient({ baseUrl: process.argv[2] });
console.log(await client.addNote({ studentId: 7, text: 'x' }));
`;

/** @param {import('./journey.mjs').Journey} journey */
export async function proxy(journey) {
  if (!process.allowedNodeEnvironmentFlags.has('--use-env-proxy')) {
    return journey.skip(`Node ${process.version} has no NODE_USE_ENV_PROXY`);
  }
  cpSync(join(root, 'specs/notes.wsdl'), join(journey.folder, 'notes.wsdl'));
  const { createNoteServiceServer } = await journey.generate('notes.wsdl');
  const service = createNoteServiceServer({ addNote: () => 42, getNotes: () => [] });
  const { origin } = await journey.listen(service.listener);
  const seen = [];
  const forward = await journey.listen((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    seen.push(`${method} ${url}`);
    const forwarded = request(url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  const env = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: forward.origin, NO_PROXY: '' };
  const address = `${origin}/NoteService.asmx`;

  await journey.step('init reads the contract through it', async () => {
    const { code, stderr } = await journey.cli(
      ['init', `${address}?WSDL`, '--targets', 'types'],
      env,
    );
    equal(code, 0, stderr);
    deepEqual(seen.splice(0), [`GET ${address}?WSDL`]);
  });
  const call = ['call', 'notes.wsdl', 'AddNote', 'studentId=7', 'text=x', '--url', address];
  await journey.step('call reaches the service through it', async () => {
    const { code, stdout, stderr } = await journey.cli(call, env);
    deepEqual({ code, stdout }, { code: 0, stdout: '42\n' }, stderr);
    deepEqual(seen.splice(0), [`POST ${address}`]);
  });
  journey.write('program.mjs', program);
  const run = (more) => journey.run(process.execPath, ['program.mjs', origin], { ...env, ...more });
  await journey.step('so does a generated client', async () => {
    const { stdout, stderr } = await run({});
    equal(stdout, '42\n', stderr);
    deepEqual(seen.splice(0), [`POST ${address}`]);
  });
  await journey.step('NO_PROXY goes straight to the service', async () => {
    const { stdout, stderr } = await run({ NO_PROXY: '127.0.0.1' });
    equal(stdout, '42\n', stderr);
    deepEqual(seen, []);
  });
}
