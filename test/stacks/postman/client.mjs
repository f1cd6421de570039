// Converts the WSDL and plays the request of one operation, with its sample values. `as` is the
// port. What is read are the names in the answer.
import { createRequire } from 'node:module';
import { answerLines } from '../javascript.mjs';

const peer = createRequire(new URL('peers/', import.meta.url));
const newman = peer('newman');
const { convert } = peer(process.argv[2]);

/** All requests of a collection, with the folders they are in. */
const requestsOf = (items, path = '') =>
  items.flatMap((one) =>
    one.item === undefined
      ? [{ path: `${path}/${one.name}`, one }]
      : requestsOf(one.item, `${path}/${one.name}`),
  );

answerLines(async ({ operation, wsdl, as }) => {
  const data = await (await fetch(wsdl)).text();
  const { result, reason, output } = await new Promise((done, fail) =>
    convert({ type: 'string', data }, { folderStrategy: 'Port/Endpoint' }, (error, found) =>
      error ? fail(error) : done(found),
    ),
  );
  if (!result) throw new Error(reason);
  const collection = output[0].data;
  const all = requestsOf(collection.item);
  const named = all.filter(({ path }) => path.endsWith(`/${operation}`));
  const chosen = named.find(({ path }) => path.includes(`School${as || 'Soap'}/`)) ?? named[0];
  if (chosen === undefined || (as !== '' && named.length === 1))
    throw new Error(`requests: ${all.map(({ path }) => path)}`);
  const { run } = await new Promise((done, fail) =>
    newman.run({ collection: { ...collection, item: [chosen.one] } }, (error, found) =>
      error ? fail(error) : done(found),
    ),
  );
  const [{ response, requestError }] = run.executions;
  if (requestError) throw requestError;
  const text = response.stream.toString('utf8');
  if (response.code >= 400) throw new Error(`${response.code} ${text}`);
  return { value: [...text.matchAll(/<name>(.*?)<\/name>/g)].map(([, name]) => name) };
});
