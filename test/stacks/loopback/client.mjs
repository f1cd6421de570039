// Calls with LoopBack's connector.
import { createRequire } from 'node:module';
import { answerLines } from '../javascript.mjs';

const peer = createRequire(new URL('peers/', import.meta.url));
const { DataSource } = peer('loopback-datasource-juggler');

answerLines(async ({ operation, wsdl, url, args }) => {
  const source = new DataSource('soap', {
    connector: peer('loopback-connector-soap'),
    wsdl,
    url,
    remotingEnabled: true,
  });
  await new Promise((done, fail) => source.once('connected', done).once('error', fail));
  const model = source.createModel('School', {});
  const { result } = await new Promise((done, fail) =>
    model[operation](args, (error, found) => (error ? fail(error) : done({ result: found }))),
  );
  const inner = result?.result ?? result;
  return { value: inner?.[`${operation}Result`] ?? inner };
});
