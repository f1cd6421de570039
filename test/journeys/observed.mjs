// What an operator sees of a server: every answer, refused and unreadable ones included.
import { deepEqual, equal, match } from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './journey.mjs';

/** @param {import('./journey.mjs').Journey} journey */
export async function observed(journey) {
  cpSync(join(root, 'specs/notes.wsdl'), join(journey.folder, 'notes.wsdl'));
  const { createNoteServiceClient, createNoteServiceServer, HttpError } =
    await journey.generate('notes.wsdl');
  const events = [];
  let heard = () => {};
  const service = createNoteServiceServer(
    {
      addNote() {
        throw new HttpError(429, { 'Retry-After': '60' });
      },
      getNotes() {
        return [];
      },
    },
    {
      protectPages: true,
      context({ headers }) {
        if (headers['x-key'] === 'secret') return { identity: 'ada' };
        throw new HttpError(401, { 'WWW-Authenticate': 'Key' });
      },
      onAnswer(event) {
        events.push(event);
        heard();
      },
    },
  );
  const { origin } = await journey.listen(service.listener);
  const address = `${origin}/NoteService.asmx`;
  const key = { 'X-Key': 'secret' };
  /** Asks, and waits for the event. */
  const ask = async (path, init) => {
    const told = new Promise((resolve) => {
      heard = resolve;
    });
    const answer = await fetch(origin + path, init);
    const text = await answer.text();
    await told;
    const { status, headers } = answer;
    return { status, headers, text, event: events.at(-1) };
  };

  await journey.step(
    'a refused call: 401 with its challenge, before the body is read',
    async () => {
      const init = {
        method: 'POST',
        body: '<no envelope',
        headers: { 'Content-Type': 'text/xml' },
      };
      const { status, headers, event } = await ask('/NoteService.asmx', init);
      deepEqual([status, headers.get('www-authenticate'), event.status], [401, 'Key', 401]);
      equal(event.identity, undefined);
    },
  );
  await journey.step('refused pages and WSDL', async () => {
    equal((await ask('/NoteService.asmx')).event.status, 401);
    equal((await ask('/NoteService.asmx?WSDL')).event.status, 401);
    equal((await ask('/NoteService.asmx?WSDL', { headers: key })).event.status, 200);
  });
  await journey.step(
    'a call that succeeds, with operation, binding, sizes and identity',
    async () => {
      const client = createNoteServiceClient({ baseUrl: origin, headers: key });
      const { body } = await client.getNotes.raw({ studentId: 7 }, { binding: 'soap12' });
      const { method, path, service: name, operation, binding, ...rest } = events.at(-1);
      deepEqual(
        [method, path, name, operation, binding],
        ['POST', new URL(address).pathname, 'NoteService', 'GetNotes', 'soap12'],
      );
      deepEqual([rest.status, rest.bytes, rest.identity], [200, body.length, 'ada']);
      equal(rest.requestBytes > 0 && rest.milliseconds >= 0, true);
    },
  );
  await journey.step('a refusal of a handler, with the headers it chose', async () => {
    const { status, headers, event } = await ask('/NoteService.asmx/AddNote?studentId=7&text=x', {
      headers: key,
    });
    deepEqual([status, headers.get('retry-after')], [429, '60']);
    deepEqual(
      [event.status, event.operation, event.path],
      [429, 'AddNote', '/NoteService.asmx/AddNote'],
    );
  });
  await journey.step('a body that cannot be read, with the reason', async () => {
    const init = {
      method: 'POST',
      body: 'no XML',
      headers: { ...key, 'Content-Type': 'text/xml' },
    };
    const { event } = await ask('/NoteService.asmx', init);
    equal(event.status >= 400, true);
    match(event.reason, /root level/);
  });
  await journey.step('an unknown path, without its query', async () => {
    const { status, event } = await ask('/wp-login.php?password=1', { headers: key });
    deepEqual([status, event.status, event.path], [404, 404, '/wp-login.php']);
  });
}
