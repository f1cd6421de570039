// Calls with strong-soap.
import { createRequire } from 'node:module';
import { answerLines } from '../javascript.mjs';

const { soap } = createRequire(new URL('peers/', import.meta.url))('strong-soap');

answerLines(async ({ operation, wsdl, args }) => {
  const client = await new Promise((done, fail) =>
    soap.createClient(wsdl, {}, (error, one) => (error ? fail(error) : done(one))),
  );
  const result = await new Promise((done, fail) =>
    client[operation](args, (error, found) => (error ? fail(error) : done(found))),
  );
  return { value: result?.[`${operation}Result`] ?? result };
});
