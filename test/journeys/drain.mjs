// A server that is told to stop while many wait for their answers.
import { deepEqual, equal } from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { root } from './journey.mjs';

const load = 50;

/** @param {import('./journey.mjs').Journey} journey */
export async function drain(journey) {
  cpSync(join(root, 'specs/notes.wsdl'), join(journey.folder, 'notes.wsdl'));
  const { createNoteServiceClient, createNoteServiceServer } = await journey.generate('notes.wsdl');
  let running = 0;
  let allRun = () => {};
  let goOn = () => {};
  const held = new Promise((resolve) => {
    goOn = resolve;
  });
  const service = createNoteServiceServer(
    {
      async addNote({ studentId }) {
        running++;
        if (running === load) allRun();
        await held;
        return studentId;
      },
      getNotes: () => [],
    },
    { health: '/health', maxConcurrent: load },
  );
  const { server, origin } = await journey.listen(service.listener);
  const client = createNoteServiceClient({ baseUrl: origin });
  const ask = async (path) => {
    const [answer] = await once(get(origin + path, { agent: false }), 'response');
    answer.resume();
    return [answer.statusCode, answer.headers['retry-after'] !== undefined];
  };

  const calls = await journey.step(`${load} calls wait in their handlers`, async () => {
    const ready = new Promise((resolve) => {
      allRun = resolve;
    });
    const sent = Array.from({ length: load }, (_, studentId) =>
      client.addNote({ studentId, text: 'x' }),
    );
    // They are awaited at the end; until then a failure must not end the process.
    for (const call of sent) call.catch(() => undefined);
    await ready;
    return sent;
  });
  await journey.step(
    'one more than maxConcurrent is sent away, and health is answered',
    async () => {
      deepEqual(await ask('/NoteService.asmx/GetNotes?studentId=1'), [503, true]);
      equal((await ask('/health'))[0], 200);
    },
  );
  const closing = service.close({ timeout: 60_000 });
  await journey.step('while it closes, what comes gets 503, and health says so', async () => {
    deepEqual(await ask('/NoteService.asmx/GetNotes?studentId=1'), [503, true]);
    equal((await ask('/health'))[0], 503);
  });
  await journey.step('what runs is answered, each call its own', async () => {
    goOn();
    deepEqual(
      await Promise.all(calls),
      Array.from({ length: load }, (_, studentId) => studentId),
    );
  });
  await journey.step('close ends, and with it the last connection', async () => {
    await closing;
    server.close();
    await once(server, 'close');
  });
}
