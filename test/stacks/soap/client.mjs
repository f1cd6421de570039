// Calls with the package soap.
import { createClientAsync } from 'soap';
import { answerLines } from '../javascript.mjs';

answerLines(async ({ operation, wsdl, as, args }) => {
  const client = await createClientAsync(wsdl);
  const port = as === 'port' ? client.School.SchoolSoap : client;
  const [result] = await new Promise((done, fail) =>
    port[operation](args, (error, ...found) => (error ? fail(error) : done(found))),
  );
  return { value: result?.[`${operation}Result`] ?? result };
});
