// The generated client against SoapCore, and what the page on it says of it.
import { echoing } from '../dotnet/session.mjs';
import { boxes, echoes, shown, shownOf, textOf } from '../dotnet/values.mjs';
import { judgeClaims } from './claims.mjs';

const small = (name) => name[0].toLowerCase() + name.slice(1);

/** What SoapCore does to values: line ends are those of Unix, an empty DataSet has no tables. */
const unixLines = (value) => JSON.parse(textOf(value)?.replaceAll('\\r\\n', '\\n') ?? 'null');

/** The generated client against SoapCore. */
export async function callSoapCore(dotnet, code, check) {
  const origin = await dotnet.result({ do: 'serve' });
  for (const [binding, path, options] of [
    ['soap11', 'School.asmx', {}],
    ['soap12', 'School.asmx', {}],
    ['soap12', 'Addressed.asmx', { addressing: true }],
  ]) {
    const subject = `SoapCore, ${options.addressing ? 'addressing' : binding}`;
    const client = code.createSchoolClient({ endpoint: `${origin}/${path}`, binding, ...options });
    const told = (error) => `${error.code}: ${error.message}`;
    for (const [operation, [parameter, pairs]] of Object.entries(echoes)) {
      for (const [, value] of pairs) {
        const result = await client[small(operation)]({ [parameter]: value }).catch(told);
        check(subject, operation, unixLines(result), unixLines(value));
      }
    }
    for (const [, tables] of boxes) {
      const columns = tables.T && { T: { Price: 'decimal', Id: 'int' } };
      const written = code.writeDataSet({ tables, columns });
      const box = await client.echoBox({ v: { Set: written, After: 'z' } });
      check(subject, 'a DataSet', code.readDataSet(box.Set).tables, tables);
      check(subject, 'what follows a DataSet', box.After, 'z');
    }
    for (const [, value] of shown)
      check(subject, 'Show', await client.show(value).catch(told), shownOf(value));
    const raw = await client.greet.raw(
      { name: 'Ann' },
      { soapHeaders: { Session: { Token: 't' } } },
    );
    check(
      subject,
      'headers',
      [raw.result, raw.soapHeaders],
      ['Hello Ann', { Session: { Token: 't!' } }],
    );
    const fault = await client.fail({ how: 'declared' }).catch((error) => error);
    check(
      subject,
      'a declared fault',
      [code.isFault(fault, code.Fail, 'Problem'), fault.detail],
      [true, { Reason: 'no such student', Code: 7 }],
    );
    const plain = await client.fail({ how: 'sender' }).catch((error) => error);
    check(subject, 'a fault', [plain.code, plain.message], ['Client', 'plain']);
    await client.note({ text: subject });
    const notes = await dotnet.result({ do: 'notes' });
    check(subject, 'one-way', notes.at(-1), subject);
  }
}

/** What the page on SoapCore says of it, beside the generated server. */
export async function judgePage(dotnet, code, check) {
  const origin = await dotnet.result({ do: 'serve' });
  const handlers = echoing(code, {});
  const routeByElement = ['School'];
  const server = code.createSchoolServer(handlers);
  const routing = code.createSchoolServer(handlers, { routeByElement });
  const ours = { fetch: server.fetch, routing: routing.fetch };
  await judgeClaims(`${origin}/School.asmx`, ours, (what, actual, expected) =>
    check('page on SoapCore', what, actual, expected),
  );
}
