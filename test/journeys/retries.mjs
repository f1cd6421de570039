// A service that is away now and then, and callers that lose patience.
import { equal, rejects } from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './journey.mjs';

/** @param {import('./journey.mjs').Journey} journey */
export async function retries(journey) {
  cpSync(join(root, 'specs/notes.wsdl'), join(journey.folder, 'notes.wsdl'));
  const { createNoteServiceClient, createNoteServiceServer, GetNotes, retry } =
    await journey.generate('notes.wsdl');
  const service = createNoteServiceServer({ addNote: () => 42, getNotes: () => [] });
  /** What happens to the next requests. */
  let fates = [];
  let asked = 0;
  let closed = () => {};
  const { origin } = await journey.listen((request, response) => {
    asked++;
    const fate = fates.shift();
    if (fate === 'break') request.socket.destroy();
    else if (fate === 'stall') response.on('close', () => closed());
    else if (fate !== undefined) response.writeHead(fate, { 'Retry-After': '0' }).end();
    else service.listener(request, response);
  });
  const client = createNoteServiceClient({
    baseUrl: origin,
    interceptors: [retry({ attempts: 3, backoff: () => 1, idempotent: [GetNotes] })],
  });
  const begin = (...next) => {
    fates = next;
    asked = 0;
  };
  const read = (options) => client.getNotes({ studentId: 7 }, options);

  for (const status of [429, 502, 503, 504]) {
    await journey.step(`two answers ${status}, then the result`, async () => {
      begin(status, status);
      equal((await read()).length, 0);
      equal(asked, 3);
    });
  }
  await journey.step('a connection that breaks, then the result', async () => {
    begin('break');
    equal((await read()).length, 0);
    equal(asked, 2);
  });
  await journey.step('attempts counts the first request', async () => {
    begin(503, 503, 503, 503);
    await rejects(read(), { code: 'http-status' });
    equal(asked, 3);
  });
  await journey.step('an operation that is not named is done once', async () => {
    begin(503);
    await rejects(client.addNote({ studentId: 7, text: 'x' }), { code: 'http-status' });
    equal(asked, 1);
  });
  for (const [says, code, options] of [
    ['a signal ends a call, and its connection', 'aborted', abortSoon],
    ['so does the timeout', 'timeout', () => ({ timeout: 200 })],
  ]) {
    await journey.step(says, async () => {
      begin('stall');
      const left = new Promise((resolve) => {
        closed = resolve;
      });
      await rejects(read(options()), { code });
      await left;
      equal(asked, 1);
    });
  }
}

function abortSoon() {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 200);
  return { signal: controller.signal };
}
