// The generated client against the reference site itself, ASMX on Mono.
import { existsSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { methodOf, plain } from '../../replay/expected-values.mjs';
import { otherHandlers } from '../../replay/handlers.mjs';
import { freePort, start } from '../programs.mjs';
import { cases } from '../site-cases.mjs';

const bindingNames = { soap11: 'SOAP 1.1', soap12: 'SOAP 1.2', httpGet: 'GET', httpPost: 'POST' };

/** Starts the site and waits for its first answer. */
async function startReference(folder, port, build) {
  const site = await start(
    {
      command: 'sh',
      args: [join(folder, 'site/run'), String(port), 'On'],
      options: { env: { ...process.env, ORACLE_BUILD: build, TZ: 'UTC' }, detached: true },
    },
    port,
  );
  for (let tries = 0; tries < 120; tries += 1) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/AboutUs.asmx/GetAboutUs`);
      if ((await response.text()).includes('GetAboutUs()')) return site;
    } catch {
      // not up yet
    }
    await new Promise((done) => setTimeout(done, 500));
  }
  site.stop();
  throw new Error('the reference site does not answer');
}

/** Calls the 18 operations with all values over all bindings, and what Types.asmx returns. */
export async function callReference({ work, recordings, site: startOurs }) {
  if (!existsSync(join(recordings, 'site/run')))
    return { 'its ASMX': { skipped: `there is no reference site in ${recordings}` } };
  const site = await startOurs();
  const port = await freePort();
  const rows = {};
  const note = (binding, name, right, text) => {
    rows[`its ASMX, ${bindingNames[binding]}`] ??= { counts: [0, 0], failures: [] };
    const { counts, failures } = rows[`its ASMX, ${bindingNames[binding]}`];
    counts[1] += 1;
    if (right) counts[0] += 1;
    else failures.push(`${name}: ${text}`);
  };
  const { stop } = await startReference(recordings, port, mkdtempSync(join(work, 'asmx-')));
  try {
    const baseUrl = `http://127.0.0.1:${port}`;
    for (const one of cases.filter(({ service }) => service !== 'Types')) {
      const client = site.modules
        .get(`echo/${one.service}`)
        [`create${one.service}Client`]({ baseUrl });
      for (const binding of Object.keys(bindingNames)) {
        const read = await client[methodOf(one.operation)](one.input, { binding }).catch(String);
        note(
          binding,
          `${one.operation} ${JSON.stringify(one.input)}`,
          read === one.expected.replaceAll('\r\n', '\n'),
          JSON.stringify(read),
        );
      }
    }
    const module = site.modules.get('other/Types');
    const types = module.createTypesClient({ baseUrl });
    const handlers = otherHandlers(site.runtime).Types;
    const descriptors = Object.values(module).filter(
      (one) => one?.service === 'Types' && /^R[A-Z]/.test(one.name),
    );
    for (const { name, bindings } of descriptors) {
      // values are compared with what the handlers of the replay give; those held as XML are its
      // business
      if (/^R(Object|Order|Data|Xml)/.test(name)) continue;
      const input =
        name === 'RNullableInt' ? { isNull: false } : name === 'RShape' ? { kind: 'circle' } : {};
      for (const binding of bindings) {
        // the recorded stack fails on a list over GET and POST
        if (name === 'RList' && binding.startsWith('http')) continue;
        const read = await types[methodOf(name)](input, { binding }).catch(String);
        note(
          binding,
          name,
          isDeepStrictEqual(plain(read), plain(handlers[methodOf(name)](input, {}))),
          String(read),
        );
      }
    }
  } finally {
    stop();
  }
  return rows;
}
